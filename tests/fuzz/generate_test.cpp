#include "fuzz/generate.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "fuzz/layout.h"
#include "fuzz/read_tree.h"
#include "interp/session.h"
#include "semantic/compile.h"
#include "syntax/grammar_networks.h"
#include "syntax/parse.h"
#include "tests/support/rounds.h"

namespace aegis::fuzz {
namespace {

bool Parses(const std::string& program) {
  Budget budget(Limits(), SteadyClock());
  return Parse(Source(program), &budget).diagnostics.empty();
}

/// A derivation as text that shows its structure.
std::string Shape(const Node& node) {
  if (node.is_token) return Networks().tokens[node.symbol] + "'" + node.text + "'";
  std::string shape = std::to_string(node.symbol) + "(";
  for (const Node& child : node.children) shape += Shape(child) + " ";
  return shape + ")";
}

TEST(Networks, HoldTheRulesOfTheGrammarFile) {
  const GrammarNetworks& networks = Networks();
  EXPECT_EQ(networks.parser.rules.front().name, "program");
  EXPECT_EQ(networks.tokens[GrammarNetworks::kEndOfFile], "EOF");
  std::map<std::string, bool> skipped;
  for (const NetworkRule& rule : networks.lexer.rules) skipped[rule.name] = rule.skipped;
  EXPECT_TRUE(skipped.at("COMMENT"));
  EXPECT_TRUE(skipped.at("SPACES"));
  EXPECT_FALSE(skipped.at("NAME"));
  EXPECT_THROW(networks.TokenType("WHILE"), std::out_of_range);
}

TEST(Networks, ATokenTypeIsFoundByItsName) {
  const GrammarNetworks& networks = Networks();
  for (std::uint32_t type = 0; type < networks.tokens.size(); ++type) {
    EXPECT_EQ(networks.TokenType(networks.tokens[type]), type);
  }
}

TEST(GrammarNetworks, ANegatedSetMatchesEverythingElse) {
  // A comment goes on to the next control character.
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::string comment = DeriveText("COMMENT", 6, &random);
    EXPECT_EQ(comment.front(), '#');
    EXPECT_TRUE(IsValidUtf8(comment));
    for (const char c : comment) EXPECT_FALSE(c >= 0 && c < ' ') << comment;
  }
}

TEST(Derive, WhatTheGrammarDerivesHasNoSyntaxError) {
  for (std::uint64_t seed = 0; seed < support::Rounds(1500U); ++seed) {
    Random random(seed);
    const TokenTexts texts(&random);
    Deriver deriver(&texts, &random);
    const Node tree = deriver.Derive(0, random.Below(150));
    const Rendering rendering = Render(tree, RandomLayout(&random), &random);
    ASSERT_TRUE(Parses(rendering.text)) << "seed " << seed << "\n" << rendering.text;
    const std::optional<Node> again = ReadTree(rendering.text);
    ASSERT_TRUE(again) << rendering.text;
    ASSERT_EQ(Shape(*again), Shape(tree)) << rendering.text;
  }
}

TEST(Derive, EveryAlternativeHasItsTurn) {
  EdgeCounts counts = NoCounts();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    GenerateText(Mode::kGrammar, 150, &random, &counts);
  }
  const GrammarCoverage coverage = Summarize(counts);
  EXPECT_GT(coverage.alternatives, 20U);
  EXPECT_EQ(coverage.derived, coverage.alternatives);
  EXPECT_GE(coverage.fewest, 50U);
}

TEST(Derive, KeepsToItsBudget) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const TokenTexts texts(&random);
    Deriver deriver(&texts, &random);
    const std::size_t budget = random.Below(400);
    EXPECT_LE(TokenCount(deriver.Derive(0, budget)), std::max<std::size_t>(budget, 1));
  }
}

TEST(Layout, OffsetsAreThoseOfTheTokens) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const TokenTexts texts(&random);
    Deriver deriver(&texts, &random);
    const Node tree = deriver.Derive(0, 60);
    const Rendering rendering = Render(tree, RandomLayout(&random), &random);
    const Source source(rendering.text);
    const std::vector<const Node*> tokens = Tokens(tree);
    ASSERT_EQ(rendering.offsets.size(), tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::uint32_t begin = rendering.offsets[i];
      const std::uint32_t size = Source(tokens[i]->text).size();
      EXPECT_EQ(source.Text({begin, begin + size}), tokens[i]->text);
    }
  }
}

