#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/features.h"
#include "semantic/fixes.h"
#include "tests/lsp/cursor.h"

// What a rename refuses and why, and what it changes. A refusal reads `CODE MESSAGE` here, and a
// rename is the new text.

namespace aegis::lsp_test {
namespace {

using namespace lsp;

std::string Renamed(const CursorDocument& cursor, const std::string& new_name) {
  const Document& document = cursor.document();
  try {
    const Json answer = Rename(document, cursor.Renaming(new_name), {});
    if (answer.is_null()) return "null";
    std::vector<TextEdit> edits;
    for (const Json& edit : answer["changes"][document.uri()]) {
      edits.push_back({document.Offsets(edit["range"]), edit["newText"].get<std::string>()});
    }
    return Apply(Source(ToUtf8(document.text())), edits);
  } catch (const RequestError& error) {
    return std::to_string(error.code()) + " " + error.what();
  }
}

std::string Renamed(std::string_view marked, const std::string& new_name) {
  return Renamed(CursorDocument(marked), new_name);
}

TEST(Rename, ChangesEveryPlaceInBothEncodings) {
  for (const Encoding encoding : {Encoding::kUtf8, Encoding::kUtf16}) {
    const CursorDocument cursor(
        "a = \"\xF0\x9F\x98\x80\"\r\nprint(\"\xF0\x9F\x98\x80\" + a|) # a\r\n$ a a\r\n", encoding);
    EXPECT_EQ(Renamed(cursor, "text"),
              "text = \"\xF0\x9F\x98\x80\"\r\nprint(\"\xF0\x9F\x98\x80\" + text) # a\r\n"
              "$ text text\r\n");
  }
}

TEST(Rename, TakesTheNameThatTheCursorTouches) {
  EXPECT_EQ(Renamed("a|=1\nb = a\n", "c"), "c=1\nb = c\n");
  EXPECT_EQ(Renamed("a = 1\nprint(|a)\n", "c"), "c = 1\nprint(c)\n");
  EXPECT_EQ(Renamed("a = 1\nprint(a)|\n", "c"), "null");
  EXPECT_EQ(Renamed("a =| 1\n", "c"), "null");
  EXPECT_EQ(Renamed("a = \"|b\" # b\n", "c"), "null");
  EXPECT_EQ(Renamed("|", "c"), "null");
}

TEST(Rename, SaysWhatANameHasToBe) {
  EXPECT_EQ(Renamed("a| = 1\n", "2b"),
            "-32803 `2b` is no name: a letter from a to z, then letters, digits and `_`");
  EXPECT_EQ(Renamed("a| = 1\n", "\xC3\xA9"),
            "-32803 `\xC3\xA9` is no name: a letter from a to z, then letters, digits and `_`");
  EXPECT_EQ(Renamed("a| = 1\n", "else"), "-32803 `else` is a keyword");
  EXPECT_EQ(Renamed("a| = 1\n", std::string(65, 'n')), "-32803 a name has at most 64 characters");
  EXPECT_EQ(Renamed("a| = 1\n", std::string(64, 'n')), std::string(64, 'n') + " = 1\n");
}

TEST(Rename, IsRefusedWithoutAName) {
  const CursorDocument cursor("a| = 1\n");
  EXPECT_THROW(Rename(cursor.document(), cursor.At(), {}), RequestError);
}

// Capture: also by names that are only read, or that stand in lines with problems.
TEST(Rename, RefusesNamesThatAreTaken) {
  const std::string refusal = "-32803 there is a variable `b` already; the two would become one";
  EXPECT_EQ(Renamed("a| = 1\nb = 2\n", "b"), refusal);
  EXPECT_EQ(Renamed("a| = 1\nprint(b)\n", "b"), refusal);
  EXPECT_EQ(Renamed("a| = 1\nc = ) b\n", "b"), refusal);
}

// In a text that goes wrong, what follows may be program.
TEST(Rename, RefusesToGuessBehindAStringThatGoesWrong) {
  EXPECT_EQ(Renamed("count| = 1\nprint(\"\\q\" + count)\n", "n"),
            "-32803 the string in line 2 goes wrong, and `count` there may be a variable; repair "
            "the string first");
  EXPECT_EQ(Renamed("count| = 1\nprint(\"a + n\n", "n"),
            "-32803 the string in line 2 goes wrong, and `n` there may be a variable; repair the "
            "string first");
}

TEST(Rename, MindsNoOtherWordsBehindAStringThatGoesWrong) {
  EXPECT_EQ(Renamed("count| = 1\nprint(\"account count2 2count count_ my_count Count \n", "n"),
            "n = 1\nprint(\"account count2 2count count_ my_count Count \n");
  EXPECT_EQ(Renamed("count| = 1\nprint(\"count\")\n", "n"), "n = 1\nprint(\"count\")\n");
}

TEST(Rename, NamesTheLineThatWouldBeTooLong) {
  std::string line = "b = 0";
  while (line.size() < 2000) line += " + a";
  EXPECT_EQ(Renamed("$\na| = 1\n" + line + "\n$\n", "longer"),
            "-32803 with the name `longer` the program would have a new problem in line 3: this "
            "line is longer than 2048 characters");
}

TEST(Rename, RefusesATextThatWouldBeTooLarge) {
  std::string text = "a| = 1\n";
  while (text.size() < 65530) text += "#" + std::string(99, '-') + "\n";
  text.resize(65537);  // with the cursor
  EXPECT_EQ(Renamed(text, "bc"),
            "-32803 with the name `bc` the program would have a new problem in line 1: the source "
            "is larger than 65536 bytes");
  EXPECT_EQ(Renamed(text, "b").substr(0, 6), "b = 1\n");
}

TEST(Rename, RepairsANameThatIsTooLong) {
  const std::string name(65, 'n');
  EXPECT_EQ(Renamed("|" + name + " = 1\nprint(" + name + " + \"\")\n", "n"),
            "n = 1\nprint(n + \"\")\n");
}

TEST(Rename, RepairsALineThatIsTooLong) {
  std::string before = "name| = 1\nb = name";
  std::string after = "n = 1\nb = n";
  for (int i = 0; i < 400; ++i) {
    before += " + name";
    after += " + n";
  }
  EXPECT_EQ(Renamed(before, "n"), after);
}

TEST(Rename, NamesTheVersionForClientsThatReadIt) {
  Client client;
  client.document_changes = true;
  const CursorDocument cursor("a| = 1\n");
  const Json answer = Rename(cursor.document(), cursor.Renaming("b"), client);
  EXPECT_EQ(answer["documentChanges"][0]["textDocument"],
            Json({{"uri", cursor.document().uri()}, {"version", 1}}));
  EXPECT_EQ(ShortRanges(answer["documentChanges"][0]["edits"]), "0:0-1");
}

TEST(PrepareRename, GivesTheNameOrNothing) {
  const auto prepared = [](std::string_view marked) {
    const CursorDocument cursor(marked, Encoding::kUtf8);
    const Json answer = PrepareRename(cursor.document(), cursor.At(), {});
    if (answer.is_null()) return std::string("null");
    return ShortRange(answer["range"]) + " " + answer["placeholder"].get<std::string>();
  };
  EXPECT_EQ(prepared("b = \"\xC3\xA9\" + na|me\n"), "0:11-15 name");
  EXPECT_EQ(prepared("b = $ name|"), "0:6-10 name");
  EXPECT_EQ(prepared("i|f a == 1:\n"), "null");
  EXPECT_EQ(prepared("print|(a)\n"), "null");
  EXPECT_EQ(prepared("a = 1|2\n"), "null");
  EXPECT_EQ(prepared("a = 12 # no|te\n"), "null");
  EXPECT_EQ(prepared("|\n"), "null");
}

}  // namespace
}  // namespace aegis::lsp_test
