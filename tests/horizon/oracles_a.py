"""Second implementations of byte bench, portfolio, seats and spreadsheet; like those in ``oracles.py`` in every way."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor

from tests.horizon.oracles import LINE, PARTS, orders


def byte_bench(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an instruction
    """Interpret the lines themselves; bytes are strings of eight bits."""
    bits = {name: f"{int(value):08b}" for name, value in re.findall(r"(b[0-5]) = (\d+)", message)}
    carry, faults, last, failed = 0, 0, "", ""

    def turned(text: str, places: int) -> str:
        return text[places:] + text[:places]

    def xor(one: str, other: str) -> str:
        return "".join("01"[a != b] for a, b in zip(one, other, strict=True))

    for written in LINE.findall(message.split("Only the report at the end counts.")[1]):
        line = {"AGAIN": last, "RETRY": failed}.get(written, written)
        if line.startswith("SHOW"):
            continue
        word, x, y = (*line.split(), "", "")[:3] if line else ("NOTHING", "", "")
        here, there = int(bits.get(x, "0"), 2), int(bits.get(y, "0"), 2)
        fault = False
        match word:
            case "NOTHING":
                faults += 1
                continue
            case "XOR":
                bits[x] = xor(bits[x], bits[y])
            case "XAT":
                meant = f"b{there % 6}"
                fault = meant == x
                bits[x] = bits[x] if fault else xor(bits[x], bits[meant])
            case "ADC":
                total = here + there + carry
                carry, bits[x] = int(total >= 256), f"{total % 256:08b}"
            case "SUB":
                fault = there > here
                bits[x] = bits[x] if fault else f"{here - there:08b}"
            case "ROL":
                bits[x] = turned(bits[x], there % 8)
            case "ROR":
                bits[x] = turned(bits[x], (8 - there % 8) % 8)
            case "NIB":
                bits[x] = bits[x][4:] + bits[x][:4]
            case "ODD":
                bits[x] = f"{255 - here:08b}" if bits[y].count("1") % 2 else turned(bits[x], 1)
            case "CAR" if carry:
                bits[x], bits[y], carry = bits[y], bits[x], 0
            case "CAR":
                bits[x], carry = xor(bits[x], bits[y]), 1
        faults += fault
        last, failed = (last, line) if fault else (line, failed)
    return [*(str(int(bits[name], 2)) for name in labels[:-2]), str(carry), str(faults)]


def portfolio(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an order
    """Count in fractions, and round where the brief says so."""
    names = [label.removesuffix(" price").lower() for label in labels if label.endswith(" price")]
    brief = message.split("\n\n", maxsplit=1)[0].lower()
    has: dict[str, int] = {}
    at: dict[str, Fraction] = {}
    for name in names:
        found = re.search(rf"(\d+) shares of {name} at (\d+\.\d\d)", brief)
        assert found
        has[name], at[name] = int(found[1]), Fraction(found[2])
    cash = Fraction(re.search(r"and (\d+\.\d\d) in cash", brief)[1])  # type: ignore[index]
    rate, least = (Fraction(text) for text in re.findall(r"fee of (\S+)%.*at least (\d+\.\d\d)", message)[0])
    turnover, fees, refused = Fraction(0), Fraction(0), 0
    pair, proceeds = (names[0], names[1]), Fraction(0)
    last: tuple[str, int] | None = None
    failed: tuple[str, int] | None = None
    for verb, args in orders("portfolio", message, frozenset(names)):
        name = next((arg for arg in args if arg in names), "")
        part = next((Fraction(1, PARTS[arg]) for arg in args if arg in PARTS), Fraction(0))
        if verb in {"rise", "fall"}:
            step = Fraction(floor(at[name] * int(args[1]) + Fraction(1, 2)), 100)
            at[name] += step if verb == "rise" else -step
            continue
        if verb in {"dividend", "deposit"}:
            cash += has[name] * Fraction(args[1]) if verb == "dividend" else Fraction(args[0])
            continue
        if verb == "withdraw":
            refused += Fraction(args[0]) > cash
            cash -= Fraction(args[0]) if Fraction(args[0]) <= cash else 0
            continue
        if verb in {"sell_larger", "invest_smaller"}:
            pair = args[1], args[2]
            values = [has[one] * at[one] for one in pair]
            first = values[0] >= values[1] if verb == "sell_larger" else values[0] <= values[1]
            name = pair[0] if first else pair[1]
        if verb in {"sell_these", "invest_these"}:
            name = pair[("first", "second").index(args[1])]
        if verb in {"buy_at", "sell_at"}:
            at[name] = Fraction(args[2])
        change = number = last[1] if last else 0
        match verb:
            case "buy" | "buy_at":
                change = int(args[0])
            case "sell_at":
                change = -int(args[0])
            case "buy_same" | "sell_same":
                change = abs(number) * (1 if verb == "buy_same" else -1)
            case "reinvest":
                change = floor(proceeds / at[name])
            case "raise_cash":
                change = -ceil(Fraction(args[1]) / at[name])
            case "repeat" | "retry":
                name, change = (last if verb == "repeat" else failed) or (names[0], 0)
            case "invest" | "invest_smaller" | "invest_these":
                change = floor(cash * part / at[name])
            case "sell_part" | "sell_larger" | "sell_these":
                change = -floor(has[name] * part)
        amount = abs(change) * at[name]
        fee = max(least, Fraction(ceil(amount * rate), 100))
        if not change or has[name] + change < 0 or cash - change * at[name] - fee < 0:
            refused += 1
            failed = (name, change) if change else failed
            continue
        has[name] += change
        cash -= change * at[name] + fee
        turnover, fees, last = turnover + amount, fees + fee, (name, change)
        proceeds = amount if change < 0 else proceeds
    held = [(str(has[name]), f"{float(at[name]):.2f}") for name in names]
    sums = [f"{float(amount):.2f}" for amount in (cash, turnover, fees)]
    return [*(text for both in held for text in both), *sums, str(refused)]


def seats(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an order
    """Keep the row as a dictionary of seats, and let guests walk one seat at a time."""
    brief = message.split("\n\n", maxsplit=1)[0].lower()
    row = {int(seat): guest for guest, seat in re.findall(r"(\w+) in seat (\d)", brief)}
    waiting = re.findall(r"\w+", brief.split("waiting list: ")[1].split(", in this order")[0].replace(" and ", " "))
    guests = frozenset((*row.values(), *waiting))
    steps = {"one seat": 1, "two seats": 2, "three seats": 3}
    pair, distance, refused = (row[1], row[2]), 0, 0
    last: tuple[str, tuple[str, ...]] | None = None
    failed: tuple[str, tuple[str, ...]] | None = None
    saved: tuple[dict[int, str], list[str]] | None = None

    def seat_of(guest: str) -> int:
        return next((seat for seat, one in row.items() if one == guest), 0)

    def exchange(one: int, other: int) -> None:
        row[one], row[other] = row[other], row[one]

    def walk(here: int, there: int) -> None:
        while here != there:
            further = here + (1 if there > here else -1)
            exchange(here, further)
            here = further

    def followed(verb: str, args: tuple[str, ...]) -> bool:  # noqa: C901  a case an order
        """Follow an order whose guests are all named; return whether it was carried out."""
        sits = [seat_of(arg) for arg in args if arg in guests]
        numbers = [int(arg) for arg in args if arg.isdigit()]
        if 0 in sits:
            return False
        match verb:
            case "swap" | "swap_seat" | "seats":
                exchange(*sits, *numbers)
            case "neighbours":
                if sits[0] in {1, 7}:
                    return False
                exchange(sits[0] - 1, sits[0] + 1)
            case "lefter":
                exchange(min(sits), *numbers)
            case "move":
                there = sits[0] + steps[args[1]] * (1 if args[2] == "right" else -1)
                if there not in row:
                    return False
                walk(sits[0], there)
            case "beside":
                walk(sits[0], sits[1] + 1 if sits[1] < sits[0] else sits[1])
            case "reverse" | "reverse_between":
                low, high = sorted(sits or numbers)
                while low < high:
                    exchange(low, high)
                    low, high = low + 1, high - 1
            case "leave" | "leave_seat":
                place = (sits or numbers)[0]
                waiting.append(row[place])
                row[place] = waiting.pop(0)
        return True

    words = guests | steps.keys() | {"left", "right"}
    for written, written_args in orders("seats", message, words):
        before = dict(row), list(waiting)
        verb, args = written, written_args
        if len([arg for arg in args if arg in guests]) == 2:
            pair = args[0], args[1]
        if verb.startswith("these_"):
            verb = {"these_swap": "swap_seat"}.get(verb, verb.removeprefix("these_"))
            args = (pair[args[0] == "second"], *args[1:])
        if verb == "undo" and saved:
            row, waiting = dict(saved[0]), list(saved[1])
            saved = last = None
        else:
            again = {"repeat": last, "retry": failed, "undo": None}.get(verb, (verb, args))
            if again and followed(*again):
                saved, last = before, again
            else:
                refused, failed = refused + 1, again or failed
        stood = {guest: seat for seat, guest in before[0].items()}
        distance += sum(abs(stood[guest] - seat) for seat, guest in row.items() if guest in stood)
    return [
        ", ".join(row[seat] for seat in sorted(row)).title(),
        ", ".join(waiting).title(),
        f"{distance}",
        f"{refused}",
    ]


def spreadsheet(message: str, labels: tuple[str, ...]) -> list[str]:  # noqa: C901  a case an order
    """Keep all cells as text, as a sheet has them, and work out a formula as the text that it is."""
    brief = message.split("\n\n", maxsplit=1)[0]
    held = dict(re.findall(r"\b([AB][1-4]) (\d+)", brief)) | dict(re.findall(r"\b(C[1-4]) (=[^ ;.]+)", brief))
    formulas = frozenset(re.findall(r"=\w+\([^ .]+\)", message.lower()))
    amount, target, rejected = 0, "", 0
    saved: dict[str, str] | None = None
    failed: tuple[str, tuple[str, ...]] | None = None

    def shown(cell: str, sheet: dict[str, str], deep: int = 0) -> int:
        """Return what a cell shows; raise ``RecursionError`` where it depends on itself."""
        if deep > len(sheet):
            raise RecursionError(cell)
        text = sheet[cell]
        if text.isdigit():
            return int(text)
        one, other = (shown(name, sheet, deep + 1) for name in re.findall(r"[ABC]\d", text))
        if text.startswith("=INT"):
            return (one + other) // 2
        return {"=MAX": max(one, other), "=MIN": min(one, other)}.get(text[:4], abs(one - other))

    def followed(verb: str, args: tuple[str, ...]) -> dict[str, str]:  # noqa: C901  a case an order
        """Return the cells that an order changes; raise ``ValueError`` or ``RecursionError`` where it is rejected."""
        nonlocal amount, target
        new = dict(held)
        if verb.startswith(("raise", "lower")):
            names = [arg for arg in args if arg in held]
            cell, by = names[0] if names else "", amount
            if verb.endswith(("_least", "_most")):
                column = [(int(held[f"{args[0]}{row}"]), row) for row in "1234"]
                best = min(column)[0] if verb == "raise_least" else max(column)[0]
                cell = args[0] + next(row for number, row in column if number == best)
            if verb.endswith("_it"):
                cell = target
            if not cell or (verb.endswith("_same") and not target):
                raise ValueError(verb)
            if verb.endswith("_by"):
                by = int(args[1])
            elif not verb.endswith("_same"):
                by = shown(names[-1], held)
            after = int(held[cell]) + (by if verb.startswith("raise") else -by)
            if after not in range(1000):
                raise ValueError(after)
            amount, target, new[cell] = by, cell, str(after)
        elif verb == "swap":
            new |= {args[0]: held[args[1]], args[1]: held[args[0]]}
        elif verb in {"rows", "sort"}:
            places = list(args[:2]) if verb == "rows" else [str(n) for n in range(int(args[0]), int(args[1]) + 1)]
            order = places[::-1]
            if verb == "sort":
                keys = {row: int(held[args[2] + row]) for row in places}
                order = sorted(places, key=lambda row: keys[row] if args[3] == "smallest" else -keys[row])
            new |= {column + to: held[column + row] for to, row in zip(places, order, strict=True) for column in "AB"}
        elif verb == "enter":
            new[args[0]] = args[1]
        elif verb == "fill":
            for row in range(int(args[0][1]) + 1, int(args[1][1]) + 1):
                down = re.sub(r"([ABC])(\d)", lambda at: at[1] + str(int(at[2]) + 1), new[f"C{row - 1}"])
                if "5" in down:
                    raise ValueError(down)
                new[f"C{row}"] = down
        for cell in new:
            shown(cell, new)
        return new

    cells = frozenset(name.lower() for name in held)
    words = cells | formulas | {"a", "b", "smallest", "largest"}
    for written, lower in orders("spreadsheet", message, words):
        args = tuple(arg if arg in {"smallest", "largest"} else arg.upper() for arg in lower)
        if written == "undo":
            if saved is None:
                rejected += 1
            else:
                held, saved = saved, None
            continue
        order = failed if written == "retry" else (written, args)
        try:
            new = followed(*order) if order else {}
        except (ValueError, RecursionError):
            failed, new = order, {}
        if not new:
            rejected += 1
        elif new != held:
            saved, held = held, new
    return [*(str(shown(name, held)) for name in labels[:-1]), str(rejected)]


ORACLES: Mapping[str, Callable[[str, tuple[str, ...]], list[str]]] = {
    "byte_bench": byte_bench,
    "portfolio": portfolio,
    "seats": seats,
    "spreadsheet": spreadsheet,
}
