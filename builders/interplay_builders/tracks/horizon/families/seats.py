"""Guests in a row of seats, meant by name, by seat or by what was said before, who move about and make way."""

from collections.abc import Callable, Mapping

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.horizon.base import REFUSED, Command, Effect, State

GUESTS = ("Agnes", "Bilal", "Carla", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas")
SEATS = 7
"""Seats of the row, from 1 on the left; the guests after them wait."""
STEPS = {"one seat": 1, "two seats": 2, "three seats": 3}
SIDES = {"left": -1, "right": 1}
Places = tuple[str, ...]
"""The guests in the row from left to right, and then those who wait, from the first to the last."""


class Row(State):
    """Who sits where and who waits, the sums of the report, and what references back need."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.distance = 0
        """Seats by which guests moved within the row: different orders can lead to the same row, but not to this."""
        self.refused = 0
        self.before: Places | None = None
        """The places before the last order that was carried out, if it can be undone."""
        self.last: Command | None = None
        self.turned_down: Command | None = None
        self.named = places[:2]
        self.moved = places[:1]
        """Guests whom the last change moved: what comes next is rather about them."""
        self.referred = False
        """Whether the last order was to repeat, retry or undo one."""

    def obey(self, command: Command) -> Effect:
        """Carry out an order."""
        self.referred = command.verb in _REFERRING
        if command.verb == "undo":
            return self._undo()
        if command.verb in _PAIRS:
            self.named = str(command.args[0]), str(command.args[1])
        meant = {"repeat": self.last, "retry": self.turned_down}.get(command.verb, self._resolved(command))
        if meant is None:
            return self._refuse()
        places = _VERBS[meant.verb](self.places, *meant.args)
        if places is None:
            self.turned_down = meant
            return self._refuse()
        self.before, self.last = self.places, meant
        return self._change(places)

    def values(self) -> tuple[str, ...]:
        rows = (", ".join(self.places[:SEATS]), ", ".join(self.places[SEATS:]))
        return (*rows, str(self.distance), str(self.refused))

    def _resolved(self, command: Command) -> Command:
        """Return an order with the guest in place of "the first of these"."""
        if command.verb not in _THESE:
            return command
        guest = self.named[command.args[0] == "second"]
        return Command(_THESE[command.verb], (guest, *command.args[1:]))

    def _undo(self) -> Effect:
        if self.before is None:
            return self._refuse()
        places, self.before, self.last = self.before, None, None
        return self._change(places)

    def _change(self, places: Places) -> Effect:
        """Let everybody be where *places* says; return from where to where each place's guest went."""
        old = {guest: index for index, guest in enumerate(self.places)}
        moves = tuple((old[guest], index) for index, guest in enumerate(places) if old[guest] != index)
        self.distance += sum(abs(start - end) for start, end in moves if max(start, end) < SEATS)
        self.moved = tuple(places[end] for _, end in moves) or self.moved
        self.places = places
        return moves

    def _refuse(self) -> Effect:
        self.refused += 1
        return (REFUSED,)


def swap(places: Places, first: str, other: str) -> Places | None:
    """Exchange two guests; ``None`` stands for a refusal, here and below: both have to be in the row."""
    return _exchanged(places, places.index(first), places.index(other))


def swap_seat(places: Places, guest: str, seat: int) -> Places | None:
    """Exchange a guest with the guest in a seat."""
    return _exchanged(places, places.index(guest), seat - 1)


def seats(places: Places, first: int, other: int) -> Places | None:
    """Exchange those in two seats."""
    return _exchanged(places, first - 1, other - 1)


def neighbours(places: Places, guest: str) -> Places | None:
    """Exchange those on both sides of a guest, who has to have two neighbours."""
    here = places.index(guest)
    return _exchanged(places, here - 1, here + 1) if 0 < here < SEATS - 1 else None


def lefter(places: Places, guest: str, other: str, seat: int) -> Places | None:
    """Exchange the guest further to the left of two with the guest in a seat."""
    first, second = sorted((places.index(guest), places.index(other)))
    return _exchanged(places, first, seat - 1) if second < SEATS else None


def move(places: Places, guest: str, steps: str, side: str) -> Places | None:
    """Move a guest some seats to one side, while those who are passed move up."""
    here = places.index(guest)
    there = here + STEPS[steps] * SIDES[side]
    return _moved(places, here, there) if here < SEATS and 0 <= there < SEATS else None


def beside(places: Places, guest: str, other: str) -> Places | None:
    """Move a guest to the right-hand side of another, while those between them move up."""
    here, there = places.index(guest), places.index(other)
    return _moved(places, here, there + (there < here)) if max(here, there) < SEATS else None


def reverse(places: Places, first: int, last: int) -> Places | None:
    """Turn the order of some seats around."""
    return _reversed(places, first - 1, last - 1)


def reverse_between(places: Places, guest: str, other: str) -> Places | None:
    """Turn the order of two guests and of all between them around."""
    first, last = sorted((places.index(guest), places.index(other)))
    return _reversed(places, first, last)


def leave(places: Places, guest: str) -> Places | None:
    """Give a guest's seat to the first who waits; the guest waits after all others."""
    here = places.index(guest)
    return leave_seat(places, here + 1) if here < SEATS else None


def leave_seat(places: Places, seat: int) -> Places | None:
    """Do the same with the guest in a seat."""
    first, *others = places[SEATS:]
    return (*places[: seat - 1], first, *places[seat:SEATS], *others, places[seat - 1])


def _exchanged(places: Places, first: int, other: int) -> Places | None:
    if max(first, other) >= SEATS:
        return None
    new = list(places)
    new[first], new[other] = new[other], new[first]
    return tuple(new)


def _moved(places: Places, here: int, there: int) -> Places:
    new = list(places)
    new.insert(there, new.pop(here))
    return tuple(new)


def _reversed(places: Places, first: int, last: int) -> Places | None:
    if last >= SEATS:
        return None
    return (*places[:first], *places[first : last + 1][::-1], *places[last + 1 :])


_VERBS: Mapping[str, Callable[..., Places | None]] = {
    "swap": swap,
    "swap_seat": swap_seat,
    "seats": seats,
    "neighbours": neighbours,
    "lefter": lefter,
    "move": move,
    "beside": beside,
    "reverse": reverse,
    "reverse_between": reverse_between,
    "leave": leave,
    "leave_seat": leave_seat,
}
_THESE = {"these_swap": "swap_seat", "these_move": "move", "these_leave": "leave"}
"""Orders about the first or second of the guests that were named last, and what they are orders for."""
_PAIRS = frozenset({"swap", "beside", "reverse_between", "lefter"})
_REFERRING = frozenset({"repeat", "retry", "undo"})
_CHANCES = (
    *("swap_seat", "move", "lefter") * 4,
    *("reverse_between", "neighbours", "these_swap", "these_move") * 3,
    *("swap", "beside", "leave", "undo") * 2,
    *("seats", "reverse", "leave_seat", "these_leave", "repeat", "retry"),
)


class SeatPlan:
    """The family of rows of seats."""

    name = "seats"

    def start(self, stream: Stream) -> Row:
        return Row(tuple(stream.shuffled(GUESTS)))

    def facts(self, start: Row) -> Mapping[str, str]:
        row = [f"{guest} in seat {seat}" for seat, guest in enumerate(start.places[:SEATS], 1)]
        first, *others, last = start.places[SEATS:]
        return {
            "row": f"{', '.join(row[:-1])} and {row[-1]}",
            "waiting": f"{', '.join((first, *others))} and {last}",
            "seats": str(SEATS),
            "one": start.named[0],
            "other": start.named[1],
        }

    def report(self, start: Row) -> tuple[Line, ...]:  # noqa: ARG002  the interface's signature
        row, waiting = (Line(label=label, kind="words", allowed=GUESTS) for label in ("Row", "Waiting"))
        return (row, waiting, Line(label="Distance", kind="number"), Line(label="Refused", kind="number"))

    def order(self, engine: Row, stream: Stream) -> Command:
        """Draw an order, most often about a guest who has just moved."""
        verb = stream.choice([name for name in _CHANCES if not (engine.referred and name in _REFERRING)])
        seated = [guest for guest in engine.moved if guest in engine.places[:SEATS]]
        first = stream.choice(seated if seated and stream.below(20) else GUESTS)
        row = [guest for guest in engine.places[:SEATS] if guest != first]
        other = stream.choice(row if stream.below(12) else [guest for guest in GUESTS if guest != first])
        low, high = sorted(stream.sample(range(1, SEATS + 1), 2))
        which, seat = stream.choice(("first", "second")), 1 + stream.below(SEATS)
        steps, side = stream.choice(tuple(STEPS)), stream.choice(tuple(SIDES))
        pair = (first, other) if stream.below(2) else (other, first)
        args: dict[str, tuple[str | int, ...]] = {
            "swap": pair,
            "swap_seat": (first, seat),
            "seats": (low, high),
            "neighbours": (first,),
            "lefter": (*pair, seat),
            "move": (first, steps, side),
            "beside": pair,
            "reverse": (low, high),
            "reverse_between": pair,
            "leave": (first,),
            "leave_seat": (seat,),
            "these_swap": (which, seat),
            "these_move": (which, steps, side),
            "these_leave": (which,),
        }
        return Command(verb, args.get(verb, ()))

    def question(self, engine: Row, stream: Stream) -> Command:  # noqa: ARG002  the interface's signature
        first, other = stream.sample(GUESTS, 2)
        seat = 1 + stream.below(SEATS)
        return stream.choice((Command("who", (seat,)), Command("where", (first,)), Command("left_of", (first, other))))


FAMILY = SeatPlan()
