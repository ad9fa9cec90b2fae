# SPDX-License-Identifier: Apache-2.0
"""check_numpy.py FFT3D FOLDER: transforms of odd shapes by fft3d, in memory and on disks, forward and back, against numpy's.
Prints the largest relative L2 distance, in 1e-16."""

import os
import shutil
import subprocess
import sys

import numpy as np

fft3d, folder = sys.argv[1:]
SHAPES = [(15, 21, 35), (7, 5, 3), (1, 49, 2), (7, 5, 81), (128, 1, 3), (100, 90, 63), (1, 1, 5040), (5040, 2, 1), (1, 1, 1)]
source, result, pages = (os.path.join(folder, name) for name in ("numpy-in.npy", "numpy-out.npy", "numpy-set"))
draw = np.random.default_rng(1)
worst = 0.0


def error(array, transform, options):
    subprocess.run([fft3d, "--input", source, "--output", result, *options], check=True, stdout=subprocess.DEVNULL)
    wanted = transform(array)
    return float(np.linalg.norm(np.load(result) - wanted) / np.linalg.norm(wanted))


for shape in SHAPES:
    array = draw.standard_normal(shape) + 1j * draw.standard_normal(shape)
    np.save(source, array)
    for options, transform in (([], np.fft.fftn), (["--inverse"], np.fft.ifftn)):
        on_disks = [*options, "--data", pages]
        worst = max(worst, error(array, transform, options), error(array, transform, on_disks))
        shutil.rmtree(pages)
os.remove(source)
os.remove(result)
print(f"numpy numpy {worst * 1e16:.3f}")
