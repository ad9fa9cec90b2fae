#!/usr/bin/env bash
# arrows-test.sh ROOT NM OBJECT-LISTS: checks that the parts of the native tree include and call each other only as
# arrows.txt allows. OBJECT-LISTS is a folder with a file NAME.objects for each part, which lists the object files, one
# a line; a part of headers has no objects.
set -euo pipefail
root=$1 nm=$2 lists=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
not_ok() { printf 'not ok: %s\n' "$*" >&2; failed=1; }

declare -A allowed=() mpi=() place=()
parts=()
while IFS=: read -r head uses; do
  name=${head%% *}
  [[ $head =~ ^[a-z] ]] || continue
  [ -z "${place[$name]-}" ] || not_ok "arrows.txt has $name twice"
  parts+=("$name")
  place[$name]=${#parts[@]}
  allowed[$name]=" $uses "
  [[ $head != *'(MPI)'* ]] || mpi[$name]=yes
done <"$here/arrows.txt"

# Arrows go down: a line of arrows.txt names only parts above the line.
check_line() { # PART USES
  local other
  for other in $2; do
    [ "${place[$other]-${#parts[@]}}" -lt "${place[$1]}" ] || not_ok "arrows.txt: $1 uses $other, which does not stand above it"
  done
}
for part in "${parts[@]}"; do check_line "$part" "${allowed[$part]}"; done

may_use() { [ "$1" = "$2" ] || [[ ${allowed[$1]} = *" $2 "* ]]; }
folder_of() { if [ -d "$root/src/$1" ]; then echo "$root/src/$1"; else echo "$root/programs/${1}"; fi; }

# Each folder of sources is a part of the table.
for folder in "$root"/src/*/ "$root"/programs/*/; do
  name=$(basename "$folder")
  [ -n "${allowed[$name]+known}" ] || not_ok "$folder is no part of arrows.txt"
done

# includes_of FILE-OR-FOLDER...: FILE:"NAME or FILE:<NAME for each include; skips missing files.
includes_of() { grep -rHoP '^\s*#\s*include\s*\K["<][^">]+' "$@" --include='*.[ch]' 2>/dev/null; }

# Includes: from the same folder by a bare name (including the output of process-stubs for a NAME.class there), from
# other folders by "PART/NAME.h", "slipway/PART.h" or "slipway/PART_MORE.h". A name in angle brackets is also ours if it
# begins with the name of a part; other names are the system's.
check_include() { # PART FILE "NAME-or-<NAME
  local part=$1 file=$2 name=${3:1} other
  if [ "${3:0:1}" = '<' ] && [[ $name != slipway/* && $name != ../* ]]; then
    [[ $name = */* && -n ${place[${name%%/*}]-} ]] || return 0
  fi
  case $name in
  ../*) not_ok "$file includes $name: name the part, not the way to it" ;;
  slipway/*) other=$(basename "$name" .h); other=${other%%_*}; may_use "$part" "$other" || not_ok "$file includes $name, but $part may not use $other" ;;
  */*) other=${name%%/*}; may_use "$part" "$other" || not_ok "$file includes $name, but $part may not use $other" ;;
  *) [ -e "$(dirname "$file")/$name" ] || [ -e "$(dirname "$file")/${name%.h}.class" ] || not_ok "$file includes $name, which is not in its folder" ;;
  esac
}
for part in "${parts[@]}"; do
  folder=$(folder_of "$part")
  while IFS=: read -r file name; do check_include "$part" "$file" "$name"; done < <(
    includes_of "$folder" "$root/include/slipway/$part.h" "$root/include/slipway/$part"_*.h)
  [ -n "${mpi[$part]-}" ] || ! grep -rl '<mpi.h>' "$folder" "$root/include/slipway/$part.h" "$root/include/slipway/$part"_*.h 2>/dev/null || not_ok "$part includes mpi.h"
done

# Calls: symbols that one part's objects leave undefined and another part's objects define. Symbols of a program do not
# count: no other target links a program, so two programs may have functions of one name.
for part in "${parts[@]}"; do
  [ -e "$lists/$part.objects" ] || { not_ok "no list of the objects of $part"; continue; }
  # Only a part of headers has no objects.
  grep -q . "$lists/$part.objects" || [ -z "$(find "$(folder_of "$part")" -name '*.c' 2>/dev/null)" ] || not_ok "the list of the objects of $part is empty"
  [ -d "$root/src/$part" ] || continue
  xargs -r "$nm" --defined-only --extern-only --format=posix <"$lists/$part.objects" | awk -v part="$part" 'NF > 2 { print $1, part }'
done | sort -u >"$work/defined"
cut -d' ' -f1 "$work/defined" | grep -v '^main$' | uniq -d >"$work/twice"
[ ! -s "$work/twice" ] || not_ok "defined by two parts: $(xargs <"$work/twice")"
check_calls() { # PART UNDEFINED: a file of the symbols that the part's objects leave undefined, sorted
  local part=$1 symbol other
  while read -r symbol other; do
    may_use "$part" "$other" || not_ok "$part calls $symbol of $other"
  done < <(join "$2" "$work/defined")
  [ -n "${mpi[$part]-}" ] || ! grep -E '^P?MPI_' "$2" >"$work/mpi" || not_ok "$part calls $(xargs <"$work/mpi")"
}
for part in "${parts[@]}"; do
  xargs -r "$nm" --undefined-only --format=posix <"$lists/$part.objects" | awk '$2 == "U" { print $1 }' | sort -u >"$work/undefined"
  check_calls "$part" "$work/undefined"
done

# The test must refuse violations.
refuses() { (failed=0; "$@" 2>/dev/null; [ $failed = 1 ]) || not_ok "this test does not refuse: $*"; }
refuses check_line base node
refuses check_line csv 'base csv'
refuses check_line csv 'base no-such-part'
printf '#include %s\n' '"csv/quotes.h"' '<csv/quotes.h>' '<slipway/twophase.h>' '<../csv/quotes.h>' >"$work/arrows.c"
[ "$(includes_of "$work/arrows.c" | wc -l)" = 4 ] || not_ok "this test reads only these includes: $(includes_of "$work/arrows.c" | tr '\n' ' ')"
while IFS=: read -r file name; do refuses check_include base "$file" "$name"; done < <(includes_of "$work/arrows.c")
for symbol in blk_open MPI_Barrier; do
  echo $symbol >"$work/planted"
  refuses check_calls csv "$work/planted"
done

# The test must see arrows: twophase calls blockfile, and every part uses some other part.
[ "$(wc -l <"$work/defined")" -gt 100 ] || not_ok "only $(wc -l <"$work/defined") functions were found"
[ $failed = 0 ] && echo "ok ${#parts[@]} parts, $(wc -l <"$work/defined") functions"
exit $failed
