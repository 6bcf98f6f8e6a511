#include "syntax/ast_builder.h"

#include <algorithm>
#include <string_view>
#include <typeinfo>
#include <unordered_map>
#include <utility>
#include <variant>

#include "syntax/literals.h"
#include "syntax/token_range.h"

namespace aegis {
namespace {

using Parser = generated::AegisParser;

Operator BinaryOperator(std::size_t token_type) {
  switch (token_type) {
    case Parser::PLUS:
      return Operator::kAdd;
    case Parser::MINUS:
      return Operator::kSubtract;
    case Parser::STAR:
      return Operator::kMultiply;
    case Parser::SLASH:
      return Operator::kDivide;
    case Parser::CARET:
      return Operator::kPower;
    case Parser::EQUAL:
      return Operator::kEqual;
    case Parser::NOT_EQUAL:
      return Operator::kNotEqual;
    case Parser::LESS:
      return Operator::kLess;
    case Parser::LESS_EQUAL:
      return Operator::kLessEqual;
    case Parser::GREATER:
      return Operator::kGreater;
    case Parser::GREATER_EQUAL:
      return Operator::kGreaterEqual;
    case Parser::AND:
      return Operator::kAnd;
    default:
      return Operator::kOr;
  }
}

/// A rule's number in the grammar tells the class of its context, and where a rule has several
/// alternatives, its first token tells the alternative; so contexts are cast, not searched.
///
/// After a syntax error that is so no more. A rule that gave up has a context without the class of
/// an alternative, tokens and subtrees can be missing, and literals that the parser skipped have
/// values, too. So in a partial tree the casts are checked, what is missing becomes a kMissing
/// expression, and literals are decoded anew.
class Builder {
 public:
  Builder(const Source& source, LiteralTables literals) : source_(source) {
    ast_.integers = std::move(literals.integers);
    ast_.floats = std::move(literals.floats);
    ast_.strings = std::move(literals.strings);
  }
  Builder(const Source& source, const Limits& limits) : source_(source), limits_(&limits) {}

  Ast Build(Parser::ProgramContext* context) {
    auto* program = static_cast<Parser::WholeProgramContext*>(context);
    ast_.program = Statements(program->statements);
    return std::move(ast_);
  }

 private:
  bool partial() const { return limits_ != nullptr; }

  /// `context` as the alternative that it is; null when it is none.
  template <typename Alternative, typename Context>
  Alternative* As(Context* context) const {
    return partial() ? dynamic_cast<Alternative*>(context) : static_cast<Alternative*>(context);
  }

  /// Whether the rule of `context`, which is not null, found no alternative.
  template <typename RuleContext>
  bool GaveUp(const RuleContext* context) const {
    return partial() && typeid(*context) == typeid(RuleContext);
  }

  Block Statements(const std::vector<Parser::StatementContext*>& contexts) {
    Block block;
    block.reserve(contexts.size());
    for (Parser::StatementContext* context : contexts) {
      // A block that has none after all has one that gave up.
      if (!GaveUp(context)) block.push_back(BuildStatement(context));
    }
    return block;
  }

  Block Statements(Parser::BlockContext* context) {
    auto* block = As<Parser::IndentedBlockContext>(context);
    return block == nullptr ? Block() : Statements(block->statements);
  }

