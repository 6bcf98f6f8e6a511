#include "tests/interp/reference_program.h"

#include <algorithm>
#include <utility>

namespace aegis::reference {
namespace {

using Kind = Expression::Kind;

// ---- Text ---------------------------------------------------------------------------------------

// The levels of the grammar in section 4, from `or` to `primary`.
enum Level { kOr = 1, kAnd, kComparison, kSum, kProduct, kPower, kUnary, kPrimary };

Level LevelOf(const Expression& node) {
  if (node.kind == Kind::kUnary) return kUnary;
  if (node.kind != Kind::kBinary) return kPrimary;
  if (node.op == "or") return kOr;
  if (node.op == "and") return kAnd;
  if (node.op == "+" || node.op == "-") return kSum;
  if (node.op == "*" || node.op == "/") return kProduct;
  return node.op == "^" ? kPower : kComparison;
}

std::string Quoted(const std::string& value) {
  static const char* const kHex = "0123456789abcdef";
  std::string text = "\"";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      text += std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 0xF];
    } else {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text + '"';
}

std::string LiteralText(const Value& value) {
  const std::string* string = std::get_if<std::string>(&value);
  return string != nullptr ? Quoted(*string) : Text(value);
}

class Writer {
 public:
  void Token(const std::string& text) {
    written_.text += text;
    ++written_.tokens;
    for (const char c : text) column_ += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  }

  void Space(std::size_t count = 1) {
    written_.text.append(count, ' ');
    column_ += count;
  }

  void EndLine() {
    written_.text += '\n';
    ++written_.tokens;  // NEWLINE
    ++written_.line;
    written_.columns = column_ - 1;
    column_ = 1;
  }

  /// INDENT, DEDENT or EOF.
  void Structural() { ++written_.tokens; }
  void Node() { ++written_.nodes; }

  void Assign(std::size_t variable, const Value& value) {
    Node();
    Token("v" + std::to_string(variable));
    Space();
    Token("=");
    Space();
    std::string text = LiteralText(value);
    if (text[0] == '-') {
      Node();
      Token("-");
      text.erase(0, 1);
    }
    Node();
    Token(text);
    EndLine();
  }

  void AssignInBranches(std::size_t variable, const Value& taken, const Value& other) {
    Node();
    Token("if");
    Space();
    Node();
    Token("true");
    OpenBlock();
    Assign(variable, taken);
    Structural();
    Token("else");
    OpenBlock();
    Assign(variable, other);
    Structural();
  }

  void Write(Expression* node, Level least) {
    const bool needed = LevelOf(*node) < least;
    const std::size_t parentheses = node->extra_parentheses + (needed ? 1 : 0);
    for (std::size_t i = 0; i < parentheses; ++i) Token("(");
    WriteBare(node);
    for (std::size_t i = 0; i < parentheses; ++i) Token(")");
  }

  const Written& written() const { return written_; }

 private:
  void OpenBlock() {
    Token(":");
    EndLine();
    Structural();
    Space(2);
  }

  void WriteBare(Expression* node) {
    Node();
    const Level level = LevelOf(*node);
    if (node->kind == Kind::kBinary) {
      // Sums lean to the left, powers to the right, comparisons nowhere.
      const bool left_leaning = level != kPower && level != kComparison;
      Write(&node->operands[0], left_leaning ? level : Level(level + 1));
      Space();
      node->column = column_;
      Token(node->op);
      Space();
      Write(&node->operands[1], level == kPower ? level : Level(level + 1));
      return;
    }
    node->column = column_;
    switch (node->kind) {
      case Kind::kLiteral:
        Token(LiteralText(node->value));
        break;
      case Kind::kVariable:
        Token("v" + std::to_string(node->variable));
        break;
      case Kind::kInput:
        Token("input");
        Token("(");
        Token(")");
        break;
      default:
        Token(node->op);
        if (node->op == "not") Space();
        Write(&node->operands[0], kPrimary);
    }
  }

  Written written_ = {"", 1, 0, 0, 0};
  std::size_t column_ = 1;
};

// ---- Validation and evaluation ------------------------------------------------------------------

constexpr std::size_t kMostInputs = 20;
constexpr std::size_t kLongestLine = 2048;

struct Problem {
  std::string category;
  std::size_t column;
};

class Run {
 public:
  explicit Run(const Program& program) : program_(program) {}

  /// The types of `node`, or nothing and a problem.
  std::optional<Types> Check(const Expression& node) {
    switch (node.kind) {
      case Kind::kLiteral:
        return TypeOf(node.value);
      case Kind::kInput:
        return kString;
      case Kind::kVariable: {
        const Variable& variable = program_.variables[node.variable];
        return TypeOf(variable.value) | (variable.other ? TypeOf(*variable.other) : 0);
      }
      default:
        break;
    }
    std::vector<Types> operands;
    for (const Expression& operand : node.operands) {
      const std::optional<Types> types = Check(operand);
      if (!types) return std::nullopt;
      operands.push_back(*types);
    }
    const Types result = node.kind == Kind::kUnary ? UnaryTypes(node.op, operands[0])
                                                   : BinaryTypes(node.op, operands[0], operands[1]);
    if (result == 0) return Stop<Types>(Name(Failure::kTypeError), node);
    return result;
  }

