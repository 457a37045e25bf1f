"""Are You the Traitor, a game of talk and accusation for five seats, after GameBench.

``rules`` (``GAME``) deal the ``treasure``; ``text`` holds what players read. ``bots`` (``BOTS``) speak through
``speaker``, with the percentages of ``habits`` and the sentences of ``lines.toml``, and understand through ``talk``;
``analysis`` (``ANALYSIS``) measures transcripts. ``picture`` (``PICTURE``) draws them. Tests:
``tests/games/are_you_the_traitor/``; card: ``cards/games/are_you_the_traitor.md``.
"""
