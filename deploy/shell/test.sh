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

stages=() red=()
# stage NAME COMMAND...: runs it in the open and notes its time. One that fails makes the run red at its end, and the others go on, so
# that one run tells all that is red.
stage() {
  local name=$1 started=$SECONDS outcome=''
  shift
  printf '\n== %s\n' "$name"
  "$@" || { outcome='  FAILED'; red+=("$name"); }
  stages+=("$(printf '%-45s %6d s%s' "$name" $((SECONDS - started)) "$outcome")")
}

# needed NAME COMMAND...: a stage without which no other can run.
needed() {
  stage "$@"
  [ ${#red[@]} = 0 ] || fail "$1 failed"
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
  if ! wait "${besides[$name]}"; then
    # What a test says of its failure stands where it ran, long before the end of the log.
    grep -E '\*\*\*|^not ok|FAILED: | not so: |ERROR: |error: ' "$log" | head -n 60 >&2
    tail -n 40 "$log" >&2
    red+=("$name (the whole log: $log)")
    stages+=("$(printf '%-45s           FAILED' "$name")")
    return
  fi
  grep -E 'Test +#|tests passed' "$log"
  stages+=("$(printf '%-45s %6d s (beside the others)' "$name" "$(cat "$log.seconds")")")
}

lint_scripts() { shellcheck -x -S warning slipway deploy/shell/*.sh .ci/run; }

# CMake is asked again, for it may have been configured before the tools were there.
lint_kernels() {
  cmake -S native-kernels -B native-kernels/target/cmake >/dev/null &&
    cmake --build native-kernels/target/cmake --target format-check lint
}

# The kernels once more, in another build: `native_build FOLDER CMAKE-OPTION...`. WHICH narrows its tests, of which two run at once.
# Where the guard's are among them, which wait for most of their time, three do.
native_build() {
  local folder=native-kernels/target/$1
  shift
  cmake -S native-kernels -B "$folder" ${CI:+-DSLIPWAY_WERROR=ON} "$@" >/dev/null &&
    cmake --build "$folder" --parallel 2 >/dev/null &&
    ctest --test-dir "$folder" --parallel "${AT_ONCE:-2}" --output-on-failure ${WHICH:-}
}

# The tests of the kernels as they are installed, and of their other builds: with sanitizers of memory; what is left without MPI, by
# the other compiler; what ThreadSanitizer sees; and with the other MPI, where the fuzzers would show nothing new. A red build does not
# keep the others from being tested.
kernel_tests() {
  local status=0
  ctest --test-dir native-kernels/target/cmake --parallel 3 --output-on-failure || status=1
  AT_ONCE=3 native_build cmake-address -DSLIPWAY_SANITIZE=address || status=1
  WHICH='-L unit|install' native_build cmake-none -DSLIPWAY_MPI=none -DCMAKE_C_COMPILER=clang || status=1
  native_build cmake-thread -DSLIPWAY_SANITIZE=thread -DSLIPWAY_PROGRAMS=OFF -DSLIPWAY_GUARD=OFF || status=1
  WHICH='-E fuzz' native_build cmake-mpich -DSLIPWAY_MPI=mpich || status=1
  return $status
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
  local status=0
  junit_tier "unit" '*/target/surefire-reports/*' || status=1
  junit_tier "integration (real servers)" './[!t]*/target/failsafe-reports/*' || status=1
  junit_tier "journeys, faults and browser" './tests/*/target/failsafe-reports/*' || status=1
  return $status
}

reports() { find . -path '*/target/*safe-reports/*' -name 'TEST-*.xml' -o -path '*/target/surefire-reports/*' -name 'TEST-*.xml'; }

# Names each test case that failed or was skipped.
red_cases() {
  reports | xargs -r awk '
    /^  <testcase / { match($0, /classname="[^"]*"/); class = substr($0, RSTART + 11, RLENGTH - 12)
                   match($0, / name="[^"]*"/); name = substr($0, RSTART + 7, RLENGTH - 8) }
    /^    <(failure|error|skipped)[ >\/]/ { print "  " class "." name }' | sort -u
}

# Names each test class that left no report: its module was not reached, or its JVM died.
unreported() {
  find . -path '*/src/test/java/*' \( -name '*Test.java' -o -name '*IT.java' \) | while read -r source; do
    local class=${source#*/src/test/java/}
    class=${class%.java}
    grep -qE '^(public )?abstract class' "$source" ||
      [ -n "$(find "${source%/src/test/java/*}/target" -name "TEST-${class//\//.}.xml" 2>/dev/null)" ] || echo "  ${class//\//.}"
  done
}

needed "set-up" set_up test
find_java
stage "scripts (shellcheck)" lint_scripts
export SLIPWAY_BUILT=yes
reports | xargs -r rm -f
# First the kernels, for tests of Java start them.
needed "build of the kernels" ./mvnw -B -ntp -pl native-kernels -DskipTests ${CI:+-Dkernels.werror=ON} verify
# Their other builds share no folder with Maven's.
beside "tests of the kernels" kernel_tests
# To stay within the time of this command: modules that do not need each other side by side, and kills at each third point of the
# crash matrix. A red test is found in the reports: it must not keep the modules after its own from being tested. Ranks of MPI that
# wait for each other need little of the processor, but at once: Maven's tests leave it to them.
stage "build, unit, integration, crashes, journeys" nice -n 5 ./mvnw -B -ntp -T 2 --fail-at-end -Dmaven.test.failure.ignore=true \
  -Dslipway.crash.each=3 -pl '!native-kernels' verify
stage "man pages and completion" bash "$here/manual.sh"
stage "format and lint of C" lint_kernels
joined "tests of the kernels"
skipped=$(skipped_kernels)
[ -z "$skipped" ] || [ -z "${CI:-}" ] || red+=("tests of the kernels that could not run here")
# The reports are read before the next JDK writes its own.
tiers=$(junit_tiers) || red+=("tests of JUnit")
cases=$(red_cases)
missing=$(unreported)
[ -z "$missing" ] || red+=("tests that left no report")
for jdk in /usr/lib/jvm/*25*; do
  [ ! -x "$jdk/bin/javac" ] || { stage "the main job on JDK 25" on_jdk "$jdk"; break; }
done

printf '\nStages\n'
printf '  %s\n' "${stages[@]}"
[ -z "$skipped" ] || printf 'Kernels, could not run here\n%s\n' "$skipped"
printf 'Tiers of JUnit within\n%s\n' "$tiers"
[ -z "$cases" ] || printf 'Failed or skipped\n%s\n' "$cases"
[ -z "$missing" ] || printf 'Left no report\n%s\n' "$missing"
[ ${#red[@]} = 0 ] || fail "red: $(IFS=,; printf '%s' "${red[*]}" | sed 's/,/, /g')"
