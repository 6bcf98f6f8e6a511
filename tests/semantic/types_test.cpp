#include "semantic/types.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace aegis {
namespace {

constexpr std::array<Type, 4> kTypes = {Type::kInt, Type::kFloat, Type::kBool, Type::kString};

// ---- The table of section 6, once more ----------------------------------------------------------
//
// For each operator a row for each left type and in it a column for each right type, in the order
// int, float, bool, string: `i` int, `f` float, `b` bool, `s` string, `n` int or float, `.`
// invalid.

struct Rule {
  Operator op;
  const char* rows[4];
};

constexpr Rule kBinaryRules[] = {
    {Operator::kAdd, {"if..", "ff..", "....", "...s"}},
    {Operator::kSubtract, {"if..", "ff..", "....", "...."}},
    {Operator::kMultiply, {"if..", "ff..", "....", "...."}},
    {Operator::kDivide, {"ff..", "ff..", "....", "...."}},
    {Operator::kPower, {"nf..", "ff..", "....", "...."}},
    {Operator::kEqual, {"bbbb", "bbbb", "bbbb", "bbbb"}},
    {Operator::kNotEqual, {"bbbb", "bbbb", "bbbb", "bbbb"}},
    {Operator::kLess, {"bb..", "bb..", "..b.", "...b"}},
    {Operator::kLessEqual, {"bb..", "bb..", "..b.", "...b"}},
    {Operator::kGreater, {"bb..", "bb..", "..b.", "...b"}},
    {Operator::kGreaterEqual, {"bb..", "bb..", "..b.", "...b"}},
    {Operator::kAnd, {"....", "....", "..b.", "...."}},
    {Operator::kOr, {"....", "....", "..b.", "...."}},
};

struct UnaryRule {
  Operator op;
  const char* row;
};

constexpr UnaryRule kUnaryRules[] = {{Operator::kNegate, "if.."}, {Operator::kNot, "..b."}};

/// The bits of a table entry: bit 0 for int, 1 for float, 2 for bool, 3 for string; 0 for invalid.
unsigned BitsOf(char entry) {
  switch (entry) {
    case 'i':
      return 1;
    case 'f':
      return 2;
    case 'b':
      return 4;
    case 's':
      return 8;
    case 'n':
      return 3;
    default:
      return 0;
  }
}

TypeSet SetOf(unsigned bits) {
  TypeSet set;
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if ((bits >> i & 1) != 0) set = set | kTypes[i];
  }
  return set;
}

TEST(OperatorTypes, AllPairsOfSets) {
  for (const Rule& rule : kBinaryRules) {
    for (unsigned left = 1; left < 16; ++left) {
      for (unsigned right = 1; right < 16; ++right) {
        unsigned result = 0;
        bool valid = true;
        for (unsigned i = 0; i < 4; ++i) {
          for (unsigned j = 0; j < 4; ++j) {
            if ((left >> i & 1) == 0 || (right >> j & 1) == 0) continue;
            const unsigned combination = BitsOf(rule.rows[i][j]);
            valid = valid && combination != 0;
            result |= combination;
          }
        }
        const TypeSet expected = valid ? SetOf(result) : TypeSet();
        EXPECT_EQ(BinaryResult(rule.op, SetOf(left), SetOf(right)), expected)
            << Describe(SetOf(left)) << " " << Spelling(rule.op) << " " << Describe(SetOf(right));
      }
    }
  }
}

TEST(OperatorTypes, AllSetsOfUnaryOperands) {
  for (const UnaryRule& rule : kUnaryRules) {
    for (unsigned operand = 1; operand < 16; ++operand) {
      unsigned result = 0;
      bool valid = true;
      for (unsigned i = 0; i < 4; ++i) {
        if ((operand >> i & 1) == 0) continue;
        valid = valid && BitsOf(rule.row[i]) != 0;
        result |= BitsOf(rule.row[i]);
      }
      EXPECT_EQ(UnaryResult(rule.op, SetOf(operand)), valid ? SetOf(result) : TypeSet())
          << Spelling(rule.op) << " " << Describe(SetOf(operand));
    }
  }
}

TEST(OperatorTypes, TheUnknownTypeIsAcceptedEverywhere) {
  const TypeSet unknown = TypeSet::Unknown();
  for (const Rule& rule : kBinaryRules) {
    const bool makes_bool = rule.rows[2][2] == 'b';
    const TypeSet expected = makes_bool ? TypeSet(Type::kBool) : unknown;
    for (unsigned other = 1; other < 16; ++other) {
      EXPECT_EQ(BinaryResult(rule.op, unknown, SetOf(other)), expected) << Spelling(rule.op);
      EXPECT_EQ(BinaryResult(rule.op, SetOf(other), unknown), expected) << Spelling(rule.op);
    }
    EXPECT_EQ(BinaryResult(rule.op, unknown, unknown), expected) << Spelling(rule.op);
  }
  EXPECT_EQ(UnaryResult(Operator::kNegate, unknown), unknown);
  EXPECT_EQ(UnaryResult(Operator::kNot, unknown), TypeSet(Type::kBool));
}

// ---- Sets ---------------------------------------------------------------------------------------

TEST(TypeSet, IsASet) {
  EXPECT_TRUE(TypeSet().empty());
  for (unsigned a = 0; a < 16; ++a) {
    for (unsigned b = 0; b < 16; ++b) {
      EXPECT_EQ(SetOf(a) | SetOf(b), SetOf(a | b));
      EXPECT_EQ(SetOf(a) == SetOf(b), a == b);
      EXPECT_EQ(SetOf(a) != SetOf(b), a != b);
      EXPECT_EQ(SetOf(a).IsSubsetOf(SetOf(b)), (a & ~b) == 0);
      EXPECT_EQ(SetOf(a).Intersects(SetOf(b)), (a & b) != 0);
    }
    EXPECT_EQ(SetOf(a).empty(), a == 0);
    EXPECT_FALSE(SetOf(a).unknown());
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
      EXPECT_EQ(SetOf(a).Contains(kTypes[i]), (a >> i & 1) != 0);
    }
  }
  EXPECT_EQ(TypeSet::Numbers(), SetOf(3));
}

TEST(TypeSet, AUnionWithTheUnknownTypeIsUnknown) {
  for (unsigned set = 0; set < 16; ++set) {
    EXPECT_EQ(TypeSet::Unknown() | SetOf(set), TypeSet::Unknown());
    EXPECT_EQ(SetOf(set) | TypeSet::Unknown(), TypeSet::Unknown());
    EXPECT_NE(TypeSet::Unknown(), SetOf(set));
  }
  EXPECT_TRUE(TypeSet::Unknown().unknown());
  EXPECT_FALSE(TypeSet::Unknown().empty());
  for (const Type type : kTypes) EXPECT_FALSE(TypeSet::Unknown().Contains(type));
}

TEST(TypeSet, IsDescribedInWords) {
  EXPECT_EQ(Describe(SetOf(1)), "int");
  EXPECT_EQ(Describe(SetOf(2)), "float");
  EXPECT_EQ(Describe(SetOf(4)), "bool");
  EXPECT_EQ(Describe(SetOf(8)), "string");
  EXPECT_EQ(Describe(TypeSet(Type::kFloat) | Type::kInt), "int or float");
  EXPECT_EQ(Describe(SetOf(15)), "int or float or bool or string");
  EXPECT_EQ(Describe(TypeSet::Unknown()), "unknown");
}

}  // namespace
}  // namespace aegis
