# SPDX-License-Identifier: Apache-2.0
"""market_report.py FILE [--quick] [--json] [--check]: the table and goals of `slipway bench market`.

FILE has a line for each measurement: CELL WHO VALUE COUNTS BYTES. All who measure a cell do the same work, so their counts
must be equal; where they are not, the cell has no figure.
"""

import json
import statistics
import sys

# Key: the cell, the rival, the goal. The ratio is the rival's time over ours.
RATIOS = {
    "book_vs_exchange_core": ("limit", "exchange-core", 7.0),
    "book_vs_plain": ("limit", "plain", 1.3),
    "mix_vs_exchange_core": ("mix", "exchange-core", 3.0),
    "chain_vs_openmpi": ("chain", "openmpi", 10.0),
    "chain_vs_mpich": ("chain", "mpich", 5.0),
    "chain_vs_zeromq": ("chain", "zeromq", 8.0),
    "p50_vs_openmpi": ("p50", "openmpi", 2.0),
    "p50_vs_mpich": ("p50", "mpich", 2.0),
    "tcp_vs_zeromq": ("tcp", "zeromq", 2.0),
}
# Key: the cell with the orders a second, and the least allowed number.
PER_SECOND = {"tcp_per_s": ("tcp", 2.5e6), "chain_per_s": ("all", 3e6)}
# Key: the cell with the microseconds, and the most allowed.
MICROSECONDS = {"p50_us": ("p50", 2.0), "p50_one_core_us": ("p50-one-core", 40.0)}
# Key: the cell with the bytes, and the most allowed.
BYTES = {"book_bytes_per_order": ("limit", 40.0)}
CELLS = {
    "limit": "book, limit orders, ns an order",
    "mix": "book, half of the messages cancel, ns a message",
    "line": "a bare line of the cache, there and back, ns",
    "chain": "chain, a message at a time, ns an order",
    "batched": "chain, 64 messages at a time, ns an order",
    "tcp": "chain over TCP, 64 at a time, ns an order",
    "all": "all four parts, 64 at a time, ns an order",
    "p50": "30,000 orders a second, p50 in us",
    "p99": "30,000 orders a second, p99 in us",
    "p50-one-core": "the same, all on one core, p50 in us",
    "p99-one-core": "the same, all on one core, p99 in us",
}


class Figures:
    """What was measured, by cell and by who, a value each round."""

    def __init__(self, path):
        self.values, self.counts, self.bytes = {}, {}, {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                cell, who, value, counts, size = line.split()
                self.values.setdefault((cell, who), []).append(float(value))
                self.counts.setdefault(cell, set()).add(counts)
                self.bytes.setdefault((cell, who), []).append(float(size))

    def is_right(self, cell):
        """Returns whether all counted the same."""
        return len(self.counts.get(cell, ())) == 1

    def median(self, cell, who):
        return statistics.median(self.values[cell, who])


def keys(figures):
    """Returns the figures that stand, by key."""
    found = {}
    for key, (cell, rival, _) in RATIOS.items():
        if figures.is_right(cell) and (cell, rival) in figures.values and (cell, "ours") in figures.values:
            found[key] = figures.median(cell, rival) / figures.median(cell, "ours")
    for key, (cell, _) in BYTES.items():
        if figures.is_right(cell) and (cell, "ours") in figures.bytes:
            found[key] = max(figures.bytes[cell, "ours"])
    for key, (cell, _) in (PER_SECOND | MICROSECONDS).items():
        if figures.is_right(cell) and (cell, "ours") in figures.values:
            median = figures.median(cell, "ours")
            found[key] = 1e9 / median if key in PER_SECOND else median
    return found


def print_table(figures):
    print(f"{'':50} {'median':>9} {'least':>9} {'most':>9}")
    for (cell, who), values in figures.values.items():
        print(f"{CELLS[cell]:50} {statistics.median(values):9.1f} {min(values):9.1f} {max(values):9.1f}  {who}")
    for cell, counts in figures.counts.items():
        note = "" if figures.is_right(cell) else "   THEY DIFFER: no figure"
        print(f"counts of {cell}: {' | '.join(sorted(counts))}{note}")


def print_goal(key, value, goal, met, words):
    if value is None:
        print(f"{key:24} {'-':>8}   goal {words}{goal:.10g}   no figure")
    else:
        print(f"{key:24} {value:8.2f}   goal {words}{goal:.10g}{'' if met else '   MISSED'}")


def main():
    """Prints the table, or JSON; exits with 1 where --check is given and a goal is missed."""
    figures = Figures(sys.argv[1])
    found = keys(figures)
    goals = {key: (goal, found.get(key, 0) >= goal, "") for key, (_, _, goal) in RATIOS.items()}
    goals |= {key: (least, found.get(key, 0) >= least, "") for key, (_, least) in PER_SECOND.items()}
    at_most = BYTES | MICROSECONDS
    goals |= {key: (most, found.get(key, most + 1) <= most, "at most ") for key, (_, most) in at_most.items()}
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        print_table(figures)
        print()
        for key, (goal, met, words) in goals.items():
            print_goal(key, found.get(key), goal, met, words)
    sys.exit(1 if "--check" in sys.argv and not all(met for _, met, _ in goals.values()) else 0)


main()