  std::optional<Value> Evaluate(const Expression& node) {
    ++operations;
    if (node.kind == Kind::kVariable) return program_.variables[node.variable].value;
    std::optional<Value> value = Compute(node);
    if (value) bytes += 16 + Payload(*value);
    return value;
  }

  static std::int64_t Payload(const Value& value) {
    if (const auto* string = std::get_if<std::string>(&value)) {
      return static_cast<std::int64_t>(string->size());
    }
    const Int* integer = std::get_if<Int>(&value);
    return integer != nullptr ? (Bits(*integer) + 7) / 8 : 0;
  }

  std::optional<Problem> problem;
  std::int64_t operations = 0;
  std::int64_t bytes = 0;

 private:
  template <typename T>
  std::optional<T> Stop(const char* category, const Expression& node) {
    problem = Problem{category, node.column};
    return std::nullopt;
  }

  std::optional<Value> Compute(const Expression& node) {
    if (node.kind == Kind::kLiteral) return node.value;
    if (node.kind == Kind::kInput) {
      if (requests_ == kMostInputs) return Stop<Value>(Name(Failure::kLimitError), node);
      const std::string& text = program_.inputs[requests_++ % program_.inputs.size()];
      if (text.size() > Bounds().string_bytes) {
        return Stop<Value>(Name(Failure::kLimitError), node);
      }
      return Value(text);
    }
    const std::optional<Value> first = Evaluate(node.operands[0]);
    if (!first) return std::nullopt;
    if (node.kind == Kind::kUnary) return Settle(ApplyUnary(node.op, *first), node);
    const bool decided = (node.op == "and" && !std::get<bool>(*first)) ||
                         (node.op == "or" && std::get<bool>(*first));
    if (decided) return first;
    const std::optional<Value> second = Evaluate(node.operands[1]);
    if (!second) return std::nullopt;
    return Settle(ApplyBinary(node.op, *first, *second), node);
  }

  std::optional<Value> Settle(const Result& result, const Expression& node) {
    if (const auto* failure = std::get_if<Failure>(&result)) {
      return Stop<Value>(Name(*failure), node);
    }
    return std::get<Value>(result);
  }

  const Program& program_;
  std::size_t requests_ = 0;
};

/// What the assignments of the variables cost when they run.
void CountAssignments(const Program& program, Run* run) {
  for (const Variable& variable : program.variables) {
    if (variable.other) {
      run->operations += 2;  // the `if` and its condition
      run->bytes += 16;
    }
    run->operations += 2;
    run->bytes += 32 + 16 + Run::Payload(variable.value);
    if (Text(variable.value)[0] == '-' && TypeOf(variable.value) != kString) {
      run->operations += 1;
      run->bytes += 16 + Run::Payload(variable.value);
    }
  }
}

}  // namespace

Written Write(Program* program) {
  Writer writer;
  for (std::size_t i = 0; i < program->variables.size(); ++i) {
    const Variable& variable = program->variables[i];
    if (variable.other) {
      writer.AssignInBranches(i, variable.value, *variable.other);
    } else {
      writer.Assign(i, variable.value);
    }
  }
  const std::size_t line = writer.written().line;
  writer.Node();
  writer.Token("print");
  writer.Token("(");
  writer.Write(&program->printed, kOr);
  writer.Token(")");
  writer.EndLine();
  writer.Structural();
  Written written = writer.written();
  written.line = line;
  return written;
}

Ending Foretell(const Program& program, const Written& written) {
  Run run(program);
  CountAssignments(program, &run);
  run.operations += written.tokens + written.nodes + 1;  // and the print statement
  run.bytes +=
      static_cast<std::int64_t>(written.text.size()) + 48 * written.tokens + 64 * written.nodes;
  Ending ending;
  if (written.columns > kLongestLine) {
    ending.error = Name(Failure::kLimitError);
    ending.column = kLongestLine + 1;
    return ending;
  }
  if (run.Check(program.printed)) {
    if (const std::optional<Value> value = run.Evaluate(program.printed)) {
      ending.output = Text(*value) + "\n";
      ending.operations = run.operations;
      ending.bytes = run.bytes + static_cast<std::int64_t>(ending.output.size());
    }
  }
  if (run.problem) {
    ending.error = run.problem->category;
    ending.column = run.problem->column;
  }
  return ending;
}

}  // namespace aegis::reference
