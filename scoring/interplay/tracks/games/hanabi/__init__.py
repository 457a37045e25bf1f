"""Hanabi, small: a team of two with two colors and hands of two cards, after LLMArena.

``rules`` (``GAME``) play with the cards and states of ``table``; ``text`` holds what players read and what a replay
shows. ``bots`` (``BOTS``; the strong one plays by ``convention``) and ``analysis`` (``ANALYSIS``), which measures
transcripts, reckon with ``odds``. ``picture`` (``PICTURE``) draws them. Tests: ``tests/games/hanabi/``; card:
``cards/games/hanabi.md``.
"""
