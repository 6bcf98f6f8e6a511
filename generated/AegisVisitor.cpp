
// Generated from grammar/Aegis.g4 by ANTLR 4.7.2


#include "AegisVisitor.h"


using namespace aegis::generated;

