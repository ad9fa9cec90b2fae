# SPDX-License-Identifier: Apache-2.0
"""market_figures.py SETTING REPORT FOLDER OUT: figures 8 and 9 of the reports out of the samples of some chains.

SETTING is one, four or clusters, REPORT 32 or 58. FOLDER has a folder for each round, with one for each chain in it (hybrid, openmpi,
mpich), which market-chain --samples has filled. Prints a table, and writes market-figure-8-SETTING.svg and market-figure-9-SETTING.svg
to OUT (-58 behind SETTING for that report).
"""

import csv
import pathlib
import re
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "twophase"))
import line_chart  # noqa: E402  it lies beside another benchmark

SETTINGS = {
    "one": ("one host, two processes", {"hybrid": "streams (hybrid)", "openmpi": "Open MPI", "mpich": "MPICH"}),
    "four": ("four hosts, 1 Gbit/s", {"hybrid": "streams (hybrid)", "openmpi": "Open MPI"}),
    "clusters": ("two clusters 20 ms apart", {"hybrid": "streams, via heads", "openmpi": "Open MPI, routed"}),
}


def rows(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]


def whole(path, column):
    """Returns, by rate, what was counted a second over the whole rate."""
    counted = {}
    for rate in sorted({row["rate"] for row in rows(path)}):
        before, total = 0.0, 0.0
        for sample in (row for row in rows(path) if row["rate"] == rate):
            total += sample[column] * (sample["seconds"] - before)
            before = sample["seconds"]
        counted[rate] = total / before
    return counted


def spread(values, form):
    """The median, and the least and the most where there are several."""
    text = form.format(statistics.median(values))
    return text if len(values) == 1 else f"{text} ({form.format(min(values))}-{form.format(max(values))})"


class Rounds:
    """What the chains of a setting measured, by chain and rate, with a value for each round."""

    def __init__(self, folder, chains):
        self.folders = sorted((path for path in folder.iterdir() if path.name.isdigit()), key=lambda path: int(path.name))
        self.chains = [chain for chain in chains if (self.folders[0] / chain).is_dir()]
        self.times = {chain: [rows(path / chain / "times.csv") for path in self.folders] for chain in self.chains}
        self.rates = [row["rate"] for row in self.times[self.chains[0]][0]]

    def time(self, chain, at, column):
        return [table[at][column] for table in self.times[chain]]

    def better(self, chain, at):
        """By how many per cent the hybrid's mean is less than the chain's, in each round."""
        pairs = zip(self.time("hybrid", at, "completion_us"), self.time(chain, at, "completion_us"))
        return [100 * (1 - hybrid / other) for hybrid, other in pairs]

    def counted(self, chain, kernel, column):
        tables = [whole(path / chain / f"{kernel}.csv", column) for path in self.folders]
        return [(rate, statistics.median(table[rate] for table in tables)) for rate in self.rates]

    def clock(self, chain):
        """The largest offset of clocks that was measured, and by how much it may be wrong, in microseconds."""
        logs = "".join((path / chain / "log").read_text(encoding="utf-8", errors="replace") for path in self.folders)
        ahead = [float(value) for value in re.findall(r"clock_ahead_us=(-?[0-9.]+)", logs)]
        wrong = [float(value) for value in re.findall(r"clock_error_us=([0-9.]+)", logs)]
        return max(ahead, key=abs), max(wrong)


def print_table(rounds, names):
    others = [chain for chain in rounds.chains if chain != "hybrid"] if "hybrid" in rounds.chains else []
    heads = ["orders a second"]
    for chain in rounds.chains:
        heads += [f"{names[chain]}: mean us", "p50", "p99"]
    heads += [f"better than {names[chain]}, %" for chain in others]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for at, rate in enumerate(rounds.rates):
        cells = [f"{rate:,.0f}"]
        for chain in rounds.chains:
            for column in ("completion_us", "completion_p50_us", "completion_p99_us"):
                cells.append(spread(rounds.time(chain, at, column), "{:,.1f}"))
        cells += [spread(rounds.better(chain, at), "{:.0f}") for chain in others]
        print("| " + " | ".join(cells) + " |")
    for chain in rounds.chains:
        print("clock of the confirmation, {}: {:.1f} us ahead of the generator's, wrong by at most {:.1f} us".format(names[chain], *rounds.clock(chain)))


def main():
    """Reads, prints and draws."""
    setting, report, folder, out = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4]
    title, names = SETTINGS[setting]
    rounds = Rounds(folder, names)
    print(f"--report {report}, {title}, rounds: {len(rounds.folders)}; order completion time, median (least-most)")
    print_table(rounds, names)
    end = setting + ("" if report == "32" else f"-{report}")
    panels = [
        (
            subtitle,
            {
                names[chain]: [(rate, statistics.median(rounds.time(chain, at, column))) for at, rate in enumerate(rounds.rates)]
                for chain in rounds.chains
            },
        )
        for subtitle, column in (("mean", "completion_us"), ("half of all orders (p50)", "completion_p50_us"))
    ]
    line_chart.draw(
        f"{out}/market-figure-8-{end}.svg",
        f"Order completion time: {title}",
        "orders a second",
        "microseconds",
        panels,
        True,
        "{:.0f}".format,
    )
    sent = {names[chain]: rounds.counted(chain, "engine", "orders_per_s") for chain in rounds.chains}
    received = {names[chain]: rounds.counted(chain, "confirmation", "messages_per_s") for chain in rounds.chains}
    line_chart.draw(
        f"{out}/market-figure-9-{end}.svg",
        f"What the engine takes and the confirmation gets: {title}",
        "orders a second",
        "a second",
        [("orders into the engine", sent), ("messages to the confirmation", received)],
        False,
        "{:.0f}".format,
    )


main()
