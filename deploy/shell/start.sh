# Functions that start the toolkit and find archives of classes: sourced by scripts that start a JVM, and by archive.sh,
# which makes the archives. No process is started here, because each costs milliseconds of every call.
# shellcheck shell=bash disable=SC2034,SC2154

# The collector is G1, because only G1 maps the archive's objects and not only its classes. Of TLS's key exchanges, the
# first is the one that every service must offer (RFC 8446, 9.1), so that no key is made for another one beside it.
toolkit_options=(-XX:TieredStopAtLevel=1 -XX:+UseG1GC -XX:-UsePerfData -Xshare:auto
  "-Djdk.tls.namedGroups=secp256r1,secp384r1,secp521r1")

# archive_in FOLDER JAR: sets archive (a file in FOLDER for the JDK found), archive_jar, java_release, and archive_fits if
# the archive belongs to JAR and to this JDK. With an archive that does not fit, the JVM would leave out even the archive
# of the JDK, and start slower than without.
archive_in() {
  local made=''
  archive=$1/${JAVA_HOME//\//_}.jsa
  archive_jar=$2
  java_release=''
  read -r -d '' java_release <"$JAVA_HOME/release" || true
  archive_fits=''
  if [ -e "$archive.of" ] && [ "$archive" -nt "$2" ]; then
    read -r -d '' made <"$archive.of" || true
    [ "$made" != "$java_release" ] || archive_fits=yes
  fi
}

# Sets class_path, and the archive of the toolkit as archive_in does.
toolkit_start() {
  local folder=$SLIPWAY_ROOT/soap-api/toolkit/target jar library
  jar=$folder/soap-toolkit-$version.jar
  [ -e "$jar" ] || fail "the toolkit is not built" "Run ./slipway build first (or ./slipway demo, which shows everything)."
  class_path=$jar
  for library in "$folder"/lib/*.jar; do
    class_path+=:$library
  done
  archive_in "$folder/archive" "$jar"
}
