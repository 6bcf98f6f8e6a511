// Thousands of random edits, as an editor that counts in UTF-16 would send them: after each message
// the server's text must be the editor's, and its diagnostics those of a server that has just been
// started with that text.
//
// The editor is a UTF-16 string. An edit replaces the units between two of its places, which can
// lie inside a CRLF or, as the protocol's positions allow, inside a surrogate pair or behind the
// end of a line; what such positions mean is worked out here, over units, without lsp/encoding:
//
// - a character behind the end of its line means the end of the line, before its terminator;
// - a place inside a surrogate pair means the place before it (the server's rule: it works on whole
//   characters);
// - no position means the place inside a CRLF, so an edit cuts one by ending or starting at the end
//   of the line, and by inserting a CR before an LF or an LF behind a CR.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "tests/lsp/session.h"
#include "tests/lsp/utf16_text.h"
#include "tests/support/rounds.h"

namespace aegis::lsp_test {
namespace {

const std::string kUri = "file:///random.aeg";

class Editor {
 public:
  explicit Editor(std::uint32_t seed, bool utf8) : random_(seed), utf8_(utf8) {}

  const std::u16string& text() const { return text_; }
  void set_text(const std::u16string& text) { text_ = text; }
  std::size_t Below(std::size_t bound) { return random_() % bound; }

  /// Carries out a random edit, and returns it as an element of `contentChanges`.
  Json Edit() {
    if (Below(50) == 0) {
      text_ = Text();
      return {{"text", Utf8(text_)}};
    }
    const LinePlace a = AnyPlace();
    const LinePlace b = Below(3) == 0 ? a : Below(4) == 0 ? AnyPlace() : Near(a);
    const LinePlace& begin = std::min(a, b);
    const LinePlace& end = std::max(a, b);
    const std::u16string inserted = Below(3) == 0 ? u"" : Text();
    Json change = {{"range", {{"start", ToJson(begin)}, {"end", ToJson(end)}}},
                   {"text", Utf8(inserted)}};
    if (Below(4) == 0) change["rangeLength"] = end.unit - begin.unit;
    text_.replace(begin.unit, end.unit - begin.unit, inserted);
    return change;
  }

 private:
  /// A unit of the text, and one of the positions that mean it.
  struct LinePlace {
    std::size_t unit;
    std::uint32_t line;
    std::uint32_t character;

    friend bool operator<(const LinePlace& x, const LinePlace& y) { return x.unit < y.unit; }
  };

  static Json ToJson(const LinePlace& place) {
    return {{"line", place.line}, {"character", place.character}};
  }

  /// Some pieces of program text, many of them trouble.
  std::u16string Text() {
    static const std::vector<std::u16string> pieces = {u"x",
                                                       u" = ",
                                                       u"1",
                                                       u"print(",
                                                       u")",
                                                       u"if ",
                                                       u":",
                                                       u"\n",
                                                       u"\n",
                                                       u"\r\n",
                                                       u"\r\n",
                                                       u"\r",
                                                       u"    ",
                                                       u"  ",
                                                       u"else:",
                                                       u"\"",
                                                       u"\"caf\u00E9\"",
                                                       u"\"\u20AC\"",
                                                       u"\"\xD834\xDD1E\"",
                                                       u"\xD834\xDD1E",
                                                       u"\xDBFF\xDFFF",
                                                       u"\uFEFF",
                                                       u"# \u65E5\u672C \xD83D\xDE42",
                                                       u"\t",
                                                       u"y",
                                                       u"true",
                                                       u" + ",
                                                       u"\\",
                                                       u"\u2028",
                                                       u"\uFFFF",
                                                       u"print(x)\n",
                                                       u"y = x + 1\r\n",
                                                       u"if x == 1:\n    y = 2\n"};
    std::u16string text;
    for (std::size_t count = 1 + Below(4); count > 0; --count) text += pieces[Below(pieces.size())];
    return text;
  }

  LinePlace AnyPlace() {
    if (Below(30) == 0) {
      return {text_.size(), static_cast<std::uint32_t>(LineStarts(text_).size() + Below(9)),
              static_cast<std::uint32_t>(Below(9))};
    }
    return At(Below(text_.size() + 1));
  }

  LinePlace Near(const LinePlace& place) {
    return At(std::min(place.unit + Below(8), text_.size()));
  }

  /// The place at or before `unit` that positions can name.
  LinePlace At(std::size_t unit) {
    if (unit > 0 && unit < text_.size() && text_[unit - 1] == u'\r' && text_[unit] == u'\n') --unit;
    const std::vector<std::size_t> starts = LineStarts(text_);
    const auto line = static_cast<std::size_t>(
        std::upper_bound(starts.begin(), starts.end(), unit) - starts.begin() - 1);
    std::size_t end = line + 1 < starts.size() ? starts[line + 1] : text_.size();
    while (end > starts[line] && (text_[end - 1] == u'\n' || text_[end - 1] == u'\r')) --end;
    const bool inside = unit < text_.size() && IsLowSurrogate(text_[unit]);
    const std::size_t named = inside ? unit - 1 : unit;
    std::uint32_t character = utf8_ ? Utf8Bytes(text_, starts[line], named)
                                    : static_cast<std::uint32_t>(named - starts[line]);
    if (inside) character += utf8_ ? 1 + static_cast<std::uint32_t>(Below(3)) : 1;
    if (unit == end && Below(8) == 0) character += static_cast<std::uint32_t>(Below(100));
    return {named, static_cast<std::uint32_t>(line), character};
  }

  std::mt19937 random_;
  std::u16string text_;
  bool utf8_;
};

Json Capabilities(bool utf8) {
  Json capabilities = FullCapabilities();
  capabilities["general"]["positionEncodings"] = Json::array({utf8 ? "utf-8" : "utf-16"});
  return capabilities;
}

class RandomEdits : public ::testing::TestWithParam<std::tuple<bool, int>> {};

TEST_P(RandomEdits, LeaveTheServerWhereAFreshStartWouldBe) {
  const auto [utf8, seed] = GetParam();
  Editor editor(static_cast<std::uint32_t>(seed), utf8);
  Session session(Capabilities(utf8));
  Session fresh(Capabilities(utf8));
  session.Open(kUri, "", 0);
  for (int version = 1; version <= support::Rounds(1000); ++version) {
    Json changes = Json::array();
    for (std::size_t count = editor.Below(4) == 0 ? 1 + editor.Below(5) : 1; count > 0; --count) {
      changes.push_back(editor.Edit());
    }
    // Long texts would only make the test slow.
    if (editor.text().size() > 600) {
      editor.set_text(u"");
      changes.push_back({{"text", ""}});
    }
    session.Change(kUri, version, changes);
    Json published = session.Published(kUri);
    fresh.Open(kUri, Utf8(editor.text()), version);
    ASSERT_EQ(published, fresh.Published(kUri)) << changes << " to " << Utf8(editor.text());
    ASSERT_EQ(lsp::ToUtf8(session.server().FindDocument(kUri)->text()), Utf8(editor.text()))
        << changes;
    fresh.Close(kUri);
    fresh.Settle();
    fresh.Take();
  }
}

INSTANTIATE_TEST_SUITE_P(Lsp, RandomEdits,
                         ::testing::Combine(::testing::Bool(), ::testing::Range(1, 7)),
                         [](const auto& parameter) {
                           return std::string(std::get<0>(parameter.param) ? "utf8_" : "utf16_") +
                                  std::to_string(std::get<1>(parameter.param));
                         });

}  // namespace
}  // namespace aegis::lsp_test
