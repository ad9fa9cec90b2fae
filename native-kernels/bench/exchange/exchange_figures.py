# SPDX-License-Identifier: Apache-2.0
"""exchange_figures.py FILE OUT REQUESTS: the experiments of the exchange report as tables and plots.

FILE has lines EXPERIMENT DESIGN WHERE DATA X RATE SECONDS SERVER DATABASE LOAD ERRORS: the rate, the time that REQUESTS take at
it, the cores that server, database and load used, and the share of requests that were answered with an error. Of experiment cores, WHERE
is the number of connections. Writes exchange-pools.svg, exchange-cores.svg and exchange-symbols.svg to OUT.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "twophase"))
import line_chart  # noqa: E402  it lies beside another benchmark

DESIGNS = {"report": "the report's design", "ours": "the exchange server"}
DATA = {"valid": "valid orders", "random": "the report's data, mostly invalid"}
# The report's own table, by pool: on one machine, and on two.
THEIRS = {
    "same": {2: 64.8668, 4: 144.991, 8: 186.815, 16: 192.456, 32: 197.977, 64: 200.711},
    "other": {2: 57.9656, 4: 165.117, 8: 213.634, 16: 233.672, 32: 260.559, 64: 265.161},
}
THEIR_CORES = {1: 272.598, 2: 268.204, 3: 265.154, 4: 275.512}


def read(path):
    rows = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            rows.append(dict(zip(("experiment", "design", "where", "data"), words)) | dict(zip(("x", "rate", "seconds", "server", "database", "load", "errors"), map(float, words[4:]))))
    return rows


def table(rows, x_name, wheres):
    print(f"| {x_name} | data | " + " | ".join(f"{DESIGNS[design]}, {words}: a second (s)" for design in DESIGNS for words in wheres.values()) + " |")
    print("|---|---|" + "---|" * (len(DESIGNS) * len(wheres)))
    for data in dict.fromkeys(row["data"] for row in rows):
        for x in sorted({row["x"] for row in rows}):
            cells = []
            for design in DESIGNS:
                for where in wheres:
                    found = [r for r in rows if (r["design"], r["where"], r["data"], r["x"]) == (design, where, data, x)]
                    cells.append(f"{found[0]['rate']:,.0f} ({found[0]['seconds']:.2f})" if found else "")
            print(f"| {x:g} | {DATA[data]} | " + " | ".join(cells) + " |")
    print()


def used(rows):
    """Which cores were used, where most of the load was."""
    print("| design | data | connections | cores bound | server | database | load | answered with an error |\n|---|---|---|---|---|---|---|---|")
    for r in rows:
        print(f"| {DESIGNS[r['design']]} | {DATA[r['data']]} | {r['where']} | {r['x']:g} | {r['server']:.2f} | {r['database']:.2f} | {r['load']:.2f} | {100 * r['errors']:.0f} % |")
    print()


def lines(rows, wheres, extra):
    found = {}
    for design in DESIGNS:
        for where, words in wheres.items():
            points = [(r["x"], r["rate"]) for r in rows if (r["design"], r["where"]) == (design, where)]
            if points:
                found[f"{'ours' if design == 'ours' else 'rebuilt'}, {words}"] = points
    return found | extra


def main():
    """Prints the tables and draws the plots."""
    rows, out, requests = read(sys.argv[1]), sys.argv[2], sys.argv[3]
    print(f"rate, and in brackets the seconds of {requests} requests\n")
    number = "{:,.0f}".format
    pools = [row for row in rows if row["experiment"] == "pools"]
    hosts = {"same": "same host", "other": "other host"}
    table(pools, "pool, or connections to ours", hosts)
    panels = []
    for data in DATA:
        theirs = {f"report, {words} *": list(THEIRS[where].items()) for where, words in hosts.items()} if data == "random" else {}
        panels.append((DATA[data], lines([r for r in pools if r["data"] == data], hosts, theirs)))
    line_chart.draw(f"{out}/exchange-pools.svg", "Requests a second over threads of the pool (ours: connections)", "threads or connections", "requests a second", panels, True, number)

    cores = [row for row in rows if row["experiment"] == "cores"]
    clients = {"64": "64 clients", "256": "256 clients"}
    table(cores, "cores of the server", clients)
    used(cores)
    panels = [(DATA[data], lines([r for r in cores if r["data"] == data], clients, {"report *": list(THEIR_CORES.items())} if data == "random" else {})) for data in DATA]
    line_chart.draw(f"{out}/exchange-cores.svg", "Requests a second over the cores that the server has", "cores", "requests a second", panels, True, number)

    symbols = [row for row in rows if row["experiment"] == "symbols"]
    table(symbols, "symbols", {"same": "same host"})
    line_chart.draw(f"{out}/exchange-symbols.svg", "Valid orders a second over the symbols traded", "symbols", "orders a second", [("64 connections", lines(symbols, {"same": "same host"}, {}))], True, number)


main()
