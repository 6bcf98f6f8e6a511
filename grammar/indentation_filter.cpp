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

using Type =
    generated::AegisParser;  // the lexer numbers its tokens alike, but has no structural ones

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
  broken_ = true;
  header_ = in_header;
  if (in_line_) return;
  // The newest token is the NEWLINE: the line has ended already.
  may_open_block_ = in_header && !opens_block_;
  header_before_ = in_header;
}

// ---- Lines -------------------------------------------------------------------------------------

void IndentationFilter::StartLine() {
  if (next_line_ == text_.size()) {
    FinishFile();
    return;
  }
  line_begin_ = next_line_;
  const std::size_t line_feed = text_.find(U'\n', line_begin_);
  line_end_ = std::min(line_feed, text_.size());
  next_line_ = std::min(line_feed, text_.size() - 1) + 1;
  const bool crlf =
      line_feed != text_.npos && line_end_ > line_begin_ && text_[line_end_ - 1] == U'\r';
  if (crlf) --line_end_;

  in_line_ = true;
  broken_ = header_ = delivered_ = ends_in_colon_ = hidden_colon_ = left_phantom_ = false;
  crooked_ = block_missing_ = in_comment_ = open_string_ = false;

  const auto line_from = [&](std::size_t at, std::u32string_view skip) {
    const std::size_t found = text_.find_first_not_of(skip, at);
    return std::min(found, line_end_);
  };
  const std::size_t first = line_from(line_begin_, U" ");
  const std::size_t first_dark = line_from(first, U" \t");
  blank_ = first_dark == line_end_ || text_[first_dark] == U'#';

  lexer_->getInputStream()->seek(first);
  read_end_ = first;
  if (line_end_ - line_begin_ > max_line_chars_) {
    Report(TokenProblem::kLineTooLong, line_begin_ + max_line_chars_, line_end_);
    if (!blank_) FindLevel(first - line_begin_, first);
  } else if (first < line_end_ && text_[first] == U'\t') {
    Report(TokenProblem::kTabIndentation, first, first + 1);
    crooked_ = true;
    // The width of a tab is anybody's guess; a block that has to start here starts here.
    if (!blank_ && opens_block_) {
      EnterBlock(current_spaces() + 1, first, !header_before_);
      levels_.back().guessed = true;
    }
  } else if (!blank_) {
    JudgeIndentation(first - line_begin_, first);
  }
}

void IndentationFilter::FinishLine() {
  in_line_ = false;
  ended_broken_ = broken_;
  if (blank_) {
    broken_ = false;
    return;
  }
  opens_block_ = ends_in_colon_;
  any_depth_ = opens_block_ && crooked_;
  lost_header_ = lost_header_ || any_depth_;
  may_open_block_ = broken_ && !opens_block_ && (header_ || hidden_colon_ || block_missing_);
  // Where a block is missing, the parser goes on waiting for it.
  header_before_ = header_ || (block_missing_ && header_before_);
  if (!broken_ || delivered_) Queue(Type::NEWLINE, line_end_);
}

void IndentationFilter::FinishFile() {
  const std::size_t end = text_.size();
  const bool on_broken_line = (broken_ || ended_broken_) && line_end_ == end;
  broken_ = false;
  if (opens_block_ && !on_broken_line) Report(TokenProblem::kMissingBlock, end, end);
  opens_block_ = false;
  LeaveBlocks(0, end);
  Queue(antlr4::Token::EOF, end);
}

/// Reads the rest of a broken line for what it says about the structure alone.
void IndentationFilter::SkipLine() {
  while (!in_comment_) {
    const std::size_t type = NextToken()->getType();
    if (type == Type::LINE_END || type == antlr4::Token::EOF) break;
    const bool is_token = type != Type::ILLEGAL_CHARACTER && type != Type::MALFORMED_NUMBER;
    if (is_token && !in_comment_) ends_in_colon_ = type == Type::COLON;
  }
  // A string that is never closed hides the end of its line.
  const std::size_t last = text_.substr(0, line_end_).find_last_not_of(U' ');
  hidden_colon_ = open_string_ && last != text_.npos && last >= line_begin_ && text_[last] == U':';
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
  crooked_ = true;
  loose_unit_ = loose_unit_ || problem == TokenProblem::kIndentationUnit;
  const bool off_unit = problem == TokenProblem::kIndentationMultiple;
  if (off_unit && spaces > current_spaces()) {
    // A slip within the level, or within the one that starts here.
    const bool opens = opens_block_ || may_open_block_;
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
    const bool expected = opens_block_ || may_open_block_;
    if (expected && unit_ == 0 && (spaces == 2 || spaces == 4)) unit_ = spaces;
    EnterBlock(spaces, first, !expected || !header_before_);
  } else {
    block_missing_ = opens_block_ && !any_depth_;
    LeaveBlocks(spaces, first);
  }
}

std::optional<TokenProblem> IndentationFilter::FindIndentationProblem(std::size_t spaces) const {
  const std::size_t current = current_spaces();
  const bool deeper = spaces > current;
  const bool off_unit = unit_ != 0 && !loose_unit_ && spaces % unit_ != 0;
  if (may_open_block_ || any_depth_) {
    if (off_unit) return TokenProblem::kIndentationMultiple;
  } else if (opens_block_) {
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
  opens_block_ = may_open_block_ = false;
  const bool reportable = !broken_ && depth == max_blocks_ + 1;
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
      left_phantom_ = true;
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
  const std::size_t begin = std::min(token->getStartIndex(), line_end_);
  in_comment_ =
      begin > read_end_ && text_.substr(read_end_, begin - read_end_).find(U'#') != text_.npos;
  read_end_ = begin + (type == antlr4::Token::EOF ? 0 : token->getStopIndex() + 1 - begin);
  open_string_ = open_string_ || type == Type::OPEN_STRING;
  return token;
}

/// The next token of the line in hand, or null when the line has ended or a problem was met.
std::unique_ptr<antlr4::Token> IndentationFilter::ReadToken() {
  if (broken_) {
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
  if (!delivered_) {
    header_ = type == Type::IF || type == Type::ELSE;
    if (type == Type::ELSE && (left_phantom_ || lost_header_)) {
      lost_header_ = false;
      BreakLine(false);
      return nullptr;
    }
  }
  ends_in_colon_ = type == Type::COLON;
  return Deliver(std::move(token));
}

/// Shows `token` to the client and lets it through, or returns null.
std::unique_ptr<antlr4::Token> IndentationFilter::Deliver(std::unique_ptr<antlr4::Token> token) {
  const std::size_t type = token->getType();
  // What only brings the parser to the end of a broken line costs nothing and cannot fail.
  if (!broken_) {
    switch (client_->OnToken(*token)) {
      case TokenFilterClient::Verdict::kDeliver:
        break;
      case TokenFilterClient::Verdict::kBreakLine:
        broken_ = true;
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
  if (in_line_ && type != Type::INDENT && type != Type::DEDENT) delivered_ = true;
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
      if (end >= line_end_) {
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
  broken_ = true;
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
