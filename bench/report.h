#pragma once

#include <benchmark/benchmark.h>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace aegis::bench {

/// Collects the times of all repetitions, and shows nothing meanwhile.
class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override;

  /// The milliseconds of each repetition of a benchmark, in ascending order; none when it did not
  /// run.
  std::vector<double> TimesOf(const std::string& name) const;

 private:
  std::map<std::string, std::vector<double>> times_;
};

/// A line of the table: a benchmark `GROUP/NAME`, and how many times as long as `GROUP/check` it
/// may take; 0 for no such target.
struct Line {
  std::string name;
  double target;
};

/// Prints the table of `lines` for every group: medians, their ratio to the group's check, and the
/// fastest and slowest repetition. What did not run is left out, and so is a group without a check.
/// Returns whether all targets are met.
bool PrintTable(const Collector& collector, const std::vector<std::string>& groups,
                const std::vector<Line>& lines, std::ostream* out);

}  // namespace aegis::bench
