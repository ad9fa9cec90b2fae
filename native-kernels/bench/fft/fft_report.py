# SPDX-License-Identifier: Apache-2.0
"""fft_report.py FILE [--json] [--check]: the table and the goals of `slipway bench fft`.

FILE has what was measured, each once a round: CELL WHO VALUE. Values are seconds, of fio bytes a second, of pss megabytes, of
numpy the largest error in 1e-16. A key is a quotient of medians; prediction_error is the median of the rounds' errors.
"""

import json
import math
import statistics
import sys

PASSES_MOVE = 4  # times the array: two passes, read and written


class Figures:
    def __init__(self, path):
        self.values = {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                cell, who, value = line.split()
                self.values.setdefault((cell, who), []).append(float(value))

    def all(self, cell, who="ours"):
        return self.values.get((cell, who), [])

    def median(self, cell, who="ours"):
        values = self.all(cell, who)
        return statistics.median(values) if values else math.nan


def overhead(figures, cell, fio, size):
    """Seconds over those that fio would take for as many bytes."""
    return figures.median(cell) / (PASSES_MOVE * size / figures.median(fio, "fio"))


def keys(figures):
    """Key: value, the least and the most that the goal allows."""
    size, memory = figures.median("size", "bytes"), figures.median("memory", "bytes")
    two = figures.median("two-pass")
    errors = [abs(said - took) / took for said, took in zip(figures.all("predicted"), figures.all("two-pass"))]
    ours = figures.median("incore")
    return {
        "numpy_e16": (figures.median("numpy", "numpy"), 0, 10),
        "incore_vs_fftw": (figures.median("incore", "fftw") / ours, 1.2, math.inf),
        "incore_vs_fftw_mpi": (figures.median("incore", "fftw-mpi") / ours, 2.0, math.inf),
        "incore_vs_mkl": (figures.median("incore", "mkl") / ours, None, None),
        "ooc_overhead": (overhead(figures, "two-pass", "fio", size), 0, 1.15),
        "ooc_vs_memmap": (figures.median("memmap", "numpy") / two, 2.2, math.inf),
        "two_pass_vs_report": (figures.median("report") / two, 1.4, math.inf),
        "filter_vs_two": (2 * two / figures.median("filter"), 1.2, math.inf),
        "process_overhead": (two / figures.median("threads"), 0, 1.10),
        "memory_ratio": (figures.median("pss-two-pass") * 2**20 / memory, 0, 1.0),
        "prediction_error": (statistics.median(errors) if errors else math.nan, 0, 0.25),
        "ooc1024_overhead": (overhead(figures, "two-pass1024", "fio1024", 1024**3 * 16), 0, 1.15),
    }


def goal_of(least, most):
    if least is None:
        return ""
    return f"at most {most}" if math.isfinite(most) else f"at least {least}"


def main():
    figures = Figures(sys.argv[1])
    options = sys.argv[2:]
    table = {key: row for key, row in keys(figures).items() if not math.isnan(row[0])}
    missed = [key for key, (value, least, most) in table.items() if least is not None and not least <= value <= most]
    if "--json" in options:
        print(json.dumps({"keys": {key: row[0] for key, row in table.items()}, "missed": missed}))
    else:
        print(f"{'measured':34} {'median':>12} {'least':>12} {'most':>12}")
        for (cell, who), values in figures.values.items():
            print(f"{cell + ' ' + who:34} {statistics.median(values):12.4g} {min(values):12.4g} {max(values):12.4g}")
        print(f"\n{'key':24} {'value':>8}  goal")
        for key, (value, least, most) in table.items():
            print(f"{key:24} {value:8.3f}  {goal_of(least, most)}{'   MISSED' if key in missed else ''}")
    if "--check" in options and missed:
        sys.exit(1)


main()
