// The wake rule, in the class that counts and in the loop that asks a model.

#include "agent/wake.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "agent/wake_loop.h"

namespace aegis::agent {
namespace {

constexpr const char* kAsks = "print(input())\n";
constexpr const char* kAsksTwice = "a = input()\nb = input()\nprint(a + b)\n";

/// A toolbox with the programs that the tests run.
class WakeTest : public testing::Test {
 protected:
  WakeTest() : tools_(&files_) {
    files_.Put("asks", kAsks);
    files_.Put("asks_twice", kAsksTwice);
    files_.Put("ends", "print(1)\n");
  }

  MemoryStore files_;
  Toolbox tools_;
};

Json File(const std::string& filename) { return {{"filename", filename}}; }

// ---- Wake ---------------------------------------------------------------------------------------

TEST_F(WakeTest, HasFiveResponses) {
  Wake wake(&tools_);
  EXPECT_EQ(wake.limit(), 5);
  for (int response = 1; response <= 5; ++response) {
    ASSERT_TRUE(wake.BeginResponse());
    EXPECT_EQ(wake.responses(), response);
    EXPECT_EQ(wake.Call("run_ag_file", File("ends"))["status"], "ok");
  }
  EXPECT_FALSE(wake.BeginResponse());
  EXPECT_EQ(wake.responses(), 5);
  EXPECT_FALSE(wake.ended());
}

TEST_F(WakeTest, AnInputRequestInTheFifthResponseAllowsTwentyInAll) {
  Wake wake(&tools_);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(wake.BeginResponse());
  EXPECT_EQ(wake.Call("run_ag_file", File("asks"))["status"], "input_required");
  EXPECT_EQ(wake.limit(), 20);
  for (int response = 6; response <= 20; ++response) ASSERT_TRUE(wake.BeginResponse()) << response;
  // The calls of the last response still run.
  EXPECT_EQ(wake.Call("provide_ag_input", {{"value", "x"}})["output"], "x\n");
  EXPECT_FALSE(wake.BeginResponse());
}

TEST_F(WakeTest, MoreInputRequestsAllowNoMoreResponses) {
  Wake wake(&tools_);
  int responses = 0;
  while (wake.BeginResponse()) {
    ++responses;
    EXPECT_EQ(wake.Call("run_ag_file", File("asks_twice"))["status"], "input_required");
    EXPECT_EQ(wake.Call("provide_ag_input", {{"value", ""}})["status"], "input_required");
    EXPECT_EQ(wake.Call("cancel_ag_run", Json::object())["cancelled"], true);
  }
  EXPECT_EQ(responses, 20);
}

TEST_F(WakeTest, TheEndDiscardsTheRunAndKeepsTheFiles) {
  Wake wake(&tools_);
  ASSERT_TRUE(wake.BeginResponse());
  wake.Call("create_file", {{"filename", "new"}, {"content", "print(2)\n"}});
  wake.Call("run_ag_file", File("asks"));
  EXPECT_TRUE(tools_.has_waiting_run());
  wake.End();
  EXPECT_TRUE(wake.ended());
  EXPECT_FALSE(tools_.has_waiting_run());
  EXPECT_EQ(files_.Get("new"), "print(2)\n");
}

TEST_F(WakeTest, StaysEnded) {
  Wake wake(&tools_);
  ASSERT_TRUE(wake.BeginResponse());
  wake.End();
  wake.End();
  EXPECT_FALSE(wake.BeginResponse());
  const Json envelope = wake.Call("list_files", Json::object());
  EXPECT_EQ(envelope["error"]["category"], "value_error");
  EXPECT_EQ(envelope["error"]["message"], "the wake is over");
}

TEST_F(WakeTest, RefusesCallsBeforeTheFirstResponse) {
  Wake wake(&tools_);
  const Json envelope = wake.Call("run_ag_file", File("asks"));
  EXPECT_EQ(envelope["error"]["message"], "the wake has not begun");
  EXPECT_EQ(wake.limit(), 5);
  EXPECT_FALSE(tools_.has_waiting_run());
}

TEST_F(WakeTest, EndsOnEveryWayOut) {
  {
    Wake wake(&tools_);
    wake.BeginResponse();
    wake.Call("run_ag_file", File("asks"));
    EXPECT_TRUE(tools_.has_waiting_run());
  }
  EXPECT_FALSE(tools_.has_waiting_run());
  Wake next(&tools_);
  EXPECT_EQ(next.limit(), 5);
  EXPECT_EQ(next.responses(), 0);
}

TEST_F(WakeTest, TakesOtherLimits) {
  Wake wake(&tools_, {1, 2});
  ASSERT_TRUE(wake.BeginResponse());
  wake.Call("run_ag_file", File("asks"));
  EXPECT_TRUE(wake.BeginResponse());
  EXPECT_FALSE(wake.BeginResponse());
  // A limit that is extended never shrinks.
  Wake shrinking(&tools_, {3, 1});
  ASSERT_TRUE(shrinking.BeginResponse());
  shrinking.Call("provide_ag_input", {{"value", "x"}});
  shrinking.Call("run_ag_file", File("asks"));
  EXPECT_EQ(shrinking.limit(), 3);
}

// ---- The loop -----------------------------------------------------------------------------------

ModelResponse Calls(std::vector<ToolCall> calls) {
  ModelResponse response;
  response.calls = std::move(calls);
  return response;
}

ModelResponse Done() {
  ModelResponse response;
  response.done = true;
  return response;
}

/// A wake of `model`, which gets the number of the response; the requests and records are kept.
struct LoopedWake {
  LoopedWake(Toolbox* tools, const std::function<ModelResponse(int response)>& model)
      : end(RunWake(
            tools,
            [&](const Json& request) {
              requests.push_back(request);
              return model(request["response"].get<int>());
            },
            [&](const ResponseRecord& record) { records.push_back(record); })) {}

