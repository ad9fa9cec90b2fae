# SPDX-License-Identifier: Apache-2.0
"""exchange_report.py FILE [--quick] [--json] [--check]: the table and goals of `slipway bench exchange`.

FILE has a line for each measurement: CELL VALUE. Of a cell that was measured in several rounds the median counts.
"""

import json
import statistics
import sys

CELLS = {
    "orders": "the exchange server, 64 connections, orders a second",
    "memory": "the same without its store",
    "c1024": "the same, 1,024 connections",
    "one_symbol": "the same, all orders in one symbol",
    "one_core": "the same; load, server and database on one core",
    "update": "pgbench: single-row updates, prepared, 64 clients",
    "one_txn": "an order as one transaction in a SQL function",
    "report": "the report's design, rebuilt, pool of 64",
}
# Key: cell over cell, and the least allowed ratio.
RATIOS = {
    "vs_pgbench": ("orders", "update", 1.5),
    "vs_one_txn": ("orders", "one_txn", 5.0),
    "vs_report_design": ("orders", "report", 15.0),
    "durable_vs_memory": ("orders", "memory", 0.4),
    "c1024_vs_c64": ("c1024", "orders", 0.7),
    "one_symbol_vs_many": ("one_symbol", "orders", 0.8),
    "cores_scaling": ("orders", "one_core", 1.5),
}
LEAST = {"orders_per_s": ("orders", 12000.0)}
MOST = {"p99_ms": ("p99_ms", 20.0), "restart_s": ("restart_s", 5.0), "rss_mb": ("rss_mb", 256.0)}


def read(path):
    values = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            cell, value = line.split()
            values.setdefault(cell, []).append(float(value))
    return values


def main():
    """Prints the table, or JSON; exits with 1 where --check is given and a goal is missed."""
    values = read(sys.argv[1])
    median = {cell: statistics.median(found) for cell, found in values.items()}
    found, goals = {}, {}
    for key, (cell, goal) in LEAST.items():
        found[key], goals[key] = median.get(cell), (goal, True)
    for key, (over, under, goal) in RATIOS.items():
        found[key] = median[over] / median[under] if over in median and median.get(under) else None
        goals[key] = (goal, True)
    for key, (cell, goal) in MOST.items():
        found[key], goals[key] = median.get(cell), (goal, False)
    met = {
        key: found[key] is not None and (found[key] >= goal if least else found[key] <= goal)
        for key, (goal, least) in goals.items()
    }
    if "--json" in sys.argv:
        print(json.dumps({key: value for key, value in found.items() if value is not None}))
    else:
        print(f"{'':56} {'median':>9} {'least':>9} {'most':>9}  processor, us each")
        for cell, words in CELLS.items():
            if cell in values:
                cpu = f"{median[cell + '.cpu_us']:19.0f}" if cell + ".cpu_us" in median else ""
                print(f"{words:56} {median[cell]:9.0f} {min(values[cell]):9.0f} {max(values[cell]):9.0f} {cpu}")
        if "stored" in median:
            print(f"restart with {median['stored']:.0f} orders stored, {median['open']:.0f} open; at half the rate p50 {median['p50_ms']:.2f} ms")
        print()
        for key, (goal, least) in goals.items():
            value = "       -" if found[key] is None else f"{found[key]:8.2f}"
            print(f"{key:24} {value}   goal {'' if least else 'at most '}{goal:g}{'' if met[key] else '   MISSED'}")
    sys.exit(1 if "--check" in sys.argv and not all(met.values()) else 0)


main()
