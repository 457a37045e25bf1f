"""Second implementations of the families: written from the briefs alone, and they read words, not commands.

Each takes the message of an item as a model sees it. None shares code with the engines.
"""

import re
from collections.abc import Callable, Mapping
from decimal import ROUND_DOWN, Decimal
from typing import Any

from tests.horizon.reading import meanings

LINE = re.compile(r"^\d+\. (.+)$", re.MULTILINE)
PARTS = {"half": 2, "a third": 3, "a quarter": 4, "a fifth": 5, "a tenth": 10}
CENT = Decimal("0.01")
Order = tuple[str, tuple[str, ...]]


def orders(family: str, message: str, words: frozenset[str]) -> list[Order]:
    """Return the orders of a message; every line has to mean one thing."""
    body = message.split("Only the report at the end counts.")[1]
    found = []
    for line in LINE.findall(body):
        meant = meanings(family, line, words | frozenset(PARTS) | {"first", "second"})
        assert len(meant) == 1, (line, meant)
        verb, question, args = next(iter(meant))
        if not question:
            found.append((verb, args))
    return found


def cash_book(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an order
    names = [label.lower() for label in labels[:-2]]
    brief = message.split("\n\n", maxsplit=1)[0].lower()
    held = {name: Decimal(re.search(rf"{name} (-?\d+\.\d\d)", brief)[1]) for name in names}  # type: ignore[index]
    lower, upper = re.search(r"never more than (\d+\.\d\d); .*? may go down to (-\d+\.\d\d)", message).group(2, 1)  # type: ignore[union-attr]
    low = {name: Decimal(lower) if name == names[2] else Decimal(0) for name in names}
    high = {name: Decimal("Infinity") if name == names[2] else Decimal(upper) for name in names}
    done: list[tuple[str, str, Decimal]] = []
    failed: tuple[str, str, Decimal] | None = None
    pair, refused, turnover = (names[0], names[1]), 0, Decimal(0)
    for verb, args in orders("cash_book", message, frozenset(names)):
        source = target = ""
        amount: Decimal | None = None
        if verb == "undo":
            if done:
                source, target, amount = done.pop()
                done.clear()
                if source:
                    held[source] += amount
                if target:
                    held[target] -= amount
            else:
                refused += 1
            continue
        if verb in {"move", "share", "alike", "fill"}:
            pair = tuple(arg for arg in args if arg in names)  # type: ignore[assignment]
        if verb in {"gap", "richer"}:
            pair = (args[1], args[2])
        fuller = max(pair, key=lambda name: (held[name], name == pair[0]))
        if verb == "put":
            target, amount = args[0], Decimal(args[1])
        elif verb == "pay":
            source, amount = args[0], Decimal(args[1])
        elif verb == "move":
            source, target, amount = args[0], args[1], Decimal(args[2])
        elif verb == "share":
            source, target = args[1:]
            amount = part_of(held[source], args[0])
        elif verb == "share_named":
            source, target = pair[args[1] == "second"], args[2]
            amount = part_of(held[source], args[0])
        elif verb == "gap":
            source, target = fuller, pair[0] if fuller == pair[1] else pair[1]
            amount = part_of(held[source] - held[target], args[0])
        elif verb == "richer":
            source, amount = fuller, part_of(held[fuller], args[0])
        elif verb == "alike" and done:
            source, target, amount = args[0], args[1], done[-1][2]
        elif verb == "fill":
            target, source = args[0], args[2]
            amount = Decimal(args[1]) - held[target]
            amount = amount if amount > 0 else None
        elif verb == "repeat" and done:
            source, target, amount = done[-1]
        elif verb == "retry" and failed:
            source, target, amount = failed
        elif verb == "into_named":
            target, amount = pair[args[0] == "second"], Decimal(args[1])
        elif verb == "from_named":
            source, amount = pair[args[0] == "second"], Decimal(args[1])
        if amount is None:
            refused += 1
            continue
        if (source and held[source] - amount < low[source]) or (target and held[target] + amount > high[target]):
            refused += 1
            failed = source, target, amount
            continue
        if source:
            held[source] -= amount
        if target:
            held[target] += amount
        done.append((source, target, amount))
        turnover += amount
    return [*(f"{held[name]:.2f}" for name in names), f"{turnover:.2f}", str(refused)]


def part_of(amount: Decimal, part: str) -> Decimal:
    return max(Decimal(0), (amount / PARTS[part]).quantize(CENT, rounding=ROUND_DOWN))


def warehouse(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an order
    """Keep every unit apart: a shelf is a list of what each unit cost, in order, with the number of its lot."""
    names = [label.removesuffix(" units").lower() for label in labels if label.endswith(" units")]
    most = int(re.search(r"A shelf holds (\d+) units", message)[1])  # type: ignore[index]
    shelves: dict[str, list[Decimal]] = {}
    for name in names:
        lots = re.search(rf"{name}: (\d+) at (\d+\.\d\d) and then (\d+) at (\d+\.\d\d)", message, re.IGNORECASE)
        assert lots
        shelves[name] = [Decimal(lots[2])] * int(lots[1]) + [Decimal(lots[4])] * int(lots[3])
    number, refused, shipped = 0, 0, Decimal(0)
    last: tuple[str, int, Decimal] | None = None
    for verb, args in orders("warehouse", message, frozenset(names)):
        name = next((arg for arg in args if arg in names), "")
        coming: tuple[int, Decimal] | None = None
        going: int | None = None
        if verb == "receive":
            coming = int(args[0]), Decimal(args[2])
        elif verb == "receive_like" and shelves[args[2]]:
            coming = int(args[0]), shelves[args[2]][0]
        elif verb == "match":
            coming = len(shelves[args[2]]), Decimal(args[1])
        elif verb == "receive_again":
            coming = number, Decimal(args[1])
        elif verb == "returned" and last:
            name, coming = last[0], last[1:]
        elif verb in {"ship", "scrap"}:
            going = int(args[0])
        elif verb == "ship_again":
            going = number
        elif verb == "ship_share":
            going = len(shelves[name]) // PARTS[args[0]]
        elif verb == "ship_fuller":
            name = args[1] if len(shelves[args[1]]) >= len(shelves[args[2]]) else args[2]
            going = int(args[0])
        elif verb == "ship_dearer":
            name = args[1] if sum(shelves[args[1]]) >= sum(shelves[args[2]]) else args[2]
            going = len(shelves[name]) // PARTS[args[0]]
        shelf = shelves.get(name, [])
        if coming is not None and len(shelf) + coming[0] <= most:
            shelf += [coming[1]] * coming[0]
            number = coming[0]
            last = None if verb == "returned" else last
        elif going is not None and going <= len(shelf):
            number = going
            if verb == "scrap":
                shelves[name] = shelf[: len(shelf) - going]
            elif going:
                shipped += sum(shelf[:going])
                last = name, going, shelf[going - 1]
                shelves[name] = shelf[going:]
        else:
            refused += 1
    pairs = [(str(len(shelves[name])), f"{sum(shelves[name], Decimal(0)):.2f}") for name in names]
    return [*(text for pair in pairs for text in pair), f"{shipped:.2f}", str(refused)]


def registers(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an order
    """Interpret the lines themselves."""
    at = {name: int(value) for name, value in re.findall(r"([A-D]) = (\d+)", message)}
    faults, last = 0, ""
    for written in LINE.findall(message.split("Only the report at the end counts.")[1]):
        line = last if written == "REDO" else written
        word, *args = line.split() or ["NOTHING"]
        before = dict(at)
        x, y, z = (*args, "", "", "")[:3]
        match word:
            case "ADD":
                at[x] += at[y]
            case "SUB":
                at[x] -= at[y]
            case "PLUS":
                at[x] += int(y)
            case "MUL":
                at[x] *= int(y)
            case "TAKE" if at[y] <= at[x]:
                at[x] -= at[y]
            case "TAKE" | "NOTHING":
                faults += 1
            case "MAX":
                at[x] += sorted((at[y], at[z]))[1]
            case "ODD":
                at[x] += int(z) * (2 * (at[y] % 2) - 1)
            case "SWAP":
                at[x], at[y] = at[y], at[x]
            case "ORDER":
                at[x], at[y] = sorted((at[x], at[y]))
        at = {name: value % 1000 for name, value in at.items()}
        if at != before and written != "REDO":
            last = written
    return [*(str(at[name]) for name in labels[:-1]), str(faults)]


def chores(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an order
    """Keep the list as rows, and look everything up anew each time."""
    people = [label.lower() for label in labels[1:4]]
    listed = message.split("From top to bottom the list is: ")[1].split("\n", maxsplit=1)[0]
    rows: list[dict[str, Any]] = [
        {"name": name, "minutes": int(minutes), "after": set()}
        for name, minutes in re.findall(r'"([^"]+)" \((\d+) minutes\)', listed)
    ]
    words = frozenset(re.findall(r'"([a-z ]+)"', message))
    totals, turn, refused = [0, 0, 0], 0, 0
    last: tuple[str, int] | None = None

    def row(name: str) -> dict[str, Any] | None:
        return next((one for one in rows if one["name"] == name), None)

    def depends(name: str, goal: str) -> bool:
        found = row(name)
        return name == goal or (found is not None and any(depends(other, goal) for other in found["after"]))

    for verb, args in orders("chores", message, words):
        free = [one for one in rows if not any(row(name) for name in one["after"])]
        name = args[0] if args else ""
        new: tuple[str, int] | None = None
        do: dict[str, Any] | None = None
        ok = True
        if verb in {"add", "insert"}:
            new = name, int(args[1])
        elif verb == "add_alike":
            new, ok = (name, last[1]) if last else None, last is not None
        elif verb == "back":
            new, ok = last, last is not None
        elif verb == "do":
            do = row(name)
            ok = do in free
        elif verb in {"do_first", "do_second", "do_last"}:
            place = {"do_first": 0, "do_second": 1, "do_last": -1}[verb]
            ok = len(free) > max(place, 0)
            do = free[place] if ok else None
        elif verb == "do_longest":
            ok = bool(free)
            do = sorted(free, key=lambda one: -one["minutes"])[0] if free else None
        elif verb in {"top", "bottom"}:
            ok = row(name) is not None
            if ok:
                moved = rows.pop(next(n for n, one in enumerate(rows) if one["name"] == name))
                rows.insert(0 if verb == "top" else len(rows), moved)
        elif verb == "ends":
            ok = len(rows) > 1
            if ok:
                rows[0], rows[-1] = rows[-1], rows[0]
        elif verb == "wait":
            waiting = row(name)
            ok = waiting is not None and row(args[1]) is not None and not depends(args[1], name)
            if ok and waiting is not None:
                waiting["after"].add(args[1])
        elif verb == "skip":
            turn = (turn + 1) % 3
        elif verb == "laziest":
            turn = totals.index(min(totals))
        if new is not None:
            ok = row(new[0]) is None and len(rows) < 10 and (verb != "insert" or row(args[2]) is not None)
            if ok:
                place = rows.index(row(args[2])) if verb == "insert" else len(rows)  # type: ignore[arg-type]
                rows.insert(place, {"name": new[0], "minutes": new[1], "after": set()})
                last = None if verb == "back" else last
        if do is not None and ok:
            rows = [one for one in rows if one is not do]
            for one in rows:
                one["after"].discard(do["name"])
            totals[turn] += do["minutes"]
            turn, last = (turn + 1) % 3, (do["name"], do["minutes"])
        refused += not ok
    return [
        ", ".join(one["name"] for one in rows) or "none",
        *map(str, totals),
        people[turn].capitalize(),
        str(refused),
    ]


ORACLES: Mapping[str, Callable[[str, tuple[str, ...]], list[str]]] = {
    "cash_book": cash_book,
    "chores": chores,
    "registers": registers,
    "warehouse": warehouse,
}
