#include <algorithm>
#include <optional>

#include "semantic/fix_site.h"

// Operands of the wrong type. Nothing converts between types, so only comparisons with a constant,
// other groupings and other numbers can help.

namespace aegis {
namespace {

constexpr unsigned kPreferred = Candidate::kPreferred;

bool IsComparison(Operator op) {
  return op == Operator::kEqual || op == Operator::kNotEqual || op == Operator::kLess ||
         op == Operator::kLessEqual || op == Operator::kGreater || op == Operator::kGreaterEqual;
}

/// The expressions around a problem, with their types and places.
class TypeSite {
 public:
  explicit TypeSite(FixSite* site) : site_(site), ast_(site->analysis().ast) {}

  const Expr& Get(ExprId id) const { return ast_.exprs[id]; }
  TypeSet Types(ExprId id) const { return site_->analysis().check.types[id]; }

  std::optional<ExprId> Operation() const {
    for (ExprId id = 0; id < ast_.exprs.size(); ++id) {
      const Expr& expr = ast_.exprs[id];
      const bool operation = expr.kind == ExprKind::kBinary || expr.kind == ExprKind::kUnary;
      if (operation && expr.token == site_->range()) return id;
    }
    return std::nullopt;
  }

  /// The operator whose operand `id` is.
  std::optional<ExprId> Parent(ExprId id) const {
    for (ExprId parent = 0; parent < ast_.exprs.size(); ++parent) {
      const Expr& expr = ast_.exprs[parent];
      if (expr.kind == ExprKind::kBinary && (expr.left == id || expr.right == id)) return parent;
      if (expr.kind == ExprKind::kUnary && expr.left == id) return parent;
    }
    return std::nullopt;
  }

  /// The expression with the parentheses around it.
  Range Whole(ExprId id) const {
    Range range = Get(id).extent;
    while (true) {
      const std::size_t first = site_->TokenAt(range.begin);
      const std::size_t behind = site_->FirstFrom(range.end);
      if (first == FixSite::kNone || first == 0 || behind >= site_->tokens().size()) return range;
      const std::string before = site_->TextOf(first - 1);
      const bool called = first > 1 && site_->TextOf(first - 2) == "print";
      if (before != "(" || called || site_->TextOf(behind) != ")") return range;
      range = {site_->RangeOf(first - 1).begin, site_->RangeOf(behind).end};
    }
  }

  std::string Text(Range range) const { return site_->Text(range); }

