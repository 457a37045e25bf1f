"""Sea Battle: three ships against three among rocks; all choose a movement and a broadside, all is done at once.

After GameBench (arXiv 2406.06613), whose implementation simplifies the naval part of an online game. Seats 0 to 2 are
one side, 3 to 5 the other. Option ``adjudicate``: 1 (the default) decides a battle that reaches the round limit by
ships afloat, then by their damage; 0 calls it a draw. Option ``hide_damage``: 0 (the default) shows everybody's damage;
1 shows a seat its own alone, as GameBench's code does, and is the default in profile ``compat``. Squares, headings and
orders are the numbers of ``waters``. A setup draws ``squares``, those of the six ships and then of the
fourteen rocks, and the six ``headings``.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.records import Option, Setup
from interplay.tracks.games.sea_battle import waters
from interplay.tracks.games.sea_battle.text import EXPLAINED, LIMIT, NOTES, SUMMARY, TOPICS
from interplay.tracks.games.sea_battle.waters import MAX_ROUNDS, MENU, MISS, RANGE, ROCKS, SEATS, SIZE, TEAMS, THRESHOLD
from interplay.tracks.games.shared.menu import Choice, MenuGame, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.twins import OPTIONS
from interplay.tracks.games.verdicts import Outcome

Six = tuple[int, ...]
"""One number a seat."""
DEFAULTS = {"adjudicate": 1, "hide_damage": 0}
NO_ORDER = -1
UNKNOWN_DAMAGE = THRESHOLD // 2
"""Stand-in for the damage of a ship afloat that a seat may not know."""
DIRECTIONS = ("east", "north", "west", "south")
ARROWS = ">^<v"
_LEGEND = ", ".join(f"{arrow} {name}" for arrow, name in zip(ARROWS, DIRECTIONS, strict=True))
_ORDER = {name: order for order, name in enumerate(MENU)}


class Sea(Struct, frozen=True):
    """What is fixed for a battle: the rocks inside the border and all rocks by square, and the options."""

    rocks: tuple[int, ...]
    chart: bytes
    adjudicate: bool
    hide_damage: bool


class Log(Struct, frozen=True, gc=False):
    """The last round, by seat: the order (``NO_ORDER`` for a sunk ship), rocks struck, whether rammed, whom it hit."""

    orders: Six = (NO_ORDER,) * 6
    struck: Six = (0,) * 6
    rammed: Six = (0,) * 6
    hits: Six = (MISS,) * 6


class State(Struct, frozen=True, gc=False):
    """The battle after ``played`` rounds, by seat: squares, headings, damage; ``log`` tells of the last."""

    sea: Sea
    at: Six
    heading: Six
    damage: Six
    played: int = 0
    log: Log = Log()

    def afloat(self, seats: Sequence[int] = SEATS) -> tuple[int, ...]:
        """Return those of *seats* whose ships are not sunk."""
        return tuple([seat for seat in seats if self.damage[seat] < THRESHOLD])


class SeaBattle(MenuGame[State]):
    """The rules of Sea Battle for six seats, after GameBench: three ships against three, all orders at once.

    An action is a ``Choice``: the id of a listed action, no words: a movement and a broadside.
    """

    name = "sea_battle"
    title = "Sea Battle"
    version = 2
    seats = 6
    categories: tuple[str, ...] = ("abstract strategy", "non-deterministic", "cooperation")
    labels: tuple[str, ...] = ("abstract strategy", "cooperation", "simultaneous moves", "spatial reasoning")
    teams = (("first", TEAMS[0]), ("second", TEAMS[1]))
    longest = MAX_ROUNDS
    topics = TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw squares and headings; raise ``ValueError`` for an option that is unknown or neither 0 nor 1."""
        chosen = {**DEFAULTS, "hide_damage": int(profile == "compat"), **options}
        if unknown := sorted(set(chosen) - set(DEFAULTS)):
            raise ValueError(f"unknown option {unknown[0]!r}; expected one of {', '.join(DEFAULTS)}")
        if wrong := [f"{name} is {value}" for name, value in chosen.items() if value not in (0, 1)]:
            raise ValueError(f"option {wrong[0]}, expected 0 or 1")
        turns = Stream(self.name, seed, "headings")
        return setup_of(
            self,
            seed,
            profile,
            tuple(Option(name=name, value=value) for name, value in sorted(chosen.items())),
            squares=Stream(self.name, seed, "squares").sample(waters.INNER, len(SEATS) + ROCKS),
            headings=[turns.below(len(DIRECTIONS)) for _ in SEATS],
        )

    def start(self, setup: Setup) -> State:
        squares, headings = setup.drawn("squares"), setup.drawn("headings")
        number = len(SEATS) + ROCKS
        if not len(set(squares)) == len(squares) == number or not set(squares) <= set(waters.INNER):
            raise ValueError(f"the squares {squares} are not {number} different ones inside the border")
        if len(headings) != len(SEATS) or not set(headings) <= set(range(len(DIRECTIONS))):
            raise ValueError(f"the headings {headings} are not {len(SEATS)} numbers from 0 to 3")
        options = {name: setup.option(name, default) for name, default in DEFAULTS.items()}
        known = {*DEFAULTS, *OPTIONS}
        if not set(options.values()) <= {0, 1} or not {option.name for option in setup.options} <= known:
            raise ValueError(f"the options {setup.options} are not those of the game, each 0 or 1")
        rocks = squares[len(SEATS) :]
        sea = Sea(rocks, waters.rock_map(rocks), bool(options["adjudicate"]), bool(options["hide_damage"]))
        return State(sea, squares[: len(SEATS)], headings, (0,) * len(SEATS))

    def to_move(self, state: State) -> tuple[int, ...]:
        afloat = state.afloat()
        over = state.played == MAX_ROUNDS or not afloat or afloat[0] in TEAMS[1] or afloat[-1] in TEAMS[0]
        return () if over else afloat

    def prompt(self, state: State, seat: int) -> Prompt:
        listed = tuple(zip(MENU, NOTES, strict=True))
        rules = rules_text(self.title, SUMMARY, TOPICS)
        return menu_prompt(rules, "\n".join(_observation(state, seat)), _ASKED, listed)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        return MENU

    def listed(self, state: State, seat: int, action_id: str) -> bool:
        return action_id in _ORDER

    def describe(self, state: State, seat: int, action_id: str) -> str | None:
        return EXPLAINED[_ORDER[action_id]]

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        orders = tuple([_ORDER[actions[seat].id] if seat in actions else NO_ORDER for seat in SEATS])
        fate = waters.resolve(state.sea.chart, state.at, state.heading, state.damage, orders)
        at, heading, damage, struck, rammed, hits = map(tuple, fate)
        return State(state.sea, at, heading, damage, state.played + 1, Log(orders, struck, rammed, hits))

    def outcome(self, state: State) -> Outcome:
        first, second = (state.afloat(team) for team in TEAMS)
        if not first and not second:
            return shares("all_sunk", TEAMS, (0.5, 0.5))
        if not first or not second:
            return _decided("fleet_sunk", len(first), len(second))
        if state.sea.adjudicate and len(first) != len(second):
            return _decided("more_ships_at_limit", len(first), len(second))
        harm = [sum(state.damage[seat] for seat in afloat) for afloat in (first, second)]
        if state.sea.adjudicate and harm[0] != harm[1]:
            return _decided("less_damage_at_limit", harm[1], harm[0])
        return shares("even_at_limit", TEAMS, (0.5, 0.5))

    def forfeit(self, state: State, seat: int) -> Outcome:
        return _decided("forfeit", int(seat in TEAMS[1]), int(seat in TEAMS[0]))

    def show(self, state: State) -> str:
        return "\n".join(_picture(state))


