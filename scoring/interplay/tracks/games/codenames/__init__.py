"""Codenames, clues of one word for words on a board, in two teams of two, after GameBench.

``rules`` (``GAME``) play on ``board`` with the ``words`` of ``words.txt`` and read a ``clue``; ``text`` holds what
players read and what a replay shows. ``bots`` (``BOTS``) think in the ``associations`` of ``clues.txt``; ``analysis``
(``ANALYSIS``) measures transcripts. ``picture`` (``PICTURE``) draws them. Tests: ``tests/games/codenames/``; card:
``cards/games/codenames.md``.
"""
