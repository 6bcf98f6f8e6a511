#include "fuzz/generate.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "fuzz/layout.h"
#include "fuzz/mutate.h"
#include "interp/session.h"
#include "semantic/compile.h"

// What the grammar derives is seldom valid: names are read before they are assigned, operands have
// the wrong types. Steering asks the validator. Each of its problems stands at a token; the
// smallest expression that holds the token is derived anew, now and then a larger one, with names
// and budget becoming scarcer from round to round, until nothing is left to mend. Then the program
// runs, and the place of a run error is mended likewise, so that most programs run to their end.
// Nothing here knows types, operators or limits: what is valid, only the validator and the
// interpreter say.

namespace aegis::fuzz {
namespace {

constexpr std::size_t kCheckRounds = 40;
constexpr std::size_t kRunRounds = 12;

/// Nodes from the root to a token.
using Path = std::vector<Node*>;

/// Finds the way to the token of that number, counting down `*left`.
bool FindPath(Node* node, std::size_t* left, Path* path) {
  path->push_back(node);
  if (node->is_token && (*left)-- == 0) return true;
  for (Node& child : node->children) {
    if (FindPath(&child, left, path)) return true;
  }
  path->pop_back();
  return false;
}

class Steering {
 public:
  Steering(Node tree, Deriver* deriver, Random* random, const OnTry& on_try)
      : tree_(std::move(tree)), deriver_(deriver), random_(random), on_try_(on_try) {}

  Node Run() {
    for (std::size_t round = 0; round < kRunRounds; ++round) {
      if (!MakeValid()) break;
      const std::optional<std::size_t> offset = RunErrorOffset();
      // Some programs may fail: that is a result, too.
      if (!offset || random_->OneIn(8)) break;
      Mend({*offset}, /*budget=*/random_->Below(6));
    }
    return std::move(tree_);
  }

 private:
  /// Lays the tree out and checks it until there are no problems; false when some stay.
  bool MakeValid() {
    for (std::size_t round = 0; round < kCheckRounds; ++round) {
      rendering_ = Render(tree_, Layout(), random_);
      if (on_try_) on_try_(rendering_.text);
      const Compilation compilation = Compile(rendering_.text, EndlessTime());
      if (compilation.program) return true;
      std::vector<std::size_t> offsets;
      for (const Diagnostic& problem : compilation.diagnostics) {
        if (problem.range) offsets.push_back(problem.range->begin);
      }
      if (offsets.empty()) return false;
      Mend(offsets, /*budget=*/round < kCheckRounds / 2 ? random_->Below(10) : 1);
    }
    return false;
  }

  std::optional<std::size_t> RunErrorOffset() {
    Session session = Session::Start(rendering_.text, EndlessTime());
    while (session.envelope().status == Status::kInputRequired) session.Resume("7");
    const std::optional<RunError>& error = session.envelope().error;
    if (!error || !error->position) return std::nullopt;
    const Source source(rendering_.text);
    return source.lines()[error->position->line - 1].begin + error->position->column - 1;
  }

  static Limits EndlessTime() { return *Limits().With(Limit::kActiveMs, 60'000); }

  /// Derives anew what stands at these code points, the last first, so that the numbers of the
  /// tokens before it stay what they are.
  void Mend(std::vector<std::size_t> offsets, std::size_t budget) {
    std::sort(offsets.begin(), offsets.end());
    std::size_t before = rendering_.offsets.size();
    while (!offsets.empty()) {
      const auto found =
          std::upper_bound(rendering_.offsets.begin(), rendering_.offsets.end(), offsets.back());
      offsets.pop_back();
      // The last token that begins there; structural tokens share their offset with what follows.
      std::size_t token = static_cast<std::size_t>(found - rendering_.offsets.begin());
      if (token == 0) continue;
      --token;
      if (token >= before) continue;
      before = Replace(token, budget);
    }
  }

  /// Replaces a rule over the token; the number of the first token that is new.
  std::size_t Replace(std::size_t token, std::size_t budget) {
    Path path;
    std::size_t left = token;
    if (!FindPath(&tree_, &left, &path)) return token;
    // The nearest rule that is more than a chain to this token, or the rule of the token itself.
    std::size_t depth = path.size() - 2;
    while (depth > 1 && random_->OneIn(3)) --depth;
    while (depth > 1 && path[depth]->children.size() == 1 && random_->OneIn(2)) --depth;
    if (depth == 0) return token;
    Node* node = path[depth];
    std::size_t first = token;
    // Tokens of the node that stand before the one that was looked for.
    for (const Node* leaf : Tokens(*node)) {
      if (leaf == path.back()) break;
      --first;
    }
    *node = deriver_->Derive(node->symbol, budget);
    return first;
  }

  Node tree_;
  Deriver* deriver_;
  Random* random_;
  const OnTry& on_try_;
  Rendering rendering_;
};

/// Most programs are as long as those that models write.
std::size_t ProgramBudget(Random* random) {
  if (random->OneIn(64)) return random->Between(1000, 6000);
  if (random->OneIn(8)) return random->Below(20);
  return random->Between(20, 300);
}

}  // namespace

std::string GenerateText(Mode mode, std::size_t budget, Random* random, EdgeCounts* counts,
                         const OnTry& on_try) {
  const TokenTexts texts(random, /*wild=*/mode == Mode::kGrammar);
  Deriver deriver(&texts, random, counts);
  Node tree = deriver.Derive(0, budget);
  if (mode == Mode::kSteered) tree = Steering(std::move(tree), &deriver, random, on_try).Run();
  return Render(tree, RandomLayout(random), random).text;
}

Program Generate(std::uint64_t seed, EdgeCounts* counts, const OnTry& on_try) {
  Random random(seed);
  const std::size_t choice = random.Below(8);
  const Mode base = choice < 2 ? Mode::kGrammar : Mode::kSteered;
  Program program{GenerateText(base, ProgramBudget(&random), &random, counts, on_try), base};
  if (choice >= 5 || random.OneIn(8)) {
    program.mode = Mode::kMutated;
    do {
      program.text = Mutate(program.text, &random);
      if (on_try) on_try(program.text);
    } while (random.OneIn(2));
  }
  return program;
}

}  // namespace aegis::fuzz
