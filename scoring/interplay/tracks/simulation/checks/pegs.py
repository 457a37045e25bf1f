"""The reply scores these guesses as the host of a code-breaking game, whatever code of the host's it may have in mind.

A score is a line such as ``CDFA: 1 black, 2 white``: black for each letter in its right place, white for each further
letter that is right but elsewhere. Any scores pass that at least one code agrees with, earlier scores included. Read
over are other lines, bullets, emphasis, and earlier scores that are repeated as they were.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated

from msgspec import Meta, field

from interplay.tracks.simulation.checks.base import Params, quoted
from interplay.tracks.simulation.checks.reading import lines, undressed

Code = Annotated[str, Meta(min_length=1, max_length=5)]
Score = tuple[Code, int, int]
"""A guess, its black pegs, its white ones."""
_LINE = re.compile(
    r"(?:[-•>] {0,3}|\d{1,2}[.)] {0,3})?([A-Z](?:[ -]?[A-Z]){0,4}) {0,3}[:=|\u2013\u2014\u2192-]{1,2}>? {0,3}"
    r"(\d)(?!\d) ?blacks?(?: pegs?)?(?:,| and|, and|;| \||/)? {0,3}(\d)(?!\d) ?whites?\b\D{0,60}",
    re.ASCII | re.IGNORECASE,
)
_CODE = re.compile(r"(?:the )?code ?[:=] {0,3}([A-Z](?:[ -]?[A-Z]){0,4})\W{0,3}", re.ASCII | re.IGNORECASE)


class PegsParams(Params, frozen=True):
    """Codes of so many ``places`` from ``letters``, the scores ``known`` so far, the ``guesses`` to be scored.

    ``reveals``: the reply also gives the code away, on a line such as ``code: CDFA``.
    """

    letters: Annotated[str, Meta(min_length=2, max_length=8)] = "ABCDEF"
    places: Annotated[int, Meta(ge=1, le=5)] = 4
    known: tuple[Score, ...] = ()
    guesses: tuple[Code, ...] = ()
    reveals: bool = field(default=False, name="tell")

    def problem(self, reply: str) -> str:
        kept = [undressed(line[:200]).strip() for line in lines(reply)]
        scores = [
            (code, int(m[2]), int(m[3]))
            for line in kept
            if (m := _LINE.fullmatch(line)) and len(code := _code(m[1])) == self.places
        ]
        secrets = [_code(m[1]) for line in kept if (m := _CODE.fullmatch(line))]
        new = [entry for entry in scores if entry[0] in self.guesses or entry not in self.known]
        if sorted(guess for guess, _, _ in new) != sorted(self.guesses):
            return f"found scores of {quoted(', '.join(s[0] for s in new))}, expected {', '.join(self.guesses)}"
        if len(secrets) != self.reveals:
            return f"found {len(secrets)} lines with the code, expected {'one' if self.reveals else 'none'}"
        fitting = codes(self, (*self.known, *new))
        if secrets:
            return "" if secrets[0] in fitting else f"found the code {quoted(secrets[0])}, expected one that fits"
        return "found scores that fit no code, expected one that fits all" if next(fitting, "") == "" else ""


def score(code: str, guess: str) -> tuple[int, int]:
    """Return the black and the white pegs that *guess* is worth where *code* is to be found."""
    black = sum(letter == other for letter, other in zip(code, guess, strict=True))
    shared = sum(min(code.count(letter), guess.count(letter)) for letter in set(guess))
    return black, shared - black


def codes(params: PegsParams, scores: Sequence[Score]) -> Iterator[str]:
    """Yield the codes that agree with *scores*, in alphabetical order."""
    for letters in product(params.letters, repeat=params.places):
        code = "".join(letters)
        if all(score(code, guess) == (black, white) for guess, black, white in scores):
            yield code


def _code(text: str) -> str:
    return re.sub(r"[ -]", "", text).upper()
