"""The bots of Hive: ``greedy`` looks one turn ahead, ``search`` is an alpha-beta search."""

from interplay.tracks.games.base import Bot, choosing
from interplay.tracks.games.hive.search import best_choice

GREEDY_DEPTH = 1
"""Turns looked ahead at most."""
GREEDY_BUDGET = 1_000
"""Positions valued for one turn."""
GREEDY = Bot("greedy", 1, 1, choosing(lambda state, _, stream: best_choice(state, stream, GREEDY_DEPTH, GREEDY_BUDGET)))
"""Competent Hive: the turn with the best queens' neighbours and free tiles after it, random among equals.

It considers no reply. It won 199 and drew 1 of 200 matches against ``random``, each side of 100 setups. A decision
takes 0.2 ms.
"""

SEARCH_DEPTH = 4
"""Turns looked ahead at most."""
SEARCH_BUDGET = 2_000
"""Positions valued for one turn."""
SEARCH = Bot("search", 1, 2, choosing(lambda state, _, stream: best_choice(state, stream, SEARCH_DEPTH, SEARCH_BUDGET)))
"""Strong Hive: alpha-beta with iterative deepening up to a fixed number of positions, random among equals.

It sees two turns ahead at nearly every move and a part of the third. It won 197 and drew 3 of 200 matches against
``greedy``, and won 199 and drew 1 of 200 against ``random``, each side of 100 setups. A decision takes 8 ms on
average: 15 for the first half of a turn, and nothing for the second, which the same search has found.
"""

BOTS: tuple[Bot, ...] = (GREEDY, SEARCH)
