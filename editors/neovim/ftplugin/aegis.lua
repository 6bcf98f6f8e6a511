if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

local aegis = require('aegis')
local buffer = vim.api.nvim_get_current_buf()
local unit = aegis.unit(buffer)

vim.bo.expandtab = true
vim.bo.shiftwidth = unit
vim.bo.softtabstop = unit
vim.bo.tabstop = unit
vim.bo.commentstring = '# %s'
vim.bo.comments = ':#'
vim.bo.suffixesadd = '.aeg'

local commands = {
  AegisRun = { aegis.run, 'Run the program in this buffer' },
  AegisFormat = { aegis.format, 'Lay out the program in this buffer' },
  AegisRestart = { aegis.restart, 'Start the Aegis language server anew' },
}
local undo = { 'setlocal expandtab< shiftwidth< softtabstop< tabstop< commentstring< comments<'
  .. ' suffixesadd<' }
for name, command in pairs(commands) do
  vim.api.nvim_buf_create_user_command(buffer, name, function()
    command[1](buffer)
  end, { desc = command[2] })
  table.insert(undo, 'silent! delcommand -buffer ' .. name)
end
vim.b.undo_ftplugin = table.concat(undo, ' | ')

aegis.attach(buffer)
