"""A strand of DNA that is read, searched and mutated."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from interplay.tracks.simulation.checks.labelled import LabelledParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content

START = "ATGGAATTCAAACGTGGATCCTGGCTGTAA"
SITES: Mapping[str, str] = {"EcoRI": "GAATTC", "BamHI": "GGATCC", "HindIII": "AAGCTT"}
_BASES = "TCAG"
_AMINO = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
CODE: Mapping[str, str] = {a + b + c: _AMINO[i] for i, (a, b, c) in enumerate(product(_BASES, repeat=3))}
"""The standard genetic code of DNA codons: first acids by letter, ``*`` for a stop."""


class Strand:
    """The coding strand, and what it was before each change."""

    def __init__(self) -> None:
        self._past = [START]

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey the commands; one line each where there is something to show."""
        lines = tuple(line for command in commands for line in self._obeyed(*command.split()))
        return Answer("\n".join(lines), (content("labelled", LabelledParams(expected=lines)),))

    def _obeyed(self, verb: str, *words: str) -> Iterator[str]:
        strand = self._past[-1]
        match verb, words:
            case "rna", ():
                yield f"RNA: {strand.replace('T', 'U')}"
            case "frame", (number,):
                yield f"FRAME {number}: {translated(strand[int(number) - 1 :])}"
            case "cuts", (enzyme,):
                yield f"{enzyme}: {', '.join(map(str, sites(strand, SITES[enzyme]))) or 'none'}"
            case "length", ():
                yield f"LENGTH: {len(strand)}"
            case "undo", ():
                self._past.pop()
            case "set", (position, base):
                yield self._substituted(int(position), base)
            case "ins", (position, bases):
                yield self._moved(f"{strand[: int(position)]}{bases}{strand[int(position) :]}")
            case "del", (first, last):
                yield self._moved(f"{strand[: int(first) - 1]}{strand[int(last) :]}")
            case _:
                raise ValueError(f"found {verb!r} with {words}, expected a command of the strand")

    def _substituted(self, position: int, base: str) -> str:
        """Change one base and classify the change of its codon in frame 1."""
        old, number = self._past[-1], (position - 1) // 3
        new = f"{old[: position - 1]}{base}{old[position:]}"
        self._past.append(new)
        first, other = (CODE[strand[3 * number : 3 * number + 3]] for strand in (old, new))
        kind = (
            "silent" if first == other else "nonsense" if other == "*" else "stop lost" if first == "*" else "missense"
        )
        return f"CHANGE: {kind}, codon {number + 1}, {first}>{other}"

    def _moved(self, new: str) -> str:
        old = self._past[-1]
        self._past.append(new)
        return f"CHANGE: {'frameshift' if (len(new) - len(old)) % 3 else 'in-frame'}"


def translated(strand: str) -> str:
    """Return the first acids of the whole codons, up to and with the first stop."""
    protein = "".join(CODE[strand[i : i + 3]] for i in range(0, len(strand) - 2, 3))
    return protein[: protein.index("*") + 1] if "*" in protein else protein


def sites(strand: str, wanted: str) -> list[int]:
    """Return the places, from 1, at which *wanted* begins."""
    return [i + 1 for i in range(len(strand)) if strand.startswith(wanted, i)]
