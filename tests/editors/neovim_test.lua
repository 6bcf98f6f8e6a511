-- Run by neovim_test.sh inside Neovim. Any failure ends Neovim with status 1.

local aegis = os.getenv('AEGIS')

local function fail(message)
  io.stderr:write('FAILED: ' .. message .. '\n')
  vim.cmd('cquit 1')
end

local function equals(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    fail(what .. ': not ' .. vim.inspect(expected) .. ' but ' .. vim.inspect(actual))
  end
end

local function wait(condition, what)
  if not vim.wait(20000, condition, 20) then
    fail('nothing came of waiting for ' .. what)
  end
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function write(name, text)
  local file = assert(io.open(name, 'wb'))
  file:write(text)
  file:close()
end

local function open(name, text)
  write(name, text)
  vim.cmd('edit! ' .. name)
end

--- What `aegis check` says, as `line:column code` with lines and bytes from 0.
local function checked(name)
  local found = {}
  local text = vim.fn.system({ aegis, 'check', '--format', 'json', name })
  for _, problem in ipairs(vim.fn.json_decode(text:match('^%[.*\n%]'))) do
    local line = lines()[problem.line] or ''
    local byte = vim.fn.byteidx(line, problem.column - 1)
    table.insert(found, (problem.line - 1) .. ':' .. math.max(byte, 0) .. ' ' .. problem.code)
  end
  return found
end

local function shown()
  local found = {}
  for _, problem in ipairs(vim.diagnostic.get(0)) do
    local code = problem.code or problem.user_data.lsp.code
    table.insert(found, problem.lnum .. ':' .. problem.col .. ' ' .. code)
  end
  return found
end

local function ask(method, line, character, extra)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line, character = character },
  }
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', params, extra or {}), 10000)
  local _, answer = next(answers or {})
  if not answer then
    fail('no answer to ' .. method)
  end
  return answer.result
end

local function type_keys(keys)
  local raw = vim.api.nvim_replace_termcodes(keys, true, false, true)
  vim.api.nvim_feedkeys(raw, 'xt', false)
end

local function syntax_at(line, column)
  return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
end

