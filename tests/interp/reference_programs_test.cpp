#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interp/session.h"
#include "tests/interp/reference_program.h"
#include "tests/interp/reference_random.h"
#include "tests/support/listing.h"

// Whole programs, from text to envelope, against what the reference evaluator foretells: output,
// category and position of the error, and the two budgets to the unit.

namespace aegis {
namespace {

namespace mp = boost::multiprecision;
using reference::Below;
using reference::Int;
using reference::PowerOfTwo;
using reference::Random;
using reference::RandomFloat;
using reference::RandomInt;
using RefValue = reference::Value;

// ---- Programs -----------------------------------------------------------------------------------

/// Runs the program and compares everything that section 9 shows of the end, then sets the budgets
/// to exactly what it needs, and to one less.
void ExpectAsForetold(reference::Program program) {
  const reference::Written written = Write(&program);
  const reference::Ending ending = Foretell(program, written);
  const auto run = [&](const Limits& limits) {
    Session session = Session::Start(written.text, limits, support::FrozenClock());
    for (std::size_t i = 0; session.envelope().status == Status::kInputRequired; ++i) {
      session.Resume(program.inputs[i % program.inputs.size()]);
    }
    return session.envelope();
  };
  const Envelope envelope = run(Limits());
  ASSERT_EQ(envelope.output, ending.output) << written.text;
  if (!ending.error.empty()) {
    ASSERT_TRUE(envelope.error.has_value()) << written.text << ending.error;
    ASSERT_EQ(CategoryName(Info(envelope.error->code).category), ending.error) << written.text;
    ASSERT_TRUE(envelope.error->position.has_value()) << written.text;
    ASSERT_EQ(static_cast<std::size_t>(envelope.error->position->line), written.line);
    ASSERT_EQ(static_cast<std::size_t>(envelope.error->position->column), ending.column)
        << written.text;
    return;
  }
  ASSERT_EQ(envelope.status, Status::kOk) << written.text;
  for (const auto& [limit, needed] : {std::pair(Limit::kOperations, ending.operations),
                                      std::pair(Limit::kMemoryBytes, ending.bytes)}) {
    ASSERT_EQ(run(Limits().With(limit, needed).value()).status, Status::kOk) << written.text;
    ASSERT_EQ(run(Limits().With(limit, needed - 1).value()).status, Status::kError) << written.text;
  }
}

reference::Expression Variable(std::size_t index) {
  reference::Expression expression;
  expression.kind = reference::Expression::Kind::kVariable;
  expression.variable = index;
  return expression;
}

/// The whole way, from text to output, for values that a line has room for.
TEST(ReferencePrograms, EveryOperatorAgreesOnBoundaryValues) {
  const std::vector<RefValue> values = {Int(0),
                                        Int(1),
                                        Int(-1),
                                        Int(2),
                                        Int(-3),
                                        Int(4096),
                                        Int(-4097),
                                        PowerOfTwo(53) + 1,
                                        PowerOfTwo(1024),
                                        Int(PowerOfTwo(4096) - 1),
                                        Int(1 - PowerOfTwo(4096)),
                                        0.0,
                                        -0.0,
                                        1.0,
                                        -0.5,
                                        2.5,
                                        4096.5,
                                        1.7976931348623157e308,
                                        5e-324,
                                        -1e-200,
                                        false,
                                        true,
                                        std::string(),
                                        std::string("a\u00e9\"\\\n"),
                                        std::string("\U0001F600"),
                                        std::string(1900, 'x')};
  for (const RefValue& left : values) {
    for (const RefValue& right : values) {
      for (const char* op :
           {"+", "-", "*", "/", "^", "==", "!=", "<", "<=", ">", ">=", "and", "or"}) {
        reference::Program program;
        program.variables = {{left, {}}, {right, {}}};
        program.printed.kind = reference::Expression::Kind::kBinary;
        program.printed.op = op;
        program.printed.operands = {Variable(0), Variable(1)};
        ExpectAsForetold(program);
        if (HasFatalFailure()) return;
      }
    }
  }
}

class Grower {
 public:
  explicit Grower(std::uint64_t seed) : random_(seed) {}

  reference::Program Grow() {
    program_ = {};
    program_.inputs = {"", "one", "\u00e9t\u00e9", "two", std::string(5000, 'z')};
    const std::size_t variables = Below(&random_, 5);
    for (std::size_t i = 0; i < variables; ++i) {
      reference::Variable variable = {Sample(Any(), true), {}};
      if (Below(&random_, 3) == 0) variable.other = Sample(Any(), true);
      program_.variables.push_back(variable);
    }
    program_.printed = Expr(Any(), 2 + Below(&random_, 4));
    return program_;
  }

