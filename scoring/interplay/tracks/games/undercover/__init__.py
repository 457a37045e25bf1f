"""Undercover, clues and votes around a secret word, for five seats, after LLMArena.

``rules`` (``GAME``) deal pairs of ``words`` and compare clues by ``text``. ``bots`` (``BOTS``) draw on the ``bank`` of
``clues.toml``; ``analysis`` (``ANALYSIS``) measures transcripts. ``picture`` (``PICTURE``) draws them. Tests:
``tests/games/undercover/``; card: ``cards/games/undercover.md``.
"""
