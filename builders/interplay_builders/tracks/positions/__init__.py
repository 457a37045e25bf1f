"""Builds the positions track: one file, or folder, a game, each with ``positions(seed, canary)``.

How to add a game
-----------------

1. ``builders/interplay_builders/tracks/positions/<game>.py``, named like the game, with ``positions(seed, canary)``,
   which yields positions made by ``compose.position``; the same ones for the same seed, others for another. Its
   docstring says which positions are asked, what the values are and what they assume. Helper modules begin with an
   underscore. What takes more than a few seconds to compute is stored beside it (``.tsv``), with the command that makes
   it and a test that makes a part of it again.
2. ``values`` has each legal action of ``Game.legal``, in that order, worth what the method says to the player to move,
   in one unit for the whole game.
3. ``split`` is ``hard`` unless a rule finds the move. ``kind`` is what is asked; no other game has a kind of that name.
   ``cluster`` names what positions of the game share (a deal, a match), ``tags`` what else there is to know, such as
   ``depth-5``. What the values assume and the rules do not say, such as how the other plays, stands in ``note``, a
   paragraph of the prompt. ``identity(row)``, where the seed turns, mirrors or renames a position, returns the same for
   all images of one; other games need none.
4. ``scoring/interplay/tracks/positions/rules/<game>.py`` with ``RULES``: the best simple rules that there are, the best
   one first. In the hard split none reaches more than 30, random moves and fixed ones at most 0:
   ``interplay-build page positions_rules --game <game>`` prints it.
5. For the split ``deep``, a line in ``_deep.POSES``, and in ``tests/positions/deep`` a function that says what a look
   two plies ahead makes of each move, and one that yields candidates from fresh matches. The game's own ``positions``
   has none of them.
6. ``tests/games/<game>/test_positions.py``: values against another way to compute them, on a sample.
"""
