#include "grammar/indentation_filter.h"

#include <AegisParser.h>

#include <algorithm>
#include <optional>
#include <utility>

// The generated lexer knows characters, the generated parser knows blocks; this filter stands
// between them and knows lines. For each line it asks, in the order of the specification: is the
// line too long, is there a tab in its indentation, is it blank, is its indentation right; then it
// makes the structural tokens, hands on the tokens of the line one at a time, and ends it with one
// NEWLINE. Each token is shown to the client, which charges budgets and judges literals, before the
// parser sees it. The parser asks for one token at a time, so whatever it has to say about a token
// is said before the next one is read: problems come out in the order of the text.
//
// A report of all problems needs more: at most one problem a line, and no follow-ups. So a line
// with a problem is *broken*, whoever found it. Its remaining tokens are not delivered, and the
// parser, which is somewhere inside the line's statement, is brought to its end by a NEWLINE; it
// keeps quiet about tokens of a broken line and takes what it misses there for granted. What a
// broken line says about the structure is kept: if its last token is `:`, it still opens a block.
// When the parser is in a header (`if` or `else`), it gets the INDENT of that block; otherwise the
// block has no owner, its level becomes a *phantom*, and its lines are delivered as if they stood
// in the enclosing block. A deeper line after a broken header without `:` belongs to that header; a
// header whose own indentation is wrong opens a block of whatever depth the next line has. An
// `else` after a phantom block or after such a header belongs to what was broken there, so it makes
// a phantom block of its own. The level of a line with wrong indentation is the nearest one that
// exists, and it does not fix the file's unit.
//
// After this the parser never meets an INDENT, DEDENT or EOF that it could complain about, except
// as a follow-up. In a program without problems none of this happens.

