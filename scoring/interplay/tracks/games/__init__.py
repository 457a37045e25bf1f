"""Games against other agents, one folder a game: rules, bots, analysis and what only they need.

Adding a game is adding a folder with ``rules.py``, which defines ``GAME`` (a ``base.Game``), ``bots.py``, which defines
``BOTS`` (a competent and a strong ``base.Bot``, in this order) and, where transcripts show more than who won,
``analysis.py`` with ``ANALYSIS`` (a ``verdicts.Analysis``). What only one game needs lies in its folder under a plain
name, what several games share in ``shared``; no game imports another. Playing and verifying matches is in ``match``.
"""
