#!/usr/bin/env bash
# slipway exchange serve --folder FOLDER [--port PORT] [--shared-buffers SIZE] [--max-wal-size SIZE] [OPTION ...]
#   runs PostgreSQL in FOLDER, on a Unix socket, and an exchange server on loopback (port 12345; 0 takes a free port),
#   in the foreground until Ctrl-C or SIGTERM; further options: exchange-server(1)
# slipway exchange load --folder FOLDER [--port PORT] [OPTION ...]
#   sends requests to the server of FOLDER, checks each answer and measures; further options: exchange-load(1)
# slipway exchange audit --folder FOLDER [OPTION ...]
#   replays the ledger of FOLDER, with or without a running server, and checks money and shares; further options:
#   exchange-audit(1)
# exchange VERB --help lists all options. The command installs Debian's libpq-dev and libexpat1-dev.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway exchange}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$here/setup.sh"
programs=$SLIPWAY_ROOT/native-kernels/target/install/bin

usage() { help_of "$here/exchange.sh"; }

verb=${1:-}
case $verb in
  serve | load | audit) shift ;;
  --help | -h) usage && exit 0 ;;
  '') usage >&2 && exit 2 ;;
  *) misuse "exchange has no verb '$verb'" "There are: serve load audit; ./slipway exchange --help" ;;
esac

folder='' port='' held='' shared_buffers=256MB max_wal_size=2GB rest=() help=''
while [ $# -gt 0 ]; do
  case $1 in
    --folder | --port | --shared-buffers | --max-wal-size)
      [ $# -gt 1 ] || misuse "$1 needs a value" "./slipway exchange --help"
      [ "$verb" = serve ] || [[ $1 = --folder || $1 = --port ]] || misuse "exchange $verb does not take $1" "./slipway exchange --help"
      declare "$(tr - _ <<<"${1#--}")=$2"
      shift
      ;;
    --help | -h) help=yes ;;
    *) rest+=("$1") ;;
  esac
  shift
done
[ -z "$port" ] || [[ $port =~ ^[0-9]{1,5}$ && $port -le 65535 ]] || misuse "'$port' is no port" "A port is a number up to 65535."

set_up exchange
bash "$here/build.sh" >&2
[ -x "$programs/exchange-server" ] || fail "the exchange server is not built" "target/build.log says why."
if [ -n "$help" ]; then
  usage
  printf '\nexchange-%s:\n' "${verb/serve/server}"
  exec "$programs/exchange-${verb/serve/server}" --help
fi
[ -n "$folder" ] || misuse "exchange $verb needs --folder" "./slipway exchange $verb --folder FOLDER"
find_java

folder_java() { "$JAVA_HOME/bin/java" "${java_options[@]}" -cp "$SLIPWAY_ROOT/deploy/demo/target/lib/*" dev.slipway.postgres.FolderCommand "$@"; }

# Starts PostgreSQL in the folder, or finds the server that runs there, and prints libpq's connection string.
run_database() { folder_java start "$folder/postgres" exchange "$shared_buffers" "$max_wal_size"; }

