#!/usr/bin/env bash
# samples.sh FOLDER: writes SAMPLES.md, the reader's results for the job documents in FOLDER. Call it after ./mvnw
# package.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
offline=$here/../../soap-api/offline/target
exec java -cp "$here/target/classes:$offline/lib/*" dev.slipway.contracts.SampleTable \
  "${1:?name the folder of the documents}" "$here/SAMPLES.head.md" "$here/SAMPLES.md"
