#include <aegis/agent/sqlite_store.h>
#include <aegis/agent/toolbox.h>

#include <iostream>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  aegis::agent::SqliteStore files(argv[1]);
  aegis::agent::Toolbox tools(&files);
  tools.Call("create_file", {{"filename", "a.aeg"}, {"content", "print(6 * 7)\n"}});
  std::cout << tools.Call("run_ag_file", {{"filename", "a.aeg"}})["output"].get<std::string>();
}
