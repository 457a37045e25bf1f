"""A warehouse that keeps its stock in lots: the oldest leave first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.rows import RowsParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.ledger.money import cents, euros
from interplay_builders.tracks.simulation.sessions import content, form

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Units that came in together; ``cost`` is that of one unit in cents."""

    units: int
    cost: int


START: tuple[tuple[str, tuple[Lot, ...]], ...] = (("BOLT", (Lot(40, 210), Lot(25, 235))), ("HINGE", (Lot(12, 690),)))


class Warehouse:
    """Lots by article, oldest first."""

    def __init__(self) -> None:
        self._lots = {name: list(lots) for name, lots in START}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Book the movements; each gives one line."""
        verbs: Mapping[str, Callable[..., Row]] = {
            "IN": self._in,
            "OUT": self._out,
            "SCRAP": self._scrap,
            "COUNT": self._count,
            "LOTS": self._listed,
            "TOTAL": self._total,
        }
        rows = []
        for command in commands:
            verb, *arguments = command.replace("@", " ").split()
            rows.append(verbs[verb](*arguments))
        line = r"\s*([A-Z]+)(\s*\|\s*([A-Z]+|-?\d+\.\d\d|\d+|\d+ @ \d+\.\d\d))+\s*"
        checks = (
            content("rows", RowsParams(rows=tuple(rows), tolerance=0.0)),
            form("bare", BareParams(most_lines=len(rows), may_fence=True)),
            form("pattern", PatternParams(pattern=line, each_line=True, means="a line as the brief describes it")),
        )
        return Answer("\n".join(" | ".join(row) for row in rows), checks)

    def _in(self, name: str, count: str, cost: str) -> Row:
        self._lots.setdefault(name, []).append(Lot(int(count), cents(cost)))
        return "IN", name, *self._state(name)

    def _out(self, name: str, count: str) -> Row:
        return self._leave("OUT", name, int(count), oldest=True)

    def _scrap(self, name: str, count: str) -> Row:
        return self._leave("SCRAP", name, int(count), oldest=False)

    def _leave(self, verb: str, name: str, count: int, *, oldest: bool) -> Row:
        if count > self._stock(name):
            return "SHORT", name, str(self._stock(name))
        return verb, name, euros(self._take(name, count, oldest=oldest)), *self._state(name)

    def _take(self, name: str, count: int, *, oldest: bool) -> int:
        """Take units out and return their cost in cents."""
        lots, cost = self._lots[name], 0
        while count:
            end = 0 if oldest else -1
            lot = lots[end]
            taken = min(count, lot.units)
            cost += taken * lot.cost
            count -= taken
            lots[end] = Lot(lot.units - taken, lot.cost)
            if not lots[end].units:
                del lots[end]
        return cost

    def _count(self, name: str, counted: str) -> Row:
        extra = int(counted) - self._stock(name)
        if extra <= 0:
            change = -self._take(name, -extra, oldest=True)
        else:
            newest = self._lots[name][-1]
            change = extra * newest.cost
            self._lots[name][-1] = Lot(newest.units + extra, newest.cost)
        return "COUNT", name, euros(change), *self._state(name)

    def _listed(self, name: str) -> Row:
        lots = tuple(f"{lot.units} @ {euros(lot.cost)}" for lot in self._lots.get(name, []))
        return "LOTS", name, *(lots or ("NONE",))

    def _total(self) -> Row:
        return "TOTAL", euros(sum(self._value(name) for name in self._lots))

    def _stock(self, name: str) -> int:
        return sum(lot.units for lot in self._lots.get(name, []))

    def _value(self, name: str) -> int:
        return sum(lot.units * lot.cost for lot in self._lots[name])

    def _state(self, name: str) -> Row:
        return str(self._stock(name)), euros(self._value(name))
