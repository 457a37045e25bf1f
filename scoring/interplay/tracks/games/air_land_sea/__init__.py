"""Air, Land & Sea, a duel with 18 cards over three theaters, after GameBench.

``rules`` (``GAME``) play on ``table`` with the cards of ``cards``; ``text`` and ``wording`` hold what players read,
``drawing`` what a replay shows. ``bots`` (``BOTS``) think with ``view`` and ``outlook``; ``analysis`` (``ANALYSIS``)
measures transcripts. ``picture`` (``PICTURE``) draws them. Tests: ``tests/games/air_land_sea/``; card:
``cards/games/air_land_sea.md``.
"""
