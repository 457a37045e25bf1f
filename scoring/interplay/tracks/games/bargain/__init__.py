"""Bargain, the split of hats, balls and apples by talk and proposals, after LLMArena.

``rules`` (``GAME``) play on the pools and values of ``instances``. ``bots`` (``BOTS``) see and speak through ``view``;
``analysis`` (``ANALYSIS``) measures transcripts, messages by ``talk``. ``picture`` (``PICTURE``) draws them. Tests:
``tests/games/bargain/``; card: ``cards/games/bargain.md``.
"""
