#pragma once

#include "syntax/integer.h"  // before ANTLR, which undefines EOF

#include <string>
#include <vector>

#include "grammar/indentation_filter.h"
#include "syntax/budget.h"
#include "syntax/diagnostic.h"
#include "syntax/source.h"

namespace aegis {

/// The values of the literal tokens read so far, each list in the order of the text.
struct LiteralTables {
  std::vector<Integer> integers;
  std::vector<double> floats;
  std::vector<std::string> strings;
};

/// The syntax room's end of the indentation filter: decodes literals, charges the budget for each
/// token, and turns problems into diagnostics.
class TokenReader final : public TokenFilterClient {
 public:
  TokenReader(const Source& source, Budget* budget, std::vector<Diagnostic>* diagnostics)
      : source_(source), budget_(budget), diagnostics_(diagnostics) {}

  Verdict OnToken(const antlr4::Token& token) override;
  Verdict OnProblem(TokenProblem problem, std::size_t begin, std::size_t end,
                    std::size_t unit) override;

  LiteralTables& literals() { return literals_; }

 private:
  bool DecodeLiteral(const antlr4::Token& token, Range range);
  Diagnostic IllegalCharacter(Range range) const;
  Diagnostic IndentationProblem(TokenProblem problem, Range range, std::size_t unit) const;

  const Source& source_;
  Budget* budget_;
  std::vector<Diagnostic>* diagnostics_;
  LiteralTables literals_;
};

}  // namespace aegis
