"""Second implementations of byte bench, portfolio, seats and spreadsheet; like those in ``oracles.py`` in every way."""

import re
from collections.abc import Callable, Mapping

from tests.horizon.oracles import LINE


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


ORACLES: Mapping[str, Callable[[str, tuple[str, ...]], list[str]]] = {
    "byte_bench": byte_bench,
}
