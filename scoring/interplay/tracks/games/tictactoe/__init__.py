"""TicTacToe, after LLMArena.

``rules`` (``GAME``), ``bots`` (``BOTS``), and ``analysis`` (``ANALYSIS``), which measures transcripts. Tests:
``tests/games/tictactoe/``; card: ``cards/games/tictactoe.md``.
"""
