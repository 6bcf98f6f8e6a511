
// Generated from grammar/Aegis.g4 by ANTLR 4.7.2


#include "AegisBaseVisitor.h"


using namespace aegis::generated;

