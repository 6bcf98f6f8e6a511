#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interp/envelope.h"
#include "interp/value.h"
#include "semantic/compile.h"
#include "syntax/budget.h"

namespace aegis {

/// How far a run has come.
enum class Progress : std::uint8_t { kFinished, kNeedsInput, kFailed };

/// Evaluates a checked program (specification, sections 7 and 8). The walk over the tree keeps its
/// place in a stack of its own, not on the machine's, so it can stop at an `input()` anywhere in an
/// expression, go on later, and needs no deep recursion for any program.
class Interpreter {
 public:
  /// `budget` outlives the interpreter and has already paid for the front end.
  Interpreter(std::shared_ptr<const CheckedProgram> program, Budget* budget);

  /// Runs until the end, the next `input()` or an error.
  Progress Run();
  /// Answers the `input()` that waits and runs on.
  Progress Provide(std::string text);

  const std::string& output() const { return output_; }
  /// The request that waits, after kNeedsInput.
  InputRequest request() const;
  /// What went wrong, after kFailed.
  const Diagnostic& failure() const { return *failure_; }
  Execution execution() const { return execution_; }
  const Source& source() const { return program_->source; }

 private:
  enum class Step : std::uint8_t {
    kStatements,  ///< the statements of `block` from `index` on
    kEvaluate,    ///< the expression `id`
    kUnary,       ///< the operator `id` on the value on top
    kBinary,      ///< the operator `id` on the two values on top
    kDecide,      ///< whether the left value of `and`/`or` `id` decides
    kLogical,     ///< the right value of `and`/`or` `id` is its value
    kFinish,      ///< the statement `id`, whose expression has its value
  };

  struct Task {
    Step step;
    std::uint32_t id = 0;  ///< ExprId or StatementId
    const Block* block = nullptr;
    std::size_t index = 0;
  };

  void Perform(const Task& task);
  void BeginStatement(StatementId id);
  void FinishStatement(const Statement& statement);
  void Print(const Statement& statement, const Value& value);
  void Evaluate(ExprId id);
  void Request(const Expr& expr, ExprId id);
  void Decide(ExprId id);
  /// Takes the value of `expr`, charges for it and pushes it.
  void Produce(const Expr& expr, Value value);
  void Produce(const Expr& expr, Outcome outcome);
  Value Pop();
  void Fail(Code code, Range range);
  void Fail(Code code, const Expr& expr);

  std::shared_ptr<const CheckedProgram> program_;
  Budget* budget_;
  std::vector<Task> tasks_;  // what remains to be done, the next on top
  std::vector<Value> values_;
  std::vector<Value> variables_;  // by NameId
  std::string output_;
  std::optional<ExprId> waiting_;  // the `input()` that waits
  int requests_ = 0;
  std::optional<Diagnostic> failure_;
  Execution execution_ = Execution::kNotStarted;
};

}  // namespace aegis
