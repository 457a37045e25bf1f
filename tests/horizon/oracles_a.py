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


ORACLES: Mapping[str, Callable[[str, tuple[str, ...]], list[str]]] = {
    "byte_bench": byte_bench,
    "portfolio": portfolio,
}
