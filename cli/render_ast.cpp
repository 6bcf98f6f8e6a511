#include "cli/render_ast.h"

#include <algorithm>
#include <vector>

#include "cli/display.h"
#include "interp/numbers.h"

// A chain of operators can be as long as a program has tokens, so neither renderer recurses. The
// tree walks with a stack of its own and stops indenting at a depth where nobody can follow the
// columns any more; from there a line names its depth.

namespace aegis::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxIndentedDepth = 40;

const char* KindName(ExprKind kind) {
  switch (kind) {
    case ExprKind::kInteger:
      return "integer";
    case ExprKind::kFloat:
      return "float";
    case ExprKind::kString:
      return "string";
    case ExprKind::kBoolean:
      return "boolean";
    case ExprKind::kName:
      return "name";
    case ExprKind::kInput:
      return "input";
    case ExprKind::kUnary:
      return "unary";
    case ExprKind::kBinary:
      return "binary";
    case ExprKind::kMissing:
      return "missing";
  }
  return "";
}

const char* KindName(StatementKind kind) {
  switch (kind) {
    case StatementKind::kAssignment:
      return "assignment";
    case StatementKind::kPrint:
      return "print";
    case StatementKind::kIf:
      return "if";
  }
  return "";
}

/// What a leaf or operator says beyond its kind, as it would stand in a program.
std::string Detail(const Ast& ast, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kInteger:
      return FormatInteger(ast.integers[expr.payload]);
    case ExprKind::kFloat:
      return FormatFloat(ast.floats[expr.payload]);
    case ExprKind::kString:
      return Visible(Json(ast.strings[expr.payload]).dump());
    case ExprKind::kBoolean:
      return expr.payload != 0 ? "true" : "false";
    case ExprKind::kName:
      return ast.names[expr.payload];
    case ExprKind::kInput:
    case ExprKind::kMissing:
      return "";
    case ExprKind::kUnary:
    case ExprKind::kBinary:
      return Spelling(expr.op);
  }
  return "";
}

class TreeRenderer {
 public:
  explicit TreeRenderer(const CheckedProgram& program) : program_(program) {}

  std::string Render() {
    PushBlock(program_.ast.program, 0);
    while (!pending_.empty()) {
      const Item item = pending_.back();
      pending_.pop_back();
      switch (item.kind) {
        case ItemKind::kStatement:
          AddStatement(program_.ast.statements[item.index], item.depth);
          break;
        case ItemKind::kExpr:
          AddExpr(item.index, item.depth);
          break;
        case ItemKind::kElse:
          AddLine(item.depth, "else");
          break;
      }
    }
    return std::move(text_);
  }

 private:
  enum class ItemKind { kStatement, kExpr, kElse };
  /// Something still to be shown; `index` is a StatementId or an ExprId.
  struct Item {
    ItemKind kind;
    std::uint32_t index;
    std::size_t depth;
  };

  void AddStatement(const Statement& statement, std::size_t depth) {
    std::string line = KindName(statement.kind);
    if (statement.kind == StatementKind::kAssignment) {
      line += " " + program_.ast.names[statement.name];
    }
    AddLine(depth, line + "  " + Place(statement.token));
    // The stack gives back what is pushed last first.
    if (statement.has_else) {
      PushBlock(statement.else_body, depth + 1);
      pending_.push_back({ItemKind::kElse, 0, depth});
    }
    PushBlock(statement.body, depth + 1);
    pending_.push_back({ItemKind::kExpr, statement.expr, depth + 1});
  }

  void AddExpr(ExprId id, std::size_t depth) {
    const Expr& expr = program_.ast.exprs[id];
    std::string line = KindName(expr.kind);
    const std::string detail = Detail(program_.ast, expr);
    if (!detail.empty()) line += " " + detail;
    AddLine(depth, line + "  " + Place(expr.token) + "  " + Describe(program_.types[id]));
    if (expr.kind == ExprKind::kBinary) {
      pending_.push_back({ItemKind::kExpr, expr.right, depth + 1});
    }
    if (expr.kind == ExprKind::kBinary || expr.kind == ExprKind::kUnary) {
      pending_.push_back({ItemKind::kExpr, expr.left, depth + 1});
    }
  }

