"""Games against other agents, one folder a game: rules, bots, analysis and what only they need.

Adding a game is adding a folder with ``rules.py``, which defines ``GAME``, ``bots.py`` (``BOTS``) and, where transcripts
show more than who won, ``analysis.py`` (``ANALYSIS``).
"""
