#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "lsp/features.h"
#include "lsp/symbols.h"

// Definitions, references and renaming, over random programs: what reaches a read is found once
// more by walking every way through the program.

namespace aegis::lsp {
namespace {

/// A random program over few names, so that they meet. Names are often read unassigned.
class ProgramMaker {
 public:
  explicit ProgramMaker(std::uint64_t seed) : random_(seed) {}

  std::string Make() {
    std::string text;
    AddBlock(0, &text);
    return text;
  }

 private:
  std::string Name() { return std::string(1, static_cast<char>('a' + random_() % 4)); }

  void AddBlock(int depth, std::string* text) {
    for (auto left = 1 + random_() % 4; left > 0; --left) {
      const std::string margin(static_cast<std::size_t>(2 * depth), ' ');
      switch (random_() % (depth < 3 ? 5 : 3)) {
        case 0:
          *text += margin + "print(" + Name() + ")\n";
          break;
        case 1:
        case 2:
          *text += margin + Name() + " = " + (random_() % 2 == 0 ? "1" : Name()) + "\n";
          break;
        default:
          *text += margin + "if " + Name() + " == " + Name() + ":\n";
          AddBlock(depth + 1, text);
          if (random_() % 2 == 0) {
            *text += margin + "else:\n";
            AddBlock(depth + 1, text);
          }
      }
    }
  }

  std::mt19937_64 random_;
};

/// Walks all ways through a program. A state is, for each variable, the statement that assigned it
/// last on that way.
class AllWays {
 public:
  explicit AllWays(const Ast& ast) : ast_(ast), reaching(ast.exprs.size()) {
    Walk(ast.program, {std::vector<int>(ast.names.size(), -1)});
  }

 private:
  using State = std::vector<int>;
  using States = std::set<State>;

  States Walk(const Block& block, States states) {
    for (const StatementId id : block) {
      const Statement& statement = ast_.statements[id];
      Read(statement.expr, states);
      if (statement.kind == StatementKind::kAssignment) {
        States next;
        for (State state : states) {
          state[statement.name] = static_cast<int>(id);
          next.insert(state);
        }
        states = next;
      } else if (statement.kind == StatementKind::kIf) {
        States body = Walk(statement.body, states);
        states = Walk(statement.else_body, states);
        states.insert(body.begin(), body.end());
      }
    }
    return states;
  }

  void Read(ExprId id, const States& states) {
    const Expr& expr = ast_.exprs[id];
    if (expr.kind == ExprKind::kBinary) {
      Read(expr.left, states);
      Read(expr.right, states);
    } else if (expr.kind == ExprKind::kName) {
      for (const State& state : states) {
        if (state[expr.payload] >= 0)
          reaching[id].insert(static_cast<StatementId>(state[expr.payload]));
      }
    }
  }

  const Ast& ast_;

 public:
  std::vector<std::set<StatementId>> reaching;  ///< by ExprId
};

Json PositionOf(const Document& document, std::uint32_t offset) {
  return {{"position", document.ToJson(offset)}};
}

TEST(Navigation, DefinitionsAreTheAssignmentsOfAllWays) {
  std::size_t joined = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = ProgramMaker(seed).Make();
    const Document document("file:///a.aeg", 1, text, Encoding::kUtf16);
    const Ast& ast = document.analysis().ast;
    const AllWays ways(ast);
    for (ExprId id = 0; id < ast.exprs.size(); ++id) {
      if (ast.exprs[id].kind != ExprKind::kName || ways.reaching[id].empty()) continue;
      std::vector<StatementId> expected(ways.reaching[id].begin(), ways.reaching[id].end());
      std::sort(expected.begin(), expected.end(), [&](StatementId a, StatementId b) {
        return ast.statements[a].token.begin < ast.statements[b].token.begin;
      });
      Json places = Json::array();
      for (const StatementId statement : expected) {
        places.push_back(
            {{"uri", document.uri()}, {"range", document.ToJson(ast.statements[statement].token)}});
      }
      const Json found = Definition(document, PositionOf(document, ast.exprs[id].token.begin), {});
      ASSERT_EQ(found, places) << text;
      joined += expected.size() > 1;
    }
  }
  EXPECT_GT(joined, 500U);
}

TEST(Navigation, ARenameThereAndBackIsNoChange) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string text = ProgramMaker(seed).Make() + "x = (\nprint(b)\n";
    Document document("file:///a.aeg", 1, text, Encoding::kUtf16);
    const auto problems = document.analysis().diagnostics.size();
    const auto rename = [&](std::uint32_t offset, const char* name) {
      Json params = PositionOf(document, offset);
      params["newName"] = name;
      Json edits = Rename(document, params, {})["changes"][document.uri()];
      std::reverse(edits.begin(), edits.end());
      for (Json& edit : edits) edit["text"] = edit["newText"];
      document.Change(document.version() + 1, edits);
    };
    rename(static_cast<std::uint32_t>(text.size() - 3), "renamed_1");
    const std::string renamed = ToUtf8(document.text());
    ASSERT_EQ(renamed.find("print(b)"), std::string::npos) << renamed;
    ASSERT_EQ(document.analysis().diagnostics.size(), problems) << renamed;
    rename(static_cast<std::uint32_t>(renamed.size() - 3), "b");
    ASSERT_EQ(ToUtf8(document.text()), text);
  }
}

TEST(Navigation, ANameThatWouldMakeALineTooLongIsRefused) {
  std::string line = "a = 0";
  while (line.size() < 2000) line += " + a";
  const Document document("file:///a.aeg", 1, "a = 1\n" + line + "\n", Encoding::kUtf16);
  Json params = PositionOf(document, 0);
  params["newName"] = "longer";
  try {
    Rename(document, params, {});
    FAIL() << "not refused";
  } catch (const RequestError& error) {
    EXPECT_EQ(error.code(), kRequestFailed);
    EXPECT_STREQ(error.what(),
                 "with the name `longer` the program would have a new problem: this line is longer "
                 "than 2048 characters");
  }
}

TEST(Navigation, NamesInBrokenLinesAreFound) {
  const Document document("file:///a.aeg", 1, "\xF0\x9F\x98\x80 a\na = 1\nb = $ a \"a\nprint(a)\n",
                          Encoding::kUtf16);
  const Json found =
      DocumentHighlight(document, {{"position", {{"line", 1}, {"character", 0}}}}, {});
  ASSERT_EQ(found.size(), 4U);
  // A string that is not closed takes its line with it.
  EXPECT_EQ(found[0], Json({{"range",
                             {{"start", {{"line", 0}, {"character", 3}}},
                              {"end", {{"line", 0}, {"character", 4}}}}},
                            {"kind", 2}}));
  EXPECT_EQ(found[1]["kind"], 3);
  EXPECT_EQ(found[2]["range"]["start"], Json({{"line", 2}, {"character", 6}}));
  EXPECT_EQ(found[3]["range"]["start"], Json({{"line", 3}, {"character", 6}}));
}

}  // namespace
}  // namespace aegis::lsp
