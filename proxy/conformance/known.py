"""Compares what a suite says with what is known to fail: known.py OUT KNOWN."""

import re
import sys

LINE = re.compile(r"^test (\S+?)(?: \[.*\])?\s+\.\.\. (ok|FAILED|ignored)")


def main(out: str, known_file: str) -> int:
    outcomes = {}
    with open(out, encoding="utf-8") as lines:
        for line in lines:
            if found := LINE.match(line):
                outcomes[found[1].rsplit("::", 1)[-1]] = found[2]
    with open(known_file, encoding="utf-8") as lines:
        known = {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}
    failed = {test for test, outcome in outcomes.items() if outcome == "FAILED"}
    passed = sum(outcome == "ok" for outcome in outcomes.values())
    ignored = sum(outcome == "ignored" for outcome in outcomes.values())
    print(f"{passed} passed, {len(failed)} failed, {ignored} are of what is not there")
    for test in sorted(failed - known):
        print(f"fails, and {known_file} does not know it: {test}")
    for test in sorted(known - failed):
        print(f"{known_file} says that it fails, and it does not: {test}")
    return 1 if failed != known or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
