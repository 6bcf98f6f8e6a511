" Aegis 0.1. Colours follow the language specification, sections 1 and 2: what no token can be is an
" error. Of two matches at one place, the one defined last wins; keywords win over both.

if exists('b:current_syntax')
  finish
endif

syntax case match
syntax iskeyword a-z,48-57,_
syntax sync minlines=1 maxlines=1

" Every character but those of tokens and spaces; a `!` without its `=`.
syntax match aegisIllegal /[^a-z0-9 "=!<>+\-*\/^():#]/
syntax match aegisIllegal /!=\@!/
" A CR before the end of the line is a part of it.
syntax match aegisLineEnd /\r$/

syntax match aegisName /[a-z][a-z0-9_]*/
syntax match aegisIllegal /[a-z][a-z0-9_]\{64,}/
syntax keyword aegisConditional if else
syntax keyword aegisOperatorWord and or not
syntax keyword aegisBoolean true false
syntax keyword aegisFunction print input
syntax match aegisOperator /==\|!=\|<=\|>=\|[=<>+\-*\/^]/
syntax match aegisDelimiter /[():]/

" What follows a number directly makes it malformed.
syntax match aegisIllegal /\d\+\(\.\d\+\)\?\([eE][+-]\?\d\+\)\?[A-Za-z0-9_.]\+/
syntax match aegisNumber /\d\+[A-Za-z0-9_.]\@!/
syntax match aegisFloat /\d\+\.\d\+\([eE][+-]\?\d\+\)\?[A-Za-z0-9_.]\@!/
syntax match aegisFloat /\d\+[eE][+-]\?\d\+[A-Za-z0-9_.]\@!/

" A string without its end takes the rest of the line.
syntax match aegisIllegal /".*/
syntax region aegisString start=/"\%(\%([^"\\]\|\\.\)*"\)\@=/ skip=/\\./ end=/"/ oneline
  \ contains=aegisEscape,aegisBadEscape,aegisControl
syntax match aegisBadEscape /\\./ contained
" A surrogate stands only in a pair, the high one first.
syntax match aegisEscape /\\["\\\/bfnrt]/ contained
syntax match aegisEscape /\\u\%([Dd][89A-Fa-f]\)\@!\x\{4}/ contained
syntax match aegisEscape /\\u[Dd][89ABab]\x\x\\u[Dd][C-Fc-f]\x\x/ contained

syntax match aegisComment /#.*$/ contains=aegisTodo,aegisControl,@Spell
syntax match aegisTodo /\w\@<!\%(TODO\|FIXME\|NOTE\)\w\@!/ contained
" Tabs and other control characters, which strings and comments cannot have either.
syntax match aegisControl /[\x01-\x1f]\%(\r\@<=$\)\@!/ contained

highlight default link aegisIllegal Error
highlight default link aegisControl Error
highlight default link aegisBadEscape Error
highlight default link aegisName Identifier
highlight default link aegisConditional Conditional
highlight default link aegisOperatorWord Operator
highlight default link aegisOperator Operator
highlight default link aegisDelimiter Delimiter
highlight default link aegisBoolean Boolean
highlight default link aegisFunction Function
highlight default link aegisNumber Number
highlight default link aegisFloat Float
highlight default link aegisString String
highlight default link aegisEscape SpecialChar
highlight default link aegisComment Comment
highlight default link aegisTodo Todo

let b:current_syntax = 'aegis'
