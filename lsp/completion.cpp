#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lsp/documentation.h"
#include "lsp/expression_frontier.h"
#include "lsp/features.h"
#include "syntax/parse.h"

// Completion offers what can legally stand where the word at the cursor begins: with it there, some
// rest still makes the program valid. That depends on the text in front of that word alone; what
// follows is about to change anyway, and only decides how much of an item is already there.
//
// Two things are found out. The state before the statement, which is the definitely assigned names
// with their types, the block and the statement above, comes from the front end itself: the lines
// before the cursor's, and in its place a *probe*, a `print` with the same indentation, are
// analysed. When the probe has a problem, nothing can stand there. The probe has as many tokens
// and characters as the statement can still need, so when it is within the limits, so are the items
// offered. Earlier lines may be broken: the tree has what could be read of them, and what is not
// known has the unknown type, which fits everywhere.
//
// Then the tokens between the line's start and the word go through the expression machine
// (expression_frontier.h), which knows for each type whether it fits. There is one analysis of at
// most the program's size, and the rest is work for a line.

namespace aegis::lsp {
namespace {

/// The protocol's `CompletionItemKind`.
enum ItemKind : int { kFunction = 3, kVariable = 6, kValue = 12, kKeyword = 14 };

struct Item {
  std::string label;
  ItemKind kind;
  std::string detail;         ///< the types
  std::string documentation;  ///< Markdown
  std::string text;           ///< what replaces the word, as a snippet when it has a `$0`
};

bool IsWordCharacter(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9') ||
         c == U'_';
}

std::optional<Operator> BinaryOperatorOf(std::string_view spelling) {
  static constexpr Operator kBinaryOperators[] = {
      Operator::kAdd,       Operator::kSubtract, Operator::kMultiply,     Operator::kDivide,
      Operator::kPower,     Operator::kEqual,    Operator::kNotEqual,     Operator::kLess,
      Operator::kLessEqual, Operator::kGreater,  Operator::kGreaterEqual, Operator::kAnd,
      Operator::kOr,
  };
  for (const Operator op : kBinaryOperators) {
    if (spelling == Spelling(op)) return op;
  }
  return std::nullopt;
}

struct Token {
  std::string kind;  ///< as the grammar names it
  std::string text;
};

/// The cursor's line as far as the word that is to be completed.
struct LineStart {
  std::uint32_t begin = 0;  ///< where the line begins
  std::uint32_t indent = 0;
  std::uint32_t word = 0;  ///< where the word begins; the cursor when there is none
  std::string code;        ///< what stands in between, without indentation
  std::vector<Token> tokens;
};

/// Reads the line of `cursor`; nothing when no token can begin at its word: inside a string, a
/// comment or a number, or behind a problem.
std::optional<LineStart> ReadLine(const std::u32string& text, std::uint32_t cursor) {
  LineStart line;
  line.word = cursor;
  while (line.word > 0 && IsWordCharacter(text[line.word - 1])) --line.word;
  if (line.word < cursor && text[line.word] >= U'0' && text[line.word] <= U'9') return std::nullopt;
  // A lone CR ends no line in the language, whatever it does in the protocol.
  line.begin = line.word;
  while (line.begin > 0 && text[line.begin - 1] != U'\n') --line.begin;
  std::uint32_t first = line.begin;
  while (first < line.word && text[first] == U' ') ++first;
  line.indent = first - line.begin;

  const std::u32string_view code = std::u32string_view(text).substr(first, line.word - first);
  line.code = ToUtf8(code);
  const Limits limits;
  Budget budget(limits, SteadyClock());
  const TokenizeResult read = Tokenize(Source(line.code), &budget);
  if (!read.diagnostics.empty()) return std::nullopt;
  std::uint32_t end = 0;
  for (const TokenInfo& token : read.tokens) {
    if (token.range.begin == token.range.end) continue;  // structural
    end = token.range.end;
    line.tokens.push_back(
        {token.kind, ToUtf8(code.substr(token.range.begin, end - token.range.begin))});
  }
  if (code.find(U'#', end) != code.npos) return std::nullopt;
  return line;
}

/// The statements before the cursor and what they leave.
struct Before {
  Analysis analysis{Source(""), {}, {}, false, {}};
  std::size_t blocks = 0;                 ///< around the place
  const Statement* previous = nullptr;    ///< in the same block
  std::vector<DefinitionId> definitions;  ///< by NameId
  std::vector<bool> assigned_somewhere;   ///< by NameId
};

class Completer {
 public:
  Completer(const Document& document, std::uint32_t cursor, LineStart line)
      : text_(document.text()), cursor_(cursor), line_(std::move(line)) {}

