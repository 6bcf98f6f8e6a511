/** The grammar of Aegis 0.1: sections 2 and 4 of the language specification.
 *
 * The parser is LL(1): one token of lookahead decides every alternative, so the generated code
 * never predicts. Every alternative and every field of interest has a label.
 *
 * The lexer never fails. What no token can begin with becomes ILLEGAL_CHARACTER, a number with a
 * wrong tail MALFORMED_NUMBER and a string that does not close OPEN_STRING; the indentation filter
 * (indentation_filter.h) turns these three into problems and makes NEWLINE, INDENT and DEDENT, so
 * the parser never sees any of the three.
 */
grammar Aegis;

tokens { NEWLINE, INDENT, DEDENT }

// ---- Parser ------------------------------------------------------------------------------------

program
    : statements+=statement* EOF                                                # wholeProgram
    ;

statement
    : name=NAME '=' value=expression NEWLINE                                    # assignment
    | 'print' '(' value=expression ')' NEWLINE                                  # print
    | 'if' condition=expression ':' body=block ('else' ':' otherwise=block)?    # conditional
    ;

block
    : NEWLINE INDENT statements+=statement+ DEDENT                              # indentedBlock
    ;

expression
    : value=disjunction                                                         # anyExpression
    ;

disjunction
    : first=conjunction (operators+='or' rest+=conjunction)*                    # orChain
    ;

conjunction
    : first=comparison (operators+='and' rest+=comparison)*                     # andChain
    ;

comparison
    : left=sum (operation=('==' | '!=' | '<' | '<=' | '>' | '>=') right=sum)?   # comparisonOrSum
    ;

sum
    : first=product (operators+=('+' | '-') rest+=product)*                     # sumChain
    ;

product
    : first=power (operators+=('*' | '/') rest+=power)*                         # productChain
    ;

power
    : base=unary raised=exponent?                                               # powerOrUnary
    ;

exponent
    : operation='^' right=power                                                 # rightOperand
    ;

unary
    : operation=('not' | '-') operand=primary                                   # prefixed
    | operand=primary                                                           # plain
    ;

primary
    : INT                                                                       # integer
    | FLOAT                                                                     # float
    | STRING                                                                    # string
    | value=('true' | 'false')                                                  # boolean
    | NAME                                                                      # nameRead
    | 'input' '(' ')'                                                           # inputCall
    | '(' inner=expression ')'                                                  # parenthesized
    ;

// ---- Lexer -------------------------------------------------------------------------------------
//
// No lexer rule calls another (there are no fragments): for each such call the runtime counts up a
// number that all threads share without a lock.

IF : 'if' ;
ELSE : 'else' ;
AND : 'and' ;
OR : 'or' ;
NOT : 'not' ;
TRUE : 'true' ;
FALSE : 'false' ;
INPUT : 'input' ;
PRINT : 'print' ;

EQUAL : '==' ;
NOT_EQUAL : '!=' ;
LESS_EQUAL : '<=' ;
GREATER_EQUAL : '>=' ;
LESS : '<' ;
GREATER : '>' ;
ASSIGN : '=' ;
PLUS : '+' ;
MINUS : '-' ;
STAR : '*' ;
SLASH : '/' ;
CARET : '^' ;
LEFT_PAREN : '(' ;
RIGHT_PAREN : ')' ;
COLON : ':' ;

NAME : [a-z] [a-z0-9_]* ;

INT : [0-9]+ ;
FLOAT : [0-9]+ '.' [0-9]+ ([eE] [+-]? [0-9]+)? | [0-9]+ [eE] [+-]? [0-9]+ ;
MALFORMED_NUMBER : [0-9]+ ('.' [0-9]+)? ([eE] [+-]? [0-9]+)? [A-Za-z0-9_.]+ ;

STRING
    : '"'
      ( ~["\\\u0000-\u001F]
      | '\\' ["\\/bfnrt]
      | '\\u' [0-9A-CE-Fa-ce-f] [0-9A-Fa-f] [0-9A-Fa-f] [0-9A-Fa-f]
      | '\\u' [Dd] [0-7] [0-9A-Fa-f] [0-9A-Fa-f]
      | '\\u' [Dd] [89ABab] [0-9A-Fa-f] [0-9A-Fa-f] '\\u' [Dd] [C-Fc-f] [0-9A-Fa-f] [0-9A-Fa-f]
      )*
      '"'
    ;

// What a string that goes wrong has before it goes wrong: a STRING without its closing quote.
OPEN_STRING
    : '"'
      ( ~["\\\u0000-\u001F]
      | '\\' ["\\/bfnrt]
      | '\\u' [0-9A-CE-Fa-ce-f] [0-9A-Fa-f] [0-9A-Fa-f] [0-9A-Fa-f]
      | '\\u' [Dd] [0-7] [0-9A-Fa-f] [0-9A-Fa-f]
      | '\\u' [Dd] [89ABab] [0-9A-Fa-f] [0-9A-Fa-f] '\\u' [Dd] [C-Fc-f] [0-9A-Fa-f] [0-9A-Fa-f]
      )*
    ;

COMMENT : '#' ~[\u0000-\u001F]* -> skip ;
SPACES : ' '+ -> skip ;
LINE_END : '\r'? '\n' ;
ILLEGAL_CHARACTER : . ;
