"""Santorini, a race up growing towers, after GameBench.

``rules`` (``GAME``) play on ``grid``; ``text`` holds what players read. ``bots`` (``BOTS``) use ``search``;
``analysis`` (``ANALYSIS``) measures transcripts. ``picture`` (``PICTURE``) draws them. Tests:
``tests/games/santorini/``; card: ``cards/games/santorini.md``.
"""
