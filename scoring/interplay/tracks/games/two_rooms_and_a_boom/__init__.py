"""Two Rooms and a Boom, hidden teams that talk in pairs and exchange hostages, for six seats, after GameBench.

``rules`` (``GAME``); ``text`` holds what players read. ``bots`` (``BOTS``) reason with ``house``, speak with the
percentages of ``habits`` and the sentences of ``lines.toml``, and understand through ``talk``; ``analysis``
(``ANALYSIS``) measures transcripts. ``picture`` (``PICTURE``) draws them. Tests: ``tests/games/two_rooms_and_a_boom/``;
card: ``cards/games/two_rooms_and_a_boom.md``.
"""
