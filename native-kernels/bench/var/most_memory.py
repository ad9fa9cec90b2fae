# SPDX-License-Identifier: Apache-2.0
"""most_memory.py FILE COMMAND...: runs a command, and appends the most memory that it took to FILE, in KiB."""

import resource
import subprocess
import sys

status = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "a", encoding="ascii") as file:
    file.write(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}\n")
sys.exit(status)
