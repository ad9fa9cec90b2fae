# Functions that build and run a benchmark of this module: sourced.
# shellcheck shell=bash
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"

jvm=()

# run_bench HEAP CLASS [OPTION ...]: builds the benchmark and its modules without tests, and runs it. The array `jvm`
# may hold options of the JVM.
run_bench() {
  local heap=$1 class=$2 log=$SLIPWAY_ROOT/target/bench-build.log load=$SLIPWAY_ROOT/tests/load/target
  shift 2
  find_java
  mkdir -p "$SLIPWAY_ROOT/target"
  : >"$log"
  step_title="build the benchmark"
  (cd "$SLIPWAY_ROOT" && quietly "$log" ./mvnw -B -ntp -Dship -DskipStyle -DskipTests -pl tests/load -am package)
  exec "$JAVA_HOME/bin/java" "-Xmx$heap" "${jvm[@]}" -Dslipway.root="$SLIPWAY_ROOT" -cp "$load/classes:$load/lib/*" "$class" "$@"
}
