#!/usr/bin/env bash
# quantlib-test.sh PYTHON PRICE-LINES: runs quantlib_test.py by a Python with QuantLib; without one, explains how to get
# it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if ! "$1" -c 'import QuantLib' 2>/dev/null; then
  echo "skipped: $1 has no QuantLib; './slipway test' makes one that has, or name one by -DSLIPWAY_QUANTLIB=PYTHON"
  exit 77
fi
exec "$1" "$here/quantlib_test.py" "$2"
