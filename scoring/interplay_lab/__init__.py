"""Look at scores: comparisons, item analysis, arenas, ladders, the papers' tables, pages.

The verbs are in ``interplay_lab.cli`` and the functions in ``interplay_lab.api``. Once installed, both are part of
``interplay``: ``interplay compare`` on the command line and ``interplay.compare`` in Python.
"""
