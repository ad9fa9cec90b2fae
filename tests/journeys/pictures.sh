#!/usr/bin/env bash
# tests/journeys/pictures.sh: takes pictures of all pages in a browser into web-ui/docs, with their list
set -euo pipefail
cd "$(dirname "$0")/../.."
./slipway build
./mvnw -B -ntp -DskipStyle -pl tests/journeys -am verify -Dtest=NoUnit -Dit.test=PagePictures \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
rm -f web-ui/docs/*.png
cp tests/journeys/target/screenshots/docs/* web-ui/docs/
