"""A Playfair desk with one fixed square."""

from collections.abc import Sequence

from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.dialogues.replies import fenced_symbols, grouped, letters_of

SQUARE = "HARBOULIGTCDEFKMNPQSVWXYZ"


class Square:
    """Takes one ``seal: text`` or ``open: text``."""

    def answer(self, commands: Sequence[str]) -> Answer:
        """Return pairs of capitals."""
        (command,) = commands
        verb, _, text = command.partition(": ")
        if verb not in {"seal", "open"}:
            raise ValueError(f"unknown command {command!r}")
        clean = letters_of(text).replace("J", "I")
        pairs = paired(clean) if verb == "seal" else [clean[i : i + 2] for i in range(0, len(clean), 2)]
        letters = "".join(_moved(pair, 1 if verb == "seal" else -1) for pair in pairs)
        return fenced_symbols(grouped(letters, 2), r"([A-Z]{2} )*[A-Z]{2}", "capitals in pairs")


def paired(text: str) -> list[str]:
    """Cut *text* into pairs of different letters with the fillers X and, after an X, Q."""
    pairs, index = [], 0
    while index < len(text):
        first, other = text[index], text[index + 1 : index + 2]
        filler = "Q" if first == "X" else "X"
        alone = other in {"", first}
        pairs.append(first + (filler if alone else other))
        index += 1 if alone else 2
    return pairs


def _moved(pair: str, step: int) -> str:
    (row, column), (other_row, other_column) = (divmod(SQUARE.index(c), 5) for c in pair)
    if row == other_row:
        return _at(row, column + step) + _at(row, other_column + step)
    if column == other_column:
        return _at(row + step, column) + _at(other_row + step, column)
    return _at(row, other_column) + _at(other_row, column)


def _at(row: int, column: int) -> str:
    return SQUARE[row % 5 * 5 + column % 5]