namespace aegis {

// The lexer numbers its tokens alike, but has no names for structural ones.
using Type = generated::AegisParser;

IndentationFilter::IndentationFilter(antlr4::Lexer* lexer, std::u32string_view text,
                                     std::size_t max_line_chars, std::size_t max_blocks,
                                     TokenFilterClient* client)
    : lexer_(lexer),
      text_(text),
      max_line_chars_(max_line_chars),
      max_blocks_(max_blocks),
      client_(client) {}

std::unique_ptr<antlr4::Token> IndentationFilter::nextToken() {
  while (true) {
    if (stopped_) return Structural(antlr4::Token::EOF, text_.size());
    if (!queue_.empty()) {
      std::unique_ptr<antlr4::Token> token = std::move(queue_.front());
      queue_.pop_front();
      token = Deliver(std::move(token));
      if (token) return token;
    } else if (!in_line_) {
      StartLine();
    } else {
      std::unique_ptr<antlr4::Token> token = ReadToken();
      if (token) return token;
    }
  }
}

void IndentationFilter::BreakLine(bool in_header) {
  line_.broken = true;
  line_.header = in_header;
  if (in_line_) return;
  // The newest token is the NEWLINE: the line has ended already.
  before_.may_open_block = in_header && !before_.opens_block;
  before_.in_header = in_header;
}

antlr4::TokenFactory<antlr4::CommonToken>* IndentationFilter::getTokenFactory() {
  return lexer_->getTokenFactory();
}

// ---- Lines -------------------------------------------------------------------------------------

void IndentationFilter::StartLine() {
  if (line_.next == text_.size()) {
    FinishFile();
    return;
  }
  const std::size_t begin = line_.next;
  const std::size_t line_feed = std::min(text_.find(U'\n', begin), text_.size());
  const bool crlf = line_feed < text_.size() && line_feed > begin && text_[line_feed - 1] == U'\r';
  line_ = Line{};
  line_.begin = begin;
  line_.end = crlf ? line_feed - 1 : line_feed;
  line_.next = std::min(line_feed + 1, text_.size());
  in_line_ = true;
  const auto find_other_than = [&](std::u32string_view skipped, std::size_t from) {
    return std::min(text_.find_first_not_of(skipped, from), line_.end);
  };
  const std::size_t first = find_other_than(U" ", line_.begin);
  const std::size_t first_dark = find_other_than(U" \t", first);
  line_.blank = first_dark == line_.end || text_[first_dark] == U'#';

  lexer_->getInputStream()->seek(first);
  line_.read_end = first;
  if (line_.end - line_.begin > max_line_chars_) {
    Report(TokenProblem::kLineTooLong, line_.begin + max_line_chars_, line_.end);
    if (!line_.blank) FindLevel(first - line_.begin, first);
  } else if (first < line_.end && text_[first] == U'\t') {
    Report(TokenProblem::kTabIndentation, first, first + 1);
    line_.crooked = true;
    // The width of a tab is anybody's guess; a block that has to start here starts here.
    if (!line_.blank && before_.opens_block) {
      EnterBlock(current_spaces() + 1, first, !before_.in_header);
      levels_.back().guessed = true;
    }
  } else if (!line_.blank) {
    JudgeIndentation(first - line_.begin, first);
  }
}

void IndentationFilter::FinishLine() {
  in_line_ = false;
  ended_broken_ = line_.broken;
  if (line_.blank) {
    line_.broken = false;
    return;
  }
  before_.opens_block = line_.ends_in_colon;
  before_.any_depth = before_.opens_block && line_.crooked;
  lost_header_ = lost_header_ || before_.any_depth;
  before_.may_open_block = line_.broken && !before_.opens_block &&
                           (line_.header || line_.hidden_colon || line_.block_missing);
  // Where a block is missing, the parser goes on waiting for it.
  before_.in_header = line_.header || (line_.block_missing && before_.in_header);
  if (!line_.broken || line_.delivered) Queue(Type::NEWLINE, line_.end);
}

void IndentationFilter::FinishFile() {
  const std::size_t end = text_.size();
  const bool on_broken_line = (line_.broken || ended_broken_) && line_.end == end;
  line_.broken = false;
  if (before_.opens_block && !on_broken_line) Report(TokenProblem::kMissingBlock, end, end);
  before_.opens_block = false;
  LeaveBlocks(0, end);
  Queue(antlr4::Token::EOF, end);
}

/// Reads the rest of a broken line for what it says about the structure alone.
void IndentationFilter::SkipLine() {
  while (!line_.in_comment) {
    const std::size_t type = NextToken()->getType();
    if (type == Type::LINE_END || type == antlr4::Token::EOF) break;
    const bool is_token = type != Type::ILLEGAL_CHARACTER && type != Type::MALFORMED_NUMBER;
    if (is_token && !line_.in_comment) line_.ends_in_colon = type == Type::COLON;
  }
  // A string that is never closed hides the end of its line.
  const std::size_t last = text_.substr(0, line_.end).find_last_not_of(U' ');
  line_.hidden_colon =
      line_.open_string && last != text_.npos && last >= line_.begin && text_[last] == U':';
  FinishLine();
}

// ---- Indentation (section 3) -------------------------------------------------------------------

void IndentationFilter::JudgeIndentation(std::size_t spaces, std::size_t first) {
  if (!levels_.empty() && levels_.back().guessed) {
    const std::size_t outer = levels_.size() > 1 ? levels_[levels_.size() - 2].spaces : 0;
    levels_.back().guessed = false;
    if (spaces > outer) levels_.back().spaces = spaces;
  }
  const std::optional<TokenProblem> problem = FindIndentationProblem(spaces);
  if (!problem) {
    FindLevel(spaces, first);
    return;
  }
  Report(*problem, first, first);
  line_.crooked = true;
  loose_unit_ = loose_unit_ || problem == TokenProblem::kIndentationUnit;
  const bool off_unit = problem == TokenProblem::kIndentationMultiple;
  if (off_unit && spaces > current_spaces()) {
    // A slip within the level, or within the one that starts here.
    const bool opens = before_.opens_block || before_.may_open_block;
    spaces = current_spaces() + (opens ? unit_ : 0);
  }
  FindLevel(spaces, first);
  const bool width_unknown =
      problem == TokenProblem::kIndentationUnit || problem == TokenProblem::kBlockTooDeep;
  if (width_unknown) levels_.back().guessed = true;
}

/// Goes to the level of a line with `spaces`: a new block, an unexpected level, or one that is
/// open.
void IndentationFilter::FindLevel(std::size_t spaces, std::size_t first) {
  const bool deeper = spaces > current_spaces();
  if (deeper) {
    const bool expected = before_.opens_block || before_.may_open_block;
    if (expected && unit_ == 0 && (spaces == 2 || spaces == 4)) unit_ = spaces;
    EnterBlock(spaces, first, !expected || !before_.in_header);
  } else {
    line_.block_missing = before_.opens_block && !before_.any_depth;
    LeaveBlocks(spaces, first);
  }
}

std::optional<TokenProblem> IndentationFilter::FindIndentationProblem(std::size_t spaces) const {
  const std::size_t current = current_spaces();
  const bool deeper = spaces > current;
  const bool off_unit = unit_ != 0 && !loose_unit_ && spaces % unit_ != 0;
  if (before_.may_open_block || before_.any_depth) {
    if (off_unit) return TokenProblem::kIndentationMultiple;
  } else if (before_.opens_block) {
    if (!deeper) return TokenProblem::kExpectedBlock;
    if (loose_unit_) return std::nullopt;
    if (unit_ == 0 && spaces != 2 && spaces != 4) return TokenProblem::kIndentationUnit;
    if (off_unit) return TokenProblem::kIndentationMultiple;
    if (unit_ != 0 && spaces > current + unit_) return TokenProblem::kBlockTooDeep;
  } else if (off_unit && spaces < current + unit_) {
    return TokenProblem::kIndentationMultiple;
  } else if (deeper) {
    return TokenProblem::kUnexpectedIndentation;
  }
  return std::nullopt;
}

void IndentationFilter::EnterBlock(std::size_t spaces, std::size_t first, bool phantom) {
  // The block that passes the limit gets its INDENT made, for Deliver to report; those inside it
  // are no new problem.
  const std::size_t depth = levels_.size() + 1;
  levels_.push_back({spaces, phantom || depth > max_blocks_, false});
  before_.opens_block = before_.may_open_block = false;
  const bool reportable = !line_.broken && depth == max_blocks_ + 1;
  if (!phantom && (depth <= max_blocks_ || reportable)) Queue(Type::INDENT, first);
}

/// Goes to the level nearest to `spaces`, the deeper one of two: without a problem there is always
/// one that fits.
void IndentationFilter::LeaveBlocks(std::size_t spaces, std::size_t first) {
  std::size_t nearest = 0;
  const auto distance = [&](std::size_t level) {
    return level > spaces ? level - spaces : spaces - level;
  };
  for (const Level& level : levels_) {
    if (distance(level.spaces) <= distance(nearest)) nearest = level.spaces;
  }
  while (!levels_.empty() && levels_.back().spaces > nearest) {
    if (levels_.back().phantom) {
      line_.left_phantom = true;
    } else {
      Queue(Type::DEDENT, first);
    }
    levels_.pop_back();
  }
}

// ---- Tokens ------------------------------------------------------------------------------------

/// What the lexer reads next. A comment is no token; a problem inside one hides where it began.
std::unique_ptr<antlr4::Token> IndentationFilter::NextToken() {
  std::unique_ptr<antlr4::Token> token = lexer_->nextToken();
  const std::size_t type = token->getType();
  const std::size_t begin = std::min(token->getStartIndex(), line_.end);
  line_.in_comment = begin > line_.read_end &&
                     text_.substr(line_.read_end, begin - line_.read_end).find(U'#') != text_.npos;
  line_.read_end = begin + (type == antlr4::Token::EOF ? 0 : token->getStopIndex() + 1 - begin);
  line_.open_string = line_.open_string || type == Type::OPEN_STRING;
  return token;
}

/// The next token of the line in hand, or null when the line has ended or a problem was met.
std::unique_ptr<antlr4::Token> IndentationFilter::ReadToken() {
  if (line_.broken) {
    SkipLine();
    return nullptr;
  }
  std::unique_ptr<antlr4::Token> token = NextToken();
  const std::size_t type = token->getType();
  if (type == Type::LINE_END || type == antlr4::Token::EOF) {
    FinishLine();
    return nullptr;
  }
  if (IsProblem(*token)) return nullptr;
  if (!line_.delivered) {
    line_.header = type == Type::IF || type == Type::ELSE;
    if (type == Type::ELSE && (line_.left_phantom || lost_header_)) {
      lost_header_ = false;
      BreakLine(false);
      return nullptr;
    }
  }
  line_.ends_in_colon = type == Type::COLON;
  return Deliver(std::move(token));
}

/// Shows `token` to the client and lets it through, or returns null.
std::unique_ptr<antlr4::Token> IndentationFilter::Deliver(std::unique_ptr<antlr4::Token> token) {
  const std::size_t type = token->getType();
  // What only brings the parser to the end of a broken line costs nothing and cannot fail.
  if (!line_.broken) {
    switch (client_->OnToken(*token)) {
      case TokenFilterClient::Verdict::kDeliver:
        break;
      case TokenFilterClient::Verdict::kBreakLine:
        line_.broken = true;
        return nullptr;
      case TokenFilterClient::Verdict::kStop:
        stopped_ = true;
        return nullptr;
    }
    if (type == Type::INDENT && levels_.size() > max_blocks_) {
      Report(TokenProblem::kBlocksNestedTooDeep, token->getStartIndex(), token->getStartIndex());
      return nullptr;
    }
  }
  if (in_line_ && type != Type::INDENT && type != Type::DEDENT) line_.delivered = true;
  return token;
}

/// Reports what `token` stands for when it is one of the lexer's three error tokens.
bool IndentationFilter::IsProblem(const antlr4::Token& token) {
  const std::size_t begin = token.getStartIndex();
  const std::size_t end = token.getStopIndex() + 1;
  switch (token.getType()) {
    case Type::ILLEGAL_CHARACTER:
      Report(TokenProblem::kIllegalCharacter, begin, end);
      return true;
    case Type::MALFORMED_NUMBER:
      Report(TokenProblem::kMalformedNumber, begin, end);
      return true;
    case Type::OPEN_STRING:
      // The lexer stopped at the first character that no string can go on with.
      if (end >= line_.end) {
        Report(TokenProblem::kUnterminatedString, begin, end);
      } else if (text_[end] == U'\\') {
        Report(TokenProblem::kBadEscape, end, end + 1);
      } else {
        Report(TokenProblem::kIllegalCharacter, end, end + 1);
      }
      return true;
    default:
      return false;
  }
}

void IndentationFilter::Report(TokenProblem problem, std::size_t begin, std::size_t end) {
  const auto verdict = client_->OnProblem(problem, begin, end, unit_);
  line_.broken = true;
  if (verdict == TokenFilterClient::Verdict::kStop) stopped_ = true;
}

void IndentationFilter::Queue(std::size_t type, std::size_t offset) {
  queue_.push_back(Structural(type, offset));
}

std::unique_ptr<antlr4::Token> IndentationFilter::Structural(std::size_t type, std::size_t offset) {
  // An empty range of the text: the token stops before it starts.
  return std::make_unique<antlr4::CommonToken>(
      std::make_pair(static_cast<antlr4::TokenSource*>(this), lexer_->getInputStream()), type,
      antlr4::Token::DEFAULT_CHANNEL, offset, offset - 1);
}

}  // namespace aegis
