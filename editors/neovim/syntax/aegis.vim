" Aegis 0.1. Colours follow the language specification, section 2: what no token can be is an error.

if exists('b:current_syntax')
  finish
endif

" What starts no token: everything but the characters of tokens and spaces.
syntax match aegisIllegal /[^a-z0-9 "=!<>+\-*\/^():#]/
syntax match aegisIllegal /!=\@!/
syntax match aegisName /[a-z][a-z0-9_]*/
syntax keyword aegisConditional if else
syntax keyword aegisOperatorWord and or not
syntax keyword aegisBoolean true false
syntax keyword aegisFunction print input
syntax match aegisOperator /==\|!=\|<=\|>=\|[=<>+\-*\/^]/
syntax match aegisIllegal /\d\+\(\.\d\+\)\?\([eE][+-]\?\d\+\)\?[A-Za-z0-9_.]\+/
syntax match aegisNumber /\d\+[A-Za-z0-9_.]\@!/
syntax match aegisFloat /\d\+\.\d\+\([eE][+-]\?\d\+\)\?[A-Za-z0-9_.]\@!/
syntax match aegisFloat /\d\+[eE][+-]\?\d\+[A-Za-z0-9_.]\@!/
syntax region aegisString start=/"/ skip=/\\./ end=/"/ oneline contains=aegisEscape,aegisBadEscape
syntax match aegisBadEscape /\\./ contained
syntax match aegisEscape /\\["\\\/bfnrt]\|\\u\x\{4}/ contained
syntax match aegisComment /#.*$/ contains=aegisTodo,@Spell
syntax keyword aegisTodo TODO FIXME NOTE contained

highlight default link aegisIllegal Error
highlight default link aegisBadEscape Error
highlight default link aegisName Identifier
highlight default link aegisConditional Conditional
highlight default link aegisOperatorWord Operator
highlight default link aegisOperator Operator
highlight default link aegisBoolean Boolean
highlight default link aegisFunction Function
highlight default link aegisNumber Number
highlight default link aegisFloat Float
highlight default link aegisString String
highlight default link aegisEscape SpecialChar
highlight default link aegisComment Comment
highlight default link aegisTodo Todo

let b:current_syntax = 'aegis'