  std::vector<Item> Run() && {
    const std::vector<Token>& tokens = line_.tokens;
    if (tokens.empty()) {
      if (Analyse()) OfferStatements();
    } else if (tokens[0].text == "if") {
      OfferExpression(1, ExpressionFrontier::Use::kCondition);
    } else if (tokens.size() >= 2 && tokens[0].text == "print" && tokens[1].text == "(") {
      OfferExpression(2, ExpressionFrontier::Use::kValue);
    } else if (tokens.size() >= 2 && tokens[0].kind == "NAME" && tokens[1].text == "=") {
      OfferExpression(2, ExpressionFrontier::Use::kValue);
    }
    return std::move(items_);
  }

 private:
  // ---- The state before the statement ----

  /// A statement with at least the tokens, characters and bytes that the cursor's statement can
  /// still come to.
  std::string Probe() const {
    std::size_t groups = 1;
    for (const Token& token : line_.tokens) groups += token.text == "(" ? 1 : 0;
    // To end a group takes a parenthesis and at most a comparison with a literal.
    constexpr std::size_t kGroupTokens = 3;
    // A whole `if` statement and the end of its block.
    constexpr std::size_t kStatementTokens = 12;
    // The longest name, and some short tokens.
    constexpr std::size_t kMoreCharacters = 96;
    const std::size_t tokens = line_.tokens.size() + kGroupTokens * groups + kStatementTokens;
    std::string probe = "print(0";
    for (std::size_t made = 0; made < tokens; made += 2) probe += "+0";
    probe += ")";
    const std::size_t characters = line_.word - line_.begin - line_.indent;
    const std::size_t length = characters + (kGroupTokens + 1) * groups + kMoreCharacters;
    probe.resize(std::max(probe.size(), length), ' ');
    // Bytes that are no characters of this line: longer ones, and the indentation of a block.
    return probe.append(line_.code.size() - characters + line_.indent + 4, '\n');
  }

  /// Finds `before_`; false when no statement can stand at this place.
  bool Analyse() {
    const std::string start =
        ToUtf8(std::u32string_view(text_).substr(0, line_.begin + line_.indent));
    before_.analysis = Analyze(start + Probe());
    const auto& problems = before_.analysis.diagnostics;
    const bool is_wrong = std::any_of(problems.begin(), problems.end(), [&](const Diagnostic& d) {
      return !d.range || d.range->begin >= line_.begin;
    });
    return !is_wrong && FindPlace();
  }

  /// The probe is the last statement of the text, so it is the last one of each block around it.
  bool FindPlace() {
    const Ast& ast = before_.analysis.ast;
    const Block* block = &ast.program;
    while (!block->empty()) {
      const StatementId last = block->back();
      const Statement& statement = ast.statements[last];
      if (statement.token.begin == line_.begin + line_.indent) {
        if (block->size() > 1) before_.previous = &ast.statements[(*block)[block->size() - 2]];
        before_.definitions = DefinitionsBefore(ast, before_.analysis.check.flow, last);
        FindAssigned();
        return true;
      }
      block = statement.has_else ? &statement.else_body : &statement.body;
      ++before_.blocks;
    }
    return false;
  }

  /// A name alone in its line is an assignment, too, as far as the tree of a broken program goes;
  /// it is no reason to offer the name.
  void FindAssigned() {
    const Ast& ast = before_.analysis.ast;
    const std::u32string& code = before_.analysis.source.code_points();
    before_.assigned_somewhere.resize(ast.names.size());
    for (const Statement& statement : ast.statements) {
      if (statement.kind != StatementKind::kAssignment) continue;
      const std::size_t behind = code.find_first_not_of(U' ', statement.token.end);
      if (behind != code.npos && code[behind] == U'=') {
        before_.assigned_somewhere[statement.name] = true;
      }
    }
  }

  TypeSet TypesOf(NameId name) const {
    return before_.analysis.check.flow.definitions[before_.definitions[name]].types;
  }

  /// Whether another block can be opened here.
  bool HasRoomForBlock() const { return before_.blocks < max_depth_; }

  // ---- Statements ----

