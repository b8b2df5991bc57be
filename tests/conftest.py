"""As many tests run at a time as there are cores, so each has one thread.

More would wait for each other, which took a fifth of the suite's time. Workers and the programs
under test inherit this, which must be said before NumPy and OpenCV are loaded.
"""

import os

for threads in ("OPENCV_FOR_THREADS_NUM", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")
