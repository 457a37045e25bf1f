"""Undercover drawn: five players around a table, their words, clues and votes; who has left is faded."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from interplay.tracks.games.pictures import (
    Picture,
    arrow,
    group,
    label,
    path,
    person,
    played,
    symbols,
)
from interplay.tracks.games.shared import five
from interplay.tracks.games.undercover.rules import GAME, ROUNDS, SEATS, Round, State
from interplay.tracks.games.undercover.text import BLANK
from interplay.tracks.games.verdicts import Observed


class UndercoverPicture:
    """Seat 0 at the top, the others clockwise. A dashed word is known to its holder; the undercover wears a hat."""

    size = five.SIZE
    looks: tuple[str, ...] = tuple(f"seat-{seat}" for seat in SEATS)
    legend: tuple[str, ...] = (
        "dark ring: who is to act",
        "yellow: who spoke or left last",
        "hat and red word: the undercover, who is not told so",
        "dashed: a word that its holder alone knows",
        "faded: voted out",
        "grey: the clue of the round before",
        "arrow: a vote",
    )

    def ground(self, state: State) -> Element:
        """Return the table, and each player's box with the word."""
        odd = state.table.undercover
        heads = [five.head(seat, state.word(seat), "bad" if seat == odd else "ink") for seat in SEATS]
        return group(symbols("undercover", person=person()), five.table(), *map(five.box, SEATS), *heads)

    def frame(self, state: State, seen: Observed | None) -> Element:
        """Return the players, their clues, and the votes once a round is finished."""
        shown = _shown(state)
        turn = GAME.to_move(state)
        drawn = [five.players("undercover", list(map(str, SEATS)), turn, state.seats)]
        x, y = five.place(state.table.undercover)
        drawn.append(path(f"M{x - 13} {y - 14}h26l-6-1-3-8h-8l-3 8Z", "ink"))
        drawn += [part for seat in SEATS for part in _said(state, shown, seat)]
        drawn += map(_vote, _votes(state, shown, seen))
        if last := _last(shown):
            drawn.append(five.framed(last[0]))
        drawn.append(label(240, 462, f"round {_round(state)} of {ROUNDS}: {_doing(state, shown)}", size=15))
        return group(*drawn)

    def given(self, state: State, seen: Sequence[Observed]) -> Element:
        """Return the votes before the last of *seen*, which the frame has."""
        votes = [(one.seat, vote) for one in seen[:-1] if isinstance(vote := played(one), int)]
        return group(*map(_vote, votes))

    def caption(self, state: State) -> str:
        """Return words and roles, whose turn it is, or how the votes fell and who has won."""
        table = state.table
        words = f"seat {table.undercover} is undercover with “{table.words[1]}”, the others have “{table.words[0]}”"
        shown = _shown(state)
        votes = ", ".join(f"{s} for {t}" for s, t in zip(shown.seats, shown.votes, strict=False))
        told = f" Votes: {votes}." if votes else ""
        return f"Round {_round(state)} of {ROUNDS}, {_doing(state, shown)}: {words}.{told}"


def _round(state: State) -> int:
    """Return the number of the round that is drawn."""
    return len(state.past) + (not _shown(state).votes)


def _shown(state: State) -> Round:
    """Return the round that is drawn: the present one from its first clue on, before that the one that has ended."""
    if state.past and (state.over or not state.clues):
        return state.past[-1]
    return Round(state.seats, state.clues, (), -1)


def _votes(state: State, shown: Round, seen: Observed | None) -> Iterable[tuple[int, int]]:
    """Return who voted for whom in the round that is drawn; while votes come in, the one that was decided."""
    if seen is not None and state.voting and isinstance(vote := played(seen), int):
        return ((seen.seat, vote),)
    return zip(shown.seats, shown.votes, strict=False)


def _vote(vote: tuple[int, int]) -> Element:
    """Return the arrow of a vote: who votes, and for whom."""
    seat, target = vote
    return arrow(*five.place(seat), *five.place(target), f"seat-{seat}-line", gap=24)


def _last(shown: Round) -> tuple[int, ...]:
    """Return the seat that has left, or that gave the last clue; nobody at the start."""
    return (shown.out,) if shown.votes else shown.seats[: len(shown.clues)][-1:]


def _doing(state: State, shown: Round) -> str:
    """Return what is to happen, or how it ended."""
    if state.over:
        return "the undercover wins" if state.table.undercover in state.seats else "the undercover is out, the four win"
    out = f"seat {shown.out} is out, " if shown.votes else ""
    return f"{out}all vote" if state.voting else f"{out}seat {GAME.to_move(state)[0]} is to give a clue"


def _said(state: State, shown: Round, seat: int) -> Iterable[Element]:
    """Yield a player's clue, that of the round before above it."""
    if seat not in shown.seats:
        yield five.speech(seat, "left after round 1", "quiet")
        return
    after = 0.0
    for old in state.past:
        if old != shown:
            before = five.speech(
                seat, _quoted(old.clues[old.seats.index(seat)]), "quiet", most=2 if seat in (1, 4) else 1
            )
            after += 17 * len(before)
            yield before
    at = shown.seats.index(seat)
    if at < len(shown.clues):
        yield five.speech(seat, _quoted(shown.clues[at]), after=after)


def _quoted(clue: str) -> str:
    return f"“{clue}”" if clue else BLANK


PICTURE: Picture = UndercoverPicture()
