# What the tests of deaths share. Sourced.
# shellcheck shell=bash disable=SC2154
not_ok() {
  printf 'not ok: %s\n' "$*" >&2
  exit 1
}
until_so() {
  local begun=$SECONDS
  until "$@" 2>/dev/null; do
    [ $((SECONDS - begun)) -lt 120 ] || not_ok "waited in vain for: $*"
    sleep 0.02
  done
}
# says WORDS FILE: what a process said comes to FILE, which mpirun may write after its end.
says() {
  local begun=$SECONDS
  until grep -q "$1" "$2" 2>/dev/null; do
    [ $((SECONDS - begun)) -lt 60 ] || not_ok "says not '$1', but $(cat "$2")"
    sleep 0.02
  done
}
are_gone() {
  local pid
  for pid in "$@"; do [ ! -e "/proc/$pid" ] || [ "$(awk '/^State:/ { print $2 }' "/proc/$pid/status")" = Z ] || return 1; done
}
# all_end_in_time WHO PROCESS...: within 10 s from $since, the microsecond in which WHO died. That is the library's promise, and it
# holds on a busy machine, too.
all_end_in_time() {
  local who=$1 took
  shift
  until_so are_gone "$@"
  took=$((${EPOCHREALTIME/./} - since))
  printf 'after %d ms all others than %s have ended\n' $((took / 1000)) "$who"
  [ $took -lt 10000000 ] || not_ok "the others have ended $((took / 1000)) ms after $who"
}
