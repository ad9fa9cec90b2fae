#!/usr/bin/env bash
# arrows-test.sh ROOT NM OBJECT-LISTS: the parts of the native tree include and call each other only as arrows.txt allows.
# OBJECT-LISTS is a folder with a file NAME.objects for each part: its object files, one a line.
set -euo pipefail
root=$1 nm=$2 lists=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
not_ok() { printf 'not ok: %s\n' "$*" >&2; failed=1; }

declare -A allowed=() mpi=()
parts=()
while IFS=: read -r head uses; do
  name=${head%% *}
  [[ $head =~ ^[a-z] ]] || continue
  parts+=("$name")
  allowed[$name]=" $uses "
  [[ $head != *'(MPI)'* ]] || mpi[$name]=yes
done <"$here/arrows.txt"

may_use() { [ "$1" = "$2" ] || [[ ${allowed[$1]} = *" $2 "* ]]; }
folder_of() { if [ -d "$root/src/$1" ]; then echo "$root/src/$1"; else echo "$root/programs/${1}"; fi; }

# Each folder of sources is a part of the table.
for folder in "$root"/src/*/ "$root"/programs/*/; do
  name=$(basename "$folder")
  [ -n "${allowed[$name]+known}" ] || not_ok "$folder is no part of arrows.txt"
done

# Includes: of the own folder by a bare name, of others by "PART/NAME.h", "slipway/PART.h" or "slipway/PART_MORE.h".
check_include() { # PART FILE NAME
  local part=$1 file=$2 name=$3 other
  case $name in
  ../*) not_ok "$file includes $name: name the part, not the way to it" ;;
  slipway/*) other=$(basename "$name" .h); other=${other%%_*}; may_use "$part" "$other" || not_ok "$file includes $name, but $part may not use $other" ;;
  */*) other=${name%%/*}; may_use "$part" "$other" || not_ok "$file includes $name, but $part may not use $other" ;;
  *) [ -e "$(dirname "$file")/$name" ] || not_ok "$file includes $name, which is not in its folder" ;;
  esac
}
for part in "${parts[@]}"; do
  folder=$(folder_of "$part")
  while IFS=: read -r file name; do check_include "$part" "$file" "$name"; done < <(
    grep -rHoP '^\s*#\s*include\s*"\K[^"]+' "$folder" "$root/include/slipway/$part.h" "$root/include/slipway/$part"_*.h --include='*.[ch]' 2>/dev/null)
  [ -n "${mpi[$part]-}" ] || ! grep -rl '<mpi.h>' "$folder" "$root/include/slipway/$part.h" "$root/include/slipway/$part"_*.h 2>/dev/null || not_ok "$part includes mpi.h"
done

# Calls: what one part's objects leave undefined and another part's define. What a program defines is its own: it is linked
# into nothing else, so two programs may have functions of one name.
for part in "${parts[@]}"; do
  [ -e "$lists/$part.objects" ] || { not_ok "no list of the objects of $part"; continue; }
  [ -d "$root/src/$part" ] || continue
  xargs "$nm" --defined-only --extern-only --format=posix <"$lists/$part.objects" | awk -v part="$part" 'NF > 2 { print $1, part }'
done | sort -u >"$work/defined"
cut -d' ' -f1 "$work/defined" | grep -v '^main$' | uniq -d >"$work/twice"
[ ! -s "$work/twice" ] || not_ok "defined by two parts: $(xargs <"$work/twice")"
for part in "${parts[@]}"; do
  xargs "$nm" --undefined-only --format=posix <"$lists/$part.objects" | awk '$2 == "U" { print $1 }' | sort -u >"$work/undefined"
  join "$work/undefined" "$work/defined" | while read -r symbol other; do
    may_use "$part" "$other" || echo "$part calls $symbol of $other"
  done >"$work/calls"
  while read -r line; do not_ok "$line"; done <"$work/calls"
  [ -n "${mpi[$part]-}" ] || ! grep -E '^P?MPI_' "$work/undefined" >"$work/mpi" || not_ok "$part calls $(xargs <"$work/mpi")"
done

# The test itself must see arrows: twophase calls blockfile, and every part leans on something.
[ "$(wc -l <"$work/defined")" -gt 100 ] || not_ok "only $(wc -l <"$work/defined") functions were found"
[ $failed = 0 ] && echo "ok ${#parts[@]} parts, $(wc -l <"$work/defined") functions"
exit $failed
