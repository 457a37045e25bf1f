"""Connect Four, after LLMArena.

``rules`` (``GAME``) play on a ``bitboard``; ``bots`` (``BOTS``) use ``search``; ``analysis`` (``ANALYSIS``) measures
transcripts. ``picture`` (``PICTURE``) draws them. Tests: ``tests/games/connect_four/``; card:
``cards/games/connect_four.md``.
"""
