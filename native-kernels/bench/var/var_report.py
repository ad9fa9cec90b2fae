# SPDX-License-Identifier: Apache-2.0
"""var_report.py FILE [--quick] [--json] [--check] [--kernels | --commands]: the tables and goals of `slipway bench var`.

FILE has what the programs printed, each once a round: CELL WHO NANOSECONDS ERROR ALLOWED, of a whole command seconds. WHO is ours, or a rival with the
way it was used ("mkl-LA"); of a rival's ways the fastest that is right counts. What misses its accuracy in most rounds gets
no figure.
"""

import json
import math
import statistics
import sys

# Key: our cell, the rival's cell, the rival, the goal. Where our single precision has no figure, our double stands in. Our
# proxy is held against our own fresh paths in double.
GOALS = {
    "exp_f64_vs_mkl": ("exp_f64", "exp_f64", "mkl", 1.0),
    "exp_f32_vs_mkl": ("exp_f32", "exp_f32", "mkl", 1.0),
    "cdf_f64_vs_mkl": ("cdf_f64", "cdf_f64", "mkl", 1.0),
    "cdf_f32_vs_mkl": ("cdf_f32", "cdf_f32", "mkl", 1.0),
    "normal_f64_vs_mkl": ("normal_f64", "normal_f64", "mkl", 1.0),
    "normal_f32_vs_mkl": ("normal_f32", "normal_f32", "mkl", 1.0),
    "bs_f64_vs_mkl": ("bs_f64", "bs_f64", "mkl", 1.5),
    "bs_f32_vs_mkl": ("bs_f32", "bs_f32", "mkl", 3.0),
    "bs_f32_vs_jax": ("bs_f32", "bs_f32", "jax", 6.0),
    "path_vs_mkl": ("path_f32", "path_f32", "mkl", 0.9),
    "path_vs_jax": ("path_f32", "path_f32", "jax", 12.0),
    "path_vs_numpy": ("path_f32", "path_f32", "numpy", 18.0),
    "path_vs_quantlib": ("path_f32", "path_f32", "quantlib", 200.0),
    "crn_vs_mkl": ("crn_f32", "crn_f32", "mkl", 1.2),
    "table_vs_mkl": ("table_f32", "crn_f32", "mkl", 15.0),
    "proxy_vs_full": ("proxy_f32", "path_f64", "ours", 100.0),
}
CELLS = {
    "exp": "exponential",
    "log": "logarithm",
    "cdf": "normal distribution",
    "normal": "normals by Philox",
    "bs": "Black-Scholes, price, volatility and rate move",
    "path": "Asian, 12 fixings, 100 paths, fresh normals",
    "crn": "Asian, common normals",
    "proxy": "Asian, by proxy",
    "table": "Asian, common normals, only the price moves",
}
# Whole commands. Key: the measured cell, the divisor, the least and the most that the goal allows.
COMMANDS = {
    "end_to_end_overhead": ("bank_cpu", "kernels", 0, 1.25),
    "scaling": ("bank_1", "bank_2", 1.9, math.inf),
    "bank_mb_per_rank": ("bank_mb", None, 0, 512),
    "whatif_s": ("whatif", None, 0, 1.0),
}
MEASURED = {
    "bank_1": "1 % of the bank on 1 rank, seconds",
    "bank_2": "1 % of the bank on 2 ranks, seconds",
    "bank_cpu": "its processor time on 2 ranks, seconds",
    "kernels": "the kernels alone, processor time, seconds",
    "bank_mb": "the whole bank, MiB of the larger rank",
    "whatif": "trades on a saved run, seconds",
}