 private:
  FixSite* site_;
  const Ast& ast_;
};

/// What compares a value of `types` with its zero: ` != 0`; nothing when no single one fits.
std::optional<std::string> AgainstZero(TypeSet types, const std::string& op) {
  if (types == Type::kInt) return " " + op + " 0";
  if (types == Type::kFloat) return " " + op + " 0.0";
  if (types == TypeSet::Numbers()) return " * 1.0 " + op + " 0.0";
  if (types == Type::kString) return " " + op + " \"\"";
  return std::nullopt;
}

bool IsSum(const Expr& expr) {
  return expr.kind == ExprKind::kBinary &&
         (expr.op == Operator::kAdd || expr.op == Operator::kSubtract);
}

/// An expression with `text` behind it, in parentheses when it is a sum and `text` multiplies.
struct Longer {
  std::vector<TextEdit> edits;
  std::string whole;
};

Longer Behind(const TypeSite& types, ExprId id, const std::string& text) {
  const Range whole = types.Whole(id);
  const bool bare_sum = IsSum(types.Get(id)) && whole == types.Get(id).extent;
  if (bare_sum && text.find('*') != std::string::npos) {
    return {{{{whole.begin, whole.begin}, "("}, {{whole.end, whole.end}, ")" + text}},
            "(" + types.Text(whole) + ")" + text};
  }
  return {{{{whole.end, whole.end}, text}}, types.Text(whole) + text};
}

// ---- Conditions --------------------------------------------------------------------------------

void SuggestComparedCondition(FixSite* site, const TypeSite& types) {
  for (const Statement& statement : site->analysis().ast.statements) {
    if (statement.kind != StatementKind::kIf) continue;
    if (statement.expr_first.begin != site->range().begin) continue;
    const auto against = AgainstZero(types.Types(statement.expr), "!=");
    if (!against) return;
    Longer longer = Behind(types, statement.expr, *against);
    site->Add("compare it: " + Quoted(longer.whole), std::move(longer.edits), kPreferred);
  }
}

void SuggestComparedOperands(FixSite* site, const TypeSite& types, const Expr& operation) {
  std::vector<TextEdit> edits;
  for (const ExprId operand : {operation.left, operation.right}) {
    const TypeSet found = types.Types(operand);
    if (found == Type::kBool || found.unknown()) continue;
    const auto against = AgainstZero(found, "!=");
    if (!against) return;
    for (TextEdit& edit : Behind(types, operand, *against).edits) edits.push_back(std::move(edit));
  }
  site->Add("compare the operands, to have bools", std::move(edits), kPreferred);
}

// ---- not ---------------------------------------------------------------------------------------

void SuggestForNot(FixSite* site, const TypeSite& types, ExprId id) {
  const Expr& expr = types.Get(id);
  const auto parent = types.Parent(id);
  if (parent && IsComparison(types.Get(*parent).op) && types.Get(*parent).left == id &&
      types.Get(*parent).kind == ExprKind::kBinary) {
    const Range operand = types.Whole(expr.left);
    const std::uint32_t end = types.Get(*parent).extent.end;
    site->Add("write " + Quoted("not (" + types.Text({operand.begin, end}) + ")"),
              {{{operand.begin, operand.begin}, "("}, {{end, end}, ")"}}, kPreferred);
    return;
  }
  const auto against = AgainstZero(types.Types(expr.left), "==");
  if (!against) return;
  const Range operand = types.Whole(expr.left);
  const std::string text = types.Text(operand) + *against;
  const bool alone =
      !parent || types.Get(*parent).op == Operator::kAnd || types.Get(*parent).op == Operator::kOr;
  site->Add("compare it: " + Quoted(text),
            {{{expr.token.begin, operand.end}, alone ? text : "(" + text + ")"}}, kPreferred);
}

// ---- + -----------------------------------------------------------------------------------------

/// The operands of the chain of `+` that `id` ends, from left to right.
std::vector<ExprId> Summands(const TypeSite& types, ExprId id) {
  std::vector<ExprId> summands;
  while (types.Get(id).kind == ExprKind::kBinary && types.Get(id).op == Operator::kAdd &&
         (summands.empty() || types.Whole(id) == types.Get(id).extent)) {
    summands.push_back(types.Get(id).right);
    id = types.Get(id).left;
  }
  summands.push_back(id);
  std::reverse(summands.begin(), summands.end());
  return summands;
}

/// `print("a" + 1)`.
void SuggestPrints(FixSite* site, const TypeSite& types) {
  for (const Statement& statement : site->analysis().ast.statements) {
    if (statement.kind != StatementKind::kPrint) continue;
    if (site->range().begin < statement.extent.begin || site->range().end > statement.extent.end) {
      continue;
    }
    // In parentheses of its own, the sum could not be cut.
    const std::size_t first = site->TokenAt(types.Get(statement.expr).extent.begin);
    if (first == FixSite::kNone || first < 2 || site->TextOf(first - 2) != "print") return;
    const std::string cut = ")" + site->NewLine(site->SpacesOf(site->line())) + "print(";
    const std::vector<ExprId> summands = Summands(types, statement.expr);
    std::vector<TextEdit> edits;
    for (std::size_t i = 1; i < summands.size(); ++i) {
      const TypeSet left = types.Types(summands[i - 1]);
      const TypeSet right = types.Types(summands[i]);
      if (left == Type::kString && right == Type::kString) continue;
      edits.push_back({{types.Whole(summands[i - 1]).end, types.Whole(summands[i]).begin}, cut});
    }
    site->Add("print the parts one after the other", std::move(edits));
  }
}

/// A string and a number.
void SuggestForSum(FixSite* site, const TypeSite& types, const Expr& operation) {
  const TypeSet left = types.Types(operation.left);
  const TypeSet right = types.Types(operation.right);
  const bool text_and_number = (left == Type::kString && right.IsSubsetOf(TypeSet::Numbers())) ||
                               (right == Type::kString && left.IsSubsetOf(TypeSet::Numbers()));
  if (!text_and_number) return;
  for (const ExprId operand : {operation.left, operation.right}) {
    const Expr& expr = types.Get(operand);
    if (expr.kind != ExprKind::kInteger && expr.kind != ExprKind::kFloat) continue;
    const std::string text = "\"" + types.Text(expr.extent) + "\"";
    site->Add("write " + Quoted(text), {{expr.extent, text}});
  }
  SuggestPrints(site, types);
}

// ---- == ----------------------------------------------------------------------------------------

void SuggestFloat(FixSite* site, const TypeSite& types, const Expr& operation) {
  const TypeSet left = types.Types(operation.left);
  const TypeSet right = types.Types(operation.right);
  const bool numbers = (left | right).IsSubsetOf(TypeSet::Numbers());
  if (!numbers) return;
  const ExprId whole_number = left == Type::kInt ? operation.left : operation.right;
  const bool literal = types.Get(whole_number).kind == ExprKind::kInteger;
  const std::string title =
      literal ? "write " + Quoted(types.Text(types.Get(whole_number).extent) + ".0")
              : "make the int a float with `* 1.0`";
  if (literal) {
    const std::uint32_t end = types.Get(whole_number).extent.end;
    site->Add(title, {{{end, end}, ".0"}}, kPreferred);
  } else {
    site->Add(title, Behind(types, whole_number, " * 1.0").edits, kPreferred);
  }
}

}  // namespace

void SuggestForTypes(FixSite* site) {
  const TypeSite types(site);
  if (site->diagnostic().code == Code::kConditionType) {
    return SuggestComparedCondition(site, types);
  }
  const auto id = types.Operation();
  if (!id) return;
  const Expr& operation = types.Get(*id);
  switch (operation.op) {
    case Operator::kNot:
      return SuggestForNot(site, types, *id);
    case Operator::kAnd:
    case Operator::kOr:
      return SuggestComparedOperands(site, types, operation);
    case Operator::kAdd:
      return SuggestForSum(site, types, operation);
    case Operator::kEqual:
    case Operator::kNotEqual:
      return SuggestFloat(site, types, operation);
    default:
      return;
  }
}

}  // namespace aegis
