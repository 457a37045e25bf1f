"""Sea Battle, three ships against three among rocks, after GameBench.

``rules`` (``GAME``) resolve rounds by ``waters``; ``text`` holds what players read. ``bots`` (``BOTS``) think with
``gunnery`` and ``forecast``; ``analysis`` (``ANALYSIS``) measures transcripts. ``picture`` (``PICTURE``) draws them.
Tests: ``tests/games/sea_battle/``; card: ``cards/games/sea_battle.md``.
"""