local function test()
  vim.cmd('filetype plugin indent on')
  vim.cmd('syntax on')
  local plugin = require('aegis')

  -- A missing server is told once, and the file can be edited all the same.
  local told = {}
  vim.notify = function(message)
    table.insert(told, message)
  end
  plugin.setup({ cmd = { 'no-such-aegis', 'lsp' } })
  open('missing.aeg', 'x = 1\n')
  open('missing2.aeg', 'x = 1\n')
  equals(#told, 1, 'messages about a missing server')
  if not told[1]:find('no-such-aegis', 1, true) then
    fail('the message does not name the command: ' .. told[1])
  end
  plugin.setup({ cmd = { aegis, 'lsp' } })

  -- The file type and its options.
  open('plain.aeg', '# note\nif not true:\n  x = "a\\n\\q" + 12.5\n  print(x) $ 12ab\n')
  equals(vim.bo.filetype, 'aegis', 'file type')
  equals(vim.bo.shiftwidth, 2, 'shiftwidth of a file with two spaces')
  equals(vim.bo.expandtab, true, 'expandtab')
  equals(vim.bo.commentstring, '# %s', 'commentstring')

  -- Colours.
  for _, place in ipairs({
    { 1, 1, 'aegisComment' },
    { 2, 1, 'aegisConditional' },
    { 2, 4, 'aegisOperatorWord' },
    { 2, 8, 'aegisBoolean' },
    { 3, 3, 'aegisName' },
    { 3, 8, 'aegisString' },
    { 3, 9, 'aegisEscape' },
    { 3, 11, 'aegisBadEscape' },
    { 3, 15, 'aegisOperator' },
    { 3, 17, 'aegisFloat' },
    { 4, 3, 'aegisFunction' },
    { 4, 12, 'aegisIllegal' },
    { 4, 14, 'aegisIllegal' },
  }) do
    equals(syntax_at(place[1], place[2]), place[3], 'syntax at ' .. place[1] .. ':' .. place[2])
  end

  -- Indentation, typed by hand.
  open('typed.aeg', '')
  type_keys('iif true:<CR>x = 1<CR>if x == 1:  # deeper<CR>print(x)<CR>else:<CR>print(2)<Esc>')
  equals(lines(), {
    'if true:',
    '    x = 1',
    '    if x == 1:  # deeper',
    '        print(x)',
    '    else:',
    '        print(2)',
  }, 'what was typed')
  wait(function()
    return #vim.diagnostic.get(0) == 0
  end, 'a typed program without problems')

  -- Problems are those of `aegis check`, also behind characters of two UTF-16 units.
  for name, text in pairs({
    ['names.aeg'] = 'print("😀é" + missing)\ny = missing\n',
    ['syntax.aeg'] = 'if true:\n\tx = 1\nprint("😀" 1)\nx = 1 +\n',
    ['types.aeg'] = 'if input() == "y":\n    a = 1\nprint(a)\nprint("x" - 1)\n',
    ['warning.aeg'] = 'print(1 == 1.0)\n',
  }) do
    open(name, text)
    wait(function()
      return #vim.diagnostic.get(0) > 0
    end, 'the problems of ' .. name)
    equals(shown(), checked(name), 'problems of ' .. name)
  end

  -- Typing on until it is right.
  open('fixing.aeg', 'x = (1 + \n')
  wait(function()
    return #vim.diagnostic.get(0) == 1
  end, 'one problem')
  type_keys('A2)<Esc>')
  wait(function()
    return #vim.diagnostic.get(0) == 0
  end, 'the problem to go')

  -- Questions.
  open('ask.aeg', 'count = 1\nif input() == "s":\n    count = "s"\nprint(count)\n')
  wait(function()
    return plugin.client(0) ~= nil
  end, 'a client')
  local hover = vim.inspect(ask('textDocument/hover', 3, 7))
  if not hover:find('count: int or string', 1, true) then
    fail('hover: ' .. hover)
  end
  local definition = ask('textDocument/definition', 3, 7)
  equals({ #definition, definition[1].range.start.line, definition[2].range.start.line }, { 2, 0, 2 },
    'definitions')
  equals(#ask('textDocument/references', 3, 7, { context = { includeDeclaration = true } }), 3,
    'references')
  local labels = {}
  for _, item in ipairs(ask('textDocument/completion', 3, 6).items) do
    labels[item.label] = true
  end
  equals(labels['count'], true, 'completion of a variable')
  vim.api.nvim_win_set_cursor(0, { 4, 6 })
  vim.lsp.buf.rename('total')
  wait(function()
    return lines()[4] == 'print(total)'
  end, 'the rename')
  equals(lines(), { 'total = 1', 'if input() == "s":', '    total = "s"', 'print(total)' }, 'renamed')

  -- Formatting, and a quick fix.
  open('format.aeg', 'x=1\nprint( x )   # note\n')
  vim.cmd('AegisFormat')
  equals(lines(), { 'x = 1', 'print(x)  # note' }, 'formatted')
  open('fix.aeg', 'x = 1\nif x = 1:\n    print(x)\n')
  wait(function()
    return #vim.diagnostic.get(0) == 1
  end, 'a problem to fix')
  local range = { start = { line = 1, character = 5 }, ['end'] = { line = 1, character = 6 } }
  local actions = ask('textDocument/codeAction', 1, 5,
    { range = range, context = { diagnostics = {} } })
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  equals(lines()[2], 'if x == 1:', 'fixed')

  -- Running, with questions; the buffer counts, not the file.
  open('run.aeg', 'print("hello, " + input())\nprint(input())\n')
  local answers = { 'you', '😀' }
  local asked = {}
  plugin.ask = function(prompt)
    table.insert(asked, prompt)
    return answers[#asked]
  end
  local result = plugin.run(vim.api.nvim_get_current_buf())
  equals(result and result.output, 'hello, you\n😀\n', 'output')
  equals(asked, { 'input 1: ', 'input 2: ' }, 'questions')
  equals(vim.api.nvim_buf_get_lines(vim.fn.bufnr('aegis://output'), 0, -1, false),
    { 'hello, you', '😀' }, 'output window')
  asked = {}
  vim.lsp.commands['aegis.run']({ arguments = { { uri = vim.uri_from_bufnr(0) } } })
  equals(#asked, 2, 'questions of the code lens')
end

local ok, problem = xpcall(test, debug.traceback)
if not ok then
  fail(tostring(problem))
end
vim.cmd('qall!')
