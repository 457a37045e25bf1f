"""No-limit Texas Hold'em for two, one hand a match, after LLMArena.

``rules`` (``GAME``) play on ``table`` and value cards by ``hands``; ``text`` holds what players read and what a replay
shows. ``bots`` (``BOTS``) and ``analysis`` (``ANALYSIS``), which measures transcripts, reckon with ``equity``.
``picture`` (``PICTURE``) draws them. Tests: ``tests/games/holdem/``; card: ``cards/games/holdem.md``.
"""
