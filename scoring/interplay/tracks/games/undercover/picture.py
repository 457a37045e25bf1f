"""Undercover drawn: five players around a table, their words, clues and votes; who has left is faded."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.shared import five
from interplay.tracks.games.undercover.rules import GAME, ROUNDS, SEATS, Round, State
from interplay.tracks.games.undercover.text import BLANK
from interplay.tracks.games.verdicts import Observed


class UndercoverPicture:
    """Seat 0 at the top, the others clockwise. A dashed word is known to its holder; the undercover wears a hat."""

    size = five.SIZE
    looks: tuple[str, ...] = tuple(f"seat-{seat}" for seat in SEATS)
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        odd = state.table.undercover
        heads = [five.head(seat, state.word(seat), "bad" if seat == odd else "ink") for seat in SEATS]
        return svg.group(svg.symbols("undercover", person=svg.person()), five.table(), *map(five.box, SEATS), *heads)

    def frame(self, state: State, observed: Observed | None) -> Element:
        current = _current_round(state)
        deciding = GAME.to_move(state)
        drawn = [five.players("undercover", list(map(str, SEATS)), deciding, state.seats)]
        x, y = five.chair(state.table.undercover)
        drawn.append(svg.path(f"M{x - 13} {y - 14}h26l-6-1-3-8h-8l-3 8Z", "ink"))
        drawn += [part for seat in SEATS for part in _speech(state, current, seat)]
        drawn += map(_vote, _votes(state, current, observed))
        if last := _last(state, current, observed):
            drawn.append(five.framed(last[0]))
        drawn.append(svg.label(240, 462, f"round {_round(state)} of {ROUNDS}: {_doing(state, current)}", size=15))
        return svg.group(*drawn)

    def given(self, state: State, turns: Sequence[Observed]) -> Element:
        votes = [(decision.seat, vote) for decision in turns[:-1] if isinstance(vote := svg.played(decision), int)]
        return svg.group(*map(_vote, votes))

    def caption(self, state: State) -> str:
        table = state.table
        words = f"seat {table.undercover} is undercover with “{table.words[1]}”, the others have “{table.words[0]}”"
        current = _current_round(state)
        votes = ", ".join(f"{s} for {t}" for s, t in zip(current.seats, current.votes, strict=False))
        vote_text = f" Votes: {votes}." if votes else ""
        return f"Round {_round(state)} of {ROUNDS}, {_doing(state, current)}: {words}.{vote_text}"


def _round(state: State) -> int:
    return len(state.past) + (not _current_round(state).votes)


def _current_round(state: State) -> Round:
    """Return the round that is drawn: the present one from its first clue on, before that the one that has ended."""
    if state.past and (state.over or not state.clues):
        return state.past[-1]
    return Round(state.seats, state.clues, (), -1)


def _votes(state: State, current: Round, decision: Observed | None) -> Iterable[tuple[int, int]]:
    """Return who voted for whom in the round that is drawn; while votes come in, the one that was decided."""
    if decision is not None and state.voting and isinstance(vote := svg.played(decision), int):
        return ((decision.seat, vote),)
    return zip(current.seats, current.votes, strict=False)


def _vote(vote: tuple[int, int]) -> Element:
    seat, target = vote
    return svg.arrow(*five.chair(seat), *five.chair(target), f"seat-{seat}-line", gap=24)


def _last(state: State, current: Round, decision: Observed | None) -> tuple[int, ...]:
    """Return the seat that has just voted, has left, or gave the last clue; nobody at the start."""
    if decision is not None and decision.state == state:
        return (decision.seat,)
    return (current.out,) if current.votes else current.seats[: len(current.clues)][-1:]


def _doing(state: State, current: Round) -> str:
    if state.over:
        return "the undercover wins" if state.table.undercover in state.seats else "the undercover is out, the four win"
    out = f"seat {current.out} is out, " if current.votes else ""
    return f"{out}all vote" if state.voting else f"{out}seat {GAME.to_move(state)[0]} is to give a clue"


def _speech(state: State, current: Round, seat: int) -> Iterable[Element]:
    if seat not in current.seats:
        yield five.speech(seat, "left after round 1", "quiet")
        return
    after = 0.0
    for old in state.past:
        if old != current:
            before = five.speech(
                seat, _quoted(old.clues[old.seats.index(seat)]), "quiet", most=2 if seat in (1, 4) else 1
            )
            after += 17 * len(before)
            yield before
    at = current.seats.index(seat)
    if at < len(current.clues):
        yield five.speech(seat, _quoted(current.clues[at]), after=after)


def _quoted(clue: str) -> str:
    return f"“{clue}”" if clue else BLANK


PICTURE: svg.Picture = UndercoverPicture()
