#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "semantic/compile.h"
#include "tests/support/listing.h"
#include "tests/support/rounds.h"

// Definite assignment and type unions against brute force: small random programs of assignments,
// readings and `if`s over three variables. The test walks every path through a program, one for
// each choice of branches, and keeps what each path knows; the checker must find a name unassigned
// exactly when some path reads it unassigned, and give it exactly the types that the paths give it.

namespace aegis {
namespace {

constexpr const char* kVariables[] = {"a", "b", "c"};
constexpr const char* kLiterals[] = {"1", "2.5", "true", "\"s\""};

struct Node {
  enum class Kind { kAssignLiteral, kAssignVariable, kRead, kIf } kind;
  int variable = 0;
  int value = 0;  ///< a literal or, for kAssignVariable, a variable
  bool has_else = false;
  std::vector<Node> body;
  std::vector<Node> else_body;
  int line = 0;
};

class Program {
 public:
  explicit Program(unsigned seed) : random_(seed) { block_ = MakeBlock(0); }

  const std::string& text() const { return text_; }
  const std::vector<Node>& block() const { return block_; }

 private:
  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  std::vector<Node> MakeBlock(int depth) {
    std::vector<Node> nodes;
    for (int left = 1 + Pick(depth == 0 ? 5 : 2); left > 0; --left)
      nodes.push_back(MakeNode(depth));
    return nodes;
  }

  Node MakeNode(int depth) {
    Node node;
    const bool early = lines_ < 3 && Pick(4) > 0;  // or most programs would read too early
    const int kind = early ? 0 : Pick(depth < 3 ? 5 : 3);
    node.kind = kind == 0   ? Node::Kind::kAssignLiteral
                : kind == 1 ? Node::Kind::kAssignVariable
                : kind == 2 ? Node::Kind::kRead
                            : Node::Kind::kIf;
    node.variable = Pick(3);
    node.line = ++lines_;
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    switch (node.kind) {
      case Node::Kind::kAssignLiteral:
        node.value = Pick(4);
        text_ += indent + kVariables[node.variable] + " = " + kLiterals[node.value] + "\n";
        break;
      case Node::Kind::kAssignVariable:
        node.value = Pick(3);
        text_ += indent + kVariables[node.variable] + " = " + kVariables[node.value] + "\n";
        break;
      case Node::Kind::kRead:
        text_ += indent + "print(" + kVariables[node.variable] + ")\n";
        break;
      case Node::Kind::kIf:
        text_ += indent + "if true:\n";
        node.body = MakeBlock(depth + 1);
        node.has_else = Pick(2) == 0;
        if (node.has_else) {
          ++lines_;
          text_ += indent + "else:\n";
          node.else_body = MakeBlock(depth + 1);
        }
        break;
    }
    return node;
  }

  std::mt19937 random_;
  std::string text_;
  int lines_ = 0;
  std::vector<Node> block_;
};

/// What one path knows of a variable: nothing, or the literal that it holds, or that it holds
/// something unknown, read from a variable that was not assigned.
enum class Content { kUnassigned, kInt, kFloat, kBool, kString, kUnknown };

using Store = std::vector<Content>;  // by variable

/// All paths at once: the stores that some path has. Joining paths is a union of sets.
using Stores = std::set<Store>;

/// Walks all paths. Notes for each line the contents that it reads.
Stores Walk(const std::vector<Node>& block, Stores stores,
            std::map<int, std::set<Content>>* read_at) {
  for (const Node& node : block) {
    if (node.kind == Node::Kind::kIf) {
      Stores after = Walk(node.body, stores, read_at);
      Stores after_else = Walk(node.else_body, stores, read_at);
      after.insert(after_else.begin(), after_else.end());
      stores = std::move(after);
      continue;
    }
    Stores next;
    for (Store store : stores) {
      const auto variable = static_cast<std::size_t>(node.variable);
      const auto value = static_cast<std::size_t>(node.value);
      switch (node.kind) {
        case Node::Kind::kAssignLiteral:
          store[variable] = static_cast<Content>(node.value + 1);
          break;
        case Node::Kind::kAssignVariable:
          (*read_at)[node.line].insert(store[value]);
          // A path that reads what it has not assigned has met an error; what is known behind it is
          // nothing, for the variable counts as assigned.
          store[variable] = store[value] == Content::kUnassigned ? Content::kUnknown : store[value];
          break;
        default:
          (*read_at)[node.line].insert(store[variable]);
      }
      next.insert(store);
    }
    stores = std::move(next);
  }
  return stores;
}

TypeSet TypesOf(const std::set<Content>& contents) {
  TypeSet types;
  for (const Content content : contents) {
    switch (content) {
      case Content::kInt:
        types = types | Type::kInt;
        break;
      case Content::kFloat:
        types = types | Type::kFloat;
        break;
      case Content::kBool:
        types = types | Type::kBool;
        break;
      case Content::kString:
        types = types | Type::kString;
        break;
      default:
        types = types | TypeSet::Unknown();
    }
  }
  return types;
}

TEST(DefiniteAssignment, AgreesWithWalkingEveryPath) {
  int with_errors = 0;
  int without = 0;
  for (unsigned seed = 0; seed < support::Rounds(4000U); ++seed) {
    const Program program(seed);
    std::map<int, std::set<Content>> read_at;
    Walk(program.block(), {Store(3, Content::kUnassigned)}, &read_at);

    std::vector<int> expected;
    for (const auto& [line, contents] : read_at) {
      if (contents.count(Content::kUnassigned) != 0) expected.push_back(line);
    }
    const Compilation compilation = Compile(program.text());
    std::vector<int> found;
    for (const Diagnostic& diagnostic : compilation.diagnostics) {
      ASSERT_EQ(Info(diagnostic.code).category, Category::kNameError) << program.text();
      found.push_back(
          static_cast<int>(compilation.source.PositionAt(diagnostic.range->begin).line));
    }
    ASSERT_EQ(found, expected) << program.text();
    ASSERT_EQ(compilation.program != nullptr, expected.empty()) << program.text();
    if (!expected.empty()) {
      ++with_errors;
      continue;
    }

    ++without;
    const CheckedProgram& checked = *compilation.program;
    for (std::size_t id = 0; id < checked.ast.exprs.size(); ++id) {
      const Expr& expr = checked.ast.exprs[id];
      if (expr.kind != ExprKind::kName) continue;
      const auto line = static_cast<int>(checked.source.PositionAt(expr.token.begin).line);
      ASSERT_EQ(checked.types[id], TypesOf(read_at.at(line)))
          << program.text() << "line " << line << ": " << Describe(checked.types[id]);
    }
  }
  // Both kinds of programs were met often enough to mean something.
  EXPECT_GT(with_errors, support::Rounds(500));
  EXPECT_GT(without, support::Rounds(500));
}

}  // namespace
}  // namespace aegis
