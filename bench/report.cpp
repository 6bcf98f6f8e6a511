#include "bench/report.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace aegis::bench {
namespace {

std::string Fixed(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

double Median(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

void Collector::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
    std::vector<double>& times = times_[run.run_name.function_name];
    times.push_back(run.GetAdjustedRealTime());
    std::sort(times.begin(), times.end());
  }
}

std::vector<double> Collector::TimesOf(const std::string& name) const {
  const auto found = times_.find(name);
  return found == times_.end() ? std::vector<double>() : found->second;
}

bool PrintTable(const Collector& collector, const std::vector<std::string>& groups,
                const std::vector<Line>& lines, std::ostream* out) {
  const auto row = [&](const std::vector<std::string>& cells) {
    *out << "| " << std::left << std::setw(12) << cells[0] << " | " << std::setw(30) << cells[1];
    for (std::size_t i = 2; i < cells.size(); ++i) {
      *out << " | " << std::right << std::setw(8) << cells[i];
    }
    *out << " |\n";
  };
  row({"program", "what", "ms", "min", "max", "ratio", "target"});
  *out << "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n";
  bool met = true;
  for (const std::string& group : groups) {
    const std::vector<double> checks = collector.TimesOf(group + "/check");
    for (const Line& line : lines) {
      const std::vector<double> times = collector.TimesOf(group + "/" + line.name);
      if (times.empty() || checks.empty()) continue;
      const double ratio = Median(times) / Median(checks);
      const bool is_missed = line.target > 0 && ratio > line.target;
      met = met && !is_missed;
      row({group, line.name, Fixed(Median(times), 3), Fixed(times.front(), 3),
           Fixed(times.back(), 3), Fixed(ratio, 2),
           line.target == 0 ? "" : Fixed(line.target, 1) + (is_missed ? " MISSED" : "")});
    }
  }
  return met;
}

}  // namespace aegis::bench