  void AddLine(std::size_t depth, const std::string& line) {
    text_.append(2 * std::min(depth, kMaxIndentedDepth), ' ');
    if (depth > kMaxIndentedDepth) text_ += "[depth " + std::to_string(depth) + "] ";
    text_ += line + "\n";
  }

  void PushBlock(const Block& block, std::size_t depth) {
    for (auto id = block.rbegin(); id != block.rend(); ++id) {
      pending_.push_back({ItemKind::kStatement, *id, depth});
    }
  }

  std::string Place(Range token) const {
    const Position position = program_.source.PositionAt(token.begin);
    return std::to_string(position.line) + ":" + std::to_string(position.column);
  }

  const CheckedProgram& program_;
  std::vector<Item> pending_;
  std::string text_;
};

void AddPlace(const Source& source, Range range, Json* node) {
  const Position begin = source.PositionAt(range.begin);
  const Position end = source.PositionAt(range.end);
  (*node)["line"] = begin.line;
  (*node)["column"] = begin.column;
  (*node)["end_line"] = end.line;
  (*node)["end_column"] = end.column;
}

Json TypesOf(TypeSet types) {
  Json names = Json::array();
  for (const Type type : {Type::kInt, Type::kFloat, Type::kBool, Type::kString}) {
    if (types.Contains(type)) names.push_back(Describe(type));
  }
  return names;
}

/// The members of an expression node that depend on its kind.
void AddValue(const Ast& ast, const Expr& expr, Json* node) {
  switch (expr.kind) {
    case ExprKind::kInteger:  // as text: it can have more digits than a JSON reader keeps
      (*node)["value"] = FormatInteger(ast.integers[expr.payload]);
      break;
    case ExprKind::kFloat:
      (*node)["value"] = ast.floats[expr.payload];
      break;
    case ExprKind::kString:
      (*node)["value"] = ast.strings[expr.payload];
      break;
    case ExprKind::kBoolean:
      (*node)["value"] = expr.payload != 0;
      break;
    case ExprKind::kName:
      (*node)["name"] = ast.names[expr.payload];
      break;
    case ExprKind::kInput:
    case ExprKind::kMissing:
      break;
    case ExprKind::kUnary:
      (*node)["operator"] = Spelling(expr.op);
      (*node)["operand"] = expr.left;
      break;
    case ExprKind::kBinary:
      (*node)["operator"] = Spelling(expr.op);
      (*node)["left"] = expr.left;
      (*node)["right"] = expr.right;
      break;
  }
}

Json ToJson(const CheckedProgram& program, const Statement& statement) {
  Json node;
  node["kind"] = KindName(statement.kind);
  if (statement.kind == StatementKind::kAssignment) {
    node["name"] = program.ast.names[statement.name];
  }
  node[statement.kind == StatementKind::kIf ? "condition" : "value"] = statement.expr;
  if (statement.kind == StatementKind::kIf) {
    node["body"] = statement.body;
    if (statement.has_else) node["else"] = statement.else_body;
  }
  AddPlace(program.source, statement.token, &node);
  return node;
}

}  // namespace

std::string RenderAstTree(const CheckedProgram& program) { return TreeRenderer(program).Render(); }

Json RenderAstJson(const CheckedProgram& program) {
  Json tree;
  tree["program"] = program.ast.program;
  tree["statements"] = Json::array();
  for (const Statement& statement : program.ast.statements) {
    tree["statements"].push_back(ToJson(program, statement));
  }
  tree["expressions"] = Json::array();
  for (std::size_t id = 0; id < program.ast.exprs.size(); ++id) {
    const Expr& expr = program.ast.exprs[id];
    Json node;
    node["kind"] = KindName(expr.kind);
    AddValue(program.ast, expr, &node);
    node["types"] = TypesOf(program.types[id]);
    AddPlace(program.source, expr.token, &node);
    tree["expressions"].push_back(std::move(node));
  }
  return tree;
}

}  // namespace aegis::cli
