#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lsp/features.h"
#include "lsp/symbols.h"
#include "tests/lsp/cursor.h"
#include "tests/support/rounds.h"

// Definitions, references and renaming, over random programs: what reaches a read is found once
// more by walking every way through the program.

namespace aegis::lsp {
namespace {

using lsp_test::CursorDocument;
using lsp_test::ShortRanges;

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
  for (std::uint64_t seed = 0; seed < support::Rounds(2000U); ++seed) {
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
  EXPECT_GT(joined, support::Rounds(500U));
}

TEST(Navigation, ARenameThereAndBackIsNoChange) {
  for (std::uint64_t seed = 0; seed < support::Rounds(1000U); ++seed) {
    std::string text = ProgramMaker(seed).Make() + "x = (\nprint(b)\n";
    if (seed % 2 == 1) text.insert(text.find('\n'), " $ b = b");
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

// A character that is no token hides the rest of its line from the parser, but nothing else.
TEST(Navigation, DefinitionsOfHiddenReadsAreTheSame) {
  std::size_t hidden = 0;
  for (std::uint64_t seed = 0; seed < support::Rounds(500U); ++seed) {
    const std::string text = ProgramMaker(seed).Make();
    const Document sound("file:///a.aeg", 1, text, Encoding::kUtf16);
    for (const Expr& expr : sound.analysis().ast.exprs) {
      if (expr.kind != ExprKind::kName) continue;
      std::string broken = text;
      broken.insert(expr.token.begin, "$ ");
      const Document document("file:///a.aeg", 1, broken, Encoding::kUtf16);
      const auto occurrence = OccurrenceAt(document, expr.token.begin + 2);
      ASSERT_TRUE(occurrence && !occurrence->read) << broken;
      ASSERT_EQ(Definition(document, PositionOf(document, expr.token.begin + 2), {}),
                Definition(sound, PositionOf(sound, expr.token.begin), {}))
          << broken << "at " << expr.token.begin;
      ++hidden;
    }
  }
  EXPECT_GT(hidden, support::Rounds(500U));
}

std::string Defined(const char* marked, Encoding encoding = Encoding::kUtf16) {
  const CursorDocument cursor(marked, encoding);
  const Json places = Definition(cursor.document(), cursor.At(), {});
  return places.is_null() ? "null" : ShortRanges(places);
}

TEST(Navigation, DefinitionsByExample) {
  EXPECT_EQ(Defined("a = 1\nif a == 1:\n  a = 2\nelse:\n  a = 3\nprint(|a)\n"), "2:2-3 4:2-3");
  EXPECT_EQ(Defined("a = 1\nif a == 1:\n  a = 2\nprint(a|)\n"), "0:0-1 2:2-3");
  EXPECT_EQ(Defined("if true:\n  a = 2\nprint(|a)\na = 3\n"), "1:2-3");
  EXPECT_EQ(Defined("a = 1\r\nb = \"\xF0\x9F\x98\x80\"\r\na = a|\r\n"), "0:0-1");
  // Nothing reaches these reads; what assigns the name elsewhere is shown.
  EXPECT_EQ(Defined("print(|a)\na = 1\na = 2\n"), "1:0-1 2:0-1");
  EXPECT_EQ(Defined("$ |a\na = 1\n"), "1:0-1");
  EXPECT_EQ(Defined("print(|a)\n"), "");
  EXPECT_EQ(Defined("pr|int(a)\n"), "null");
}

TEST(Navigation, DefinitionsInLinesThatCannotBeRead) {
  EXPECT_EQ(Defined("a = 1\na = 2\nprint(1) |a\na = 3\n"), "1:0-1");
  EXPECT_EQ(Defined("a = 1\na = $ |a\na = 3\n"), "0:0-1");
  EXPECT_EQ(Defined("a = 1\nif ) |a:\n  a = 2\n"), "0:0-1");
}

TEST(Navigation, PlacesAreCountedAsTheClientCounts) {
  const char* const marked = "a = 1\nb = \"\xF0\x9F\x98\x80\" + a|\n";
  for (const auto& [encoding, expected] :
       {std::pair(Encoding::kUtf16, "0:0-1w 1:11-12r"), {Encoding::kUtf8, "0:0-1w 1:13-14r"}}) {
    const CursorDocument cursor(marked, encoding);
    EXPECT_EQ(ShortRanges(DocumentHighlight(cursor.document(), cursor.At(), {})), expected);
  }
}

TEST(Navigation, ReferencesHaveTheAssignmentsUnlessTheyAreNotWanted) {
  const CursorDocument cursor("a| = 1\nprint(a)\na = a\n");
  Json params = cursor.At();
  EXPECT_EQ(ShortRanges(References(cursor.document(), params, {})), "0:0-1 1:6-7 2:0-1 2:4-5");
  params["context"]["includeDeclaration"] = false;
  EXPECT_EQ(ShortRanges(References(cursor.document(), params, {})), "1:6-7 2:4-5");
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

TEST(Navigation, ReadsInBrokenLinesHaveTheirTypes) {
  const Document document("file:///a.aeg", 1, "x = 1\ny = = x\nz = = w\n", Encoding::kUtf16);
  const auto hover = [&](int line) {
    const Json at = {{"position", {{"line", line}, {"character", 6}}}};
    return Hover(document, at, {})["contents"]["value"].get<std::string>();
  };
  EXPECT_EQ(hover(1), "x: int\nLast assigned at line 1: x = 1");
  EXPECT_EQ(hover(2), "w");
}

}  // namespace
}  // namespace aegis::lsp