  void OfferStatements() {
    const std::vector<std::string>& names = before_.analysis.ast.names;
    for (NameId name = 0; name < names.size(); ++name) {
      if (!before_.assigned_somewhere[name]) continue;
      const TypeSet types = TypesOf(name);
      items_.push_back({names[name], kVariable,
                        types.empty() ? "not assigned on every way here" : Describe(types),
                        PlacesText(name), names[name] + (NextIs('=') ? "" : " = ")});
    }
    const bool called = NextIs('(');
    items_.push_back({"print", kFunction, "print(value)", DocumentationOf("print"),
                      called ? "print" : "print($0)"});
    if (HasRoomForBlock()) OfferKeyword("if");
    const bool can_go_on = before_.previous != nullptr &&
                           before_.previous->kind == StatementKind::kIf &&
                           !before_.previous->has_else;
    if (can_go_on) OfferKeyword("else", NextIs(':') ? "else" : "else:");
  }

  /// Whether `c` is the first character behind the word at the cursor.
  bool NextIs(char c) const {
    std::size_t at = cursor_;
    while (at < text_.size() && IsWordCharacter(text_[at])) ++at;
    at = text_.find_first_not_of(U' ', at);
    return at != text_.npos && text_[at] == static_cast<char32_t>(c);
  }

  // ---- Expressions ----

  /// Offers what can follow the line's tokens, whose expression begins with token `first`.
  void OfferExpression(std::size_t first, ExpressionFrontier::Use use) {
    if (!Analyse()) return;
    if (use == ExpressionFrontier::Use::kCondition && !HasRoomForBlock()) return;
    ExpressionFrontier frontier(use, max_depth_);
    if (!Read(first, &frontier) || !frontier.CanEnd()) return;
    if (!frontier.wants_operand()) {
      for (const Operator op : {Operator::kAnd, Operator::kOr}) {
        ExpressionFrontier with = frontier;
        if (with.TakeBinary(op) && with.CanEnd()) OfferKeyword(Spelling(op), "", "bool");
      }
      return;
    }
    OfferNames(frontier);
    OfferValues(frontier);
    ExpressionFrontier negated = frontier;
    if (negated.TakePrefix(Operator::kNot) && negated.CanEnd()) OfferKeyword("not", "", "bool");
  }

  /// Feeds the line's tokens from `first` on to `frontier`; false when they cannot be right.
  bool Read(std::size_t first, ExpressionFrontier* frontier) const {
    const std::vector<Token>& tokens = line_.tokens;
    for (std::size_t i = first; i < tokens.size(); ++i) {
      const std::string& text = tokens[i].text;
      const bool wanted = frontier->wants_operand();
      if (text == "input") {
        const bool called =
            i + 2 < tokens.size() && tokens[i + 1].text == "(" && tokens[i + 2].text == ")";
        if (!called || !frontier->TakeOperand(Type::kString)) return false;
        i += 2;
      } else if (const TypeSet types = OperandTypes(tokens[i]); !types.empty()) {
        if (!frontier->TakeOperand(types)) return false;
      } else if (text == "(") {
        if (!frontier->TakeLeftParen()) return false;
      } else if (text == ")") {
        if (!frontier->TakeRightParen()) return false;
      } else if (wanted) {
        const bool prefix = text == "not" || text == "-";
        const Operator op = text == "not" ? Operator::kNot : Operator::kNegate;
        if (!prefix || !frontier->TakePrefix(op)) return false;
      } else {
        const std::optional<Operator> op = BinaryOperatorOf(text);
        if (!op || !frontier->TakeBinary(*op)) return false;
      }
    }
    return true;
  }

  /// The types of an operand of one token; empty when `token` is none.
  TypeSet OperandTypes(const Token& token) const {
    if (token.kind == "INT") return Type::kInt;
    if (token.kind == "FLOAT") return Type::kFloat;
    if (token.kind == "STRING") return Type::kString;
    if (token.text == "true" || token.text == "false") return Type::kBool;
    if (token.kind != "NAME") return TypeSet();
    const std::vector<std::string>& names = before_.analysis.ast.names;
    const auto found = std::find(names.begin(), names.end(), token.text);
    if (found == names.end()) return TypeSet::Unknown();
    // A name that is not assigned is a problem of its own, which says nothing of the rest.
    const TypeSet types = TypesOf(static_cast<NameId>(found - names.begin()));
    return types.empty() ? TypeSet::Unknown() : types;
  }

  void OfferNames(const ExpressionFrontier& frontier) {
    const std::vector<std::string>& names = before_.analysis.ast.names;
    for (NameId name = 0; name < names.size(); ++name) {
      const TypeSet types = TypesOf(name);
      if (types.empty() || !before_.assigned_somewhere[name] || !frontier.Fits(types)) continue;
      items_.push_back({names[name], kVariable, Describe(types), PlacesText(name), names[name]});
    }
  }

