--- Aegis in Neovim: starts `aegis lsp` for .aeg files and runs programs. `:help aegis` tells about
--- it. Works with Neovim 0.7 and newer; what a version does not have is looked for by name.
local M = {}

M.settings = {
  cmd = { 'aegis', 'lsp' }, -- the language server
  indent = nil, -- spaces a level of formatted programs: 2, 4, or nil for those of the buffer
  capabilities = nil, -- what other plugins add to the client's capabilities
  on_attach = nil, -- called with (client, buffer) when the server serves a buffer
}

--- Changes settings. Call it before the first .aeg file is opened, or call `:AegisRestart` after it.
function M.setup(settings)
  M.settings = vim.tbl_extend('force', M.settings, settings or {})
end

--- The spaces a level of the program in `buffer`: those of its first indented line with code when
--- they are 2 or 4, else the setting, else 4.
function M.unit(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local spaces = #line:match('^ *')
    if spaces > 0 and line:find('^ *[^ #\r]') then
      if spaces == 2 or spaces == 4 then
        return spaces
      end
      break
    end
  end
  return M.settings.indent or 4
end

local function say(message, level)
  vim.notify('aegis: ' .. message, level or vim.log.levels.ERROR)
end

--- What is missing, in fewer columns than a terminal has: a longer message waits for a key.
local function missing()
  local command = M.settings.cmd[1]
  if vim.fn.executable(command) ~= 1 then
    return 'no command `' .. command .. '` here; see :help aegis-server'
  end
end

-- ---- The server -------------------------------------------------------------------------------

--- Behind a line there is room for the first line of a message; hint and code are in the window
--- that `vim.diagnostic.open_float()` opens. What the user has set about such texts holds.
local function shorten_virtual_text(namespace)
  vim.diagnostic.config({
    virtual_text = function(...)
      local wanted = vim.diagnostic.config().virtual_text
      if type(wanted) == 'function' then
        wanted = wanted(...)
      end
      if not wanted then
        return false
      end
      return vim.tbl_extend('keep', type(wanted) == 'table' and wanted or {}, {
        format = function(diagnostic)
          return (diagnostic.message:gsub('\n.*', ''))
        end,
      })
    end,
  }, namespace)
end

local function attached(client, buffer)
  local options = {
    omnifunc = 'v:lua.vim.lsp.omnifunc',
    formatexpr = 'v:lua.vim.lsp.formatexpr()',
    tagfunc = 'v:lua.vim.lsp.tagfunc',
  }
  for option, value in pairs(options) do
    if vim.bo[buffer][option] == '' then
      vim.bo[buffer][option] = value
    end
  end
  shorten_virtual_text(vim.lsp.diagnostic.get_namespace(client.id))
  if M.settings.on_attach then
    M.settings.on_attach(client, buffer)
  end
end

local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  all = vim.tbl_deep_extend('force', all, M.settings.capabilities or {})
  -- The server tells by itself, as soon as nothing more is typed; asking would be slower.
  all.textDocument.diagnostic = nil
  return all
end

local function clients(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ name = 'aegis', bufnr = buffer })
  end
  local found = buffer and vim.lsp.buf_get_clients(buffer) or vim.lsp.get_active_clients()
  return vim.tbl_filter(function(client)
    return client.name == 'aegis'
  end, vim.tbl_values(found))
end

--- The client that serves `buffer`, or nil.
function M.client(buffer)
  return clients(buffer)[1]
end

local warned = false

--- Lets the server serve `buffer`; one server serves all buffers.
function M.attach(buffer)
  local problem = missing()
  if problem then
    if not warned then
      warned = true
      say(problem, vim.log.levels.WARN)
    end
    return
  end
  local config = {
    name = 'aegis',
    cmd = M.settings.cmd,
    root_dir = vim.fn.getcwd(),
    init_options = M.settings.indent and { indent = M.settings.indent } or nil,
    capabilities = capabilities(),
    on_attach = attached,
  }
  if vim.lsp.start then
    vim.lsp.start(config, {
      bufnr = buffer,
      reuse_client = function(client)
        return client.name == 'aegis'
      end,
    })
    return
  end
  local client = clients()[1]
  local id = client and client.id or vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- Stops the server, if one runs, and starts it for every Aegis buffer. For a server that was
