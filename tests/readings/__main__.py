"""Asks node what the JavaScript of the cases gives, and writes it into their file: `make readings`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

from tests.readings.cases import HERE, Case, load
from tests.readings.methods import ASKED
from tests.readings.page import page

# what a case says, in JSON; an error where the original fails
RUNNER = """
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log = () => {};
process.stdout.write(JSON.stringify(cases.map(({code, data}) => {
  try {
    return {value: new Function("data", `let __out; ${code}\\n; return __out === undefined ? null : __out`)(data)};
  } catch (e) {
    return {error: String(e)};
  }
})));
"""


def asked(cases: list[Case]) -> list[dict[str, object]]:
    sent = [
        {"code": "".join(f"let {name} = data.{name};" for name in case.data) + case.original, "data": case.data}
        for case in cases
    ]
    node = shutil.which("node")
    if node is None:
        sys.exit("node is not here: install it to ask what JavaScript gives")
    done = subprocess.run(
        [node, "-e", RUNNER], input=json.dumps(sent), capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)


def main() -> int:
    cases = load("javascript")
    text, wrong = "", 0
    for case, answer in zip(cases, asked(cases), strict=True):
        want = json.dumps(answer, ensure_ascii=False)
        known = case.text("want").strip()
        if known not in ("", want):
            print(f"{case.name}: node gives {want}, the file says {known}")
            wrong += 1
        parts = [(side, want if side == "want" else part) for side, part in case.parts]
        if not known:
            parts.append(("want", want))
        text += f"## {case.name}\n"
        for i, (side, part) in enumerate(parts):
            if part or i:
                text += (f"-- {side}\n" if i else "") + f"{part}\n"
    (HERE / "javascript.txt").write_text(text, encoding="utf-8")
    methods = [Case(call.id, "javascript", [("both", f"__out = {call.original}")]) for call in ASKED]
    given = {call.original: answer["value"] for call, answer in zip(ASKED, asked(methods)) if "value" in answer}
    (HERE / "methods.json").write_text(json.dumps(given, indent=1, ensure_ascii=False) + "\n")
    (HERE.parents[1] / "docs/readings.md").write_text(page(), encoding="utf-8")
    print(f"{len(cases)} cases, {wrong} with another value")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
