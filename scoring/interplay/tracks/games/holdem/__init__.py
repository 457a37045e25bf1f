"""No-limit Texas Hold'em for two, one hand a match, after LLMArena.

``rules`` (``GAME``) value cards by ``hands``. ``bots`` (``BOTS``) and ``analysis`` (``ANALYSIS``), which measures
transcripts, reckon with ``equity``. Tests: ``tests/games/holdem/``; card: ``cards/games/holdem.md``.
"""
