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
vim.b.undo_ftplugin =
  'setlocal expandtab< shiftwidth< softtabstop< tabstop< commentstring< comments<'

aegis.attach(buffer)
