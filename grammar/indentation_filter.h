#pragma once

#include <antlr4-runtime.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace aegis {

/// What can be wrong before the parser sees a token (specification, sections 1 to 4).
enum class TokenProblem : std::uint8_t {
  kIllegalCharacter,
  kMalformedNumber,
  kBadEscape,
  kUnterminatedString,
  kLineTooLong,
  kTabIndentation,
  kIndentationUnit,
  kIndentationMultiple,
  kExpectedBlock,
  kBlockTooDeep,
  kUnexpectedIndentation,
  kMissingBlock,
  kBlocksNestedTooDeep,
};

/// The filter's other end: judges tokens and hears of problems.
class TokenFilterClient {
 public:
  enum class Verdict : std::uint8_t {
    kDeliver,    ///< the parser may see it
    kBreakLine,  ///< it has a problem, now reported: the rest of its line is skipped
    kStop,       ///< the run is over: the parser sees the end of the file
  };

  virtual ~TokenFilterClient() = default;

  /// A complete token, before the parser sees it; structural ones and EOF included.
  virtual Verdict OnToken(const antlr4::Token& token) = 0;
  /// A problem at the code-point offsets `[begin, end)`. `unit` is the file's unit of indentation
  /// in spaces, 0 while none is fixed.
  virtual Verdict OnProblem(TokenProblem problem, std::size_t begin, std::size_t end,
                            std::size_t unit) = 0;
};

/// A `TokenSource` that wraps the generated lexer: it makes NEWLINE, INDENT and DEDENT from line
/// ends and leading spaces, and lets no error token through. The essay in the source file tells
/// how it goes on after a problem.
class IndentationFilter final : public antlr4::TokenSource {
 public:
  /// `text` is what `lexer` reads, one char32_t a code point; both outlive the filter. A line may
  /// have `max_line_chars` code points, a statement may stand in `max_blocks` blocks.
  IndentationFilter(antlr4::Lexer* lexer, std::u32string_view text, std::size_t max_line_chars,
                    std::size_t max_blocks, TokenFilterClient* client);

  std::unique_ptr<antlr4::Token> nextToken() override;

  /// The parser found a problem at the newest token: the rest of the line is skipped.
  /// `in_header` says whether the parser stands in the header of an `if` or `else`, whose block it
  /// will read.
  void BreakLine(bool in_header);
  /// Whether the newest token belongs to a line with a reported problem, or the run is over: what
  /// the parser says of such a token is a follow-up.
  bool line_is_broken() const { return line_.broken || stopped_; }

  std::size_t getLine() const override { return lexer_->getLine(); }
  std::size_t getCharPositionInLine() override { return lexer_->getCharPositionInLine(); }
  antlr4::CharStream* getInputStream() override { return lexer_->getInputStream(); }
  std::string getSourceName() override { return lexer_->getSourceName(); }
  antlr4::TokenFactory<antlr4::CommonToken>* getTokenFactory() override;

 private:
  /// An open level of indentation. A level that the parser knows nothing of is a phantom: it has no
  /// INDENT and no DEDENT. The width of a guessed one is known with its first line without a tab.
  struct Level {
    std::size_t spaces;
    bool phantom;
    bool guessed;
  };

  /// The line in hand, offsets of code points: `[begin, end)` without its terminator.
  struct Line {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t next = 0;        ///< where the next line begins
    std::size_t read_end = 0;    ///< where the token read last ends
    bool blank = false;          ///< spaces and a comment
    bool broken = false;         ///< has a reported problem
    bool crooked = false;        ///< its indentation is wrong
    bool header = false;         ///< the parser stands in a header that this line began
    bool delivered = false;      ///< the parser has seen a token of it
    bool ends_in_colon = false;  ///< the last token so far is `:`
    bool open_string = false;    ///< a string in it is never closed
    bool hidden_colon = false;   ///< ... and its last character is `:`
    bool in_comment = false;     ///< a comment began behind the token read last
    bool block_missing = false;  ///< it should have been the first line of a block
    bool left_phantom = false;   ///< it closed a level that the parser does not know
  };

  /// What the last non-blank line says about the next one.
  struct Before {
    bool opens_block = false;     ///< it ends in `:`
    bool any_depth = false;       ///< it does, but is crooked: the block can have any depth
    bool may_open_block = false;  ///< broken: a deeper line after it is no new problem
    bool in_header = false;       ///< the parser waits for that block
  };

  void StartLine();
  void FinishLine();
  void FinishFile();
  void JudgeIndentation(std::size_t spaces, std::size_t first);
  std::optional<TokenProblem> FindIndentationProblem(std::size_t spaces) const;
  void FindLevel(std::size_t spaces, std::size_t first);
  void EnterBlock(std::size_t spaces, std::size_t first, bool phantom);
  void LeaveBlocks(std::size_t spaces, std::size_t first);
  void SkipLine();

  std::unique_ptr<antlr4::Token> NextToken();
  std::unique_ptr<antlr4::Token> ReadToken();
  std::unique_ptr<antlr4::Token> Deliver(std::unique_ptr<antlr4::Token> token);
  bool IsProblem(const antlr4::Token& token);
  void Report(TokenProblem problem, std::size_t begin, std::size_t end);
  void Queue(std::size_t type, std::size_t offset);
  std::unique_ptr<antlr4::Token> Structural(std::size_t type, std::size_t offset);
  std::size_t current_spaces() const { return levels_.empty() ? 0 : levels_.back().spaces; }

  antlr4::Lexer* lexer_;
  std::u32string_view text_;
  std::size_t max_line_chars_;
  std::size_t max_blocks_;
  TokenFilterClient* client_;

  std::deque<std::unique_ptr<antlr4::Token>> queue_;  // made, not yet judged or delivered
  std::vector<Level> levels_;
  std::size_t unit_ = 0;     // 0 while no indented line has fixed it
  bool loose_unit_ = false;  // a wrong first indentation: units are not judged any more
  bool stopped_ = false;
  bool in_line_ = false;       // `line_` is being read
  bool ended_broken_ = false;  // the line before, a blank one too, has a reported problem
  bool lost_header_ = false;   // there was a crooked header, so an `else` may have no `if`
  Line line_;
  Before before_;
};

}  // namespace aegis
