#include <aegis/interp/session.h>

#include <iostream>

int main() {
  aegis::Session session =
      aegis::Session::Start("print(\"hello, \" + input())\nprint(2.0 ^ 0.5)\n");
  session.Resume("world");
  std::cout << session.envelope().output;
  return session.envelope().status == aegis::Status::kOk ? 0 : 1;
}
