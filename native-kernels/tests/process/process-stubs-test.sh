#!/usr/bin/env bash
# process-stubs-test.sh STUBS: descriptions of classes with faults are refused by file and line.
set -euo pipefail
stubs=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
not_ok() { printf 'not ok: %s\n' "$*" >&2; failed=1; }

# refused STATUS WORDS TEXT: Case.class of TEXT is refused, with STATUS and WORDS.
refused() {
  local status=0 said
  printf '%b' "$3" >"$work/Case.class"
  said=$("$stubs" --out "$work" "$work/Case.class" 2>&1) || status=$?
  [ $status = "$1" ] || not_ok "status $status, not $1, of: $3"
  [[ $said = *"$2"* ]] || not_ok "says: $said"
}

refused 4 "Case.class, line 3: 'i33' is no type" 'class Case\nnew ()\nread (i33 a)\n'
refused 4 'line 2: Case has no constructor' 'class Case\n'
refused 4 'line 3: Case has new twice' 'class Case\nnew ()\nnew (i32 a)'
refused 4 'read has a twice' 'class Case\nnew ()\nread (i32 a) -> (i64 a)\n'
refused 4 'there is no list of text' 'class Case\nnew (text[] names)\n'
refused 4 'cannot have the name int' 'class Case\nnew (i32 int)\n'
refused 4 'cannot have the name start_it' 'class Case\nnew ()\nstart_it ()\n'
refused 4 "'the end' stands where ',' should" 'class Case\nnew (i32 a'
refused 4 'there is no Parent.class' 'class Case : Parent\nnew ()\n'
refused 4 'no parent of Case has a method read' 'class Case\nnew ()\noverride read\n'
refused 4 "'%' stands for nothing" 'class Case\nnew () %'
refused 4 'Does a class derive from itself?' 'class Case : Case\nnew ()\n'
refused 4 'describes the class Other' 'class Other\nnew ()\n'
printf 'class Parent\nnew ()\nread ()\n' >"$work/Parent.class"
refused 4 'Case has the method read from its parent Parent' 'class Case : Parent\nnew ()\nread ()\n'

printf 'class Case : Parent\nnew ()\noverride read\n' >"$work/Case.class"
"$stubs" --out "$work" "$work/Case.class" || not_ok "a right description is refused"
for file in Case.h Case-client.c Case-server.c; do [ -s "$work/$file" ] || not_ok "there is no $file"; done
before=$(grep -o 'version = .*' "$work/Case-server.c")
printf 'class Parent\nnew ()\nread (i32 a)\n' >"$work/Parent.class"
"$stubs" --out "$work" "$work/Case.class"
[ "$before" != "$(grep -o 'version = .*' "$work/Case-server.c")" ] || not_ok "another parent makes no other version"

status=0
"$stubs" --out "$work" 2>/dev/null || status=$?
[ $status = 2 ] || not_ok "status $status without a description"
status=0
"$stubs" --out "$work" "$work/None.class" 2>/dev/null || status=$?
[ $status = 3 ] || not_ok "status $status of a description that is not there"
status=0
"$stubs" --out "$work/none" "$work/Case.class" 2>/dev/null || status=$?
[ $status = 6 ] || not_ok "status $status of a folder that is not there"
[ $failed = 0 ] && echo ok
exit $failed
