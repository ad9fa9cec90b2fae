/* SPDX-License-Identifier: Apache-2.0 */
/* Page sets that stay when SIGTERM or SIGINT ends this process: it says on its standard error how they are removed. */
#ifndef SLIPWAY_FFT3D_LEFTOVERS_H
#define SLIPWAY_FFT3D_LEFTOVERS_H

/* Notes that the page set of a check in FOLDER would stay from now on, beside those that were noted before. */
void leftovers_note(const char *folder);

/* Forgets all of them: the signals end this process without a word again. */
void leftovers_forget(void);

#endif
