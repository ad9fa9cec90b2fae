"""read_report.py FOLDER NAME=BYTES... [--quick] [--json] [--check]: the tables, plots and goals of `slipway bench read`.

FOLDER/read.times has what bench-read printed: CELL VARIANT SECONDS BYTES [CHOICE]. A cell is one file read by one set of
ranks; a variant is a way to read it. Variants named node... or rank... forced the library's plan, auto did not.
"""

import os
import statistics
import sys

from line_chart import draw, size_text

# Key, goal, and whether more is better.
GOALS = {
    "plain_vs_posix": (8, True),
    "plain_vs_generic": (3.5, True),
    "block_vs_posix": (3.0, True),
    "block_vs_generic": (1.25, True),
    "mbc_vs_posix": (2.5, True),
    "plain16_vs_posix": (10, True),
    "block16_vs_posix": (5, True),
    "nodes_vs_bcast": (20, True),
    "nodes_vs_report": (5, True),
    "auto_overhead": (1.10, False),
    "auto_overhead_worst": (1.25, False),
}
GENERIC = ("generic-ompio", "generic-romio321")
WORDS = {
    "posix": "POSIX read of 256 bytes by each rank",
    "buffer": "each rank, buffer of 1 MiB",
    "broadcast": "rank 0 and MPI_Bcast, 1 MiB",
    "generic-ompio": "MPI_File_read_all, 1 MiB, OMPIO",
    "generic-romio321": "MPI_File_read_all, 1 MiB, ROMIO",
    "report": "report: MPI_Bcast of blocks, zlib by each rank",
    "auto": "twophase, automatic",
}
# The report's table 1, 128 nodes: baseline, user-level, compressed.
REPORTED = {"large": (15.65, 8.662, 6.704), "small": (0.186, 0.124, 0.074)}


def is_forced(variant):
    return variant.startswith(("node", "rank"))


def in_order(variants):
    """The rivals, ours, and what was forced."""
    known = list(WORDS)
    return sorted(variants, key=lambda v: (known.index(v) if v in known else len(known), v))


