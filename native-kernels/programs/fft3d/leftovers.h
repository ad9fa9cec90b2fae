/* SPDX-License-Identifier: Apache-2.0 */
/* Page sets that stay when SIGTERM or SIGINT ends this process. The process then prints on standard error how to remove
 * them. */
#ifndef SLIPWAY_FFT3D_LEFTOVERS_H
#define SLIPWAY_FFT3D_LEFTOVERS_H

/* Adds the page set of a check in FOLDER to the page sets that would stay. */
void leftovers_note(const char *folder);

/* Removes all page sets from the list. From then on the signals end this process without a message. */
void leftovers_forget(void);

#endif
