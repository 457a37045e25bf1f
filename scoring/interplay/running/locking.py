"""Keep two processes from writing the same file.

The lock is the operating system's, on the open file itself: it ends with the process that holds it, also when that is
killed, and leaves nothing behind.
"""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 40  # Windows keeps others from reading locked bytes, so a byte is locked that no file reaches

    def try_lock(descriptor: int) -> bool:
        """Lock an open file until it is closed; return False when another process holds the lock."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Lock an open file until it is closed; return False when another process holds the lock.

        Some network file systems know no locks. There the answer is True: a run must be possible.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True


def is_removed(descriptor: int) -> bool:
    """Return whether the open file has lost its name, so that what is written to it would be lost."""
    return os.fstat(descriptor).st_nlink == 0
