"""TicTacToe, after LLMArena.

``rules`` (``GAME``), ``bots`` (``BOTS``), and ``analysis`` (``ANALYSIS``), which measures transcripts. ``picture``
(``PICTURE``) draws them. Tests: ``tests/games/tictactoe/``; card: ``cards/games/tictactoe.md``.
"""
