-- Run by neovim_test.sh. This Neovim is the tester: it starts a second one with the plugin, types
-- into it as a user does, and looks at what is there. So keys, prompts and completion menus go
-- through the editor's own loop. Any failure ends the tester with status 1.

local aegis = os.getenv('AEGIS')
local root = os.getenv('AEGIS_ROOT')
local loop = vim.uv or vim.loop
local patience = 20000 -- milliseconds; nothing takes that long but a failure
local child

local function fail(message)
  error('FAILED: ' .. message, 0)
end

local function equals(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    fail(what .. ': not ' .. vim.inspect(expected) .. ' but ' .. vim.inspect(actual))
  end
end

-- ---- The editor that is tested ----------------------------------------------------------------

local function start()
  child = vim.fn.jobstart({
    vim.v.progpath, '--embed', '--headless', '--clean', '-n',
    '--cmd', 'set runtimepath^=' .. vim.fn.fnameescape(root .. '/editors/neovim'),
  }, { rpc = true })
end

--- Runs Lua in the editor; `...` are its arguments.
local function lua(code, ...)
  return vim.fn.rpcrequest(child, 'nvim_exec_lua', code, { ... })
end

local function command(text)
  vim.fn.rpcrequest(child, 'nvim_command', text)
end

local function evaluate(expression)
  return vim.fn.rpcrequest(child, 'nvim_eval', expression)
end

--- Types keys, in the notation of mappings.
local function keys(text)
  local typed = 0
  while typed < #text do
    typed = typed + vim.fn.rpcrequest(child, 'nvim_input', text:sub(typed + 1))
  end
end

--- Waits until `value` gives what is expected.
local function becomes(value, expected, what)
  local actual
  local function arrived()
    actual = value()
    return vim.deep_equal(actual, expected)
  end
  if not vim.wait(patience, arrived, 10) then
    equals(actual, expected, what)
  end
end

local function lines()
  return vim.fn.rpcrequest(child, 'nvim_buf_get_lines', 0, 0, -1, false)
end

local function write(name, text)
  local file = assert(io.open(name, 'wb'))
  file:write(text)
  file:close()
end

local function open(name, text)
  write(name, text)
  command('edit! ' .. name)
end

-- ---- What the server says ---------------------------------------------------------------------

--- The problems that `aegis check` finds in files.
local function check(names)
  local script = 'exec "$0" check --format json "$@" 2>check.log'
  local output = vim.fn.system(vim.list_extend({ 'sh', '-c', script, aegis }, names))
  return vim.fn.json_decode(output)
end

--- What `aegis check` says of a file, with lines and bytes from 0.
local function checked(name)
  local found = {}
  for _, problem in ipairs(check({ name })) do
    local function byte(line, column)
      return math.max(0, vim.fn.byteidxcomp(vim.fn.readfile(name)[line] or '', column - 1))
    end
    table.insert(found, {
      code = problem.code,
      source = 'aegis ' .. problem.category,
      severity = problem.severity == 'error' and 1 or 2,
      message = problem.message .. (problem.hint and '\nhint: ' .. problem.hint or '')
        .. '\nmore: aegis explain ' .. problem.code,
      from = { problem.line - 1, byte(problem.line, problem.column) },
      to = { problem.end_line - 1, byte(problem.end_line, problem.end_column) },
    })
  end
  return found
end

--- What the editor shows of the buffer, in the same form.
local function shown()
  return lua([[
    return vim.tbl_map(function(problem)
      return {
        code = problem.code or problem.user_data.lsp.code,
        source = problem.source,
        severity = problem.severity,
        message = problem.message,
        from = { problem.lnum, problem.col },
        to = { problem.end_lnum, problem.end_col },
      }
    end, vim.diagnostic.get(0))
  ]])
end

local function served()
  becomes(function()
    return lua('return require("aegis").client(0) ~= nil')
  end, true, 'served')
end

local tests = {}

-- ---- Without a server -------------------------------------------------------------------------

function tests.a_missing_server_is_told_once_and_when_it_is_needed()
  lua([[
    told = {}
    vim.notify = function(message) table.insert(told, message) end
    require('aegis').setup({ cmd = { 'no-such-aegis', 'lsp' } })
  ]])
  open('missing.aeg', 'x = 1\n')
  open('missing2.aeg', 'x = 1\n')
  local message = 'aegis: no command `no-such-aegis` here; see :help aegis-server'
  equals(lua('return told'), { message }, 'the message at the start')
  for _, name in ipairs({ 'AegisRun', 'AegisFormat' }) do
    command(name)
  end
  equals(lua('return told'), { message, message, message }, 'the messages of commands')
  -- What does not run yet is not the same as what is not there.
  lua("require('aegis').setup({ cmd = { ..., 'lsp' } })", aegis)
  command('AegisRun')
  equals(lua('return told[4]'), 'aegis: no server serves this buffer; :AegisRestart starts it',
    'the message without a server')
  command('AegisRestart')
  served()
end

function tests.the_file_type_sets_its_options()
  open('plain.aeg', '# note\nif true:\n  print(1)\n')
  for option, value in pairs({
    filetype = 'aegis', shiftwidth = 2, softtabstop = 2, tabstop = 2, expandtab = 1,
    commentstring = '# %s', comments = ':#', suffixesadd = '.aeg',
  }) do
    equals(evaluate('&' .. option), value, option)
  end
  open('four.aeg', 'x = 1\n')
  equals(evaluate('&shiftwidth'), 4, 'shiftwidth of a file that does not tell')
  command('set filetype=text')
  equals(evaluate('exists(":AegisRun")'), 0, 'commands in another file type')
end

function tests.colours_at_places()
  local long = ('a'):rep(65)
  open('colours.aeg', table.concat({
    '# note, TODO \t',
    'if not true:',
    '  x = "a\\n\\q" + 12.5',
    '  print(x) $ 12ab',
    'y1_ = 7 >= 1e5 ! "open # no comment',
    'z = "\\ud83d\\ude00 \\ud83d \\u0041 \\ude00"',
    long .. ' = input()',
    'n = 1.5.2 + .5\té',
    'iff = elsewhere',
  }, '\n') .. '\n')
  for _, place in ipairs({
    { 1, 1, 'Comment' }, { 1, 9, 'Todo' }, { 1, 14, 'Control' },
    { 2, 1, 'Conditional' }, { 2, 4, 'OperatorWord' }, { 2, 8, 'Boolean' }, { 2, 12, 'Delimiter' },
    { 3, 3, 'Name' }, { 3, 5, 'Operator' }, { 3, 7, 'String' }, { 3, 9, 'Escape' },
    { 3, 11, 'BadEscape' }, { 3, 13, 'String' }, { 3, 15, 'Operator' }, { 3, 17, 'Float' },
    { 4, 3, 'Function' }, { 4, 12, 'Illegal' }, { 4, 14, 'Illegal' }, { 4, 17, 'Illegal' },
    { 5, 3, 'Name' }, { 5, 7, 'Number' }, { 5, 9, 'Operator' }, { 5, 10, 'Operator' },
    { 5, 12, 'Float' }, { 5, 16, 'Illegal' }, { 5, 18, 'Illegal' }, { 5, 25, 'Illegal' },
    { 6, 6, 'Escape' }, { 6, 17, 'Escape' }, { 6, 19, 'BadEscape' }, { 6, 26, 'Escape' },
    { 6, 33, 'BadEscape' },
    { 7, 1, 'Illegal' }, { 7, 65, 'Illegal' }, { 7, 69, 'Function' },
    { 8, 5, 'Illegal' }, { 8, 9, 'Illegal' }, { 8, 13, 'Illegal' }, { 8, 14, 'Number' },
    { 8, 15, 'Illegal' }, { 8, 16, 'Illegal' },
    { 9, 1, 'Name' }, { 9, 7, 'Name' },
  }) do
    equals(evaluate(('synIDattr(synID(%d, %d, 1), "name")'):format(place[1], place[2])),
      'aegis' .. place[3], 'syntax at ' .. place[1] .. ':' .. place[2])
  end
end

-- What the lexer calls a token, and the group that shows it.
local groups = {
  NAME = 'Name', INT = 'Number', FLOAT = 'Float', STRING = 'String', IF = 'Conditional',
  ELSE = 'Conditional', AND = 'OperatorWord', OR = 'OperatorWord', NOT = 'OperatorWord',
  TRUE = 'Boolean', FALSE = 'Boolean', INPUT = 'Function', PRINT = 'Function',
  LEFT_PAREN = 'Delimiter', RIGHT_PAREN = 'Delimiter', COLON = 'Delimiter', EQUAL = 'Operator',
  NOT_EQUAL = 'Operator', LESS_EQUAL = 'Operator', GREATER_EQUAL = 'Operator', LESS = 'Operator',
  GREATER = 'Operator', ASSIGN = 'Operator', PLUS = 'Operator', MINUS = 'Operator',
  STAR = 'Operator', SLASH = 'Operator', CARET = 'Operator',
}

--- The annotated scripts and examples that `aegis check` accepts.
local function accepted_programs()
  local all = vim.fn.glob(root .. '/tests/conformance/**/*.aeg', true, true)
  vim.list_extend(all, vim.fn.glob(root .. '/examples/*.aeg', true, true))
  local refused = {}
  for _, problem in ipairs(check(all)) do
    refused[problem.file] = problem.severity == 'error' or nil
  end
  local accepted = vim.tbl_filter(function(name)
    return not refused[name]
  end, all)
  if #accepted < 100 then
    fail('too few programs: ' .. #accepted)
  end
  return accepted
end

function tests.colours_are_what_the_lexer_says()
  for _, name in ipairs(accepted_programs()) do
    command('edit ' .. vim.fn.fnameescape(name))
    local places = {}
    for _, line in ipairs(vim.fn.systemlist({ aegis, 'tokens', name })) do
      local row, column, kind = line:match('^(%d+):(%d+) +(%u[%u_]*)')
      if groups[kind] then
        table.insert(places, { tonumber(row), tonumber(column), 'aegis' .. groups[kind], '' })
      end
    end
    local wrong = lua([[
      return vim.tbl_filter(function(place)
        local byte = vim.fn.byteidxcomp(vim.fn.getline(place[1]), place[2] - 1) + 1
        place[4] = vim.fn.synIDattr(vim.fn.synID(place[1], byte, 1), 'name')
        return place[3] ~= place[4]
      end, ...)
    ]], places)
    equals(wrong, {}, 'syntax of ' .. name)
  end
end

-- ---- Indentation ------------------------------------------------------------------------------

function tests.indentation_of_what_is_typed()
  for _, case in ipairs({
    -- Deeper behind a `:`, also with a comment behind it; `else` goes to its `if`.
    { '', 'iif true:<CR>x = 1<CR>if x == 1:  # deeper<CR>print(x)<CR>else:<CR>print(2)<Esc>', {
      'if true:', '    x = 1', '    if x == 1:  # deeper', '        print(x)', '    else:',
      '        print(2)' } },
    -- CTRL-D goes one level out; the `if` that has an `else` already gets no second one.
    { '', 'iif true:<CR>if true:<CR>x = 1<CR>else:<CR>x = 2<CR><C-D>y = 3<CR>else:<CR>x = 3<Esc>', {
      'if true:', '    if true:', '        x = 1', '    else:', '        x = 2', '    y = 3',
      'else:', '    x = 3' } },
    -- A colon in a comment or a string opens no block; a `#` in a string starts no comment.
    { '', 'ix = "a:"<CR>y = 1 # b:<CR>if x == "#":<CR>z = 1<Esc>', {
      'x = "a:"', 'y = 1 # b:', 'if x == "#":', '    z = 1' } },
    -- The file's own unit, which another `:` follows.
    { 'if true:\n  x = 1\n', 'Goif true:<CR>y = 1<Esc>', {
      'if true:', '  x = 1', '  if true:', '    y = 1' } },
    -- A unit of 2 that was typed into a new file.
    { '', 'iif true:<CR><BS>  x = 1<CR>if true:<CR>y = 1<Esc>', {
      'if true:', '  x = 1', '  if true:', '    y = 1' } },
    -- A name that starts like a keyword.
    { 'if true:\n    x = 1\n', 'Goelsewhere = 2<Esc>', {
      'if true:', '    x = 1', '    elsewhere = 2' } },
    -- Lines without code tell nothing.
    { 'if true:\n    x = 1\n', 'Go<CR><CR># note<CR>y = 2<Esc>', {
      'if true:', '    x = 1', '', '', '    # note', '    y = 2' } },
    -- A line that is opened above, and tabs that become spaces.
    { 'if true:\n    x = 1\n', '2GOy = 1<Esc>Go<C-D>if y == 1:<CR><C-D><Tab>print(y)<Esc>', {
      'if true:', '    y = 1', '    x = 1', 'if y == 1:', '    print(y)' } },
  }) do
    open('typed.aeg', case[1])
    keys(case[2])
    becomes(lines, case[3], 'typed ' .. case[2])
  end
end

function tests.indenting_again_keeps_programs_and_mends_levels()
  local function code_lines()
    return vim.tbl_filter(function(line)
      return line:find('^ *[^ #\r]')
    end, lines())
  end
  for _, name in ipairs(accepted_programs()) do
    command('edit! ' .. vim.fn.fnameescape(name))
    local before = code_lines()
    command('silent normal! gg=G')
    equals(code_lines(), before, 'indented again: ' .. name)
  end
  open('mended.aeg', 'if true:\nx = 1\n     y = 2\n   z = 3\nelse:\n\tx = 2\n')
  command('silent normal! gg=G')
  equals(lines(), { 'if true:', '    x = 1', '    y = 2', '    z = 3', 'else:', '    x = 2' },
    'mended')
end

-- ---- Problems ---------------------------------------------------------------------------------

function tests.problems_are_those_of_check()
  for name, text in pairs({
    ['names.aeg'] = 'print("😀é" + missing)\ny = missing\n',
    ['syntax.aeg'] = 'if true:\n\tx = 1\nprint("😀" 1)\nx = 1 +\n',
    ['types.aeg'] = 'if input() == "y":\n    a = 1\nprint("👩‍👩‍👧 " + a)\nprint("x" - 1)\n',
    ['warning.aeg'] = 'print(1 == 1.0)\n',
    ['marks.aeg'] = 'x = "𐐷" $ 1\n# 𐐷\n  y = 1\n',
    ['empty_block.aeg'] = 'if true:\n# no block\n',
    ['endless.aeg'] = 'x = "no end\nx = (1 + \nprint(x',
    ['deep.aeg'] = 'x = ' .. ('('):rep(40) .. '1' .. (')'):rep(40) .. '\n',
    ['right.aeg'] = 'print(1)\n',
  }) do
    open(name, text)
    served()
    becomes(shown, checked(name), 'problems of ' .. name)
  end
end

--- Saves what is in the buffer, and waits until its problems are those of `aegis check`.
local function problems_settle(what)
  command('silent write')
  local name = evaluate('expand("%")')
  becomes(shown, checked(name), what)
  return checked(name)
end

function tests.fast_typing_ends_with_the_right_problems()
  open('fast.aeg', '')
  served()
  for _ = 1, 30 do
    keys('ox = (1 + <Esc>A2)<Esc>oprint(y + "😀<Esc>A")<Esc>u')
  end
  keys('ggOprint(x)<Esc>Go# é😀<CR>if missing:<Esc>')
  becomes(function()
    return lines()[#lines()]
  end, 'if missing:', 'the last line')
  equals(#problems_settle('problems after fast typing'), 31, 'problems after fast typing')
  keys('ggdGix = 1<CR>print(x)<Esc>')
  becomes(lines, { 'x = 1', 'print(x)' }, 'the new text')
  equals(problems_settle('problems of a right program'), {}, 'a right program')
end

function tests.the_server_outlives_broken_documents()
  local id = function()
    return lua('return require("aegis").client(0).id')
  end
  open('alive.aeg', 'x = 1\n')
  served()
  local first = id()
  for number, text in ipairs({
    '', '\n\n', '"', ':', 'else:', 'if', ('if true:\n'):rep(50), ('x ='):rep(300), '\t\t\n \t\n',
    'x = "\\u12\n', 'a\r\nb\rc', ('é😀'):rep(400), 'x = ' .. ('9'):rep(3000) .. '\n',
    ('# x\n'):rep(20000), 'print(1' .. (' + 1'):rep(4200) .. ')\n',
  }) do
    open('broken' .. number .. '.aeg', text)
    served()
    equals(id(), first, 'the server behind document ' .. number)
    becomes(function()
      return #shown()
    end, #checked('broken' .. number .. '.aeg'), 'problems of broken document ' .. number)
  end
end

function tests.a_killed_server_can_be_restarted()
  lua([[
    local script = 'echo $$ > server.pid && exec "$0" lsp'
    require('aegis').setup({ cmd = { 'sh', '-c', script, ... } })
  ]], aegis)
  open('killed.aeg', 'print(x)\n')
  becomes(shown, checked('killed.aeg'), 'problems before')
  lua('old = require("aegis").client(0).id')
  loop.kill(tonumber(vim.fn.readfile('server.pid')[1]), 'sigkill')
  becomes(function()
    return lua('return require("aegis").client(0) == nil')
  end, true, 'the server is gone')
  becomes(shown, {}, 'problems without a server')
  command('AegisRestart')
  becomes(function()
    return lua('local client = require("aegis").client(0); return client and client.id ~= old')
  end, true, 'a new server')
  becomes(shown, checked('killed.aeg'), 'problems after')
  -- And one that runs is replaced.
  lua('old = require("aegis").client(0).id')
  command('AegisRestart')
  becomes(function()
    return lua('local client = require("aegis").client(0); return client and client.id ~= old')
  end, true, 'a third server')
  becomes(shown, checked('killed.aeg'), 'problems after that')
end

function tests.short_texts_behind_the_lines()
  open('texts.aeg', 'print(x)\n')
  local function texts()
    return lua([[
      local found = {}
      for _, namespace in pairs(vim.diagnostic.get_namespaces()) do
        local texts = namespace.user_data.virt_text_ns
        local marks = texts and vim.api.nvim_buf_get_extmarks(0, texts, 0, -1, { details = true })
        for _, mark in ipairs(marks or {}) do
          local text = ''
          for _, chunk in ipairs(mark[4].virt_text or {}) do
            text = text .. chunk[1]
          end
          if text:find('%S') then
            table.insert(found, vim.trim(text))
          end
        end
      end
      return found
    ]])
  end
  lua('vim.diagnostic.config({ virtual_text = { prefix = "!" } })')
  becomes(texts, { '! `x` is never assigned' }, 'the text behind the line')
  lua('vim.diagnostic.config({ virtual_text = false }) vim.diagnostic.show()')
  becomes(texts, {}, 'no text behind the line')
  lua('vim.diagnostic.config({ virtual_text = true })')
end

-- ---- Questions --------------------------------------------------------------------------------

local count = 'count = 1\nif input() == "s":\n    count = "s"\nprint(count)\n'

local function floating_text()
  return lua([[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local buffer = vim.api.nvim_win_get_buf(window)
        local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
        -- How fences and rules are drawn differs between versions.
        text = text:gsub('```%w*\n?', ''):gsub('[─]+', '')
        return vim.split(vim.trim(text), '%s*\n%s*')
      end
    end
    return {}
  ]])
end

function tests.hover()
  open('ask.aeg', count)
  served()
  command('normal! 4G7|')
  lua('vim.lsp.buf.hover()')
  becomes(floating_text, {
    'count: int or string', 'Assigned at line 1: `count = 1`',
    'Assigned at line 3: `count = "s"`',
  }, 'hover')
  keys('0')
  becomes(floating_text, {}, 'hover is closed when the cursor moves')
end

function tests.definitions_and_references()
  open('one.aeg', 'first = 1\nsecond = first\nprint(second + first)\n')
  served()
  command('normal! 3G16|')
  keys('<C-]>')
  becomes(function()
    return evaluate('getcurpos()[1:2]')
  end, { 1, 1 }, 'CTRL-] goes to the definition')
  open('ask.aeg', count)
  command('normal! 4G7|')
  local function listed()
    return lua([[
      return vim.tbl_map(function(item)
        return { item.lnum, item.col, item.text }
      end, vim.fn.getqflist())
    ]])
  end
  lua('vim.fn.setqflist({}) vim.lsp.buf.definition()')
  becomes(listed, { { 1, 1, 'count = 1' }, { 3, 5, '    count = "s"' } }, 'definitions')
  command('cclose')
  lua('vim.fn.setqflist({}) vim.lsp.buf.references()')
  becomes(listed, {
    { 1, 1, 'count = 1' }, { 3, 5, '    count = "s"' }, { 4, 7, 'print(count)' },
  }, 'references')
  command('cclose')
  command('only')
end

function tests.document_symbols()
  open('outline.aeg', 'first = 1\nif first == 1:\n    second = "😀"\nprint(first)\n')
  served()
  lua('vim.lsp.buf.document_symbol()')
  becomes(function()
    return lua([[
      local list = vim.fn.getloclist(0)
      if #list == 0 then
        list = vim.fn.getqflist()
      end
      return vim.tbl_map(function(item)
        return item.lnum .. ' ' .. item.text
      end, list)
    ]])
  end, { '1 [Variable] first', '2 [Namespace] if first == 1', '3 [Variable] second' },
    'symbols')
  command('only')
end

function tests.completion_in_the_menu()
  open('menu.aeg', 'count = 1\nname = "n"\nif name == "n":\n    maybe = "m"\nprint("x" + )\n')
  served()
  keys('5G$i<C-x><C-o>')
  becomes(function()
    if vim.fn.rpcrequest(child, 'nvim_get_mode').mode ~= 'ic' then
      return {}
    end
    return lua([[
      return vim.tbl_map(function(item) return item.word end, vim.fn.complete_info().items)
    ]])
  end, { 'name', '""', 'input()' }, 'the menu')
  keys('<C-y><Esc>')
  becomes(function()
    return lines()[5]
  end, 'print("x" + name)', 'what is chosen')
  becomes(shown, {}, 'problems after completing')
end

function tests.rename()
  open('ask.aeg', count)
  served()
  command('normal! 4G7|')
  lua('vim.lsp.buf.rename("total")')
  becomes(lines, { 'total = 1', 'if input() == "s":', '    total = "s"', 'print(total)' }, 'renamed')
  lua([[
    told = {}
    vim.notify = function(message) table.insert(told, message) end
    vim.lsp.buf.rename('if')
  ]])
  becomes(function()
    return #lua('return told')
  end, 1, 'a rename that is refused is told')
  equals(lines()[1], 'total = 1', 'a keyword is no name')
end

-- ---- Changes ----------------------------------------------------------------------------------

function tests.formatting()
  open('format.aeg', 'x=1\nprint( x )   # note\nif x<2:\n  print( "😀"+"b" )\n')
  served()
  command('AegisFormat')
  equals(lines(), { 'x = 1', 'print(x)  # note', 'if x < 2:', '  print("😀" + "b")' }, 'formatted')
  -- Only some lines, with Vim's own operator.
  open('part.aeg', 'x=1\ny=2\nz=3\n')
  served()
  keys('2Ggqq')
  becomes(lines, { 'x=1', 'y = 2', 'z=3' }, 'a formatted line')
  open('unit.aeg', 'if true:\n    print( 1 )\n')
  served()
  lua('require("aegis").setup({ indent = 2 })')
  command('AegisRestart')
  served()
  command('AegisFormat')
  equals(lines(), { 'if true:', '  print(1)' }, 'formatted with the setting')
  lua('require("aegis").settings.indent = nil')
  command('AegisRestart')
  served()
  lua('told = {} vim.notify = function(message) table.insert(told, message) end')
  open('broken.aeg', 'x = (\n')
  served()
  command('AegisFormat')
  equals(lua('return told'), { 'aegis: a program with syntax errors is not formatted' }, 'refused')
  equals(lines(), { 'x = (' }, 'a broken program is left alone')
end

function tests.quick_fixes()
  lua([[
    vim.ui.select = function(items, options, choose)
      local titles = {}
      for index, item in ipairs(items) do
        titles[index] = options.format_item(item)
        chosen = titles
      end
      choose(items[1], 1)
    end
  ]])
  for _, case in ipairs({
    { 'x = 1\nif x = 1:\n    print(x)\n', '2G6|', 'if x == 1:' },
    { 'x = 1\nif x == 1\n    print(x)\n', '2G9|', 'if x == 1:' },
    { 'total = 1\nprint("😀")\nprint(totel)\n', '3G7|', 'print(total)' },
  }) do
    open('fix.aeg', case[1])
    becomes(shown, checked('fix.aeg'), 'the problem to fix')
    command('normal! ' .. case[2])
    lua('vim.lsp.buf.code_action()')
    becomes(function()
      return vim.tbl_contains(lines(), case[3])
    end, true, 'fixed: ' .. case[3])
    becomes(shown, {}, 'no problem is left')
  end
end

-- ---- Running ----------------------------------------------------------------------------------

local function blocked()
  return vim.fn.rpcrequest(child, 'nvim_get_mode').mode
end

local function output()
  return lua([[
    return vim.api.nvim_buf_get_lines(vim.fn.bufnr('aegis://output'), 0, -1, false)
  ]])
end

--- Types the answer to the next question.
local function answer(text)
  becomes(blocked, 'c', 'a question')
  keys(text)
  becomes(blocked, 'n', 'the question is answered')
end

function tests.running_asks_for_input()
  open('run.aeg', 'print("hello, " + input())\nprint(input())\n')
  served()
  -- The buffer counts, not the file.
  keys('Goprint(6 * 7)<Esc>:AegisRun<CR>')
  becomes(blocked, 'c', 'the first question')
  keys('you<CR>')
  becomes(blocked, 'c', 'the second question')
  keys('😀<CR>')
  becomes(blocked, 'n', 'all is answered')
  becomes(output, { 'hello, you', '😀', '42' }, 'the output')
  equals(evaluate('bufname("%")'), 'run.aeg', 'the window stays')
  equals(evaluate('winnr("$")'), 2, 'there is a window with the output')
  keys('<C-w>jq')
  becomes(function()
    return evaluate('winnr("$")')
  end, 1, 'q closes it')
end

function tests.running_can_be_given_up_and_can_fail()
  open('run.aeg', 'print("who?")\nprint(input())\n')
  served()
  keys(':AegisRun<CR>')
  answer('<Esc>')
  becomes(output, { 'who?', '(the program waits for input)' }, 'given up')
  open('fails.aeg', 'print(1)\nprint(1 / 0)\n')
  served()
  command('AegisRun')
  equals(output(), { '2:9: value_error: division by zero' }, 'an error while it runs')
  open('wrong.aeg', 'print(x)\n')
  served()
  command('AegisRun')
  equals(output(), { '1:7: name_error: `x` is never assigned' }, 'an error before it runs')
end

function tests.the_code_lens_runs()
  open('lens.aeg', '# note\nprint(input())\n')
  served()
  lua('vim.lsp.codelens.refresh()')
  becomes(function()
    return lua([[
      return vim.tbl_map(function(lens)
        return { lens.range.start.line, lens.command.title }
      end, vim.lsp.codelens.get(0))
    ]])
  end, { { 1, 'Run' } }, 'the lens')
  command('normal! 2G')
  keys(':lua vim.lsp.codelens.run()<CR>')
  becomes(blocked, 'c', 'a question')
  keys('through the lens<CR>')
  becomes(output, { 'through the lens' }, 'what the lens ran')
end

function tests.there_is_help()
  vim.fn.mkdir('help/doc', 'p')
  write('help/doc/aegis.txt', table.concat(vim.fn.readfile(root .. '/editors/neovim/doc/aegis.txt'),
    '\n') .. '\n')
  command('set runtimepath^=' .. vim.fn.fnameescape(vim.fn.getcwd() .. '/help'))
  command('helptags help/doc')
  for _, topic in ipairs({ 'aegis', 'aegis-server', ':AegisRun', ':AegisFormat', ':AegisRestart' }) do
    command('help ' .. topic)
    equals(evaluate('expand("%:t")'), 'aegis.txt', 'help for ' .. topic)
  end
end

-- ---- All of them ------------------------------------------------------------------------------

local function run(name)
  start()
  lua("require('aegis').setup({ cmd = { ..., 'lsp' } })", aegis)
  local ok, problem = xpcall(tests[name], function(message)
    return debug.traceback(message, 2)
  end)
  vim.fn.jobstop(child)
  return ok, problem
end

local names = vim.tbl_keys(tests)
table.sort(names)
local failed = 0
for _, name in ipairs(names) do
  local started, ok, problem = loop.hrtime(), run(name)
  ok = ok == true
  io.stdout:write(('%s %s (%d ms)\n'):format(ok and 'passed' or 'FAILED', name,
    (loop.hrtime() - started) / 1e6))
  if not ok then
    failed = failed + 1
    io.stderr:write(tostring(problem) .. '\n')
  end
end
io.stdout:write(('%d passed, %d failed\n'):format(#names - failed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