  StatementId BuildStatement(Parser::StatementContext* context) {
    Statement statement{};
    statement.token = statement.extent = RangeOf(*context->start);
    const auto reach = [&](std::uint32_t end) {
      statement.extent.end = std::max(statement.extent.end, end);
    };
    const auto take = [&](Parser::ExpressionContext* expression) {
      statement.expr = Build(expression);
      statement.expr_first =
          expression == nullptr ? Ending(statement.extent) : RangeOf(*expression->start);
      if (expression != nullptr) reach(RangeOf(*expression->stop).end);
    };
    const auto take_block = [&](Parser::BlockContext* context_of_block, Block* block) {
      *block = Statements(context_of_block);
      if (!block->empty()) reach(ast_.statements[block->back()].extent.end);
    };
    switch (context->start->getType()) {
      case Parser::NAME:
        statement.kind = StatementKind::kAssignment;
        statement.name = Intern(statement.token);
        take(static_cast<Parser::AssignmentContext*>(context)->value);
        break;
      case Parser::PRINT: {
        auto* print = static_cast<Parser::PrintContext*>(context);
        statement.kind = StatementKind::kPrint;
        take(print->value);
        if (print->RIGHT_PAREN() != nullptr) {
          reach(RangeOf(*print->RIGHT_PAREN()->getSymbol()).end);
        }
        break;
      }
      default: {
        auto* conditional = static_cast<Parser::ConditionalContext*>(context);
        statement.kind = StatementKind::kIf;
        take(conditional->condition);
        if (conditional->COLON(0) != nullptr) {
          reach(RangeOf(*conditional->COLON(0)->getSymbol()).end);
        }
        take_block(conditional->body, &statement.body);
        statement.has_else = conditional->otherwise != nullptr;
        if (statement.has_else) {
          statement.else_token = RangeOf(*conditional->ELSE()->getSymbol());
          reach(statement.else_token.end);
          take_block(conditional->otherwise, &statement.else_body);
        }
      }
    }
    ast_.statements.push_back(std::move(statement));
    return static_cast<StatementId>(ast_.statements.size() - 1);
  }

  static Range Ending(Range range) { return {range.end, range.end}; }

  // ---- Expressions, from the weakest operator to the strongest ----

  ExprId Build(Parser::ExpressionContext* context) {
    auto* any = As<Parser::AnyExpressionContext>(context);
    return any == nullptr ? Missing(context) : Build(any->value);
  }

  ExprId Build(Parser::DisjunctionContext* context) {
    return Chain<Parser::OrChainContext>(context);
  }

  ExprId Build(Parser::ConjunctionContext* context) {
    return Chain<Parser::AndChainContext>(context);
  }

  ExprId Build(Parser::ComparisonContext* context) {
    auto* comparison = As<Parser::ComparisonOrSumContext>(context);
    if (comparison == nullptr) return Missing(context);
    const ExprId left = Build(comparison->left);
    if (comparison->right == nullptr) return left;
    const ExprId right = Build(comparison->right);
    return AddBinary(comparison->operation, left, right, *context->start, *context->stop);
  }

  ExprId Build(Parser::SumContext* context) { return Chain<Parser::SumChainContext>(context); }

  ExprId Build(Parser::ProductContext* context) {
    return Chain<Parser::ProductChainContext>(context);
  }

  ExprId Build(Parser::PowerContext* context) {
    auto* power = As<Parser::PowerOrUnaryContext>(context);
    if (power == nullptr) return Missing(context);
    const ExprId base = Build(power->base);
    auto* exponent = As<Parser::RightOperandContext>(power->raised);
    if (exponent == nullptr) return base;
    const ExprId right = Build(exponent->right);
    return AddBinary(exponent->operation, base, right, *context->start, *context->stop);
  }

  ExprId Build(Parser::UnaryContext* context) {
    if (context == nullptr) return Missing(context);
    const std::size_t first = context->start->getType();
    if (first != Parser::NOT && first != Parser::MINUS) {
      auto* plain = As<Parser::PlainContext>(context);
      return plain == nullptr ? Missing(context) : Build(plain->operand);
    }
    auto* prefixed = As<Parser::PrefixedContext>(context);
    if (prefixed == nullptr) return Missing(context);
    Expr unary{};
    unary.kind = ExprKind::kUnary;
    unary.op = first == Parser::NOT ? Operator::kNot : Operator::kNegate;
    unary.left = Build(prefixed->operand);
    unary.token = RangeOf(*context->start);
    unary.extent = Extent(*context->start, *context->stop);
    return Add(unary);
  }