# Refuses a folder in which another user may write, because its files are trusted: they name the database, the port and
# the process.
own_folder() {
  local owner mode
  [ -d "$folder" ] || return 0
  read -r owner mode < <(stat -Lc '%u %a' "$folder")
  [ "$owner" = "$EUID" ] ||
    fail "the folder $folder is not yours: $(stat -Lc %U "$folder") owns it, and could lead you anywhere" "Choose a folder of your own, or call this as its owner."
  [ $((8#$mode & 8#022)) = 0 ] || fail "others than $(stat -Lc %U "$folder"), who owns it, can write in the folder $folder" "chmod go-w $folder"
}

# Writes a file of the folder from the input. A concurrent reader finds the whole file or no file.
note() { cat >"$folder/.$1.new" && mv -T "$folder/.$1.new" "$folder/$1"; }

# Starts PostgreSQL, and notes libpq's connection string in the folder.
start_database() {
  local found
  found=$(run_database 2>>"$folder/exchange.log") || fail "PostgreSQL does not start in $folder" "$(tail -n 3 "$folder/exchange.log")"
  tail -n 1 <<<"$found" | note database
}

# Returns whether a postmaster runs in the folder: the process of postmaster.pid, if it works in the data folder.
is_database_running() {
  local data=$folder/postgres/data pid
  pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) && [ "/proc/$pid/cwd" -ef "$data" ]
}

# Stops PostgreSQL, unless PostgreSQL has ended already. In that case the next start recovers open transactions.
stop_database() {
  ! is_database_running || folder_java stop "$folder/postgres" 2>>"$folder/exchange.log" ||
    fail "PostgreSQL in $folder does not stop" "$(tail -n 3 "$folder/exchange.log")"
}

# Tries once to start a PostgreSQL that has ended, and reports the result. Repeated failures are reported once.
revive_database() {
  local said
  [ -n "$is_away" ] || printf 'slipway: PostgreSQL in %s has ended and is started again\n' "$folder" >&2
  if said=$(run_database 2>&1); then
    printf 'slipway: PostgreSQL in %s runs again\n' "$folder" >&2
    is_away=''
  else
    [ "$is_away" = told ] || printf 'slipway: PostgreSQL does not start, and is tried again until it does: %s\n' "$(tail -n 1 <<<"$said")" >&2
    is_away=told
    sleep 5
  fi
}

# Locks the folder for this call and the programs that it starts. Fails if another call holds the lock.
hold_folder() {
  [ -n "${held:-}" ] || exec {held}>>"$folder/lock"
  flock --nonblock "$held"
}

# Prints the server's output until the server ends. Notes the port when the server is ready, and starts PostgreSQL again
# when it has ended.
attend() {
  local line status is_away=''
  # Signals that end the server are ignored here, because this function ends with the server's output.
  trap '' INT TERM
  while :; do
    status=0
    IFS= read -r -t 1 line || status=$?
    if [ "$status" = 0 ]; then
      case $line in
        'ready on '*:*) printf '%s\n' "${line##*:}" | note port ;;
      esac
      printf '%s\n' "$line"
    elif [ "$status" -le 128 ]; then
      return 0
    elif ! is_database_running; then
      revive_database
    fi
  done
}

# Waits for the end of a child and returns its status. A signal ends a wait and not the child, so the wait is repeated.
wait_for() {
  while kill -0 "$1" 2>/dev/null; do wait "$1" || true; done
  wait "$1"
}

serve() {
  local server attendant said process='' status=0
  if [ ! -d "$folder" ]; then
    mkdir -p "$folder"
    # As root, PostgreSQL runs as a user of its own, who must be able to pass the folder.
    chmod 711 "$folder"
  fi
  own_folder
  folder=$(cd "$folder" && pwd)
  [ ! -e "$folder/process" ] || process=$(cat "$folder/process")
  hold_folder || fail "the exchange of $folder is in use already" "Stop its server first${process:+, with \`kill $process\`}, or choose another folder."
  rm -f "$folder/port" "$folder/process"
  trap 'stop_database; rm -f "$folder/port" "$folder/process"' EXIT
  start_database
  exec {said}> >(attend)
  attendant=$!
  "$programs/exchange-server" --database "$(cat "$folder/database")" --password-file "$folder/postgres/password" \
    --port "${port:-12345}" "${rest[@]}" >&"$said" {said}>&- &
  server=$!
  exec {said}>&-
  printf '%s\n' "$server" | note process
  trap 'kill "$server" 2>/dev/null || true' INT TERM
  wait_for "$server" || status=$?
  # The attendant may be starting PostgreSQL, which must be stopped after that start.
  wait_for "$attendant" || true
  exit "$status"
}

load() {
  own_folder
  if [ -z "$port" ]; then
    [ -e "$folder/port" ] || fail "nothing is served out of $folder" "Start it: ./slipway exchange serve --folder $folder"
    port=$(cat "$folder/port")
  fi
  exec "$programs/exchange-load" --host 127.0.0.1 --port "$port" "${rest[@]}"
}

audit() {
  local status=0
  own_folder
  [ -d "$folder/postgres" ] || fail "there is no exchange in $folder" "./slipway exchange serve --folder $folder makes one."
  folder=$(cd "$folder" && pwd)
  # A server that is ready has PostgreSQL running. Another audit has PostgreSQL running too, and stops PostgreSQL at the
  # end.
  local is_held=''
  until { hold_folder && is_held=yes; } || [ -e "$folder/port" ]; do sleep 0.2; done
  if [ -n "$is_held" ]; then
    # A server that was killed may have left these files.
    rm -f "$folder/port" "$folder/process"
    trap stop_database EXIT
    start_database
  fi
  "$programs/exchange-audit" --database "$(cat "$folder/database")" --password-file "$folder/postgres/password" "${rest[@]}" || status=$?
  exit "$status"
}

"$verb"
