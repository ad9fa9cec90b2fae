#!/usr/bin/env python3
"""lint-commands.py BUILD-FOLDER: writes BUILD-FOLDER/lint/compile_commands.json, the compile commands for clang-tidy.

A source that several targets compile occurs once, because clang-tidy would read the source again for each command. A
source of kernels (slipway_kernels) occurs once for each of its levels. Sources that the build itself writes are left
out: each of them only includes one header.
"""

import json
import pathlib
import sys

build = pathlib.Path(sys.argv[1])
chosen = {}
for entry in json.loads((build / "compile_commands.json").read_text()):
    if not pathlib.Path(entry["file"]).is_relative_to(build):
        chosen.setdefault((entry["file"], "-mavx512f" in entry["command"]), entry)
(build / "lint").mkdir(exist_ok=True)
(build / "lint" / "compile_commands.json").write_text(json.dumps(list(chosen.values()), indent=1))
