--- Aegis in Neovim: starts `aegis lsp` for .aeg files and runs programs. Works with Neovim 0.7 and
--- newer. Call `require('aegis').setup { ... }` before the first file is opened to change a setting.
local M = {}

M.settings = {
  cmd = { 'aegis', 'lsp' }, -- the language server
  indent = nil, -- spaces a level that the server formats with: 2, 4, or nil for the buffer's
  on_attach = nil, -- called with (client, buffer) when the server serves a buffer
}

function M.setup(settings)
  M.settings = vim.tbl_extend('force', M.settings, settings or {})
end

--- The spaces of the first indented line when they are 2 or 4, else the setting, else 4.
function M.unit(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 500, false)) do
    local spaces = #line:match('^ *')
    if (spaces == 2 or spaces == 4) and not line:match('^ *#') and line:match('%S') then
      return spaces
    end
  end
  return M.settings.indent or 4
end

local function attached(client, buffer)
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
  if vim.lsp.formatexpr then
    vim.bo[buffer].formatexpr = 'v:lua.vim.lsp.formatexpr()'
  end
  local function command(name, action, description)
    vim.api.nvim_buf_create_user_command(buffer, name, action, { desc = description })
  end
  command('AegisRun', function()
    M.run(buffer)
  end, 'Run this Aegis program')
  command('AegisFormat', function()
    M.format(buffer)
  end, 'Lay out this Aegis program')
  if M.settings.on_attach then
    M.settings.on_attach(client, buffer)
  end
end

local warned = false

--- Starts the server for `buffer`, or uses the one that runs already.
function M.attach(buffer)
  local command = M.settings.cmd[1]
  if vim.fn.executable(command) ~= 1 then
    if not warned then
      warned = true
      vim.notify(
        'aegis: cannot find the command `' .. command .. '`; install it, or give its path: '
          .. "require('aegis').setup { cmd = { '/path/to/aegis', 'lsp' } }",
        vim.log.levels.WARN
      )
    end
    return
  end
  local config = {
    name = 'aegis',
    cmd = M.settings.cmd,
    root_dir = vim.fn.getcwd(),
    init_options = M.settings.indent and { indent = M.settings.indent } or nil,
    on_attach = attached,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local client = M.client_of_any_buffer()
  local id = client and client.id or vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

local function clients(filter)
  local get = vim.lsp.get_clients
  if get then
    return get(filter)
  end
  local found = filter.bufnr and vim.lsp.buf_get_clients(filter.bufnr) or vim.lsp.get_active_clients()
  return vim.tbl_filter(function(client)
    return client.name == 'aegis'
  end, found)
end

function M.client_of_any_buffer()
  return clients({ name = 'aegis' })[1]
end

--- The client that serves `buffer`, or nil.
function M.client(buffer)
  local _, client = next(clients({ name = 'aegis', bufnr = buffer }))
  return client
end

--- Asks the server and waits. Returns the result, or nil and a message.
local function request(buffer, method, params)
  local client = M.client(buffer)
  if not client then
    return nil, 'no server serves this buffer'
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

function M.format(buffer)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    options = { tabSize = vim.bo[buffer].shiftwidth, insertSpaces = true },
  }
  local edits, problem = request(buffer, 'textDocument/formatting', params)
  if problem then
    vim.notify('aegis: ' .. problem, vim.log.levels.ERROR)
  elseif type(edits) ~= 'table' then
    vim.notify('aegis: a program with syntax errors is not formatted', vim.log.levels.WARN)
  else
    vim.lsp.util.apply_text_edits(edits, buffer, M.client(buffer).offset_encoding or 'utf-16')
  end
end

local function show(lines)
  local name = 'aegis://output'
  local buffer = vim.fn.bufnr('^' .. name .. '$')
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  if vim.fn.bufwinid(buffer) == -1 then
    local window = vim.api.nvim_get_current_win()
    vim.cmd('botright 8split')
    vim.api.nvim_win_set_buf(0, buffer)
    vim.api.nvim_set_current_win(window)
  end
end

--- What a run has to show: its output, and an error when it ended with one.
local function report(result)
  local lines = vim.split(result.output, '\n')
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
    table.insert(lines, '(stopped: the program waits for input)')
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
      vim.notify('aegis: ' .. problem, vim.log.levels.ERROR)
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

if vim.lsp.commands then
  vim.lsp.commands['aegis.run'] = function(command)
    M.run(vim.uri_to_bufnr(command.arguments[1].uri))
  end
end

return M
