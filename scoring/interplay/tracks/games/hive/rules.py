"""Hive: two seats place and move insect tiles on an open plane; the first to surround the other's queen wins.

After GameBench (arXiv 2406.06613): the base game without beetles, nine tiles a player. A turn is two decisions, first
what to place or which tile to move, then where to. Options: ``max_turns``, after how many turns of each the game is a
draw (1 to 250); ``flat_actions``, whether a turn is one decision instead; ``repetition_draw``, whether the third time
that the same tiles stand on the same hexes with the same seat to move is a draw; ``adjudicate_limit``, whether the
queen with fewer neighbours wins at the limit. Nothing is drawn: a setup's seed only names the streams of bots and
substitutes.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from interplay.tracks.games import twins
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.hive import position
from interplay.tracks.games.hive import text as texts
from interplay.tracks.games.hive.board import hex_at
from interplay.tracks.games.hive.position import NONE, RESERVE, SIZE, Limits, State, choosable, destinations, moved
from interplay.tracks.games.hive.text import COLOURS, hex_name
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.menu import Choice, MenuGame, Topic, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import options_of, setup_of
from interplay.tracks.games.verdicts import Outcome

OPTIONS = {"max_turns": (250, 250), "flat_actions": (0, 1), "repetition_draw": (0, 1), "adjudicate_limit": (0, 1)}
"""Default and largest value."""
SKIP = "pass"
LONGEST_ID = 40
"""Characters of a text that is looked at as an id."""
# Three digits are enough: a turn carries the hive at most one hex farther, and there are 500 turns.
_HEX = "(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})"
_ID = re.compile(f"place:({'|'.join(position.KINDS)})(?:@{_HEX})?|move:{_HEX}(?:>{_HEX})?|to:{_HEX}|{SKIP}")


class Named(Struct, frozen=True, gc=False):
    """What an id names: a kind to place, or the hex of a tile to move; the hex to end on. A pass names nothing."""

    kind: str | None
    start: int | None
    end: int | None


class Hive(MenuGame[State]):
    """The rules of Hive without beetles for two seats, after GameBench: surround the other's queen.

    An action is a ``Choice``: the id of a listed action, no words; a turn is two of them, what to move and where to.
    """

    name = "hive"
    title = "Hive"
    version = 2
    seats = 2
    categories: tuple[str, ...] = ("abstract strategy",)
    labels: tuple[str, ...] = ("abstract strategy", "spatial reasoning")
    teams = ((COLOURS[0], (0,)), (COLOURS[1], (1,)))
    longest = 4 * OPTIONS["max_turns"][1]
    short: Mapping[str, int] = MappingProxyType({"max_turns": 60})
    topics = texts.rules(Limits())[1]

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        setup = setup_of(self, seed, "strict", options_of(OPTIONS, options, profile))
        _limits(setup)
        return setup

    def start(self, setup: Setup) -> State:
        if setup.draws or setup.words:
            raise ValueError("found draws in a setup of hive, expected none")
        return State(_limits(setup))

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.ended else (state.turns % 2,)

    def prompt(self, state: State, seat: int) -> Prompt:
        listed = [(action_id, _note(state, action_id)) for action_id in self.menu(state, seat)]
        rules = rules_text(self.title, *texts.rules(state.limits))
        return menu_prompt(rules, texts.observation(state, seat), texts.question(state), listed)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        """Return placements by kind, then moves by hex, or only a pass; once a tile is chosen, where it can go."""
        if state.chosen != NONE:
            return [end_id(end) for end in destinations(state, state.chosen)]
        chosen = choosable(state)
        if state.limits.flat:
            return [turn_id(state, tile, end) for tile in chosen for end in destinations(state, tile)] or [SKIP]
        return [choice_id(state, tile) for tile in chosen] or [SKIP]

    def listed(self, state: State, seat: int, action_id: str) -> bool:
        choice = _read(action_id) if len(action_id) <= LONGEST_ID else None
        if choice is None:
            return False
        if state.chosen != NONE:
            only_end = choice.kind is None and choice.start is None
            return only_end and choice.end in destinations(state, state.chosen)
        tile = _tile(state, choice)
        if tile == NONE:
            return action_id == SKIP and not choosable(state)
        can_go = position.spots(state) if state.where[tile] == RESERVE else position.movable(state, tile)
        if (choice.end is None) == state.limits.flat or not can_go:
            return False
        return choice.end is None or choice.end in destinations(state, tile)

    def describe(self, state: State, seat: int, action_id: str) -> str | None:
        choice = _read(action_id)
        if choice is None or action_id == SKIP:
            return texts.PASSING
        return texts.explanation(state, _tile(state, choice), choice.end)

    def headings(self, state: State) -> Sequence[Topic]:
        return texts.rules(state.limits)[1]

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        choice = _read(actions[state.turns % 2].id)
        if choice is None:
            raise ValueError(f"{actions[state.turns % 2].id!r} is not an action of hive")
        tile = _tile(state, choice)
        if tile == NONE:
            return position.passed(state)
        return position.chose(state, tile) if choice.end is None else moved(state, tile, choice.end)

    def outcome(self, state: State) -> Outcome:
        lost = position.surrounded(state.where)
        reason = state.ended
        if reason == "turn_limit" and state.limits.adjudicate:
            blue, green = (6 if n is None else n for n in map(state.beside_queen, (0, 1)))
            lost = (blue > green, green > blue)
            reason = "adjudicated" if any(lost) else reason
        share = 0.5 if lost[0] == lost[1] else float(lost[1])
        return shares(reason, ((0,), (1,)), (share, 1 - share))

    def show(self, state: State) -> str:
        return "\n".join(
            [*texts.drawing(state), "", *texts.standings(state), f"Last turn: {texts.turn_text(state.last)}."]
        )


def _limits(setup: Setup) -> Limits:
    """Return the options of a match; raise ``ValueError`` for those that no setup has."""
    options = tuple(option for option in setup.options if option.name not in twins.OPTIONS)
    chosen = {option.name: option.value for option in options}
    if options_of(OPTIONS, chosen, setup.profile) != options:
        raise ValueError(f"found the options {', '.join(chosen)}, expected {', '.join(sorted(OPTIONS))}")
    if not chosen["max_turns"]:
        raise ValueError("option max_turns is 0, expected 1 to 250")
    flat, repetition, adjudicate = (bool(chosen[name]) for name in list(OPTIONS)[1:])
    return Limits(chosen["max_turns"], flat, repetition, adjudicate)


@lru_cache(maxsize=8192)
def _read(action_id: str) -> Named | None:
    match = _ID.fullmatch(action_id)
    if match is None:
        return None
    numbers = [None if number is None else int(number) for number in match.groups()[1:]]
    at, start, end, to = (
        None if q is None or r is None else hex_at(q, r) for q, r in zip(numbers[::2], numbers[1::2], strict=True)
    )
    ends = [hex_ for hex_ in (at, end, to) if hex_ is not None]
    return Named(match[1], start, ends[0] if ends else None)


def _tile(state: State, choice: Named) -> int:
    """Return the tile that is placed or moved, ``NONE`` if there is no such tile of the seat to move."""
    if state.chosen != NONE:
        return state.chosen
    if choice.kind is not None:
        return position.to_place(state, choice.kind)
    if choice.start not in state.where:
        return NONE
    tile = state.where.index(choice.start)
    return tile if tile // SIZE == state.turns % 2 else NONE


def choice_id(state: State, tile: int) -> str:
    """Return the id of choosing a tile."""
    start = state.where[tile]
    return f"place:{position.TILES[tile % SIZE]}" if start == RESERVE else f"move:{hex_name(start)}"


def end_id(end: int) -> str:
    """Return the id of a destination of the chosen tile."""
    return f"to:{hex_name(end)}"


def turn_id(state: State, tile: int, end: int) -> str:
    """Return the id of a whole turn."""
    return f"{choice_id(state, tile)}{'@' if state.where[tile] == RESERVE else '>'}{hex_name(end)}"


def _note(state: State, action_id: str) -> str | None:
    choice = _read(action_id)
    if choice is None or state.chosen != NONE or (state.limits.flat and choice.kind is not None):
        return None
    tile = _tile(state, choice)
    return texts.PASSING if tile == NONE else texts.note(state, tile)


GAME: Game[State, Choice] = Hive()
