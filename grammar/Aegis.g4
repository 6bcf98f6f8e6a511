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

INT : DIGIT+ ;
FLOAT : DIGIT+ '.' DIGIT+ EXPONENT? | DIGIT+ EXPONENT ;
MALFORMED_NUMBER : (INT | FLOAT) [A-Za-z0-9_.]+ ;

STRING : '"' STRING_ITEM* '"' ;
OPEN_STRING : '"' STRING_ITEM* ;

COMMENT : '#' ~[\u0000-\u001F]* -> skip ;
SPACES : ' '+ -> skip ;
LINE_END : '\r'? '\n' ;
ILLEGAL_CHARACTER : . ;

fragment DIGIT : [0-9] ;
fragment EXPONENT : [eE] [+-]? DIGIT+ ;
fragment STRING_ITEM : ~["\\\u0000-\u001F] | ESCAPE ;
fragment ESCAPE : '\\' (["\\/bfnrt] | 'u' BASIC_UNIT | 'u' HIGH_SURROGATE '\\u' LOW_SURROGATE) ;
fragment BASIC_UNIT : [0-9A-CE-Fa-ce-f] HEX HEX HEX | [dD] [0-7] HEX HEX ;
fragment HIGH_SURROGATE : [dD] [89ABab] HEX HEX ;
fragment LOW_SURROGATE : [dD] [C-Fc-f] HEX HEX ;
fragment HEX : [0-9A-Fa-f] ;
