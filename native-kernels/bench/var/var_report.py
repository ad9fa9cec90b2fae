# SPDX-License-Identifier: Apache-2.0
"""var_report.py FILE [--quick] [--json] [--check]: the tables and goals of `slipway bench var`.

FILE has what the programs printed, each once a round: CELL WHO NANOSECONDS ERROR ALLOWED. WHO is ours, or a rival with the
way it was used ("mkl-LA"); of a rival's ways the fastest that is right counts. What misses its accuracy in most rounds gets
no figure.
"""

import json
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
# Seconds of a whole command: key, cell, the most that they may be.
SECONDS = {
    "whatif_s": ("whatif", 1.0),
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
    for key, (cell, _) in SECONDS.items():
        if (cell, "ours") in figures.times:
            found[key] = figures.median(cell, "ours") / 1e9
    return found


def time_text(ns):
    return f"{ns:10.3f} ns" if ns < 1e4 else f"{ns / 1e3:10.1f} us"


def table(figures):
    print(f"{'one value':70} {'median':>13} {'least':>13} {'most':>13} {'error':>9} {'at most':>8}")
    for cell, who in figures.times:
        if cell in (seconds for seconds, _ in SECONDS.values()):
            continue
        kind, precision = cell.split("_")
        times = figures.times[cell, who]
        spread = " ".join(time_text(t) for t in (statistics.median(times), min(times), max(times)))
        error = statistics.median(figures.errors[cell, who])
        shown = spread if figures.is_right(cell, who) else f"{'misses its accuracy: no figure':>41}"
        name = f"{CELLS[kind]}, {'double' if precision == 'f64' else 'single'}"
        print(f"{name:55} {who:14} {shown} {error:9.2g} {figures.allowed[cell]:8.2g}")


def main():
    """Prints the tables, or JSON; exits with 1 where --check is given and a goal is missed."""
    figures = Figures(sys.argv[1])
    found = keys(figures)
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        table(figures)
        print()
        for key, (our_cell, _, _, goal) in GOALS.items():
            if key in found:
                note = "" if figures.ours(our_cell) == our_cell else "   ours in double"
                print(f"{key:20} {found[key]:8.2f}   goal {goal:g}{'' if found[key] >= goal else '   MISSED'}{note}")
            else:
                print(f"{key:20} {'-':>8}   goal {goal:g}   no figure")
        for key, (_, most) in SECONDS.items():
            if key in found:
                print(f"{key:20} {found[key]:8.2f}   goal at most {most:g}{'' if found[key] <= most else '   MISSED'}")
            else:
                print(f"{key:20} {'-':>8}   goal at most {most:g}   no figure")
    missed = [key for key, goal in GOALS.items() if found.get(key, 0) < goal[3]]
    missed += [key for key, (_, most) in SECONDS.items() if found.get(key, most + 1) > most]
    sys.exit(1 if "--check" in sys.argv and missed else 0)


main()