def known_damage(state: State, seat: int) -> Six:
    """Return everybody's damage as *seat* knows it, with ``UNKNOWN_DAMAGE`` for what is hidden."""
    if not state.sea.hide_damage:
        return state.damage
    return tuple(
        damage if other == seat or damage >= THRESHOLD else UNKNOWN_DAMAGE for other, damage in enumerate(state.damage)
    )


def _decided(reason: str, first: int, second: int) -> Outcome:
    return shares(reason, TEAMS, (1.0, 0.0) if first > second else (0.0, 1.0))


def _observation(state: State, seat: int) -> Iterator[str]:
    known = (seat,) if state.sea.hide_damage else SEATS
    yield f"Round {state.played + 1} of {MAX_ROUNDS}. {LIMIT[state.sea.adjudicate]}"
    yield f"You command ship {seat}: {_where(state, seat, known)}."
    yield "Other ships afloat:"
    for other in state.afloat():
        if other != seat:
            yield f"- ship {other}, {_relation(seat, other)}: {_where(state, other, known)}"
    sunk = [f"ship {other} ({_relation(seat, other)})" for other in SEATS if other not in state.afloat()]
    yield f"Sunk: {', '.join(sunk) or 'none'}."
    rocks = ", ".join(map(_square, sorted(state.sea.rocks, key=_xy)))
    yield f"Rocks: all squares with x or y equal to 0 or {SIZE - 1}, and {rocks}."
    yield "Last round:" if state.played else "Last round: none, the battle begins."
    yield from _events(state)
    yield f"Around your ship, north up (number and heading of ships: {_LEGEND}; # rock, . water):"
    yield from _surroundings(state, seat)


