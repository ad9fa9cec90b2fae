/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The script that the remote shell runs on another host. Standard input has the graph, a line of one dot, the start
 * script, and another such line. Each line of both files follows a "+", because an argument may have a line of one dot.
 * Then the input stays open for as long as the unit may run. If the input closes, because the launcher or the
 * connection is gone, the script ends the unit, with a kill after two seconds; later output is dropped, and the script
 * still removes the folder.
 */
#ifndef SLIPWAY_STREAM_LAUNCH_REMOTE_H
#define SLIPWAY_STREAM_LAUNCH_REMOTE_H

#define REMOTE_TAKE(file) "while IFS= read -r l && [ \"$l\" != . ]; do printf \"%s\\n\" \"${l#+}\"; done >" file

/* The script has no single quotes, because single quotes enclose it. */
static const char remote_unit[] =
    "umask 077; d=$(mktemp -d \"${TMPDIR:-/tmp}/osf-XXXXXXXX\") || exit "
    "125; " REMOTE_TAKE("\"$d/graph\"") "; " REMOTE_TAKE(
        "\"$d/start.sh\"") "; "
                           "exec 3<&0; setsid sh \"$d/start.sh\" </dev/null 3<&- & p=$!; trap \"\" PIPE HUP; "
                           "{ cat <&3 >/dev/null; kill -TERM -$p; sleep 2; kill -KILL "
                           "-$p; } >/dev/null 2>&1 & w=$!; "
                           "exec 3<&-; wait $p; s=$?; kill $w 2>/dev/null; kill -KILL "
                           "-$p 2>/dev/null; rm -rf \"$d\"; exit $s";

#endif