  ExprId Build(Parser::PrimaryContext* context) {
    if (context == nullptr || GaveUp(context)) return Missing(context);
    Expr leaf{};
    leaf.token = leaf.extent = RangeOf(*context->start);
    switch (context->start->getType()) {
      case Parser::INT:
        leaf.kind = ExprKind::kInteger;
        leaf.payload = Literal(leaf.token, DecodeInteger, &ast_.integers, &integers_);
        break;
      case Parser::FLOAT:
        leaf.kind = ExprKind::kFloat;
        leaf.payload = Literal(leaf.token, DecodeFloat, &ast_.floats, &floats_);
        break;
      case Parser::STRING:
        leaf.kind = ExprKind::kString;
        leaf.payload = Literal(leaf.token, DecodeString, &ast_.strings, &strings_);
        break;
      case Parser::TRUE:
      case Parser::FALSE:
        leaf.kind = ExprKind::kBoolean;
        leaf.payload = context->start->getType() == Parser::TRUE ? 1 : 0;
        break;
      case Parser::NAME:
        leaf.kind = ExprKind::kName;
        leaf.payload = Intern(leaf.token);
        break;
      case Parser::INPUT:
        leaf.kind = ExprKind::kInput;
        leaf.extent = Extent(*context->start, *context->stop);
        break;
      default: {
        auto* parenthesized = As<Parser::ParenthesizedContext>(context);
        return parenthesized == nullptr ? Missing(context) : Build(parenthesized->inner);
      }
    }
    return Add(leaf);
  }

  /// The index of the value of the literal at `range` in its table.
  template <typename Decoder, typename Value>
  std::uint32_t Literal(Range range, Decoder decode, std::vector<Value>* table,
                        std::uint32_t* next) {
    if (partial()) {
      const std::u32string_view text = source_.code_points();
      auto value = decode(text.substr(range.begin, range.end - range.begin), *limits_);
      table->push_back(std::get<Value>(std::move(value)));
    }
    return (*next)++;
  }

  /// `first (operator rest)*`, leaning to the left.
  template <typename ChainContext, typename Context>
  ExprId Chain(Context* context) {
    auto* chain = As<ChainContext>(context);
    if (chain == nullptr) return Missing(context);
    ExprId left = Build(chain->first);
    for (std::size_t i = 0; i < chain->rest.size(); ++i) {
      const ExprId right = Build(chain->rest[i]);
      left = AddBinary(chain->operators[i], left, right, *chain->start, *chain->rest[i]->stop);
    }
    return left;
  }

  ExprId AddBinary(const antlr4::Token* token, ExprId left, ExprId right,
                   const antlr4::Token& first, const antlr4::Token& last) {
    Expr binary{};
    binary.kind = ExprKind::kBinary;
    binary.op = BinaryOperator(token->getType());
    binary.left = left;
    binary.right = right;
    binary.token = RangeOf(*token);
    binary.extent = Extent(first, last);
    return Add(binary);
  }

  /// What stands where `context` should have read something; the context can be null.
  ExprId Missing(const antlr4::ParserRuleContext* context) {
    Expr missing{};
    missing.kind = ExprKind::kMissing;
    if (context != nullptr) {
      const std::uint32_t begin = RangeOf(*context->start).begin;
      missing.token = missing.extent = {begin, begin};
    }
    return Add(missing);
  }

  /// From token to token; nothing but a place when the context read no token and stops before it
  /// starts.
  static Range Extent(const antlr4::Token& first, const antlr4::Token& last) {
    const std::uint32_t begin = RangeOf(first).begin;
    return {begin, std::max(begin, RangeOf(last).end)};
  }

  ExprId Add(const Expr& expr) {
    ast_.exprs.push_back(expr);
    return static_cast<ExprId>(ast_.exprs.size() - 1);
  }

  NameId Intern(Range range) {
    const auto [entry, is_new] =
        names_.try_emplace(source_.Text(range), static_cast<NameId>(ast_.names.size()));
    if (is_new) ast_.names.push_back(entry->first);
    return entry->second;
  }

  const Source& source_;
  const Limits* limits_ = nullptr;  // of a partial tree
  Ast ast_;
  std::unordered_map<std::string, NameId> names_;
  // Literals are met in the order of the text, as their tokens were.
  std::uint32_t integers_ = 0;
  std::uint32_t floats_ = 0;
  std::uint32_t strings_ = 0;
};

}  // namespace

Ast BuildPartialAst(Parser::ProgramContext* program, const Source& source, const Limits& limits) {
  return Builder(source, limits).Build(program);
}

Ast BuildAst(Parser::ProgramContext* program, const Source& source, LiteralTables literals) {
  return Builder(source, std::move(literals)).Build(program);
}

}  // namespace aegis