def _where(state: State, seat: int, known: Sequence[int]) -> str:
    damage = f", damage {state.damage[seat]} of {THRESHOLD}" if seat in known else ""
    return f"{_square(state.at[seat])}, heading {DIRECTIONS[state.heading[seat]]}{damage}"


def _relation(seat: int, other: int) -> str:
    return "teammate" if other in waters.fleets(seat)[0] else "opponent"


def _events(state: State) -> Iterator[str]:
    for seat in SEATS:
        if state.log.orders[seat] != NO_ORDER:
            yield f"- ship {seat}: {', '.join(_event(state, state.log, seat))}"


def _event(state: State, log: Log, seat: int) -> Iterator[str]:
    yield MENU[log.orders[seat]]
    if log.struck[seat]:
        yield f"struck {('a rock', 'rocks twice')[log.struck[seat] - 1]} (+{log.struck[seat] * waters.ROCK_DAMAGE})"
    if log.rammed[seat]:
        yield f"collided (+{waters.RAM_DAMAGE})"
    shooters = [other for other in SEATS if log.hits[other] == seat]
    if state.damage[seat] - waters.SHOT_DAMAGE * len(shooters) >= THRESHOLD:
        yield "sank before it could fire"
        return
    yield "missed" if log.hits[seat] == MISS else f"hit ship {log.hits[seat]}"
    yield from (f"was hit by ship {other} (+{waters.SHOT_DAMAGE})" for other in shooters)
    if state.damage[seat] >= THRESHOLD:
        yield "sank"


def _xy(square: int) -> tuple[int, int]:
    return square % SIZE, square // SIZE


def _square(square: int) -> str:
    return f"({square % SIZE}, {square // SIZE})"


def _glyphs(state: State) -> dict[int, str]:
    """Return two characters for each square with a ship: its number, and an arrow for its heading."""
    return {state.at[seat]: f"{seat}{ARROWS[state.heading[seat]]}" for seat in state.afloat()}


def _surroundings(state: State, seat: int) -> Iterator[str]:
    ships, (x, y) = _glyphs(state), _xy(state.at[seat])
    columns = range(max(0, x - RANGE), min(SIZE, x + RANGE + 1))
    for row in range(min(SIZE - 1, y + RANGE), max(0, y - RANGE) - 1, -1):
        yield f"y={row:<3}{_row(state, ships, row, columns)}"
    yield f"  x= {' '.join(f'{column:>2}' for column in columns)}"


def _row(state: State, ships: Mapping[int, str], row: int, columns: Sequence[int]) -> str:
    squares = [SIZE * row + column for column in columns]
    return " ".join(ships.get(square, " #" if state.sea.chart[square] else " .") for square in squares)


def _picture(state: State) -> Iterator[str]:
    ships = _glyphs(state)
    for row in reversed(range(SIZE)):
        yield f"{row:>2} {_row(state, ships, row, range(SIZE))}"
    yield f"   {' '.join(f'{column:>2}' for column in range(SIZE))}"
    for team in TEAMS:
        yield "   ".join(
            f"ship {s} {'sunk' if d >= THRESHOLD else '#' * d + '.' * (THRESHOLD - d)}"
            for s, d in ((seat, state.damage[seat]) for seat in team)
        )
    yield from _events(state)


_ASKED = "Choose your ship's order for this round: its movement, then the side on which it fires."

GAME: Game[State, Choice] = SeaBattle()
