"""Arctic Scavengers for two, a deck-building card game of hunting, hiring and skirmishes, after GameBench.

``rules`` (``GAME``) move between the states of ``state`` by ``transitions``, with the cards of ``cards``; ``text``
holds what players read and what a replay shows. ``bots`` (``BOTS``) think with ``view``, ``plan`` and ``duel``;
``analysis`` (``ANALYSIS``) measures transcripts. ``picture`` (``PICTURE``) draws them. Tests:
``tests/games/arctic_scavengers/``; card: ``cards/games/arctic_scavengers.md``.
"""
