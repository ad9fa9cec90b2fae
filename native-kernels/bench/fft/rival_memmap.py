# SPDX-License-Identifier: Apache-2.0
"""rival_memmap.py FILE N: the seconds of a transform of N^3 complex doubles in a file by numpy.memmap and scipy, in two
passes, with the whole page cache to itself: planes, then blocks of columns. FILE is made, leaves the page cache before the
transform, which is to find it on the disk as ours does, and stays."""

import os
import sys
import time

import numpy as np
from scipy import fft

path, n = sys.argv[1], int(sys.argv[2])
array = np.memmap(path, dtype=np.complex128, mode="w+", shape=(n, n, n))
draw = np.random.default_rng(1)
for plane in range(n):
    array[plane] = draw.standard_normal((n, n))
array.flush()
del array
file = os.open(path, os.O_RDWR)
os.fsync(file)
os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
os.close(file)

begin = time.monotonic()
array = np.memmap(path, dtype=np.complex128, mode="r+", shape=(n, n, n))
for plane in range(n):
    array[plane] = fft.fft2(array[plane], workers=2)
step = max(1, n // 32)
for first in range(0, n, step):
    array[:, first : first + step, :] = fft.fft(array[:, first : first + step, :], axis=0, workers=2)
array.flush()
file = os.open(path, os.O_RDWR)
os.fsync(file)
print("memmap numpy %.6f" % (time.monotonic() - begin))
