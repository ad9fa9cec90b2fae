#!/usr/bin/env bash
# slipway test [quick]: sets up what tests need, builds, and runs all tests; quick: those of units, which need no server but PostgreSQL.
# It tells of each suite as it ends (suites.sh); what builds and tests print goes to files below target/test and of each suite.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway test}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$here/setup.sh"
# shellcheck source=deploy/shell/suites.sh
source "$here/suites.sh"
cd "$SLIPWAY_ROOT"

stages=() red=()
declare -A besides=()

# stage NAME TELLER COMMAND...: runs it with its output in a log, of which TELLER tells. One that fails makes the run red at its end, and
# the others go on, so that one run tells all that is red.
stage() {
  printf '\n== %s\n' "$1"
  run "$@"
  ended "$1"
}

# beside NAME TELLER COMMAND...: as stage, but beside those that follow, until `joined NAME` waits for it.
beside() {
  printf '\n== %s, beside what follows\n' "$1"
  run "$@" &
  besides[$1]=$!
}

joined() {
  wait "${besides[$1]}" || true
  ended "$1" '  (beside others)'
}

# needed NAME COMMAND...: a stage without which no other can run.
needed() {
  stage "$1" nothing "${@:2}"
  [ ${#red[@]} = 0 ] || fail "$1 failed"
}

# The body of a stage, which may be another process than the one that reads its time and outcome by `ended`.
run() {
  local name=$1 teller=$2 log=$logs/${1// /-}.log started=$EPOCHSECONDS outcome=ok
  shift 2
  "$@" 2>&1 </dev/null | tee "$log" | "$teller" || outcome=FAILED
  # Of suites that failed their lines have told.
  [ $outcome = ok ] || [ "$teller" = cat ] || trouble "$log"
  line $outcome stage '' "$name" $((EPOCHSECONDS - started))
  echo "$((EPOCHSECONDS - started)) $outcome" >"${log%.log}.ended"
}

# ended NAME [NOTE]: keeps the time and the outcome of a stage for the end of the run.
ended() {
  local took=0 outcome=FAILED
  read -r took outcome <"$logs/${1// /-}.ended" || true
  [ "$outcome" = ok ] || red+=("$1")
  stages+=("$(printf '%-45s %6d s%s%s' "$1" "$took" "${2:-}" "$([ "$outcome" = ok ] || printf '  FAILED')")")
}

# The teller of a stage without suites.
nothing() { cat >/dev/null; }

# What a log says of a failure that is no suite's.
trouble() {
  grep -aE '^\[ERROR\]|error:|warning:|ERROR:|^In .* line [0-9]+:' "$1" | head -n 30 || true
  tail -n 15 "$1"
  printf '  the whole log: %s\n' "$1"
}

# To stay within the time of this command, the crash matrix kills at each third point.
crash_each=3
# The modules that test the whole service; the tests of all others take about as long.
whole=deploy/server,tests/journeys,tests/faults,tests/load

lint_scripts() { shellcheck -x -S warning slipway deploy/shell/*.sh .ci/run; }

# Takes of the processor what the others leave.
lint_kernels() { nice -n 19 cmake --build native-kernels/target/cmake --target format-check lint; }

# Maven's repository of this command, with the user's behind it: what its build installs, its tests take, and no other build finds it.
repository=(-Dmaven.repo.local="$SLIPWAY_ROOT/target/repository" -Dmaven.repo.local.tail="$HOME/.m2/repository")

build_kernels() { ./mvnw -B -ntp "${repository[@]}" -pl native-kernels -DskipTests ${CI:+-Dkernels.werror=ON} verify; }

# kernel_suite NAME FOLDER OPTION...: CTest on the build in FOLDER. Three tests at once, for some wait for most of their time.
kernel_suite() {
  local name=$1 folder=$2
  shift 2
  ctest --test-dir "$folder" --parallel 3 --output-on-failure "$@" 2>&1 | tee "$logs/kernels-$name.log" | kernel_suites "$name" "$folder"
}

# The kernels once more, in other builds: with sanitizers of memory; what is left without MPI, by the other compiler; what ThreadSanitizer
# sees; and with the other MPI.
declare -A builds=(
  [address]='-DSLIPWAY_SANITIZE=address -DSLIPWAY_SHARED=OFF'
  [none]='-DSLIPWAY_MPI=none -DCMAKE_C_COMPILER=clang'
  [thread]='-DSLIPWAY_SANITIZE=thread -DSLIPWAY_SHARED=OFF -DSLIPWAY_PROGRAMS=OFF -DSLIPWAY_GUARD=OFF'
  [mpich]='-DSLIPWAY_MPI=mpich'
)
# Which of their tests run: fuzzers and real databases would show nothing new with another compiler or another MPI.
declare -A narrowed=([none]='-L unit|install -LE fuzz|postgres' [mpich]='-LE fuzz')

# other_build NAME: compiles one of them. Compilers can wait for tests.
other_build() {
  local name=$1 folder=native-kernels/target/cmake-$1 log=$logs/build-$1.log started=$EPOCHSECONDS
  # shellcheck disable=SC2086
  if cmake -S native-kernels -B "$folder" ${CI:+-DSLIPWAY_WERROR=ON} ${builds[$name]} >"$log" 2>&1 &&
    nice -n 10 cmake --build "$folder" --parallel 2 >>"$log" 2>&1; then
    line ok "$name" '' "build" $((EPOCHSECONDS - started))
  else
    failure "$(line FAILED "$name" '' "build" $((EPOCHSECONDS - started)))" "$(grep -aE 'error:|Error' "$log" | head -n 10)" "$log" "cmake --build $folder"
    return 1
  fi
}

# each COMMAND: for each of the other builds. A red one does not keep the next from being built and tested.
each() {
  local name status=0
  for name in address none thread mpich; do "$1" "$name" || status=1; done
  return $status
}

# shellcheck disable=SC2086
other_suite() { kernel_suite "$1" "native-kernels/target/cmake-$1" ${narrowed[$1]:-}; }

# CTest counts a test that could not run here as passed: it is named at the end, and fails the run where CI is set.
skipped_kernels() {
  grep -B 20 'Test Skipped' native-kernels/target/cmake/Testing/Temporary/LastTest.log | sed -n 's/^.*Testing: /  skipped: /p' || true
}

# All modules, with the checks of style. Compilers can wait for tests.
build_java() {
  rm -rf target/repository/dev/slipway
  nice -n 10 ./mvnw -B -ntp -T 2 --fail-at-end "${repository[@]}" -pl '!native-kernels' -DskipTests install
}

# java_tests MODULES GOAL...: tests of built modules, one module after the other; the modules that they need may be tested meanwhile or
# later. What a test prints goes to a file of its class. A red test is found in the reports: it must not keep the modules after its own
# from being tested.
java_tests() {
  ./mvnw -B -ntp --fail-at-end "${repository[@]}" -Dmaven.test.failure.ignore=true -Dmaven.test.redirectTestOutputToFile=true \
    -Dslipway.crash.each="$crash_each" -pl "$@"
}

# The tests of the whole service and those of all other modules, side by side.
all_java_tests() {
  local goals=(surefire:test failsafe:integration-test failsafe:verify) service status=0
  java_tests "$whole" "${goals[@]}" &
  service=$!
  java_tests "!native-kernels,!${whole//,/,!}" "${goals[@]}" || status=1
  wait $service || status=1
  return $status
}

# The main job with everything compiled and run by JDK 25, where one is installed: `on_jdk FOLDER`.
on_jdk() {
  JAVA_HOME=$1 ./mvnw -B -ntp -T 2 "${repository[@]}" -DskipStyle -pl '!native-kernels' -Dtest=NoUnit -Dit.test=MainJobIT \
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
  local status=0
  junit_tier "unit" '*/target/surefire-reports/*' || status=1
  [ -n "${quick:-}" ] || junit_tier "integration (real servers)" './[!t]*/target/failsafe-reports/*' || status=1
  [ -n "${quick:-}" ] || junit_tier "journeys, faults and browser" './tests/*/target/failsafe-reports/*' || status=1
  return $status
}

reports() { find . -path '*/target/*safe-reports/*' -name 'TEST-*.xml' -o -path '*/target/surefire-reports/*' -name 'TEST-*.xml'; }

# Names each test class that left no report: its module was not reached, or its JVM died.
unreported() {
  test_sources | { [ -z "${quick:-}" ] && cat || grep -v 'IT\.java$'; } | while read -r source; do
    local class=${source#*/src/test/java/}
    class=${class%.java}
    [ -n "$(find "${source%/src/test/java/*}/target" -name "TEST-${class//\//.}.xml" 2>/dev/null)" ] || echo "  ${class//\//.}"
  done
}

# Tests of units, of Java and of the kernels side by side.
quick_tests() {
  beside "tests of units of the kernels" cat kernel_suite openmpi native-kernels/target/cmake -L unit
  stage "build of Java" nothing build_java
  stage "tests of units of Java" java_suites java_tests '!native-kernels' -T 2 surefire:test
  reported
  joined "tests of units of the kernels"
}

# Ranks of MPI that wait for each other take what they get of the processor, and tests beside them starve: tests of the kernels run
# beside compilers only, which leave the processor to them. Tests of Java wait for most of their time, and compilers take what they leave.
all_tests() {
  local jdk
  beside "format and lint of C" nothing lint_kernels
  beside "build of Java" nothing build_java
  stage "tests of the kernels" cat kernel_suite openmpi native-kernels/target/cmake
  joined "build of Java"
  beside "other builds of the kernels" cat each other_build
  stage "unit, integration, crashes, journeys" java_suites all_java_tests
  # Before the next JDK writes its own.
  reported
  joined "other builds of the kernels"
  joined "format and lint of C"
  stage "tests of the other builds of the kernels" cat each other_suite
  for jdk in /usr/lib/jvm/*25*; do
    [ ! -x "$jdk/bin/javac" ] || { stage "the main job on JDK 25" java_suites on_jdk "$jdk"; break; }
  done
  stage "man pages and completion" nothing bash "$here/manual.sh"
}

# Reads the reports of JUnit.
reported() {
  tiers=$(junit_tiers) || red+=("tests of JUnit")
  missing=$(unreported)
  [ -z "$missing" ] || red+=("tests that left no report")
}

# What the run has come to.
told() {
  printf '\nStages\n'
  printf '  %s\n' "${stages[@]}"
  [ -z "$skipped" ] || printf 'Kernels, could not run here\n%s\n' "$skipped"
  printf 'Tiers of JUnit within\n%s\n' "$tiers"
  [ -z "$missing" ] || printf 'Left no report\n%s\n' "$missing"
  [ ! -s "$failures" ] || { printf 'Failed or skipped\n' && cat "$failures"; }
  printf 'In all %d s; the logs are in %s\n' $((EPOCHSECONDS - test_started)) "$logs"
  [ ${#red[@]} = 0 ] || fail "red: $(IFS=,; printf '%s' "${red[*]}" | sed 's/,/, /g')"
}

# Bash reads a function to its end before it runs it: whoever edits this file meanwhile changes nothing of the run.
main() {
  case "$*" in
    '') quick='' ;;
    quick) quick=yes ;;
    *) fail "test takes no argument but quick" "One module's tests: ./mvnw -pl MODULE -am verify" ;;
  esac
  rm -rf "$logs"
  mkdir -p "$logs"
  set_up test
  trap 'jobs -p | xargs -r kill 2>/dev/null || true' EXIT
  find_java
  reports | xargs -r rm -f
  export SLIPWAY_BUILT=yes
  stage "lint of scripts" nothing lint_scripts
  # First the kernels, for tests of Java start them.
  needed "build of the kernels" build_kernels
  if [ -n "$quick" ]; then quick_tests; else all_tests; fi
  skipped=$(skipped_kernels)
  [ -z "$skipped" ] || [ -z "${CI:-}" ] || red+=("tests of the kernels that could not run here")
  told
}
main "$@"; exit
