#!/usr/bin/env bash
# process-meet-test.sh PAGES MPIEXEC...: worlds of several mpiruns meet by a folder and a secret; objects with an address outlive
# their world; a server that dies is named.
set -euo pipefail
pages=$1
shift
mpiexec=("$@")
work=$(mktemp -d)
started=()
trap 'for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done; wait; rm -rf "$work"' EXIT
failed=0
not_ok() { printf 'not ok: %s\n' "$*" >&2; failed=1; }
ok() { printf 'ok %s\n' "$*"; }

# until_so COMMAND...: waits until COMMAND succeeds, for two minutes at most.
until_so() {
  local since=$SECONDS
  until "$@" 2>/dev/null; do
    [ $((SECONDS - since)) -lt 120 ] || { not_ok "waited in vain for: $*"; return 0; }
    sleep 0.02
  done
}

folder=$work/folder secret=$work/secret
head -c 32 /dev/urandom | base64 >"$secret"
chmod 600 "$secret"

# serve NAME RANKS: starts a world, and waits until it can be met. Its mpirun is $!.
serve() {
  "${mpiexec[@]}" -n "$2" "$pages" serve "$folder" "$1" "$secret" >"$work/$1.log" 2>&1 &
  started+=($!)
  until_so test -e "$folder/worlds/$1.world"
}
# client WORDS...: a separate program; `by_mpirun WORDS...`: one that is started by mpirun.
client() { "$pages" "$@"; }
by_mpirun() { "${mpiexec[@]}" -n 1 "$pages" "$@"; }
# refused WORDS COMMAND...: COMMAND fails, and says WORDS.
refused() {
  local words=$1 said
  shift
  if said=$("$@" 2>&1); then not_ok "not refused: $*"; fi
  [[ $said = *"$words"* ]] || not_ok "$* says: $said"
}

serve one 2
one=$!
[ "$(stat -c %a "$folder/worlds/one.world")" = 600 ] || not_ok "others can read the file of a world"
by_mpirun fill "$folder" one "$secret" http://data/set/Page/1 'the first page'
by_mpirun fill "$folder" one "$secret" http://data/set/Page/2 'the second page' &
filling=$!
[ "$(client show "$folder" one "$secret" http://data/set/Page/1)" = 'the first page' ] || not_ok "the page is another one"
wait $filling || not_ok "two programs cannot use one world at once"
[ "$(client show "$folder" one "$secret" http://data/set/Page/2)" = 'the second page' ] || not_ok "the second page is another one"
ok "several programs use one world"

head -c 32 /dev/urandom | base64 >"$work/other"
chmod 600 "$work/other"
refused 'has another secret' client show "$folder" one "$work/other" http://data/set/Page/1
cp "$secret" "$work/open"
chmod 640 "$work/open"
refused 'is open to others' client show "$folder" one "$work/open" http://data/set/Page/1
printf short >"$work/short"
chmod 600 "$work/short"
refused 'has 5 bytes: it must have 16' client show "$folder" one "$work/short" http://data/set/Page/1
refused 'cannot be read' client show "$folder" one "$work/none" http://data/set/Page/1
refused 'there is no world' client show "$folder" two "$secret" http://data/set/Page/1
refused 'is no name of a world' client show "$folder" ../one "$secret" http://data/set/Page/1
refused 'no object has the address' client show "$folder" one "$secret" http://data/set/Page/3
ok "who has another secret, or none that is its own, is refused"

serve two 1
two=$!
[ "$(client show "$folder" two "$secret" http://data/set/Page/1)" = 'the first page' ] || not_ok "a page of another world is not found"
ok "an address leads to the world in which the object lives"

client close "$folder" one "$secret"
wait $one || not_ok "the servers end badly: $(cat "$work/one.log")"
[ ! -e "$folder/worlds/one.world" ] || not_ok "the file of a world that has ended is left"
[ "$(client show "$folder" two "$secret" http://data/set/Page/2)" = 'the second page' ] || not_ok "a stored page is another one"
ok "an object is stored when its world ends, and another world reads it back"

serve three 3
three=$!
[ "$(client show "$folder" three "$secret" http://data/set/Page/1)" = 'the first page' ] || not_ok "a page is lost after two worlds"
client stay "$folder" three "$secret" "$work/nothing" >"$work/stays" 2>"$work/said" &
staying=$!
until_so grep -q staying "$work/stays"
cp "$folder/worlds/three.world" "$work/stale"
victim=$(awk -F'\t' 'NF > 1 { pid = $6 } END { print pid }' "$folder/worlds/three.world")
kill -KILL "$victim"
since=$SECONDS
if wait $staying; then not_ok "a call to a server that was killed succeeds"; fi
[ $((SECONDS - since)) -lt 60 ] || not_ok "the client has waited for $((SECONDS - since)) s"
grep -q "server 2 on host .* (process $victim)" "$work/said" || not_ok "the dead server is not named: $(cat "$work/said")"
wait $three && not_ok "a world whose server was killed ends well"
refused 'there is no world' client show "$folder" three "$secret" http://data/set/Page/1
cp "$work/stale" "$folder/worlds/three.world"
refused 'may have died' client show "$folder" three "$secret" http://data/set/Page/1
[ "$(client show "$folder" two "$secret" http://data/set/Page/1)" = 'the first page' ] || not_ok "what was stored before a death is lost"
ok "a server that dies is named, and its objects are read back as they were stored"

rm -r "$folder/objects"
client close "$folder" two "$secret"
if wait $two; then not_ok "a world ends well though its objects cannot be stored"; fi
grep -q 'Page/1 cannot be stored' "$work/two.log" || grep -q 'Page/2 cannot be stored' "$work/two.log" ||
  not_ok "what cannot be stored is not named: $(cat "$work/two.log")"
ok "an object that cannot be stored is named"
exit $failed
