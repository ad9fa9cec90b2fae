# SPDX-License-Identifier: Apache-2.0
"""process_report.py [--json] [--check]: the table and the goals of `slipway bench process`.

Reads the lines of JSON that process-bench has printed, one for each number of ranks. --json prints one object with all figures
and the goals that were missed; --check ends with status 1 if a goal was missed.
"""

import json
import math
import sys

# Key: the least and the most that the goal allows.
GOALS = {
    "call_vs_mpi": (0.5, math.inf),
    "bulk_vs_mpi": (1.0, math.inf),
    "starts_per_s": (100_000, math.inf),
    "idle_cores": (0, 0.05),
}


def goal_of(key):
    if key not in GOALS:
        return ""
    least, most = GOALS[key]
    return f"at most {most:g}" if math.isfinite(most) else f"at least {least:g}"


def main():
    figures = {}
    for line in sys.stdin:
        figures.update(json.loads(line))
    options = sys.argv[1:]
    missed = [key for key, (least, most) in GOALS.items() if not least <= figures[key] <= most]
    if "--json" in options:
        print(json.dumps({"keys": figures, "missed": missed}))
    else:
        print(f"{'measured':16} {'median':>12}  goal")
        for key, value in figures.items():
            print(f"{key:16} {value:12.5g}  {goal_of(key)}{'   MISSED' if key in missed else ''}")
    if "--check" in options and missed:
        sys.exit(1)


main()
