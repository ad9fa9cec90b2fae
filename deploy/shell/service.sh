# Functions that start the service: sourced by scripts that start it.
# shellcheck shell=bash
# shellcheck source=deploy/shell/start.sh
source "$SLIPWAY_ROOT/deploy/shell/start.sh"

# Makes the home folder and puts the kernels into its application folder, where the run identity can start them.
prepare_home() {
  local home=$1 kernels=$SLIPWAY_ROOT/native-kernels/target/install
  mkdir -p "$home"
  chmod 711 "$home"
  # The service's temporary files are closed to all other users.
  mkdir -p "$home/data/tmp"
  chmod 700 "$home/data/tmp"
  # A call that was killed may have left this folder.
  rm -rf "$home/kernels.new"
  mkdir -p "$home/kernels.new"
  cp -a "$kernels/." "$home/kernels.new/"
  [ ! -e "$home/kernels.new/bin/exchange-session" ] || add_exchange_postgres "$home/kernels.new"
  chmod -R go+rX,go-w "$home/kernels.new"
  [ "$(id -u)" != 0 ] || chown -R root:root "$home/kernels.new"
  rm -rf "$home/kernels"
  mv "$home/kernels.new" "$home/kernels"
}

# Puts PostgreSQL and a data folder beside the kernels, for exchange-session to copy. They lie outside of the
# application folder, so that no job can name their programs.
add_exchange_postgres() {
  # shellcheck disable=SC2154
  "$JAVA_HOME/bin/java" "${java_options[@]}" -cp "$SLIPWAY_ROOT/deploy/demo/target/lib/*" dev.slipway.postgres.FolderCommand \
    ready "$1/libexec/exchange-postgres" >&2 || fail "PostgreSQL for trading days cannot be made" ""
}

service_app=$SLIPWAY_ROOT/deploy/server/target/app
# The options of the service's JVM, without the size of the heap.
service_jvm=(-XX:+UseSerialGC)

# Sets the archive of the service as archive_in does.
service_start() { archive_in "$SLIPWAY_ROOT/deploy/server/target/archive" "$service_app/slipway-server-$version-exec.jar"; }

# Sets the array `service` to the command of the service: `service_command HOME [--KEY=VALUE ...]`.
service_command() {
  local home=$1
  shift
  service_start
  # shellcheck disable=SC2034
  service=("$JAVA_HOME/bin/java" -Xmx512m "${service_jvm[@]}" ${archive_fits:+"-XX:SharedArchiveFile=$archive"}
    "-Djava.io.tmpdir=$home/data/tmp" -jar "$service_app/slipway-server-$version-exec.jar" "--slipway.home=$home" "$@")
}
