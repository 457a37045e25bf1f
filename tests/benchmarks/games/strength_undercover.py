"""What Undercover's roles are worth: python -m tests.benchmarks.games.strength_undercover [MATCHES].

How often apt clues are doubted; by role, each bot against four of each, then uninformed players, and apt natural
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


def by_strength(number: int) -> None:
    """Print the table of the bots by role, and the log-odds of the undercover in self-play."""
    print(HEAD)
    edges = []
    for opponent in STRENGTHS:
        for role in ROLES:
            for strength in STRENGTHS:
                won = row(strength, BOTS[strength], role, opponent, items(role, opponent), number)
                if strength == opponent and role == "undercover":
                    edges.append(f"{opponent} {log(won / (1 - won)):+.2f}")
    print(f"\nLog-odds of the undercover in self-play: {', '.join(edges)}\n")


def by_speech(number: int) -> None:
    """Print the table of players that are no bots, each beside the bots it plays against."""
    print(HEAD)
    pairs = frozenset(apt_clues())
    for opponent in STRENGTHS[1:]:
        for role in ROLES:
            row(opponent, BOTS[opponent], role, opponent, items(role, opponent, "natural", pairs), number)
            for speech in SPEECHES:
                sensible = role == "other" and speech in ("silence", "apt")
                for vote in ("random", "sense") if sensible else ("random",):
                    name = f"{speech}, votes by {vote}" if role == "other" else speech
                    chosen = items(role, opponent, "natural", pairs)
                    row(name, talker(speech, vote), role, opponent, chosen, number)


def main(number: int = 1000) -> None:
    """Print how often apt clues are doubted, then both tables; worth with its standard error."""
    doubts = apt_doubts()
    print(f"{sum(value >= 30 for value in doubts)} of {len(doubts)} apt clues raise a doubt of 30 or more\n")
    by_strength(number)
    by_speech(number // 2)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