class Times:
    def __init__(self, path):
        self.cells, self.choices, self.bytes = {}, {}, {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                cell, variant, seconds, size, *choice = line.split()
                self.cells.setdefault(cell, {}).setdefault(variant, []).append(float(seconds))
                self.choices.setdefault((cell, variant), set()).update(choice)
                self.bytes[cell] = int(size)

    def median(self, cell, variant):
        return statistics.median(self.cells[cell][variant])

    def fastest(self, cell, variants):
        return min((v for v in self.cells[cell] if v in variants), key=lambda v: self.median(cell, v))

    def has(self, *cells):
        return all(cell in self.cells for cell in cells)

    def named(self, prefix):
        return [cell for cell in self.cells if cell.startswith(prefix + ".")]

    def overhead(self, cell):
        forced = [self.median(cell, variant) for variant in self.cells[cell] if is_forced(variant)]
        return self.median(cell, "auto") / min(forced)


def keys(times):
    """What could be measured, by key. A ratio is of medians: their seconds over ours."""
    found = {}

    def ratio(key, their_cell, theirs, our_cell, ours="auto"):
        if times.has(their_cell, our_cell):
            best = times.fastest(their_cell, theirs)
            found[key] = times.median(their_cell, best) / times.median(our_cell, ours)

    ratio("plain_vs_posix", "ranks8.plain", ["posix"], "ranks8.plain")
    ratio("plain_vs_generic", "ranks8.plain", GENERIC, "ranks8.plain")
    ratio("block_vs_posix", "ranks8.plain", ["posix"], "ranks8.block")
    ratio("block_vs_generic", "ranks8.plain", GENERIC, "ranks8.block")
    mbc = times.fastest("ranks8.plain", [f"rank-mbc-{access}" for access in (1, 2, 4, 8)])
    ratio("mbc_vs_posix", "ranks8.plain", ["posix"], "ranks8.plain", mbc)
    ratio("plain16_vs_posix", "ranks16.plain", ["posix"], "ranks16.plain")
    ratio("block16_vs_posix", "ranks16.plain", ["posix"], "ranks16.block")
    ratio("nodes_vs_bcast", "nodes.plain", ["rank-mbc-1"], "nodes.block")
    ratio("nodes_vs_report", "nodes.block", ["report"], "nodes.block")
    overheads = [times.overhead(cell) for cell in times.cells if any(map(is_forced, times.cells[cell]))]
    found["auto_overhead"] = statistics.median(overheads)
    found["auto_overhead_worst"] = max(overheads)
    return found


def table(times, cell, title, base):
    """All variants of a cell; x is how many times faster than BASE, the cell and variant that is the baseline."""
    print(f"\n{title}")
    print(f"  {'':48} {'median s':>9} {'least':>8} {'most':>8} {'x':>7}")
    for variant in in_order(times.cells[cell]):
        seconds = times.cells[cell][variant]
        words = WORDS.get(variant, "twophase, forced: " + variant.replace("-", " "))
        choice = " ".join(sorted(times.choices[cell, variant])) if variant == "auto" else ""
        ratio = times.median(*base) / times.median(cell, variant)
        spread = f"{times.median(cell, variant):9.4f} {min(seconds):8.4f} {max(seconds):8.4f}"
        print(f"  {words:48} {spread} {ratio:7.2f}  {choice}".rstrip())


def tables(times, sizes):
    def ratio_of(name):
        return f"{sizes[name + '.csv'] / 1e6:.2f} MB, compressed {sizes[name + '.csv.gz'] / 1e6:.2f} MB"

    for ranks in (8, 16):
        base = f"ranks{ranks}.plain", "posix"
        table(times, f"ranks{ranks}.plain", f"One node, {ranks} ranks, {ratio_of('main')}: plain", base)
        table(times, f"ranks{ranks}.block", f"The same, compressed ({ranks} ranks)", base)
    for name in ("large", "small"):
        base = f"{name}.plain", "posix"
        table(times, f"{name}.plain", f"Table 1, one node, 8 ranks, {ratio_of(name)}: plain", base)
        table(times, f"{name}.block", "The same, compressed", base)
        baseline, plain, block = REPORTED[name]
        print(f"  the report, 128 nodes: {baseline} s baseline, {plain} s user-level ({baseline / plain:.2f} x), "
              f"{block} s compressed ({baseline / block:.2f} x)")
    if not times.has("nodes.plain"):
        print("\nFour hosts: not measured, for they cannot be made here (see above).")
        return
    base = "nodes.plain", "rank-mbc-1"
    table(times, "nodes.plain", f"Four hosts x 2 ranks, 100 Mbit/s, {ratio_of('nodes')}: plain", base)
    table(times, "nodes.block", "The same, compressed", base)
    base = "fewer.plain", "rank-mbc-1"
    table(times, "fewer.plain", f"Four hosts x 2 ranks, 100 Mbit/s, {ratio_of('few')}: plain", base)


def figure_5(times, folder):
    """Cells network.SEGMENT.ACCESS."""
    cells = sorted((tuple(map(int, cell.split(".")[1:])), cell) for cell in times.named("network"))
    if not cells:
        return
    rate = {}
    names = ("mbc", "atv", "allgatherv", "auto")
    print("\nFigure 5: four hosts x 1 rank, 400 Mbit/s; MB/s each rank gets, by segment and access ranks")
    print(f"  {'segment':>8} {'access':>6}" + "".join(f"{name:>12}" for name in names) + "   automatic choice")
    for (segment, access), cell in cells:
        for name in names:
            variant = name if name == "auto" else f"node-{name}-{access}"
            rate[segment, access, name] = times.bytes[cell] / times.median(cell, variant) / 1e6
        row = "".join(f"{rate[segment, access, name]:12.1f}" for name in names)
        print(f"  {size_text(segment):>8} {access:>6}{row}   {' '.join(sorted(times.choices[cell, 'auto']))}")
    crossings(rate)
    segments, accesses = sorted({s for s, _, _ in rate}), sorted({a for _, a, _ in rate})
    draw(os.path.join(folder, "figure-5.svg"), "Figure 5 again: four hosts at 400 Mbit/s", "segment", "MB/s each rank gets",
         [(f"{a} access rank{'s' * (a > 1)}",
           {label: [(s, rate[s, a, name]) for s in segments]
            for name, label in zip(names, ("MBC", "ATV", "Allgatherv", "automatic*"))}) for a in accesses])


def crossings(rate):
    """The report: MBC is the better one for fewer access ranks, and for longer segments. Within 5 % is no difference."""
    segments, accesses = sorted({s for s, _, _ in rate}), sorted({a for _, a, _ in rate})

    def better(segment, access):
        ratio = rate[segment, access, "mbc"] / rate[segment, access, "atv"]
        return "MBC" if ratio > 1.05 else "ATV" if ratio < 1 / 1.05 else "-"

    gains = [f"{size_text(s)}: {rate[s, accesses[-1], 'auto'] / rate[s, accesses[0], 'auto']:.1f} x" for s in segments]
    print(f"  Automatic, {accesses[-1]} access ranks over {accesses[0]}: " + "  ".join(gains))
    print("  MBC or ATV, whichever is better by 5 % (-: neither), by segment:")
    for access in accesses:
        print(f"  {access} access rank{'s' * (access > 1) or ' '}  " +
              "  ".join(f"{size_text(s)}: {better(s, access)}" for s in segments))
    back = [size_text(s) for s in segments if better(s, accesses[0]) == "MBC" and better(s, accesses[-1]) == "ATV"]
    print("  The report's crossing from MBC to ATV with more access ranks: " +
          (f"comes back at {', '.join(back)}" if back else "does not come back"))
    back = [str(a) for a in accesses
            if "MBC" in (long := [better(s, a) for s in segments]) and "ATV" in long[:long.index("MBC")]]
    print("  The report's crossing from ATV to MBC with longer segments: " +
          (f"comes back with {', '.join(back)} access ranks" if back else "does not come back"))


def figure_6(times, folder):
    """Cells buffer.BYTES."""
    cells = sorted((int(cell.split(".")[1]), cell) for cell in times.named("buffer"))
    names = in_order({variant for _, cell in cells for variant in times.cells[cell]})
    labels = {"auto": "automatic", "node-none": "shared ring", "rank-none": "each rank alone", "rank-mbc-1": "rank 0, broadcast",
              "generic-romio321": "read_all (ROMIO)"}
    print("\nFigure 6: one node, 8 ranks, the file of the first table, by buffer; median s")
    print(f"  {'buffer':>8}" + "".join(f"{labels[name]:>19}" for name in names))
    for size, cell in cells:
        row = "".join(f"{times.median(cell, n):19.3f}" if n in times.cells[cell] else f"{'':>19}" for n in names)
        print(f"  {size_text(size):>8}{row}")
    posix = times.median("ranks8.plain", "posix")
    lines = {labels[name]: [(size, times.median(cell, name)) for size, cell in cells if name in times.cells[cell]]
             for name in names if name != "auto"}
    lines["POSIX, 256 bytes*"] = [(size, posix) for size, _ in cells]
    draw(os.path.join(folder, "figure-6.svg"), "Figure 6 again: one node, 8 ranks", "buffer", "seconds",
         [(size_text(times.bytes[cells[0][1]]) + " in lines of 256 bytes", lines)], log_y=True)


def overheads(times):
    rows = sorted(((times.overhead(cell), cell) for cell in times.cells if any(map(is_forced, times.cells[cell]))), reverse=True)
    print(f"\nThe automatic choice over the best forced one in {len(rows)} cells; the five worst:")
    for overhead, cell in rows[:5]:
        best = times.fastest(cell, [v for v in times.cells[cell] if is_forced(v)])
        print(f"  {cell:24} {overhead:6.3f}   {' '.join(sorted(times.choices[cell, 'auto']))}; best: {best}")


def number(value):
    return f"{value:.3f}".rstrip("0").rstrip(".")


def met(key, found):
    goal, more = GOALS[key]
    return key in found and (found[key] >= goal if more else found[key] <= goal)


def print_goals(found, load):
    print()
    for key, (goal, more) in GOALS.items():
        verdict = f"at {'least' if more else 'most'} {number(goal)}, {'met' if met(key, found) else 'MISSED'}"
        print(f"{key:26} {number(found[key]) if key in found else 'not here':>12} {'x':8} {verdict}")
    print(f"{os.cpu_count()} cores, load {load}")


def main(folder, arguments):
    options = [argument for argument in arguments if argument.startswith("--")]
    sizes = {name: int(size) for name, size in (a.split("=") for a in arguments if a not in options)}
    times = Times(os.path.join(folder, "read.times"))
    found = keys(times)
    with open("/proc/loadavg", encoding="utf-8") as file:
        load = file.read().split()[0]
    if "--json" in options:
        results = ",".join(f'"{key}":{number(value)}' for key, value in found.items())
        print(f'{{"bench":"read","machine":{{"cores":{os.cpu_count()},"load":{load}}},"results":{{{results}}}}}')
    else:
        tables(times, sizes)
        figure_5(times, folder)
        figure_6(times, folder)
        overheads(times)
        print_goals(found, load)
        print(f"plots: {folder}/figure-5.svg, {folder}/figure-6.svg; all times: {folder}/read.times")
    return 1 if "--check" in options and not all(met(key, found) for key in GOALS) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
