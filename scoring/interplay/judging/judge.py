"""What a judge is: a TOML file with a rubric, and the verdicts on offer."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from interplay.core import canonical
from interplay.core.discovery import unknown
from interplay.core.errors import RecordError
from interplay.core.records import Name, Record
from interplay.core.text import nearest

FOLDER: Final = Path(__file__).with_name("judges")
Subject = Literal["reply", "points", "pair", "dialogue", "clue"]
Mode = Literal["text", "json", "logprobs"]
"""How a verdict is asked for: after an explanation, as a JSON object, or as a single letter with its probabilities."""
Letter = Annotated[str, Meta(pattern=r"^[^\W_]{1,20}$")]
Slug = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,79}$")]
Points = Annotated[tuple[Annotated[str, Meta(pattern=r"^[^\n]{1,400}\Z")], ...], Meta(min_length=1, max_length=20)]
Dollars = Annotated[float, Meta(ge=0, le=1e6)]

PLACEHOLDER: Final = re.compile(r"\{\{([a-z_]+)\}\}")
_PLACEHOLDERS: Final[dict[Subject, tuple[str, str]]] = {
    "reply": ("task dialogue", "response"),
    "points": ("task dialogue points", "response"),
    "pair": ("task dialogue", "response_a response_b"),
    "dialogue": ("task dialogue turns", "turns"),
    "clue": ("word", "clue"),
}
"""Those of the opening and of the closing of a prompt."""
_OPTIONAL: Final = frozenset({"task", "turns"})
_LONGEST: Final = 1_000_000  # bytes of a judge file


class Scale(Record, frozen=True):
    """The verdicts on offer: ``choices``, or whole numbers from ``lowest`` to ``highest``.

    ``highest = "turns"`` is the number of the dialogue's turns. ``label`` stands before a verdict, with a colon.
    ``highest = "points"`` is the number of points, and the verdict a letter for each, Y if it is met and N if not.
    """

    label: Annotated[str, Meta(pattern=r"^[A-Za-z]{0,20}$")] = ""
    choices: tuple[Letter, ...] = ()
    lowest: int = 0
    highest: int | Literal["turns", "points"] = 0

    @property
    def key(self) -> str:
        """Return the key of the verdict in a JSON reply."""
        return self.label.lower() or "verdict"

    def menu(self, most: int = 0) -> tuple[str, ...]:
        """Return every verdict on offer, as it is written; *most* is the number of turns or points."""
        if self.choices:
            return self.choices
        highest = most if isinstance(self.highest, str) else self.highest
        return tuple(map(str, range(self.lowest, highest + 1)))


class Prompt(Record, frozen=True):
    """A judge's texts: ``opening`` is the same for all texts judged at one place of a dialogue, ``closing`` is not."""

    system: str
    opening: str
    closing: str


class Asking(Record, frozen=True):
    """How each mode asks for the verdict; empty where the judge does not offer the mode."""

    text: str
    json: str = ""
    logprobs: str = ""


class Price(Record, frozen=True):
    """Dollars for a million tokens, in judges of 2025, whose bytes are frozen; nothing reads it (decision 0112)."""

    model: str
    prompt: Dollars
    completion: Dollars


class JudgeFile(Record, frozen=True):
    """A judge as its file describes it. ``points`` are what a good reply to each item must meet."""

    name: Slug
    subject: Subject
    verdict: Scale
    prompt: Prompt
    ask: Asking
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = 0.0
    max_tokens: Annotated[int, Meta(ge=1, le=1_000_000)] = 1024
    price: tuple[Price, ...] = ()
    points: dict[Name, Points] = {}


class Judge(msgspec.Struct, frozen=True):
    """A judge with the text of its file, whose sha256 is the judge's version."""

    file: JudgeFile
    text: str
    digest: str

    @property
    def name(self) -> str:
        """Return the judge's name."""
        return self.file.name

    def is_about(self, item_id: str) -> bool:
        """Return whether the judge is asked about an item: a judge with points, about those that have some."""
        return item_id in self.file.points or not self.file.points

    def asks(self, mode: Mode) -> str:
        """Return how *mode* asks for the verdict; empty where the judge does not offer it."""
        return {"text": self.file.ask.text, "json": self.file.ask.json, "logprobs": self.file.ask.logprobs}[mode]