  std::vector<Json> requests;
  std::vector<ResponseRecord> records;
  WakeEnd end;
};

TEST_F(WakeTest, LoopGivesFiveResponsesWithoutInput) {
  const LoopedWake wake(&tools_, [](int) {
    return Calls({{"run_ag_file", File("ends"), Json()}});
  });
  EXPECT_EQ(wake.requests.size(), 5U);
  EXPECT_EQ(wake.end.reason, WakeEnd::Reason::kLimit);
  EXPECT_EQ(wake.end.responses, 5);
  EXPECT_EQ(wake.end.limit, 5);
  EXPECT_FALSE(wake.end.discarded);
  EXPECT_EQ(wake.end.problem, "");
}

TEST_F(WakeTest, LoopGivesTwentyAfterAnInputRequestInTheFifth) {
  const LoopedWake wake(&tools_, [](int response) {
    if (response == 5) return Calls({{"run_ag_file", File("asks"), Json()}});
    if (response == 20) {
      return Calls({{"provide_ag_input", {{"value", "late"}}, Json()},
                    {"create_file", {{"filename", "late"}, {"content", "x = 1\n"}}, Json()},
                    {"run_ag_file", File("asks"), Json()}});
    }
    return Calls({});
  });
  EXPECT_EQ(wake.requests.size(), 20U);
  EXPECT_EQ(wake.end.reason, WakeEnd::Reason::kLimit);
  EXPECT_EQ(wake.end.responses, 20);
  EXPECT_EQ(wake.records[4].limit, 5);
  EXPECT_EQ(wake.records[4].limit_after, 20);
  EXPECT_EQ(wake.requests[5]["limit"], 20);
  ASSERT_EQ(wake.records[19].calls.size(), 3U);
  EXPECT_EQ(wake.records[19].calls[0].envelope["output"], "late\n");
  EXPECT_EQ(wake.records[19].calls[2].envelope["status"], "input_required");
  EXPECT_TRUE(wake.end.discarded);
  EXPECT_FALSE(tools_.has_waiting_run());
  EXPECT_EQ(files_.Get("late"), "x = 1\n");
}

TEST_F(WakeTest, LoopStartsEachWakeAtFive) {
  for (int i = 0; i < 2; ++i) {
    const LoopedWake wake(&tools_, [](int response) {
      return response == 3 ? Done() : Calls({{"run_ag_file", File("asks"), Json()}});
    });
    EXPECT_EQ(wake.requests[0], (Json{{"response", 1}, {"limit", 5}, {"results", Json::array()}}));
    // No run waits that is not of this wake.
    EXPECT_EQ(wake.records[0].calls[0].envelope["status"], "input_required");
    EXPECT_EQ(wake.requests[1]["limit"], 20);
    EXPECT_EQ(wake.end.reason, WakeEnd::Reason::kDone);
    EXPECT_EQ(wake.end.responses, 3);
    EXPECT_TRUE(wake.end.discarded);
  }
}

TEST_F(WakeTest, LoopDiscardsTheRunOfAModelThatFails) {
  const LoopedWake wake(&tools_, [](int response) {
    if (response == 2) throw ModelError("it is tired");
    return Calls({{"create_file", {{"filename", "kept"}, {"content", ""}}, Json()},
                  {"run_ag_file", File("asks"), Json()}});
  });
  EXPECT_EQ(wake.end.reason, WakeEnd::Reason::kFailed);
  EXPECT_EQ(wake.end.problem, "it is tired");
  EXPECT_EQ(wake.end.responses, 2);
  EXPECT_TRUE(wake.end.discarded);
  EXPECT_FALSE(tools_.has_waiting_run());
  EXPECT_EQ(files_.Get("kept"), "");
  EXPECT_EQ(wake.records.size(), 1U);
}

TEST_F(WakeTest, LoopDiscardsTheRunWhenTheHostFails) {
  EXPECT_THROW(RunWake(
                   &tools_,
                   [](const Json&) {
                     return Calls({{"run_ag_file", File("asks"), Json()}});
                   },
                   [](const ResponseRecord&) { throw std::runtime_error("the disk is full"); }),
               std::runtime_error);
  EXPECT_FALSE(tools_.has_waiting_run());
}

TEST_F(WakeTest, LoopGivesResultsInOrderAndIdsBack) {
  const LoopedWake wake(&tools_, [](int response) {
    if (response == 2) return Done();
    return Calls({{"list_files", Json::object(), "first"},
                  {"nothing_like_it", Json::object(), Json()},
                  {"read_file", 7, Json{{"n", 2}}}});
  });
  const Json& results = wake.requests[1]["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["tool"], "list_files");
  EXPECT_EQ(results[0]["id"], "first");
  EXPECT_EQ(results[0]["envelope"]["files"].size(), 3U);
  EXPECT_FALSE(results[1].contains("id"));
  EXPECT_EQ(results[1]["envelope"]["error"]["message"], "there is no tool of this name");
  EXPECT_EQ(results[2]["id"], (Json{{"n", 2}}));
  EXPECT_EQ(results[2]["envelope"]["error"]["category"], "value_error");
}

TEST_F(WakeTest, LoopCarriesOutNothingOfATextWithHalfASurrogatePair) {
  const LoopedWake wake(&tools_, [](int response) {
    if (response == 2) return Done();
    return ReadModelResponse(
        R"({"calls": [{"tool": "create_file", "arguments": {"filename": "a\ud800", "content": ""}}]})");
  });
  const Json& envelope = wake.requests[1]["results"][0]["envelope"];
  EXPECT_EQ(envelope["error"]["category"], "value_error");
  EXPECT_NE(envelope.dump().find("surrogate"), std::string::npos);
  EXPECT_EQ(files_.List().size(), 3U);
}

TEST_F(WakeTest, LoopBoundsTheResultsOfAResponse) {
  std::string problems;
  while (problems.size() < 60'000) problems += "$\n";
  files_.Put("problems", problems);
  const LoopedWake wake(&tools_, [](int response) {
    if (response == 2) return Done();
    const ToolCall check{"check_ag_file", File("problems"), Json()};
    return Calls({check, check, check, {"delete_file", File("problems"), Json()}});
  });
  const Json& results = wake.requests[1]["results"];
  EXPECT_EQ(results[0]["envelope"]["valid"], false);
  EXPECT_EQ(results[1]["envelope"]["valid"], false);
  EXPECT_EQ(results[3]["envelope"]["error"]["message"],
            "the results of this response are too large together; call again");
  EXPECT_TRUE(files_.Get("problems"));
}

// ---- Reading a response -------------------------------------------------------------------------

TEST(ModelResponse, IsReadFromJson) {
  const ModelResponse response = ReadModelResponse(
      R"( {"message": "hm", "calls": [{"tool": "a"}, {"id": 3, "tool": "b", "arguments": [1]}]} )");
  EXPECT_EQ(response.message, "hm");
  EXPECT_FALSE(response.done);
  ASSERT_EQ(response.calls.size(), 2U);
  EXPECT_EQ(response.calls[0].tool, "a");
  EXPECT_EQ(response.calls[0].arguments, Json::object());
  EXPECT_TRUE(response.calls[0].id.is_null());
  EXPECT_EQ(response.calls[1].arguments, Json::array({1}));
  EXPECT_EQ(response.calls[1].id, 3);

  EXPECT_TRUE(ReadModelResponse(R"({"done": true})").done);
  EXPECT_FALSE(ReadModelResponse(R"({"done": true})").message);
  EXPECT_TRUE(ReadModelResponse(R"({"calls": []})").calls.empty());
}

std::string ProblemOf(const std::string& text) {
  try {
    ReadModelResponse(text);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "none";
}

TEST(ModelResponse, IsRefusedWhenItMakesNoSense) {
  const auto starts = [](const std::string& text, const std::string& problem) {
    EXPECT_EQ(ProblemOf(text).substr(0, problem.size()), problem) << text;
  };
  starts("", "the response is not JSON");
  starts("{\"done\": true", "the response is not JSON");
  starts("{\"done\": true} {}", "the response is not JSON");
  starts("{\"done\": true, \"message\": \"\xFF\"}", "the response is not JSON");
  starts(std::string(100'000, '['), "the response is not JSON");
  starts("[]", "the response is not an object");
  starts("null", "the response is not an object");
  starts("{}", "the response needs either `calls` or `done`");
  starts(R"({"calls": [], "done": true})", "the response needs either `calls` or `done`");
  starts(R"({"done": false})", "the response's `done` is not true");
  starts(R"({"done": 1})", "the response's `done` is not true");
  starts(R"({"calls": {}})", "the response's `calls` is not an array");
  starts(R"({"calls": null})", "the response's `calls` is not an array");
  starts(R"({"calls": [], "mesage": ""})", "the response has an unknown member `mesage`");
  starts(R"({"calls": [], "message": 1})", "the response's `message` is not a string");
  starts(R"({"calls": ["list_files"]})", "a call is not an object");
  starts(R"({"calls": [{}]})", "a call has no `tool` that is a string");
  starts(R"({"calls": [{"tool": 1}]})", "a call has no `tool` that is a string");
  starts(R"({"calls": [{"tool": "a", "args": {}}]})", "a call has an unknown member `args`");
}

TEST(ModelResponse, HasABoundedNumberOfCalls) {
  Json response = {{"calls", Json::array()}};
  for (std::size_t i = 0; i < ModelResponse::kMaxCalls; ++i) {
    response["calls"].push_back({{"tool", "list_files"}});
  }
  EXPECT_EQ(ReadModelResponse(response.dump()).calls.size(), ModelResponse::kMaxCalls);
  response["calls"].push_back({{"tool", "list_files"}});
  EXPECT_EQ(ProblemOf(response.dump()), "the response has more than 64 calls");
}

}  // namespace
}  // namespace aegis::agent
