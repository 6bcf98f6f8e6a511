#pragma once

#include <AegisLexer.h>

#include "syntax/source.h"

namespace aegis {

/// The generated lexer over the code points of a source, which needs no decoding and says nothing
/// on the console. Lexers of different threads share nothing that is written to.
class SourceLexer {
 public:
  explicit SourceLexer(const Source& source);

  generated::AegisLexer* get() { return &lexer_; }

 private:
  class Characters final : public antlr4::ANTLRInputStream {
   public:
    explicit Characters(const Source& source) { _data = source.code_points(); }
  };

  Characters characters_;
  generated::AegisLexer lexer_;
};

}  // namespace aegis