  void OfferValues(const ExpressionFrontier& frontier) {
    if (frontier.Fits(Type::kString)) {
      items_.push_back({"input()", kFunction, "string", DocumentationOf("input"),
                        NextIs('(') ? "input" : "input()"});
      items_.push_back({"\"\"", kValue, "string", "A string.", "\"$0\""});
    }
    if (frontier.Fits(Type::kInt)) {
      items_.push_back({"0", kValue, "int", "An int, in decimal digits.", "0"});
    }
    if (frontier.Fits(Type::kFloat)) {
      items_.push_back(
          {"0.0", kValue, "float", "A float: digits on both sides of a point.", "0.0"});
    }
    if (!frontier.Fits(Type::kBool)) return;
    for (const char* literal : {"true", "false"}) {
      items_.push_back({literal, kValue, "bool", DocumentationOf(literal), literal});
    }
  }

  // ---- Items ----

  static std::string DocumentationOf(const std::string& spelling) {
    return std::string(Documentation(spelling));
  }

  void OfferKeyword(const std::string& keyword, const std::string& text = "",
                    const std::string& types = "") {
    items_.push_back(
        {keyword, kKeyword, types, DocumentationOf(keyword), text.empty() ? keyword : text});
  }

  /// Where the value that `name` has here was assigned.
  std::string PlacesText(NameId name) const {
    const Analysis& analysis = before_.analysis;
    const std::vector<StatementId> places =
        ReachingAssignments(analysis.ast, analysis.check.flow, before_.definitions[name]);
    if (places.empty()) return "";
    constexpr std::size_t kMaxPlaces = 3;
    std::string text = places.size() == 1 ? "Assigned at line " : "Assigned at lines ";
    for (std::size_t i = 0; i < places.size() && i < kMaxPlaces; ++i) {
      const std::uint32_t place = analysis.ast.statements[places[i]].token.begin;
      if (i > 0) text += ", ";
      text += std::to_string(analysis.source.LineIndexAt(place) + 1);
    }
    return text + (places.size() > kMaxPlaces ? ", ..." : "") + ".";
  }

  const std::u32string& text_;
  std::uint32_t cursor_;
  LineStart line_;
  std::size_t max_depth_ = static_cast<std::size_t>(Limits()[Limit::kNesting]);
  Before before_;
  std::vector<Item> items_;
};

/// Variables first, then values and functions, then keywords.
char GroupOf(const Item& item) {
  if (item.kind == kVariable) return '1';
  return item.kind == kKeyword ? '3' : '2';
}

/// `text` is Markdown; what has no marks in it is for every client.
Json DocumentationJson(std::string text, const Client& client) {
  if (text.find('`') == text.npos) return text;
  if (!client.completion_markdown)
    text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  return {{"kind", client.completion_markdown ? "markdown" : "plaintext"},
          {"value", std::move(text)}};
}

Json ToJson(Item item, const Json& range, const Client& client) {
  constexpr int kSnippet = 2;
  const std::size_t cursor = item.text.find("$0");
  const bool is_snippet = cursor != std::string::npos;
  if (is_snippet && !client.snippets) {
    // The cursor goes behind the text, so a parenthesis that it should stand in stays open.
    item.text.erase(cursor, item.text[cursor - 1] == '(' ? std::string::npos : 2);
  }
  Json json = Json::object();
  json["label"] = item.label;
  json["kind"] = static_cast<int>(item.kind);
  if (!item.detail.empty()) json["detail"] = std::move(item.detail);
  if (!item.documentation.empty()) {
    json["documentation"] = DocumentationJson(std::move(item.documentation), client);
  }
  json["sortText"] = GroupOf(item) + item.label;
  if (is_snippet && client.snippets) json["insertTextFormat"] = kSnippet;
  Json edit = Json::object();
  edit["range"] = range;
  edit["newText"] = std::move(item.text);
  json["textEdit"] = std::move(edit);
  return json;
}

}  // namespace

Json Completion(const Document& document, const Json& params, const Client& client) {
  const std::uint32_t cursor = document.Offset(At(params, {"position"}));
  Json items = Json::array();
  if (std::optional<LineStart> line = ReadLine(document.text(), cursor)) {
    const Json range = document.ToJson(Range{line->word, cursor});
    for (Item& item : Completer(document, cursor, std::move(*line)).Run()) {
      items.push_back(ToJson(std::move(item), range, client));
    }
  }
  return {{"isIncomplete", false}, {"items", std::move(items)}};
}

}  // namespace aegis::lsp