def names() -> tuple[str, ...]:
    """Return the names of the judges that come with the package, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load(spec: str) -> Judge:
    """Return the judge of that name, or of the file at that path, which ends in ``.toml``.

    Raises ``UnknownName`` when there is none, ``RecordError`` when the file is not one.
    """
    if spec.endswith(".toml"):
        return _read(Path(spec))
    if spec not in names():
        raise unknown("judge", spec, names(), or_else="a file PATH.toml")
    return _read(FOLDER / f"{spec}.toml")


def _read(path: Path) -> Judge:
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LONGEST + 1)
    except OSError as error:
        raise RecordError(f"the judge {path} cannot be read: {error.strerror or error}") from None
    if len(raw) > _LONGEST:
        raise RecordError(f"the judge {path} is larger than {_LONGEST:,} bytes, expected a TOML file with a rubric")
    try:
        return parse(raw.decode("utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise RecordError(f"the judge {path} is not UTF-8: byte {error.start}") from None


def parse(text: str, origin: str) -> Judge:
    """Return the judge that *text* describes; raise ``RecordError``, which names *origin*, when it describes none."""
    try:
        file = msgspec.convert(tomllib.loads(text), JudgeFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError, ValueError) as error:
        raise RecordError(f"{origin} is not a judge: {error}") from None
    problem = _problem(file)
    if problem:
        raise RecordError(f"{origin} is not a judge: {problem}")
    return Judge(file, text, canonical.sha256(text.encode()))


def _problem(file: JudgeFile) -> str:
    """Return what is wrong with a judge that has the right keys, or nothing."""
    opening, closing = _PLACEHOLDERS[file.subject]
    for part, placeholders in {"system": "verdict", "opening": opening, "closing": closing}.items():
        where, allowed = f"prompt.{part}", set(placeholders.split())
        names = set(PLACEHOLDER.findall(getattr(file.prompt, part)))
        for name in sorted(names - allowed):
            known = ", ".join(sorted(f"{{{{{n}}}}}" for n in allowed))
            return f"{where} has the placeholder {{{{{name}}}}}{nearest(name, allowed)}, expected only {known}"
        for name in sorted(allowed - names - _OPTIONAL):
            return f"{where} lacks the placeholder {{{{{name}}}}}"
    return _scale_problem(file)


def _scale_problem(file: JudgeFile) -> str:
    scale = file.verdict
    is_range = scale.lowest < scale.highest <= scale.lowest + 1_000 if isinstance(scale.highest, int) else True
    folded = {choice.casefold() for choice in scale.choices}
    problems = (
        (not file.ask.text, "ask.text is empty, expected how the verdict is asked for"),
        (
            scale.choices and (len(folded) < max(2, len(scale.choices)) or (scale.lowest, scale.highest) != (0, 0)),
            "verdict.choices must be two or more different words, without lowest and highest",
        ),
        (
            isinstance(scale.highest, str) and scale.highest != {"dialogue": "turns"}.get(file.subject, file.subject),
            'verdict.highest = "turns" is for judges of dialogues, "points" for judges of points',
        ),
        (
            len({file.subject == "points", bool(file.points), (scale.lowest, scale.highest) == (0, "points")}) > 1,
            'a judge of points has subject = "points", points, and a verdict with lowest = 0 and highest = "points"',
        ),
        (
            not scale.choices and not is_range,
            f"verdict goes from {scale.lowest} to {scale.highest}, expected a range of 2 to 1,001 whole numbers",
        ),
        (
            file.subject == "pair" and scale.choices != ("A", "B", "C"),
            'the verdicts of a judge of pairs must be ["A", "B", "C"]',
        ),
        (
            file.subject == "clue" and scale.choices != ("yes", "no"),
            'the verdicts of a judge of clues must be ["yes", "no"]',
        ),
        (
            file.subject == "reply" and bool(scale.choices),
            "a judge of replies rates them, expected verdict.lowest and verdict.highest",
        ),
        (
            file.ask.logprobs and (scale.choices or isinstance(scale.highest, str) or len(scale.menu()) > 20),
            "ask.logprobs is for scales of at most 20 whole numbers",
        ),
    )
    return next((message for is_wrong, message in problems if is_wrong), "")
