#!/usr/bin/env bash
# exchange-disk-test.sh SERVER AUDIT LOAD: the disk of PostgreSQL fills under load and gets room again. No answer is
# false, no request is done twice, and the server goes on without help. Needs root, to mount a small file system;
# otherwise ends with status 77.
set -euo pipefail
# The file system is mounted for this test alone, and vanishes with the test's last process.
if [ -z "${SLIPWAY_OWN_MOUNTS:-}" ]; then
  [ "$(id -u)" = 0 ] || { echo "a small disk can be mounted by root only: skipped" && exit 77; }
  SLIPWAY_OWN_MOUNTS=yes exec unshare --mount "$0" "$@"
fi
server=$1 audit=$2 load=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=SCRIPTDIR/postgres.bash
. "$here/postgres.bash"
# shellcheck source=SCRIPTDIR/exchange-bed.bash
. "$here/exchange-bed.bash"
# At the end PostgreSQL's last process may still stand on the disk.
disk=$work/disk wal=$work/wal load_pid=''
trap '[ -z "$load_pid" ] || kill -9 "$load_pid" 2>/dev/null || :; postgres_stop immediate || :; umount --lazy "$disk" || :; postgres_runs=; clean_up' EXIT

# fill: a file takes all free room of the disk, except 2 MiB.
fill() {
  local free
  free=$(df --output=avail -k "$disk" | tail -n 1)
  fallocate -l $(((free - 2048) * 1024)) "$disk/ballast"
}
is_full() { grep -q 'No space left on device' "$work/server.err"; }
is_back() { [ "$(tail -n 1 "$work/server.err")" = "exchange-server: the database is back" ]; }

goes_on_when_the_disk_has_room_again() {
  "$load" --port "$port" --prepare only --seconds 1 >"$work/prepared"
  fill
  "$load" --port "$port" --prepare no --connections 8 --refs --again 10 --requests 40000 --seconds 86000 --seed 5 >"$work/load" 2>&1 &
  load_pid=$!
  await is_full
  kill -0 "$load_pid" || fail "the load has ended before the disk was full: $(cat "$work/load")"
  rm "$disk/ballast"
  await is_back
  wait "$load_pid" || fail "the load: $(cat "$work/load")"
  load_pid=''
  grep -q '^LOAD requests=40000 .* wrong=0 ' "$work/load" || fail "an answer was wrong, or there was none: $(cat "$work/load")"
  sound
  end_server
}

mkdir "$disk" "$wal"
chown 65534:65534 "$wal"
mount -t tmpfs -o size=256m,mode=755 none "$disk"
postgres_make "$disk/postgres"
# The write-ahead log is on another disk: without room for it PostgreSQL ends, which other tests cover.
as_database mv "$disk/postgres/data/pg_wal" "$wal/"
as_database ln -s "$wal/pg_wal" "$disk/postgres/data/pg_wal"
start_postgres
start_server
goes_on_when_the_disk_has_room_again
echo "ok goes_on_when_the_disk_has_room_again"
