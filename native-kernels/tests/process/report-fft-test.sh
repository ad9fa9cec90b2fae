#!/usr/bin/env bash
# report-fft-test.sh REPORT-FFT MPIEXEC...: the report's program, from Page to FFT3, transforms a plane wave into one peak.
set -euo pipefail
program=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$@" -n 2 "$program" "$folder" 32 8
