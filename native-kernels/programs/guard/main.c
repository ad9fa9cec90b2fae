/* SPDX-License-Identifier: Apache-2.0 */
/* slipway-guard: reliably starts, follows and ends one program. See guard.h. */
#include "guard.h"

int main(int argc, char **argv) {
    const int status = guard_command(argc, argv);
    if (fflush(stdout) != 0)
        return EXIT_ERROR;
    return status;
}
