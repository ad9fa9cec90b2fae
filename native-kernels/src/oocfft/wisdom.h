/* SPDX-License-Identifier: Apache-2.0 */
/* FFTW's wisdom about lines, as `fft-wisdom` (bench/fft) has measured it. The build makes wisdom.c from wisdom.txt. */
#ifndef SLIPWAY_OOCFFT_WISDOM_H
#define SLIPWAY_OOCFFT_WISDOM_H

extern const char ooc_wisdom[];

#endif
