#!/usr/bin/env bash
# licences-test.sh ROOT: checks that each C file begins with the line of its licence.
set -euo pipefail
line='/* SPDX-License-Identifier: Apache-2.0 */'
failed=0 files=0
while IFS= read -r -d '' file; do
  files=$((files + 1))
  [ "$(head -n 1 "$file")" = "$line" ] || { printf 'not ok: %s does not begin with %s\n' "$file" "$line" >&2; failed=1; }
done < <(find "$1"/include "$1"/src "$1"/programs "$1"/tests "$1"/bench "$1"/examples -name '*.[ch]' -print0)
[ $files -gt 50 ] || { echo "not ok: only $files files were found" >&2; failed=1; }
[ $failed = 0 ] && echo "ok $files files"
exit $failed
