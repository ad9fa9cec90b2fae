# Shared parts of the tests of this folder; sourced. The tests set `work`, a private folder, and `mpiexec`, empty
# without MPI.
# shellcheck shell=bash disable=SC2154
unset LD_LIBRARY_PATH PKG_CONFIG_PATH

not_ok() {
  printf 'not ok: %s\n' "$*" >&2
  exit 1
}

ok() { printf 'ok %s\n' "$*"; }

# quietly COMMAND...: shows the output only after a failure.
quietly() { "$@" >"$work/log" 2>&1 || not_ok "$*: $(cat "$work/log")"; }

# silently COMMAND...: runs a compiler, which must print no line, not even a warning.
silently() {
  quietly "$@"
  [ ! -s "$work/log" ] || not_ok "$*: $(cat "$work/log")"
}

# run WHAT PROGRAM: on two ranks.
run() {
  "$mpiexec" -n 2 "$2" "$work/numbers.gz" >"$work/out" || not_ok "$1: status $?: $(cat "$work/out")"
  grep -qx '2 ranks added up 5000050000' "$work/out" || not_ok "$1 says: $(cat "$work/out")"
  ok "$1"
}

# run_plain WHAT PROGRAM: without MPI.
run_plain() {
  "$2" "$work/plain.gz" >"$work/out" || not_ok "$1: status $?: $(cat "$work/out")"
  grep -qx 'added up 5000050000' "$work/out" || not_ok "$1 says: $(cat "$work/out")"
  ok "$1"
}

# functions HEADER...: the names that they declare. A pattern that no file has is passed over.
functions() {
  local header
  for header in "$@"; do
    [ ! -e "$header" ] || sed -n '/^typedef/d; /^[a-z]/s/^[^(]*[ *]\([a-z]\{2,\}_[A-Za-z0-9_]*\)(.*/\1/p' "$header"
  done | sort
}

# version PREFIX [MORE]: the installed headers' major and minor number, the minor one raised by MORE.
version() {
  local number
  number=$(sed -n 's/^#define BLK_VERSION //p' "$1/include/slipway/blockfile.h")
  echo $((number / 10000)).$((number / 100 % 100 + ${2:-0}))
}

# build_consumers PREFIX FOLDER COMPILER: both projects, by find_package, without a warning.
build_consumers() {
  local project projects=plain
  [ -z "$mpiexec" ] || projects='plain consumer'
  for project in $projects; do
    quietly "$cmake" -S "$project" -B "$2/$project" -DCMAKE_C_COMPILER="$3" -DCMAKE_C_FLAGS="-Wall -Wextra" -DCMAKE_PREFIX_PATH="$1" \
      -DWANTED="$(version "$1")" -DNEXT="$(version "$1" 1)"
    quietly "$cmake" --build "$2/$project"
    ! grep -i 'warning' "$work/log" || not_ok "$3 warns"
  done
}
