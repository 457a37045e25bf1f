"""Bid, a sealed-bid auction for two, after LLMArena.

``rules`` (``GAME``), whose matches are worth what ``expected`` says; ``bots`` (``BOTS``) and ``analysis``
(``ANALYSIS``) rest on the exact ``equilibrium``. ``picture`` (``PICTURE``) draws matches. Tests: ``tests/games/bid/``;
card: ``cards/games/bid.md``.
"""
