" A line behind a `:` is one level deeper, `else` has the level of its `if`, and every other line
" that of the line before it.

if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=AegisIndent(v:lnum)
setlocal indentkeys=o,O,!^F,0=else
setlocal nosmartindent
let b:undo_indent = 'setlocal indentexpr< indentkeys< smartindent<'

if exists('*AegisIndent')
  finish
endif

" The line without its comment. A `#` inside a string starts none.
function! s:Code(number) abort
  let l:line = getline(a:number)
  let l:code = matchstr(l:line, '^\%([^"#]\|"\%([^"\\]\|\\.\)*"\)*')
  return substitute(l:code, '\s*$', '', '')
endfunction

" The number of the nearest line before this one that has code, or 0.
function! s:Before(number) abort
  let l:number = prevnonblank(a:number - 1)
  while l:number > 0 && s:Code(l:number) ==# ''
    let l:number = prevnonblank(l:number - 1)
  endwhile
  return l:number
endfunction

function! AegisIndent(number) abort
  let l:before = s:Before(a:number)
  if s:Code(a:number) =~# '^\s*else\>'
    " The nearest `if` above, at a level that no line between has gone below.
    let l:level = indent(l:before)
    let l:number = l:before
    while l:number > 0
      if indent(l:number) <= l:level
        let l:level = indent(l:number)
        if s:Code(l:number) =~# '^\s*if\>' && !s:HasElse(l:number, a:number)
          return l:level
        endif
      endif
      let l:number = s:Before(l:number)
    endwhile
    return -1
  endif
  if l:before == 0
    return 0
  endif
  return indent(l:before) + (s:Code(l:before) =~# ':$' ? shiftwidth() : 0)
endfunction

" Whether the `if` at a line has its `else` already, before the line `last`.
function! s:HasElse(number, last) abort
  for l:line in range(a:number + 1, a:last - 1)
    if s:Code(l:line) !=# '' && indent(l:line) <= indent(a:number)
      return s:Code(l:line) =~# '^\s*else\>'
    endif
  endfor
  return 0
endfunction
