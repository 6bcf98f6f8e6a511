#include "fuzz/layout.h"

#include "fuzz/token_texts.h"
#include "syntax/grammar_networks.h"
#include "syntax/scan.h"

namespace aegis::fuzz {
namespace {

/// Whether `left` and `right` stay two tokens without a space between them.
bool CanJoin(const std::string& left, const std::string& right) {
  const Source source(left + right);
  const std::vector<ScannedToken> tokens = Scan(source);
  const std::uint32_t border = Source(left).size();
  return tokens.size() == 2 && tokens[0].range == Range{0, border} &&
         tokens[1].range == Range{border, source.size()} && tokens[0].lexeme != Lexeme::kBroken &&
         tokens[1].lexeme != Lexeme::kBroken;
}

class Renderer {
 public:
  Renderer(const Layout& layout, Random* random) : layout_(layout), random_(random) {}

  Rendering Run(const Node& tree) {
    const std::uint32_t newline = Networks().TokenType("NEWLINE");
    const std::uint32_t indent = Networks().TokenType("INDENT");
    const std::uint32_t dedent = Networks().TokenType("DEDENT");
    for (const Node* token : Tokens(tree)) {
      if (token->symbol == indent) ++level_;
      if (token->symbol == dedent && level_ > 0) --level_;
      if (token->symbol == newline) {
        if (Happens(layout_.one_comment_in)) Append(" " + Comment());
        if (Happens(layout_.one_spaced_in)) Append("  ");
      }
      const bool has_text = !token->text.empty();
      if (has_text) StartToken(*token);
      result_.offsets.push_back(size_);
      Append(token->text);
      if (has_text) previous_ = token;
      if (token->symbol == newline) EndLine();
    }
    if (!layout_.final_newline && !result_.text.empty() && result_.text.back() == '\n') {
      result_.text.pop_back();
      if (!result_.text.empty() && result_.text.back() == '\r') result_.text.pop_back();
    }
    return std::move(result_);
  }

 private:
  bool Happens(std::size_t one_in) { return one_in != 0 && random_->OneIn(one_in); }

  void Append(const std::string& text) {
    result_.text += text;
    for (const char c : text) {
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++size_;
    }
  }

  std::string Comment() { return DeriveText("COMMENT", 1 + random_->Below(12), random_); }

  void StartToken(const Node& token) {
    if (previous_ == nullptr) {
      while (Happens(layout_.one_blank_in)) {
        if (random_->OneIn(2)) Append(std::string(random_->Below(9), ' '));
        if (Happens(layout_.one_comment_in)) Append(Comment());
        EndLine();
      }
      Append(std::string(level_ * layout_.unit, ' '));
    } else if (!Happens(layout_.one_joined_in) || !CanJoin(previous_->text, token.text)) {
      Append(Happens(layout_.one_spaced_in) ? "   " : " ");
    }
  }

  void EndLine() {
    const bool either = layout_.line_end.empty();
    Append(either ? (random_->OneIn(2) ? "\n" : "\r\n") : layout_.line_end);
    previous_ = nullptr;
  }

  const Layout& layout_;
  Random* random_;
  Rendering result_;
  std::uint32_t size_ = 0;  // code points of the text so far
  std::size_t level_ = 0;
  const Node* previous_ = nullptr;  // on this line
};

}  // namespace

Layout RandomLayout(Random* random) {
  Layout layout;
  layout.unit = random->OneIn(2) ? 2 : 4;
  if (random->OneIn(4)) layout.line_end = random->OneIn(2) ? "\r\n" : "";
  layout.final_newline = !random->OneIn(4);
  const auto frequency = [&]() -> std::size_t {
    return random->OneIn(3) ? random->Between(2, 8) : 0;
  };
  layout.one_blank_in = frequency();
  layout.one_comment_in = frequency();
  layout.one_joined_in = random->OneIn(2) ? random->Between(1, 4) : 0;
  layout.one_spaced_in = frequency();
  return layout;
}

Rendering Render(const Node& tree, const Layout& layout, Random* random) {
  return Renderer(layout, random).Run(tree);
}

std::string PlainText(const Node& tree) {
  Random random(0);
  return Render(tree, Layout(), &random).text;
}

}  // namespace aegis::fuzz
