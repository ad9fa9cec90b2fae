#!/usr/bin/env bash
# slipway test: sets up what tests need, builds, runs all tests, and prints the tiers with their counts and times.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway test}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$here/setup.sh"
[ $# = 0 ] || fail "test takes no arguments" "One module's tests: ./mvnw -pl MODULE -am verify"
cd "$SLIPWAY_ROOT"

stages=()
# stage NAME COMMAND...: runs it in the open, notes its time, stops at the first that fails.
stage() {
  local name=$1 started=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@" || fail "$name failed"
  stages+=("$(printf '%-34s %6d s' "$name" $((SECONDS - started)))")
}

# beside NAME COMMAND...: as stage, but beside those that follow, with its output in a log until `joined NAME` waits for it.
declare -A besides=()
trap 'jobs -p | xargs -r kill 2>/dev/null || true' EXIT
beside() {
  local name=$1 log=target/${1// /-}.log
  shift
  mkdir -p target
  (
    started=$SECONDS
    "$@" >"$log" 2>&1 </dev/null
    echo $((SECONDS - started)) >"$log.seconds"
  ) &
  besides[$name]=$!
}

joined() {
  local name=$1 log=target/${1// /-}.log
  printf '\n== %s (ran beside the others)\n' "$name"
  wait "${besides[$name]}" || { tail -n 100 "$log" >&2; fail "$name failed" "The whole log: $log"; }
  grep -E 'Test +#|tests passed' "$log"
  stages+=("$(printf '%-34s %6d s (beside the others)' "$name" "$(cat "$log.seconds")")")
}

lint_scripts() { shellcheck -x -S warning slipway deploy/shell/*.sh .ci/run; }

# CMake is asked again, for it may have been configured before the tools were there.
lint_kernels() {
  cmake -S native-kernels -B native-kernels/target/cmake >/dev/null &&
    cmake --build native-kernels/target/cmake --target format-check lint
}

# The kernels once more, in another build: `native_build FOLDER CMAKE-OPTION...`.
native_build() {
  local folder=native-kernels/target/$1
  shift
  cmake -S native-kernels -B "$folder" "$@" >/dev/null &&
    cmake --build "$folder" --parallel 2 >/dev/null &&
    ctest --test-dir "$folder" --output-on-failure
}

# CTest counts a test that could not run here as passed: it is named at the end, and fails the run where CI is set.
skipped_kernels() {
  grep -B 20 'Test Skipped' native-kernels/target/cmake/Testing/Temporary/LastTest.log | sed -n 's/^.*Testing: /  skipped: /p' || true
}

# The main job with everything compiled and run by JDK 25, where one is installed: `on_jdk FOLDER`.
on_jdk() {
  JAVA_HOME=$1 ./mvnw -B -ntp -T 2 -DskipStyle -pl '!native-kernels' -Dtest=NoUnit -Dit.test=MainJobIT \
    -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false verify
}

# Sums the reports of JUnit (NAME FOLDER-PATTERN): tests, seconds; a skipped test is a failure of this run.
junit_tier() {
  find . -path "$2" -name 'TEST-*.xml' -exec grep -h -m1 -A12 '<testsuite' {} + |
    tr '\n' ' ' | grep -o '<testsuite [^>]*' |
    awk -v name="$1" '
      function value(key) { return match($0, " " key "=\"[^\"]*") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : 0 }
      { tests += value("tests"); skipped += value("skipped"); failed += value("errors") + value("failures"); time += value("time") }
      END { printf "  %-34s %6d s   %4d tests, %d failed, %d skipped\n", name, time, tests, failed, skipped; exit skipped + failed > 0 }'
}

junit_tiers() {
  junit_tier "unit" '*/target/surefire-reports/*' &&
    junit_tier "integration (real servers)" './[!t]*/target/failsafe-reports/*' &&
    junit_tier "journeys, faults and browser" './tests/*/target/failsafe-reports/*'
}

stage "set-up" set_up test
find_java
stage "scripts (shellcheck)" lint_scripts
export SLIPWAY_BUILT=yes
# First the kernels, for tests of Java start them.
stage "kernels" ./mvnw -B -ntp -pl native-kernels verify
skipped=$(skipped_kernels)
[ -z "$skipped" ] || [ -z "${CI:-}" ] || fail "tests of the kernels could not run here" "$skipped"
# Their other builds share no folder with Maven's.
beside "kernels with sanitizers" native_build cmake-sanitize -DSLIPWAY_SANITIZE=ON
# To stay within the time of this command: modules that do not need each other side by side, and kills at each third point of the
# crash matrix.
stage "build, unit, integration, crashes, journeys" ./mvnw -B -ntp -T 2 -Dslipway.crash.each=3 -pl '!native-kernels' verify
stage "man pages and completion" bash "$here/manual.sh"
stage "format and lint of C" lint_kernels
joined "kernels with sanitizers"
stage "kernels with MPICH" native_build cmake-mpich -DSLIPWAY_MPI=mpich
# The reports are read before the next JDK writes its own.
tiers=$(junit_tiers) || fail "a test was skipped or left no report" "$tiers"
for jdk in /usr/lib/jvm/*25*; do
  [ ! -x "$jdk/bin/javac" ] || { stage "the main job on JDK 25" on_jdk "$jdk"; break; }
done

printf '\nStages\n'
printf '  %s\n' "${stages[@]}"
[ -z "$skipped" ] || printf 'Kernels, could not run here\n%s\n' "$skipped"
printf 'Tiers of JUnit within\n%s\n' "$tiers"
