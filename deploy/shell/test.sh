#!/usr/bin/env bash
# slipway test [--only TIER]: sets up what tests need, builds, and runs all tests in tiers; prints each tier's time.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway test}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$here/setup.sh"

tiers=()
tier() {
  local name=$1 started status=0
  shift
  printf '\n== tier %s: %s\n' "$name" "$*"
  started=$SECONDS
  "$@" || status=$?
  tiers+=("$(printf '%-12s %5d s   %s' "$name" $((SECONDS - started)) "$([ $status = 0 ] && echo passed || echo FAILED)")")
  [ $status = 0 ] || { summary; fail "tier $name failed"; }
}

summary() {
  printf '\nTiers\n'
  printf '  %s\n' "${tiers[@]}"
}

shell_scripts() { (cd "$SLIPWAY_ROOT" && shellcheck -x slipway deploy/shell/*.sh .ci/run); }
sanitized() {
  (cd "$SLIPWAY_ROOT/native-kernels" &&
    cmake -S . -B target/cmake-sanitize -DSLIPWAY_SANITIZE=ON >/dev/null &&
    cmake --build target/cmake-sanitize --parallel 2 >/dev/null &&
    ctest --test-dir target/cmake-sanitize --output-on-failure)
}
mpich() {
  (cd "$SLIPWAY_ROOT/native-kernels" &&
    cmake -S . -B target/cmake-mpich -DSLIPWAY_MPI=mpich >/dev/null &&
    cmake --build target/cmake-mpich --parallel 2 >/dev/null &&
    ctest --test-dir target/cmake-mpich --output-on-failure)
}

cd "$SLIPWAY_ROOT"
tier setup set_up test
find_java
tier scripts shell_scripts
# Everything is compiled once; the later tiers run what is there.
tier build ./mvnw -B -ntp -DskipTests package
tier unit ./mvnw -B -ntp -Dslipway.tier=unit test
tier integration ./mvnw -B -ntp -Dslipway.tier=integration verify
tier sanitizers sanitized
tier mpich mpich
tier journeys bash "$here/build.sh"
summary
