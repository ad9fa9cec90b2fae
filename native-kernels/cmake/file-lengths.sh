#!/bin/sh
# file-lengths.sh ROOT: no C file of the kernels has more than 400 lines, the limit of Java, too.
most=400
find "$1/include" "$1/src" "$1/programs" "$1/tests" "$1/bench" -name '*.[ch]' -exec awk -v most=$most '
  FNR == most + 1 { printf "%s: more than %d lines; part it\n", FILENAME, most; long = 1 }
  END { exit long }' {} +
