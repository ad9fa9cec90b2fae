# A real PostgreSQL for a test, in a folder that is removed with it, on a Unix socket. Sourced.
# shellcheck shell=bash

# postgres_bin: the folder of PostgreSQL's programs: SLIPWAY_TEST_POSTGRES, or that of the newest that is installed.
postgres_bin() {
  local folder bin=${SLIPWAY_TEST_POSTGRES-}
  if [ -z "$bin" ]; then
    while read -r folder; do
      [ ! -x "$folder/initdb" ] || [ ! -x "$folder/psql" ] || bin=$folder
    done < <(printf '%s\n' /usr/local/pgsql/bin /usr/pgsql-*/bin /usr/lib/postgresql/*/bin | sort -V)
  fi
  [ -x "$bin/initdb" ] || { echo "PostgreSQL's initdb is not found (Debian: postgresql); SLIPWAY_TEST_POSTGRES names the folder of its programs" >&2; return 1; }
  echo "$bin"
}

# as_database COMMAND...: runs the command as a user other than root, because initdb and postgres refuse root.
as_database() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}

# postgres_make FOLDER: makes a data folder in FOLDER. The connection string is then in $database.
postgres_make() {
  postgres=$1
  pg_bin=$(postgres_bin) || return 1
  mkdir -p "$postgres"
  chmod 755 "$postgres"
  [ "$(id -u)" != 0 ] || chown 65534:65534 "$postgres"
  as_database "$pg_bin/initdb" -D "$postgres/data" -U exchange -A trust --locale C -E UTF8 >"$postgres/initdb.log" 2>&1 ||
    { cat "$postgres/initdb.log" >&2; return 1; }
  printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$postgres'" "shared_buffers = '64MB'" \
    >>"$postgres/data/postgresql.conf"
  # shellcheck disable=SC2034 # for the test
  database="host=$postgres user=exchange dbname=postgres"
}

postgres_start() { as_database "$pg_bin/pg_ctl" -D "$postgres/data" -l "$postgres/log" -t 120 -w start >"$postgres/start.log" 2>&1 || { cat "$postgres/start.log" "$postgres/log" >&2; return 1; }; }
# Waits for all processes of PostgreSQL: a surviving backend holds a lock.
postgres_stop() { as_database "$pg_bin/pg_ctl" -D "$postgres/data" -m "${1:-fast}" -t 120 -w stop >>"$postgres/start.log" 2>&1; }
# Kills the postmaster as the kernel would without memory; its backends find out on their own.
postgres_kill() {
  local pid
  pid=$(head -n 1 "$postgres/data/postmaster.pid")
  kill -9 "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
}

# sql QUERY: prints the rows, with fields separated by |.
sql() { "$pg_bin/psql" -X -q -At -v ON_ERROR_STOP=1 -d "$database" -c "$1"; }