--- killed, and for settings that changed.
function M.restart()
  local function gone()
    return #clients() == 0
  end
  -- First it is asked to end, then it is made to.
  for _, force in ipairs({ false, true }) do
    for _, client in ipairs(clients()) do
      if vim.fn.has('nvim-0.11') == 1 then
        client:stop(force)
      else
        vim.lsp.stop_client(client.id, force)
      end
    end
    if vim.wait(2000, gone, 10) then
      break
    end
  end
  warned = false
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'aegis' then
      M.attach(buffer)
    end
  end
end

--- Asks the server and waits. Returns the result, or nil and a message.
local function request(buffer, method, params)
  local client = M.client(buffer)
  if not client then
    return nil, missing() or 'no server serves this buffer; :AegisRestart starts it'
  end
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, 10000)
  local answer = answers and answers[client.id]
  if not answer then
    return nil, problem or 'no answer'
  end
  local failure = answer.err or answer.error
  if failure then
    return nil, failure.message
  end
  return answer.result
end

-- ---- Commands ---------------------------------------------------------------------------------

--- Lays out the program in `buffer` as `aegis fmt` does.
function M.format(buffer)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    options = { tabSize = M.unit(buffer), insertSpaces = true },
  }
  local edits, problem = request(buffer, 'textDocument/formatting', params)
  if problem then
    say(problem)
  elseif type(edits) ~= 'table' then
    say('a program with syntax errors is not formatted', vim.log.levels.WARN)
  else
    vim.lsp.util.apply_text_edits(edits, buffer, M.client(buffer).offset_encoding or 'utf-16')
  end
end

--- Shows lines in a window below, which `q` closes.
local function show(lines)
  local name = 'aegis://output'
  local buffer = vim.fn.bufnr('^' .. name .. '$')
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
    vim.api.nvim_buf_set_keymap(buffer, 'n', 'q', '<Cmd>close<CR>', { noremap = true })
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  if vim.fn.bufwinid(buffer) == -1 then
    local window = vim.api.nvim_get_current_win()
    vim.cmd('botright 8split')
    vim.api.nvim_win_set_buf(0, buffer)
    vim.api.nvim_set_current_win(window)
  end
end

--- What a run has to show: its output, and an error when it ended with one.
local function report(result)
  local lines = vim.split(result.output, '\n', { plain = true })
  if lines[#lines] == '' then
    table.remove(lines)
  end
  if result.status == 'error' then
    local problem = result.error
    local place = ''
    if type(problem.line) == 'number' then
      place = problem.line .. ':' .. problem.column .. ': '
    end
    table.insert(lines, place .. problem.category .. ': ' .. problem.message)
  elseif result.status == 'input_required' then
    table.insert(lines, '(the program waits for input)')
  end
  return lines
end

--- Runs the program in `buffer`, which need not be saved. At each `input()` it asks, and runs again
--- from the start with all that was answered: runs are deterministic, so nothing else changes.
--- Returns the envelope of the last run, or nil.
function M.run(buffer)
  local inputs = {}
  while true do
    local argument = { uri = vim.uri_from_bufnr(buffer) }
    if #inputs > 0 then
      argument.inputs = inputs
    end
    local result, problem = request(buffer, 'workspace/executeCommand', {
      command = 'aegis.run',
      arguments = { argument },
    })
    if not result then
      say(problem)
      return nil
    end
    show(report(result))
    if result.status ~= 'input_required' then
      return result
    end
    vim.cmd('redraw')
    local cancelled = '\n' -- no answer can be this
    local text = M.ask('input ' .. result.request.index .. ': ', cancelled)
    if text == cancelled then
      return result
    end
    table.insert(inputs, text)
  end
end

--- Asks for one line; `cancelled` when the user gives up.
function M.ask(prompt, cancelled)
  return vim.fn.input({ prompt = prompt, cancelreturn = cancelled })
end

-- What the server's code lens does, for `vim.lsp.codelens.run()`.
vim.lsp.commands['aegis.run'] = function(command)
  M.run(vim.uri_to_bufnr(command.arguments[1].uri))
end

return M
