"""Hive without beetles, after GameBench.

``rules`` (``GAME``) play a ``position`` on the ``board``; ``text`` holds what players read and what a replay shows.
``bots`` (``BOTS``) use ``search`` over ``turns``; ``analysis`` (``ANALYSIS``) measures transcripts. ``picture``
(``PICTURE``) draws them. Tests: ``tests/games/hive/``; card: ``cards/games/hive.md``.
"""
