" Indentation by the rules of the language specification, section 3. They fix the level of a line
" only behind a `:`. Anywhere else a line may also close blocks, and only its author knows how many,
" so a line that stands at a level it can have is left there: `gg=G` never moves a statement into or
" out of a block. A new line starts at the deepest level; CTRL-D goes one out. An `else` goes to an
" `if` that can have it, when its `:` is typed and not before: `elsewhere = 1` is a statement.

if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal autoindent nosmartindent
setlocal indentexpr=AegisIndent(v:lnum)
setlocal indentkeys=o,O,!^F,<:>
let b:undo_indent = 'setlocal autoindent< indentexpr< indentkeys< smartindent<'

if exists('*AegisIndent')
  finish
endif

" The line without its comment and what is blank at its end. A `#` in a string starts no comment.
function! s:Code(number) abort
  let l:code = matchstr(getline(a:number), '^\%([^"#]\|"\%([^"\\]\|\\.\)*"\)*')
  return substitute(l:code, '[ \r]*$', '', '')
endfunction

" The number of the nearest line before this one that has code, or 0.
function! s:Before(number) abort
  let l:number = prevnonblank(a:number - 1)
  while l:number > 0 && s:Code(l:number) ==# ''
    let l:number = prevnonblank(l:number - 1)
  endwhile
  return l:number
endfunction

" The spaces a level: those of the first indented line with code before this one, else 'shiftwidth'.
function! s:Unit(number) abort
  for l:line in range(1, a:number - 1)
    if indent(l:line) > 0 && s:Code(l:line) !=# ''
      return index([2, 4], indent(l:line)) >= 0 ? indent(l:line) : shiftwidth()
    endif
  endfor
  return shiftwidth()
endfunction

" The levels of the `if`s that an `else` at this line can belong to, the nearest one first: those
" with nothing but deeper lines in between.
function! s:ElseLevels(number) abort
  let l:levels = []
  let l:lowest = 10000
  let l:number = s:Before(a:number)
  while l:number > 0 && l:lowest > 0
    if indent(l:number) < l:lowest
      let l:lowest = indent(l:number)
      if s:Code(l:number) =~# '^\s*if\>'
        call add(l:levels, l:lowest)
      endif
    endif
    let l:number = s:Before(l:number)
  endwhile
  return l:levels
endfunction

" The levels that this line can have, the one to start with first.
function! s:Levels(number) abort
  if s:Code(a:number) =~# '^\s*else\>'
    let l:levels = s:ElseLevels(a:number)
    if !empty(l:levels)
      return l:levels
    endif
  endif
  let l:before = s:Before(a:number)
  if l:before == 0
    return [0]
  endif
  let l:unit = s:Unit(a:number)
  if s:Code(l:before) =~# ':$'
    return [indent(l:before) + l:unit]
  endif
  return range(indent(l:before), 0, -l:unit)
endfunction

function! AegisIndent(number) abort
  let l:levels = s:Levels(a:number)
  let l:best = l:levels[0]
  let l:own = indent(a:number)
  if getline(a:number) =~# '^[ \r]*$' || l:own > l:best
    return l:best
  endif
  if s:Code(a:number) =~# '^\s*else\>' && index(l:levels, l:own) < 0
    return l:best
  endif
  " The nearest one.
  for l:level in l:levels
    if abs(l:level - l:own) < abs(l:best - l:own)
      let l:best = l:level
    endif
  endfor
  return l:best
endfunction
