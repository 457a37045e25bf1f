"""What Undercover's roles are worth: python -m tests.benchmarks.games.strength_undercover [MATCHES].

How often apt clues are doubted; by role, each bot against four of each, then players that know nothing, and apt natural
talk, on pairs that have some.
"""

import sys
from collections.abc import Iterator
from math import log

from interplay.tracks.games.base import STRENGTHS
from interplay.tracks.games.bots import BOTS
from interplay.tracks.games.records import Item
from tests.games.undercover.players import ROLES, SPEECHES, Player, apt_clues, apt_doubts, items, results, talker

HEAD = "| player | role | against | worth | won | first vote survived |\n|---|---|---|---|---|---|"


def row(name: str, player: Player, role: str, opponent: str, chosen: Iterator[Item], number: int) -> float:
    """Print one line of a table; return the share of matches won."""
    found = results(player, chosen, number)
    worth = f"{found.worth:+.3f} ± {found.error:.3f}"
    print(f"| {name} | {role} | {opponent} | {worth} | {found.won:.1%} | {found.survived:.1%} |", flush=True)
    return found.won


def main(number: int = 1000) -> None:
    """Print how often apt clues are doubted, both tables (worth with its standard error) and the edges in self-play."""
    doubts = apt_doubts()
    print(f"{sum(value >= 30 for value in doubts)} of {len(doubts)} apt clues raise a doubt of 30 or more\n")
    print(HEAD)
    edges = {}
    for opponent in STRENGTHS:
        for role in ROLES:
            for strength in STRENGTHS:
                won = row(strength, BOTS[strength], role, opponent, items(role, opponent), number)
                if strength == opponent and role == "undercover":
                    edge = (
                        f"{opponent} against itself: the undercover's edge is {log(won / (1 - won)):+.2f}"
                        if won
                        else ""
                    )
                    print(edge, file=sys.stderr)
    print("\n" + HEAD)
    pairs = frozenset(apt_clues())
    for opponent in STRENGTHS[1:]:
        for role in ROLES:
            row(opponent, BOTS[opponent], role, opponent, items(role, opponent, "natural", pairs), number // 2)
            for speech in SPEECHES:
                for vote in ("random", "sense") if role == "other" and speech in ("silence", "apt") else ("random",):
                    chosen = items(role, opponent, "natural", pairs)
                    row(
                        f"{speech}, votes by {vote}" if role == "other" else speech,
                        talker(speech, vote),
                        role,
                        opponent,
                        chosen,
                        number // 2,
                    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
