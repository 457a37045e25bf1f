"""Pit, the trade of cards unseen until somebody corners a commodity, for four seats, after GameBench.

``rules`` (``GAME``) play on ``market``; ``text`` holds what players read and what a replay shows. ``bots`` (``BOTS``)
imagine ``worlds``; ``analysis`` (``ANALYSIS``) measures transcripts, shouts by ``talk``. ``picture`` (``PICTURE``)
draws them. Tests: ``tests/games/pit/``; card: ``cards/games/pit.md``.
"""
