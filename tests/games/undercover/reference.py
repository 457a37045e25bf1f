"""The rules of Undercover a second time, as a plain loop over scripts, to compare with the real thing."""

from collections.abc import Sequence
from dataclasses import dataclass

from interplay.tracks.games.records import Setup


@dataclass
class Result:
    """Who left in order, the winners, how many decisions were made, and which clues each speaker had before it."""

    out: list[int]
    winners: set[int]
    decisions: int
    heard: list[tuple[int, list[int]]]


def play(setup: Setup, votes: Sequence[Sequence[int]]) -> Result:
    """Play scripted votes: ``votes[r][i]`` is what the i-th seat left in round r votes for."""
    undercover, ties = setup.drawn("undercover")[0], setup.drawn("ties")
    alive, result = [0, 1, 2, 3, 4], Result([], set(), 0, [])
    for number in range(2):
        spoken: list[int] = []
        for seat in alive:
            result.heard.append((seat, list(spoken)))
            spoken.append(seat)
            result.decisions += 1
        box = [0] * 5
        for seat, target in zip(alive, votes[number], strict=True):
            assert target != seat
            assert target in alive
            box[target] += 1
            result.decisions += 1
        top = [seat for seat in range(5) if box[seat] == max(box)]
        gone = top[ties[number] % len(top)]
        result.out.append(gone)
        alive.remove(gone)
        if gone == undercover:
            result.winners = {0, 1, 2, 3, 4} - {gone}
            return result
    result.winners = {undercover}
    return result