class Figures:
    """What was measured, by cell and by who, a value each round."""

    def __init__(self, path):
        self.times, self.errors, self.allowed = {}, {}, {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                cell, who, ns, error, allowed = line.split()
                self.times.setdefault((cell, who), []).append(float(ns))
                self.errors.setdefault((cell, who), []).append(float(error))
                self.allowed[cell] = float(allowed)

    def is_right(self, cell, who):
        return statistics.median(self.errors[cell, who]) <= self.allowed[cell]

    def median(self, cell, who):
        return statistics.median(self.times[cell, who])

    def best(self, cell, rival):
        """Returns the fastest way of a rival that is right, or None."""
        ways = [who for where, who in self.times if where == cell and who.split("-")[0] == rival]
        return min((way for way in ways if self.is_right(cell, way)), key=lambda way: self.median(cell, way), default=None)

    def ours(self, cell):
        """Returns our cell: its double where there is no single."""
        return cell if self.best(cell, "ours") else cell.replace("f32", "f64")


def keys(figures):
    """Returns the ratios, by key: the rival's time over ours."""
    found = {}
    for key, (our_cell, their_cell, rival, _) in GOALS.items():
        our_cell = figures.ours(our_cell)
        ours, theirs = figures.best(our_cell, "ours"), figures.best(their_cell, rival)
        # Two single precisions are compared, or a double of ours that is faster anyway, but no closed form with another.
        if ours and theirs and (our_cell[-3:] == their_cell[-3:] or not key.startswith("bs")):
            found[key] = figures.median(their_cell, theirs) / figures.median(our_cell, ours)
    for key, (cell, divisor, _, _) in COMMANDS.items():
        if all((name, "ours") in figures.times for name in (cell, divisor) if name):
            found[key] = figures.median(cell, "ours") / (figures.median(divisor, "ours") if divisor else 1)
    return found


def is_met(key, value):
    """Tells whether a key has a figure that its goal allows."""
    if key in GOALS:
        return value is not None and value >= GOALS[key][3]
    return value is not None and COMMANDS[key][2] <= value <= COMMANDS[key][3]


def time_text(ns):
    return f"{ns:10.3f} ns" if ns < 1e4 else f"{ns / 1e3:10.1f} us"


def kernel_table(figures):
    print(f"{'one value':70} {'median':>13} {'least':>13} {'most':>13} {'error':>9} {'at most':>8}")
    for cell, who in figures.times:
        if cell in MEASURED:
            continue
        kind, precision = cell.split("_")
        times = figures.times[cell, who]
        spread = " ".join(time_text(t) for t in (statistics.median(times), min(times), max(times)))
        error = statistics.median(figures.errors[cell, who])
        shown = spread if figures.is_right(cell, who) else f"{'misses its accuracy: no figure':>41}"
        name = f"{CELLS[kind]}, {'double' if precision == 'f64' else 'single'}"
        print(f"{name:55} {who:14} {shown} {error:9.2g} {figures.allowed[cell]:8.2g}")
    print()


def command_table(figures):
    print(f"{'whole commands':50} {'median':>10} {'least':>10} {'most':>10}")
    for cell, name in MEASURED.items():
        values = figures.times.get((cell, "ours"), [math.nan])
        print(f"{name:50} {statistics.median(values):10.2f} {min(values):10.2f} {max(values):10.2f}")
    print()


def goal_text(key):
    if key in GOALS:
        return f"{GOALS[key][3]:g}"
    _, _, least, most = COMMANDS[key]
    return f"{least:g}" if most == math.inf else f"at most {most:g}"


def goals(figures, found, asked):
    for key in asked:
        if key not in found:
            print(f"{key:20} {'-':>8}   goal {goal_text(key)}   no figure")
            continue
        missed = "" if is_met(key, found[key]) else "   MISSED"
        note = "" if key in COMMANDS or figures.ours(GOALS[key][0]) == GOALS[key][0] else "   ours in double"
        print(f"{key:20} {found[key]:8.2f}   goal {goal_text(key)}{missed}{note}")


def main():
    """Prints the tables, or JSON; exits with 1 where --check is given and a goal is missed."""
    figures = Figures(sys.argv[1])
    found = keys(figures)
    kernels, commands = "--commands" not in sys.argv, "--kernels" not in sys.argv
    asked = [*(GOALS if kernels else ()), *(COMMANDS if commands else ())]
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        if kernels:
            kernel_table(figures)
        if commands:
            command_table(figures)
        goals(figures, found, asked)
    missed = [key for key in asked if not is_met(key, found.get(key))]
    sys.exit(1 if "--check" in sys.argv and missed else 0)


main()
