"""TicTacToe: rules, bots and analysis."""
