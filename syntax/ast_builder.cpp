#include "syntax/ast_builder.h"

#include <unordered_map>
#include <utility>

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
class Builder {
 public:
  Builder(const Source& source, LiteralTables literals) : source_(source) {
    ast_.integers = std::move(literals.integers);
    ast_.floats = std::move(literals.floats);
    ast_.strings = std::move(literals.strings);
  }

  Ast Build(Parser::ProgramContext* context) {
    auto* program = static_cast<Parser::WholeProgramContext*>(context);
    ast_.program = Statements(program->statements);
    return std::move(ast_);
  }

 private:
  Block Statements(const std::vector<Parser::StatementContext*>& contexts) {
    Block block;
    block.reserve(contexts.size());
    for (Parser::StatementContext* context : contexts) block.push_back(BuildStatement(context));
    return block;
  }

  Block Statements(Parser::BlockContext* context) {
    return Statements(static_cast<Parser::IndentedBlockContext*>(context)->statements);
  }

  StatementId BuildStatement(Parser::StatementContext* context) {
    Statement statement{};
    statement.token = RangeOf(*context->start);
    const auto take = [&](Parser::ExpressionContext* expression) {
      statement.expr_first = RangeOf(*expression->start);
      statement.expr = Build(expression);
    };
    switch (context->start->getType()) {
      case Parser::NAME:
        statement.kind = StatementKind::kAssignment;
        statement.name = Intern(statement.token);
        take(static_cast<Parser::AssignmentContext*>(context)->value);
        break;
      case Parser::PRINT:
        statement.kind = StatementKind::kPrint;
        take(static_cast<Parser::PrintContext*>(context)->value);
        break;
      default: {
        auto* conditional = static_cast<Parser::ConditionalContext*>(context);
        statement.kind = StatementKind::kIf;
        take(conditional->condition);
        statement.body = Statements(conditional->body);
        statement.has_else = conditional->otherwise != nullptr;
        if (statement.has_else) statement.else_body = Statements(conditional->otherwise);
      }
    }
    ast_.statements.push_back(std::move(statement));
    return static_cast<StatementId>(ast_.statements.size() - 1);
  }

  // ---- Expressions, from the weakest operator to the strongest ----

  ExprId Build(Parser::ExpressionContext* context) {
    return Build(static_cast<Parser::AnyExpressionContext*>(context)->value);
  }

  ExprId Build(Parser::DisjunctionContext* context) {
    return Chain(static_cast<Parser::OrChainContext*>(context));
  }

  ExprId Build(Parser::ConjunctionContext* context) {
    return Chain(static_cast<Parser::AndChainContext*>(context));
  }

  ExprId Build(Parser::ComparisonContext* context) {
    auto* comparison = static_cast<Parser::ComparisonOrSumContext*>(context);
    const ExprId left = Build(comparison->left);
    if (comparison->right == nullptr) return left;
    const ExprId right = Build(comparison->right);
    return AddBinary(comparison->operation, left, right, *context->start, *context->stop);
  }

  ExprId Build(Parser::SumContext* context) {
    return Chain(static_cast<Parser::SumChainContext*>(context));
  }

  ExprId Build(Parser::ProductContext* context) {
    return Chain(static_cast<Parser::ProductChainContext*>(context));
  }

  ExprId Build(Parser::PowerContext* context) {
    auto* power = static_cast<Parser::PowerOrUnaryContext*>(context);
    const ExprId base = Build(power->base);
    if (power->raised == nullptr) return base;
    auto* exponent = static_cast<Parser::RightOperandContext*>(power->raised);
    const ExprId right = Build(exponent->right);
    return AddBinary(exponent->operation, base, right, *context->start, *context->stop);
  }

  ExprId Build(Parser::UnaryContext* context) {
    const std::size_t first = context->start->getType();
    if (first != Parser::NOT && first != Parser::MINUS) {
      return Build(static_cast<Parser::PlainContext*>(context)->operand);
    }
    Expr unary{};
    unary.kind = ExprKind::kUnary;
    unary.op = first == Parser::NOT ? Operator::kNot : Operator::kNegate;
    unary.left = Build(static_cast<Parser::PrefixedContext*>(context)->operand);
    unary.token = RangeOf(*context->start);
    unary.extent = {unary.token.begin, RangeOf(*context->stop).end};
    return Add(unary);
  }

  ExprId Build(Parser::PrimaryContext* context) {
    Expr leaf{};
    leaf.token = leaf.extent = RangeOf(*context->start);
    switch (context->start->getType()) {
      case Parser::INT:
        leaf.kind = ExprKind::kInteger;
        leaf.payload = integers_++;
        break;
      case Parser::FLOAT:
        leaf.kind = ExprKind::kFloat;
        leaf.payload = floats_++;
        break;
      case Parser::STRING:
        leaf.kind = ExprKind::kString;
        leaf.payload = strings_++;
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
        leaf.extent.end = RangeOf(*context->stop).end;
        break;
      default:
        return Build(static_cast<Parser::ParenthesizedContext*>(context)->inner);
    }
    return Add(leaf);
  }

  /// `first (operator rest)*`, leaning to the left.
  template <typename ChainContext>
  ExprId Chain(ChainContext* context) {
    ExprId left = Build(context->first);
    for (std::size_t i = 0; i < context->rest.size(); ++i) {
      const ExprId right = Build(context->rest[i]);
      left =
          AddBinary(context->operators[i], left, right, *context->start, *context->rest[i]->stop);
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
    binary.extent = {RangeOf(first).begin, RangeOf(last).end};
    return Add(binary);
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
  Ast ast_;
  std::unordered_map<std::string, NameId> names_;
  // Literals are met in the order of the text, as their tokens were.
  std::uint32_t integers_ = 0;
  std::uint32_t floats_ = 0;
  std::uint32_t strings_ = 0;
};

}  // namespace

Ast BuildAst(Parser::ProgramContext* program, const Source& source, LiteralTables literals) {
  return Builder(source, std::move(literals)).Build(program);
}

}  // namespace aegis