TEST(TokenTexts, BoundaryLiteralsAreTokens) {
  for (std::uint32_t type = 0; type < Networks().tokens.size(); ++type) {
    for (const std::string& text : BoundaryTexts(type)) EXPECT_TRUE(LexesAs(text, type)) << text;
  }
  EXPECT_FALSE(LexesAs("if", Networks().TokenType("NAME")));
  EXPECT_FALSE(LexesAs("1 2", Networks().TokenType("INT")));
  EXPECT_FALSE(LexesAs("1.5", Networks().TokenType("INT")));
}

TEST(ReadTree, SaysWhatTheParserSays) {
  for (const char* program : {"", "\n\n", "# only a comment", "a = 1\n",
                              "if true:\n  a = 1\nelse:\n  a = 2", "print(-2 ^ 3 ^ 4 * (1 + 2))"}) {
    EXPECT_TRUE(ReadTree(program)) << program;
  }
  for (const char* program :
       {"a", "a = ", "print 1", "if true:\na = 1", " a = 1", "a = 1 2", "\xFF"}) {
    EXPECT_FALSE(ReadTree(program)) << program;
  }
}

TEST(Steering, MostProgramsAreValidAndRunToTheirEnd) {
  std::size_t valid = 0;
  std::size_t completed = 0;
  constexpr std::size_t kPrograms = 200;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    Random random(seed);
    const std::string program = GenerateText(Mode::kSteered, 150, &random);
    if (!Compile(program).program) continue;
    ++valid;
    Session session = Session::Start(program);
    while (session.envelope().status == Status::kInputRequired) session.Resume("7");
    if (session.envelope().status == Status::kOk) ++completed;
  }
  EXPECT_GE(valid, kPrograms * 8 / 10);
  EXPECT_GE(completed, kPrograms * 7 / 10);
}

/// Every way in which an operator meets single types in the valid program, such as `int + float`.
void AddPairs(const CheckedProgram& program, std::set<std::string>* pairs) {
  for (const Expr& expr : program.ast.exprs) {
    const auto types = [&](ExprId id) { return Describe(program.types[id]); };
    if (expr.kind == ExprKind::kUnary) {
      pairs->insert(std::string(Spelling(expr.op)) + " " + types(expr.left));
    } else if (expr.kind == ExprKind::kBinary) {
      pairs->insert(types(expr.left) + " " + Spelling(expr.op) + " " + types(expr.right));
    }
  }
}

TEST(Steering, EveryOperatorMeetsEveryTypePairThatItTakes) {
  std::set<std::string> met;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    const Compilation compilation = Compile(GenerateText(Mode::kSteered, 100, &random));
    if (compilation.program) AddPairs(*compilation.program, &met);
  }
  const std::vector<Type> all = {Type::kInt, Type::kFloat, Type::kBool, Type::kString};
  bool met_union = false;
  for (const std::string& pair : met)
    met_union = met_union || pair.find(" or int") != pair.npos || pair.find("int or ") != pair.npos;
  EXPECT_TRUE(met_union);
  for (int op = 0; op <= static_cast<int>(Operator::kOr); ++op) {
    const auto operation = static_cast<Operator>(op);
    for (const Type left : all) {
      if (operation == Operator::kNot || operation == Operator::kNegate) {
        if (UnaryResult(operation, left).empty()) continue;
        EXPECT_EQ(met.count(std::string(Spelling(operation)) + " " + Describe(left)), 1U)
            << Spelling(operation) << Describe(left);
        continue;
      }
      for (const Type right : all) {
        if (BinaryResult(operation, left, right).empty()) continue;
        EXPECT_EQ(met.count(Describe(left) + " " + Spelling(operation) + " " + Describe(right)), 1U)
            << Describe(left) << Spelling(operation) << Describe(right);
      }
    }
  }
}

TEST(Generate, ASeedAlwaysGivesTheSameProgram) {
  std::vector<std::string> programs;
  for (std::uint64_t seed = 0; seed < 60; ++seed) programs.push_back(Generate(seed).text);
  for (std::uint64_t seed = 60; seed-- > 0;) EXPECT_EQ(Generate(seed).text, programs[seed]);
  EXPECT_GT(std::set<std::string>(programs.begin(), programs.end()).size(), 50U);
}

TEST(Generate, ShowsEachProgramBeforeItIsTried) {
  std::set<std::string> tried;
  std::set<std::string> mutated;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Program program =
        Generate(seed, nullptr, [&](const std::string& text) { tried.insert(text); });
    if (program.mode == Mode::kMutated) mutated.insert(program.text);
  }
  EXPECT_GT(tried.size(), 40U);
  ASSERT_FALSE(mutated.empty());
  for (const std::string& program : mutated) EXPECT_EQ(tried.count(program), 1U);
}

}  // namespace
}  // namespace aegis::fuzz
