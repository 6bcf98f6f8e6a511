#include "interp/interpreter.h"

#include <utility>

// The interpreter is a loop over a stack of tasks and a stack of values. To evaluate an operator is
// to push "apply it" and below which its operands are still to be evaluated; what a recursive
// visitor would keep in its frames is here plain data. So an `input()` stops the loop between two
// tasks, and a chain of thousands of operators costs a longer vector and nothing else.

namespace aegis {
namespace {

// What the budget is charged, in bytes (specification, section 8).
constexpr std::size_t kAssignmentBytes = 32;
constexpr std::size_t kValueBytes = 16;

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const CheckedProgram> program, Budget* budget)
    : program_(std::move(program)), budget_(budget), variables_(program_->ast.names.size()) {
  tasks_.push_back({Step::kStatements, 0, &program_->ast.program, 0});
}

Progress Interpreter::Run() {
  while (!tasks_.empty() && !failure_ && !waiting_) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    Perform(task);
  }
  if (failure_) return Progress::kFailed;
  if (waiting_) return Progress::kNeedsInput;
  execution_ = Execution::kCompleted;
  return Progress::kFinished;
}

Progress Interpreter::Provide(std::string text) {
  const Expr& expr = program_->ast.exprs[*waiting_];
  waiting_.reset();
  if (!IsValidUtf8(text)) {
    Fail(Code::kInputNotUnicode, expr);
  } else if (static_cast<std::int64_t>(text.size()) > budget_->limits()[Limit::kInputBytes]) {
    Fail(Code::kInputTooLong, expr);
  } else {
    Produce(expr, Value(String(std::move(text))));
  }
  return Run();
}

InputRequest Interpreter::request() const {
  return {requests_, source().PositionAt(program_->ast.exprs[*waiting_].token.begin)};
}

void Interpreter::Perform(const Task& task) {
  const Ast& ast = program_->ast;
  switch (task.step) {
    case Step::kStatements:
      if (task.index == task.block->size()) return;
      tasks_.push_back({Step::kStatements, 0, task.block, task.index + 1});
      BeginStatement((*task.block)[task.index]);
      return;
    case Step::kEvaluate:
      Evaluate(task.id);
      return;
    case Step::kUnary: {
      const Expr& expr = ast.exprs[task.id];
      Produce(expr, ApplyUnary(expr.op, Pop()));
      return;
    }
    case Step::kBinary: {
      const Expr& expr = ast.exprs[task.id];
      const Value right = Pop();
      const Value left = Pop();
      Produce(expr, ApplyBinary(expr.op, left, right, budget_->limits()));
      return;
    }
    case Step::kDecide:
      Decide(task.id);
      return;
    case Step::kLogical:
      Produce(ast.exprs[task.id], Pop());
      return;
    case Step::kFinish:
      FinishStatement(ast.statements[task.id]);
      return;
  }
}

// ---- Statements --------------------------------------------------------------------------------

void Interpreter::BeginStatement(StatementId id) {
  const Statement& statement = program_->ast.statements[id];
  execution_ = Execution::kPartial;
  if (const auto passed = budget_->EvaluateNode()) return Fail(*passed, statement.token);
  tasks_.push_back({Step::kFinish, id});
  tasks_.push_back({Step::kEvaluate, statement.expr});
}

void Interpreter::FinishStatement(const Statement& statement) {
  Value value = Pop();
  switch (statement.kind) {
    case StatementKind::kAssignment:
      if (const auto passed = budget_->Allocate(kAssignmentBytes))
        return Fail(*passed, statement.token);
      variables_[statement.name] = std::move(value);
      return;
    case StatementKind::kPrint:
      Print(statement, value);
      return;
    case StatementKind::kIf: {
      const Block& branch = std::get<bool>(value) ? statement.body : statement.else_body;
      tasks_.push_back({Step::kStatements, 0, &branch, 0});
      return;
    }
  }
}

void Interpreter::Print(const Statement& statement, const Value& value) {
  const std::string line = Display(value) + "\n";
  const auto limit = static_cast<std::size_t>(budget_->limits()[Limit::kOutputBytes]);
  if (output_.size() + line.size() > limit) return Fail(Code::kTooMuchOutput, statement.token);
  if (const auto passed = budget_->Allocate(line.size())) return Fail(*passed, statement.token);
  output_ += line;
}

// ---- Expressions -------------------------------------------------------------------------------

void Interpreter::Evaluate(ExprId id) {
  const Ast& ast = program_->ast;
  const Expr& expr = ast.exprs[id];
  if (const auto passed = budget_->EvaluateNode()) return Fail(*passed, expr);
  switch (expr.kind) {
    case ExprKind::kInteger:
      return Produce(expr, Value(ast.integers[expr.payload]));
    case ExprKind::kFloat:
      return Produce(expr, Value(ast.floats[expr.payload]));
    case ExprKind::kString:
      return Produce(expr, Value(String(ast.strings[expr.payload])));
    case ExprKind::kBoolean:
      return Produce(expr, Value(expr.payload != 0));
    case ExprKind::kName:
      values_.push_back(variables_[expr.payload]);
      return;
    case ExprKind::kInput:
      return Request(expr, id);
    case ExprKind::kUnary:
      tasks_.push_back({Step::kUnary, id});
      tasks_.push_back({Step::kEvaluate, expr.left});
      return;
    case ExprKind::kBinary:
      if (expr.op == Operator::kAnd || expr.op == Operator::kOr) {
        tasks_.push_back({Step::kDecide, id});
      } else {
        tasks_.push_back({Step::kBinary, id});
        tasks_.push_back({Step::kEvaluate, expr.right});
      }
      tasks_.push_back({Step::kEvaluate, expr.left});
      return;
    case ExprKind::kMissing:
      return Fail(Code::kInternalError, expr);  // no checked program has one
  }
}

void Interpreter::Request(const Expr& expr, ExprId id) {
  if (requests_ >= budget_->limits()[Limit::kInputRequests]) {
    return Fail(Code::kTooManyInputs, expr);
  }
  ++requests_;
  waiting_ = id;
}

void Interpreter::Decide(ExprId id) {
  const Expr& expr = program_->ast.exprs[id];
  const bool left = std::get<bool>(Pop());
  const bool decides = left == (expr.op == Operator::kOr);
  if (decides) return Produce(expr, Value(left));
  tasks_.push_back({Step::kLogical, id});
  tasks_.push_back({Step::kEvaluate, expr.right});
}

void Interpreter::Produce(const Expr& expr, Value value) {
  if (const auto passed = budget_->Allocate(kValueBytes + PayloadBytes(value))) {
    return Fail(*passed, expr);
  }
  values_.push_back(std::move(value));
}

void Interpreter::Produce(const Expr& expr, Outcome outcome) {
  if (const Code* code = std::get_if<Code>(&outcome)) return Fail(*code, expr);
  Produce(expr, std::get<Value>(std::move(outcome)));
}

Value Interpreter::Pop() {
  Value value = std::move(values_.back());
  values_.pop_back();
  return value;
}

void Interpreter::Fail(Code code, Range range) {
  if (Info(code).category == Category::kLimitError) {
    failure_ = LimitDiagnostic(code, range, budget_->limits());
  } else {
    failure_ = Diagnostic{code, range, {}, "", {}};
  }
}

/// The messages of some problems name the operator.
void Interpreter::Fail(Code code, const Expr& expr) {
  Fail(code, expr.token);
  if (expr.kind == ExprKind::kUnary || expr.kind == ExprKind::kBinary) {
    failure_->arguments.push_back(Spelling(expr.op));
  }
}

}  // namespace aegis