 private:
  using Types = reference::Types;

  Types Any() { return Types{1} << Below(&random_, 4); }
  Types Number() { return Below(&random_, 2) == 0 ? reference::kInt : reference::kFloat; }

  RefValue Sample(Types type, bool negative) {
    const bool minus = negative && Below(&random_, 3) == 0;
    switch (type) {
      case reference::kBool:
        return Below(&random_, 2) == 0;
      case reference::kInt: {
        Int value = Below(&random_, 5);
        if (Below(&random_, 3) == 0) value = mp::abs(RandomInt(&random_, 120));
        if (Below(&random_, 12) == 0) value = PowerOfTwo(1000) - Below(&random_, 2);
        return minus ? Int(-value) : value;
      }
      case reference::kFloat: {
        double value = static_cast<double>(Below(&random_, 16)) / 4;
        if (Below(&random_, 3) == 0) value = std::fabs(RandomFloat(&random_));
        return minus ? -value : value;
      }
      default: {
        static const std::vector<std::string> kStrings = {
            "", "a", "b", "a\u00e9", "\U0001F600", "\"", "\\", "#", "\u0001", "true", "1"};
        return kStrings[Below(&random_, kStrings.size())];
      }
    }
  }

  reference::Expression Leaf(Types type) {
    reference::Expression leaf;
    const std::size_t choice = Below(&random_, 6);
    if (choice == 0 && !program_.variables.empty()) {
      leaf.kind = reference::Expression::Kind::kVariable;
      leaf.variable = Below(&random_, program_.variables.size());
    } else if (choice <= 2 && type == reference::kString) {
      leaf.kind = reference::Expression::Kind::kInput;
    } else {
      leaf.value = Sample(type, false);
    }
    return leaf;
  }

  reference::Expression Unary(const char* op, reference::Expression operand) {
    reference::Expression node;
    node.kind = reference::Expression::Kind::kUnary;
    node.op = op;
    node.operands = {std::move(operand)};
    return node;
  }

  reference::Expression Binary(const std::vector<const char*>& ops, Types left, Types right,
                               std::size_t depth) {
    reference::Expression node;
    node.kind = reference::Expression::Kind::kBinary;
    node.op = ops[Below(&random_, ops.size())];
    node.operands = {Expr(left, depth - 1), Expr(right, depth - 1)};
    return node;
  }

  /// Mostly of the type that is asked for.
  reference::Expression Expr(Types type, std::size_t depth) {
    reference::Expression node = Below(&random_, 40) == 0 ? Bare(Any(), depth) : Bare(type, depth);
    if (Below(&random_, 10) == 0) node.extra_parentheses = 1 + Below(&random_, 2);
    return node;
  }

  reference::Expression Bare(Types type, std::size_t depth) {
    if (depth == 0 || Below(&random_, 6) == 0) return Leaf(type);
    switch (type) {
      case reference::kBool:
        switch (Below(&random_, 5)) {
          case 0:
            return Unary("not", Expr(type, depth - 1));
          case 1:
            return Binary({"==", "!="}, Any(), Any(), depth);
          case 2:
            return Binary({"<", "<=", ">", ">="}, Number(), Number(), depth);
          case 3: {
            const Types both = Any();
            return Binary({"<", "<=", ">", ">=", "==", "!="}, both, both, depth);
          }
          default:
            return Binary({"and", "or"}, type, type, depth);
        }
      case reference::kInt:
        if (Below(&random_, 6) == 0) return Unary("-", Expr(type, depth - 1));
        if (Below(&random_, 6) == 0) return Binary({"^"}, type, type, depth);
        return Binary({"+", "-", "*"}, type, type, depth);
      case reference::kFloat:
        if (Below(&random_, 6) == 0) return Unary("-", Expr(type, depth - 1));
        if (Below(&random_, 2) == 0) return Binary({"/"}, Number(), Number(), depth);
        return Binary({"+", "-", "*", "/", "^"}, Number(), type, depth);
      default:
        return Binary({"+"}, type, type, depth);
    }
  }

  Random random_;
  reference::Program program_;
};

TEST(ReferencePrograms, RandomExpressionsEndAsForetold) {
  int ran = 0;
  std::set<std::string> errors;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    reference::Program program = Grower(seed).Grow();
    ExpectAsForetold(program);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
    const reference::Ending ending = Foretell(program, Write(&program));
    if (ending.error.empty()) ++ran;
    errors.insert(ending.error);
  }
  EXPECT_GT(ran, 3000) << "most programs have to run to their end";
  EXPECT_EQ(errors, (std::set<std::string>{"", "limit_error", "type_error", "value_error"}));
}

}  // namespace
}  // namespace aegis
