#include "semantic/check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "syntax/spelling.h"

// Types and definite assignment are found in one walk. The state at a point of the program is the
// definition of each variable there (flow.h) with its set of possible types, the empty set meaning
// "not definitely assigned". An assignment makes a new definition; an `if` is checked twice from
// the state behind its condition, once for each branch (a missing `else` leaves the state as it
// is), and the two results are joined: a variable is assigned behind the `if` when it is assigned
// at both ends, with the union of the types. Without loops and functions one walk is exact, and no
// branch is ever pruned.
//
// An expression with an error gets the unknown type, which every operator accepts, so one fault
// makes one message. The budget is charged for a node before its children; for a chain of
// left-associative operators that means from the last operator to the first, then the operands, so
// the walk goes down the left spine with a loop and recurses to the right alone.

namespace aegis {
namespace {

/// Types as an operand in a message: `int`, or `(int or string)`.
std::string Operand(TypeSet types) {
  const std::string text = Describe(types);
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

bool IsComparison(Operator op) {
  switch (op) {
    case Operator::kEqual:
    case Operator::kNotEqual:
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      return true;
    default:
      return false;
  }
}

std::string OperandHint(Operator op, TypeSet left, TypeSet right) {
  const TypeSet both = left | right;
  if (op == Operator::kAnd || op == Operator::kOr) {
    return "make a bool of a value by comparing it, as in `n != 0` or `text != \"\"`";
  }
  const bool text_and_number = both.Contains(Type::kString) && both.Intersects(TypeSet::Numbers());
  if (text_and_number && op == Operator::kAdd) {
    return "nothing converts between numbers and strings; print them one after the other";
  }
  if (text_and_number && op == Operator::kMultiply) return "there is no repetition of strings";
  if (both.Contains(Type::kString)) return "strings are joined with `+` and compared, nothing else";
  return "a bool is not a number; use an `if`";
}

std::string ConditionHint(TypeSet types) {
  if (types == Type::kString) return "compare it, as in `text != \"\"`";
  if (types == Type::kInt) return "compare it, as in `n != 0`";
  // An int never equals a float.
  if (types == Type::kFloat) return "compare it, as in `n != 0.0`";
  if (types == TypeSet::Numbers()) return "compare it, as in `n * 1.0 != 0.0`";
  return "";
}

class Checker {
 public:
  Checker(const Ast& ast, Budget* budget)
      : ast_(ast), budget_(budget), state_(ast.names.size()), assigned_at_(ast.names.size()) {
    result_.types.resize(ast.exprs.size());
    flow().reads.resize(ast.exprs.size());
    flow().changes.resize(ast.statements.size());
    ever_assigned_.resize(ast.names.size());
    for (const Statement& statement : ast.statements) {
      if (statement.kind == StatementKind::kAssignment) {
        std::optional<Range>& first = ever_assigned_[statement.name];
        if (!first || statement.token.begin < first->begin) first = statement.token;
      }
    }
  }

  CheckResult Run() && {
    CheckBlock(ast_.program);
    if (result_.diagnostics.empty()) result_.diagnostics = std::move(warnings_);
    return std::move(result_);
  }

 private:
  using State = std::vector<DefinitionId>;  // by NameId

  Flow& flow() { return result_.flow; }

  /// The possible types of a variable in the state at hand; empty when it is not assigned.
  TypeSet TypesOf(NameId name) const { return result_.flow.definitions[state_[name]].types; }

  /// `statement` gives `name` a new definition.
  void Define(StatementId statement, NameId name, const Definition& definition) {
    state_[name] = static_cast<DefinitionId>(flow().definitions.size());
    flow().definitions.push_back(definition);
    flow().changes[statement].push_back({name, state_[name]});
  }

  // ---- Statements ----

  void CheckBlock(const Block& block) {
    for (const StatementId id : block) {
      if (stopped_) return;
      CheckStatement(id);
    }
  }

  void CheckStatement(StatementId id) {
    const Statement& statement = ast_.statements[id];
    if (!Charge(statement.token)) return;
    const TypeSet types = CheckExpr(statement.expr, nullptr);
    if (stopped_) return;
    switch (statement.kind) {
      case StatementKind::kAssignment:
        Define(id, statement.name, {types, false, id});
        assigned_at_[statement.name].push_back(statement.token);
        break;
      case StatementKind::kPrint:
        break;
      case StatementKind::kIf:
        CheckCondition(statement, types);
        CheckBranches(id, statement);
        break;
    }
  }

  void CheckCondition(const Statement& statement, TypeSet types) {
    if (types.unknown() || types == Type::kBool) return;
    const Range range{statement.expr_first.begin,
                      std::max(statement.expr_first.end, ast_.exprs[statement.expr].extent.end)};
    Report({Code::kConditionType, range, {Operand(types)}, ConditionHint(types), {}});
  }

  void CheckBranches(StatementId id, const Statement& statement) {
    State before = state_;
    CheckBlock(statement.body);
    const State after_body = std::exchange(state_, std::move(before));
    CheckBlock(statement.else_body);
    for (NameId name = 0; name < state_.size(); ++name) {
      const DefinitionId body = after_body[name];
      const DefinitionId other = state_[name];
      if (body == other) continue;
      const TypeSet body_types = flow().definitions[body].types;
      const TypeSet other_types = TypesOf(name);
      const bool assigned = !body_types.empty() && !other_types.empty();
      Define(id, name, {assigned ? body_types | other_types : TypeSet(), true, 0, body, other});
    }
  }

  // ---- Expressions ----

  /// `parent` is the operator that the value goes to, for hints; null for a statement's value.
  TypeSet CheckExpr(ExprId id, const Expr* parent) {
    std::vector<ExprId> spine;
    while (ast_.exprs[id].kind == ExprKind::kBinary) {
      if (!Charge(ast_.exprs[id].token)) return TypeSet::Unknown();
      spine.push_back(id);
      id = ast_.exprs[id].left;
    }
    TypeSet types = CheckOperand(id, spine.empty() ? parent : &ast_.exprs[spine.back()]);
    for (; !spine.empty() && !stopped_; spine.pop_back()) {
      const Expr& binary = ast_.exprs[spine.back()];
      const TypeSet right = CheckExpr(binary.right, &binary);
      if (stopped_) break;
      types = CheckBinary(binary, types, right);
      result_.types[spine.back()] = types;
    }
    return types;
  }

  /// An expression that is no binary operator.
  TypeSet CheckOperand(ExprId id, const Expr* parent) {
    const Expr& expr = ast_.exprs[id];
    if (!Charge(expr.token)) return TypeSet::Unknown();
    TypeSet types;
    switch (expr.kind) {
      case ExprKind::kInteger:
        types = Type::kInt;
        break;
      case ExprKind::kFloat:
        types = Type::kFloat;
        break;
      case ExprKind::kBoolean:
        types = Type::kBool;
        break;
      case ExprKind::kString:
      case ExprKind::kInput:
        types = Type::kString;
        break;
      case ExprKind::kName:
        flow().reads[id] = state_[expr.payload];
        types = CheckName(expr);
        break;
      case ExprKind::kUnary:
        types = CheckUnary(expr, parent);
        break;
      case ExprKind::kMissing:
        types = TypeSet::Unknown();
        break;
      case ExprKind::kBinary:
        break;
    }
    result_.types[id] = types;
    return types;
  }

  TypeSet CheckUnary(const Expr& expr, const Expr* parent) {
    const TypeSet operand = CheckExpr(expr.left, &expr);
    if (stopped_) return TypeSet::Unknown();
    const TypeSet types = UnaryResult(expr.op, operand);
    if (!types.empty()) return types;
    std::string hint;
    if (expr.op == Operator::kNegate) {
      hint = "`-` negates numbers";
    } else if (parent != nullptr && IsComparison(parent->op)) {
      hint = "`not` binds tighter than a comparison; write `not (a " +
             std::string(Spelling(parent->op)) + " b)`";
    } else {
      hint = "`not` negates bools";
    }
    Report({Code::kUnaryOperand, expr.token, {Spelling(expr.op), Operand(operand)}, hint, {}});
    return expr.op == Operator::kNot ? TypeSet(Type::kBool) : TypeSet::Unknown();
  }

  TypeSet CheckBinary(const Expr& expr, TypeSet left, TypeSet right) {
    const TypeSet types = BinaryResult(expr.op, left, right);
    if (types.empty()) {
      ReportOperands(expr, left, right);
      // The same operator with nothing known of its operands.
      return BinaryResult(expr.op, TypeSet::Unknown(), TypeSet::Unknown());
    }
    const bool equality = expr.op == Operator::kEqual || expr.op == Operator::kNotEqual;
    const bool known = !left.unknown() && !right.unknown();
    if (equality && known && !left.Intersects(right)) WarnAlwaysUnequal(expr, left, right);
    return types;
  }

  void ReportOperands(const Expr& expr, TypeSet left, TypeSet right) {
    const std::vector<std::string> arguments = {Spelling(expr.op), Operand(left), Operand(right)};
    if (IsComparison(expr.op)) {
      Report({Code::kOrderingTypes,
              expr.token,
              arguments,
              "only values of one type have an order, and ints with floats",
              {}});
      return;
    }
    Report({Code::kOperandTypes, expr.token, arguments, OperandHint(expr.op, left, right), {}});
  }

  void WarnAlwaysUnequal(const Expr& expr, TypeSet left, TypeSet right) {
    const bool numbers = (left | right).IsSubsetOf(TypeSet::Numbers());
    warnings_.push_back({Code::kAlwaysUnequal,
                         expr.token,
                         {Spelling(expr.op), expr.op == Operator::kEqual ? "false" : "true",
                          Operand(left), Operand(right)},
                         numbers ? "make the int a float first: `n * 1.0`" : "",
                         {}});
  }

  // ---- Names ----

  TypeSet CheckName(const Expr& expr) {
    const NameId name = expr.payload;
    if (!TypesOf(name).empty()) return TypesOf(name);
    const std::string& text = ast_.names[name];
    Diagnostic diagnostic{Code::kUndefinedName, expr.token, {text}, "", {}};
    if (!assigned_at_[name].empty()) {
      diagnostic.code = Code::kMaybeUnassigned;
      diagnostic.hint = "assign it before the `if`, or in both branches";
      for (const Range& place : assigned_at_[name]) {
        diagnostic.notes.push_back({place, "assigned here, in one branch only"});
        if (diagnostic.notes.size() == kMaxNotes) break;
      }
    } else if (ever_assigned_[name]) {
      diagnostic.code = Code::kUsedBeforeAssignment;
      diagnostic.notes.push_back({*ever_assigned_[name], "first assigned here"});
    } else if (++guesses_ <= kMaxGuesses) {
      auto meant = ClosestSpelling(text, NamesInReach());
      if (!meant) meant = ClosestSpelling(text, ast_.names);
      if (meant) diagnostic.hint = "did you mean `" + *meant + "`?";
    }
    Report(std::move(diagnostic));
    return TypeSet::Unknown();
  }

  /// What a misspelt name can have meant: the variables that are assigned here, and keywords that
  /// are values.
  std::vector<std::string> NamesInReach() const {
    std::vector<std::string> names;
    for (NameId name = 0; name < state_.size(); ++name) {
      if (!TypesOf(name).empty()) names.push_back(ast_.names[name]);
    }
    names.insert(names.end(), {"true", "false", "input"});
    return names;
  }

  // ---- Results ----

  bool Charge(Range node) {
    const std::optional<Code> passed = budget_->ValidateNode();
    if (!passed) return true;
    Report(LimitDiagnostic(*passed, node, budget_->limits()));
    stopped_ = true;
    return false;
  }

  void Report(Diagnostic diagnostic) { result_.diagnostics.push_back(std::move(diagnostic)); }

  static constexpr std::size_t kMaxNotes = 3;
  // Looking for what was meant is no work that a budget pays for, so there is an end to it.
  static constexpr std::size_t kMaxGuesses = 20;

  const Ast& ast_;
  Budget* budget_;
  State state_;
  std::vector<std::vector<Range>> assigned_at_;      // by NameId: the assignments walked so far
  std::vector<std::optional<Range>> ever_assigned_;  // by NameId: the first in the text
  std::vector<Diagnostic> warnings_;
  CheckResult result_;
  std::size_t guesses_ = 0;
  bool stopped_ = false;
};

}  // namespace

CheckResult Check(const Ast& ast, Budget* budget) { return Checker(ast, budget).Run(); }

}  // namespace aegis
