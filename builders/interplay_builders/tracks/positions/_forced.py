"""What the positions share in which a win is to be forced, or to be prevented, within a number of plies.

A *ply* is one action of either player. An odd number of plies asks for a win: the player to move can force one by the
last of them, which is its own. An even number asks for a defence: the other player can force a win by the last of them
after most actions, and cannot after the best ones. A pool has a line for each case: plies, the match, the actions so
far, the best ones; separated by tabs, actions by blanks.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Open
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.menu import Choice, Topic
from interplay.tracks.positions.records import Position, Split
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions.compose import position
from interplay_builders.tracks.positions.rules import rules_of

METHOD = (
    "Exact search of all actions of both players to {plies} plies. 1: the player to move can still force a win within "
    "them; -1: the other player can; 0: neither. A win that takes longer is not looked for."
)
EACH = 2
"""The most cases of one match."""
_NUMBERS = ("no", "one", "two", "three", "four")


class Case(Struct, frozen=True):
    """How far to look, the number of the match, the ids of its actions so far, and those of the best actions now."""

    plies: int
    match: int
    moves: tuple[str, ...]
    best: tuple[str, ...]

    @property
    def wins(self) -> bool:
        """Return whether a win is asked for, not a defence."""
        return bool(self.plies % 2)


def read(path: Path) -> list[Case]:
    """Return the cases of a pool; raise ``ValueError`` for a line that is none."""
    return [_read(line, path.name) for line in path.read_text(encoding="utf-8").splitlines()]


def _read(line: str, name: str) -> Case:
    parts = line.split("\t")
    if len(parts) != 4 or not (parts[0] + parts[1]).isdigit() or not all(parts):
        raise ValueError(f"{name}: found {line!r}, expected plies, match, actions and the best ones, separated by tabs")
    return Case(int(parts[0]), int(parts[1]), tuple(parts[2].split()), tuple(parts[3].split()))


def written(case: Case) -> str:
    """Return the line of a pool."""
    return "\t".join((str(case.plies), str(case.match), " ".join(case.moves), " ".join(case.best)))


def drawn(pool: Sequence[Case], shares: Mapping[int, int], stream: Stream) -> list[Case]:
    """Return, in random order, as many cases of each number of plies as *shares* says."""
    chosen = [
        case
        for plies, share in shares.items()
        for case in stream.sample([case for case in pool if case.plies == plies], share)
    ]
    return stream.shuffled(chosen)


def valued(case: Case, legal: Sequence[Choice] | Open) -> list[tuple[Choice, float]]:
    """Return the values of the *legal* actions, in their order; raise ``ValueError`` if a best one is missing."""
    if isinstance(legal, Open):
        raise TypeError("expected a list of actions, found free text")
    if missing := set(case.best) - {action.id for action in legal}:
        raise ValueError(f"{sorted(missing)[0]!r} is said to be a best action and is not legal")
    good, bad = (1.0, 0.0) if case.wins else (0.0, -1.0)
    return [(action, good if action.id in case.best else bad) for action in legal]


def posed(
    game: Game[Any, Any],
    setup: Setup,
    case: Case,
    kinds: tuple[str, str],
    note_of: Callable[[Any], str],
    *,
    split: Split = "hard",
    number: int,
    canary: str,
) -> Position:
    """Return the position of a case; *kinds* are those of a win and of a defence, *note_of* writes the note."""
    played = [(Choice(move),) for move in case.moves]
    state = game.start(setup)
    for (move,) in played:
        state = game.apply(state, {game.to_move(state)[0]: move})
    (seat,) = game.to_move(state)
    return position(
        game,
        setup,
        played,
        seat,
        valued(case, game.legal(state, seat)),
        number=number,
        canary=canary,
        split=split,
        kind=kinds[0] if case.wins else kinds[1],
        method=METHOD.format(plies=case.plies),
        tags=(f"depth-{case.plies}",),
        cluster=f"match-{case.match}",
        note=note_of(state),
    )


def renamed(case: Case, image: Callable[[str], str]) -> Case:
    """Return a case whose actions are those that *image* returns for them."""
    best = sorted(image(move) for move in case.best)
    return Case(case.plies, case.match, tuple(map(image, case.moves)), tuple(best))


def note(plies: int, action: str, topics: Sequence[Topic]) -> str:
    """Return what the prompt adds: the rules that could be asked for in play, and what counts here.

    *action* is what the game calls a ply.
    """
    rules = "\n".join(f"- {topic.heading}: {topic.text}" for topic in topics)
    return f"The rules in full:\n{rules}\n\n{asked(plies, action)}"


def asked(plies: int, action: str) -> str:
    """Return the paragraph that says what counts."""
    if plies % 2:
        number = _NUMBERS[plies // 2 + 1]
        return (
            f"You can force a win here within {number} {action}s of your own, this one included, whatever your "
            f"opponent does, but not with every choice now. What counts is whether your choice keeps that "
            f"forced win within {number} {action}s of your own. Nothing else counts: a win that may take longer, or "
            "that your opponent can prevent, is worth nothing."
        )
    number = _NUMBERS[plies // 2]
    return (
        f"After most of what you can do here your opponent can force a win within {number} {action}s of its own, "
        f"whatever you do then. What counts is whether your choice prevents that: whether your opponent can no longer "
        f"force a win within its next {number} {action}s. Nothing else counts, including what may happen after that."
    )


def collected(
    cases: Callable[[int, Counter[int]], Iterator[Case]], shares: Mapping[int, int], matches: int
) -> list[Case]:
    """Return a pool, sorted by plies and match: of each of *matches* at most ``EACH`` cases of different plies.

    *cases* yields the cases of a match that are still wanted; *shares* says how many are wanted by plies.
    """
    left = Counter(shares)
    pool: list[Case] = []
    for number in range(matches):
        fitting: dict[int, Case] = {}
        for case in cases(number, left):
            fitting.setdefault(case.plies, case)
        rarest = sorted(fitting.values(), key=lambda case: -left[case.plies] / shares[case.plies])[:EACH]
        pool += rarest
        left.subtract(case.plies for case in rarest)
    return sorted(pool, key=lambda case: (case.plies, case.match))


def is_solved(position: Position, rule: str) -> bool:
    """Return whether a simple *rule* of the game or its competent bot finds a best action."""
    plan = plan_of(position)
    rules = rules_of(position.game)
    return any(plan.values[play(plan)] == plan.best for play in (rules[rule], list(rules.values())[-1]))
