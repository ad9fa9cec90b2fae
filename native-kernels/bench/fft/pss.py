# SPDX-License-Identifier: Apache-2.0
"""pss.py NAME COMMAND...: runs COMMAND and prints to the standard error, at its end, "pss MB": the most that all its
processes of the program NAME took of memory together (the sum of their PSS), sampled 20 times a second."""

import os
import subprocess
import sys
import time


def processes_of(name):
    for number in os.listdir("/proc"):
        if number.isdigit():
            try:
                with open(f"/proc/{number}/comm", encoding="utf-8") as comm:
                    if comm.read().strip() == name[:15]:
                        yield number
            except OSError:
                pass


def pss(number):
    try:
        with open(f"/proc/{number}/smaps_rollup", encoding="utf-8") as lines:
            return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    except OSError:
        return 0


before = set(processes_of(sys.argv[1]))
run = subprocess.Popen(sys.argv[2:])
most = 0
while run.poll() is None:
    most = max(most, sum(pss(number) for number in processes_of(sys.argv[1]) if number not in before))
    time.sleep(0.05)
print(f"pss {most / 1024:.3f}", file=sys.stderr)
sys.exit(run.returncode)
