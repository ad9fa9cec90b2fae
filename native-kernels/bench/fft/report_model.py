# SPDX-License-Identifier: Apache-2.0
"""report_model.py [DOCUMENT]: the report's iteration from its own rates, beside what it measured (docs/fft-model.md).

Prints the table. Ends with 1 where a phase is more than 15 % from what was measured, or where DOCUMENT lacks a line of the
table. Sizes are as in the report: 1 MB = 2^20 bytes, 1 GB = 2^30.
"""

import math
import sys

SIDE, PAGE_SIDE, VALUE = 16384, 128, 16
CLIENTS, SERVERS, NODES = 16, 96, 4
MB, GB = 2**20, 2**30

# The rates that the report states.
READING = 2.0  # GB/s of all clients: "significantly larger than 2 GB/s", with the starts of read-ahead that follow
WRITING = 2.5  # GB/s of all clients: "over 2.5 GB/s"
DISK_READ, DISK_WRITE = 126, 235  # MB/s of a disk
NETWORK = 4.0  # GB/s into the four nodes at most
LINE_FLOPS, SLOW_FLOPS = 3.1e9, 1.29e9  # of a client; of one on the slow node: by the seconds of FFTW
# The seconds that the report measured, from and to.
READ = [17.3638, 18.6695, 21.6104, 22.2821, 22.4682, 22.7035, 22.9213, 27.1039,
        27.0914, 27.2604, 28.1986, 28.3351, 28.9623, 29.0270, 29.5628, 30.1746]  # fmt: skip
FFT, SLOW_FFT = (5.54, 6.43), (14.00, 14.88)
WRITE, ITERATION, MEAN = (21.8, 25.4), (68, 78), 73
READ_AND_STARTS, SERVER_READ = 32.28, 5.6


def line_flops():
    """Operations of a client in an iteration: a page line has 128 x 128 lines."""
    return 5 * PAGE_SIDE**2 * SIDE * math.log2(SIDE)


def phases():
    """Name, what the model says, what was measured."""
    line = PAGE_SIDE**2 * SIDE * VALUE
    all_lines = CLIENTS * line / GB
    pages = math.ceil(CLIENTS * SIDE / PAGE_SIDE / SERVERS)
    page = PAGE_SIDE**3 * VALUE / MB
    read = all_lines / READING
    fft, slow = line_flops() / LINE_FLOPS, line_flops() / SLOW_FLOPS
    write = all_lines / WRITING
    return [
        ("read, with the starts of read-ahead", read, READ_AND_STARTS),
        ("FFTW, 12 of 16 clients", fft, sum(FFT) / 2),
        ("FFTW, slow node", slow, sum(SLOW_FFT) / 2),
        ("servers read a line ahead, beside FFTW", pages * page / DISK_READ, SERVER_READ),
        ("write, slowest client", write, WRITE[1]),
        ("iteration", read + slow + write, MEAN),
    ]


def claims():
    """Name, seconds of an iteration."""
    all_lines = CLIENTS * PAGE_SIDE**2 * SIDE * VALUE / GB
    fft, write = line_flops() / LINE_FLOPS, all_lines / WRITING
    mean = sum(READ) / len(READ)
    serial = {times: 2 * all_lines / (times * NETWORK) + fft for times in (1, 2, 4)}
    return [
        ("connections kept: read as measured, starts 3 s", mean + 3 + line_flops() / SLOW_FLOPS + write),
        ("the same, and no slow node", mean + 3 + fft + write),
        ("all clients read as the fastest, starts 3 s, no slow node", min(READ) + 3 + fft + write),
        ("the whole network, phases one after another", serial[1]),
        ("twice the network", serial[2]),
        ("four times the network", serial[4]),
        ("the network as it was, phases at the same time", max(all_lines / NETWORK, fft, all_lines / SERVERS * 1024 / DISK_READ)),
    ]


def table():
    lines = ["| phase | model s | report s | off by |", "|---|---|---|---|"]
    for name, said, took in phases():
        lines.append(f"| {name} | {said:.1f} | {took:.1f} | {100 * (said / took - 1):+.0f} % |")
    lines += ["", "| what would change | s an iteration | of 73 s |", "|---|---|---|"]
    for name, seconds in claims():
        lines.append(f"| {name} | {seconds:.1f} | {100 * (seconds / MEAN - 1):+.0f} % |")
    return lines


def main():
    lines = table()
    print("\n".join(lines))
    wrong = [f"{name}: {said:.1f} s, not {took:.1f} s" for name, said, took in phases() if abs(said / took - 1) > 0.15]
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as document:
            held = document.read().splitlines()
        wrong += [f"{sys.argv[1]} lacks: {line}" for line in lines if line and line not in held]
    for text in wrong:
        print("not so: " + text, file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
