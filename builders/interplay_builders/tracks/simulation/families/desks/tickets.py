"""A ticket machine for trams that answers in the language in which it is spoken to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.printed import PrintedParams
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

FARES: Mapping[str, int] = {"1": 240, "2": 380, "3": 560}
PEAK, FROM, TO = 60, "06:30", "09:00"
CHILD, GROWN, OLD = 6, 15, 65


@dataclass(frozen=True, slots=True)
class Wording:
    """What the machine says in one language; ``{}`` stands for an amount, whose decimals follow ``mark``."""

    total: str
    missing: str
    change: str
    farewell: str
    refund: str
    mark: str

    def filled(self, phrase: str, cents: int) -> str:
        """Return a phrase with its amount."""
        return phrase.format(f"{cents // 100}{self.mark}{cents % 100:02}")

    @property
    def phrases(self) -> tuple[str, ...]:
        """What the lines of this language begin with."""
        known = (self.total, self.missing, self.change, self.farewell, self.refund)
        return tuple(text.partition("{")[0].rstrip("€ ") for text in known)


WORDINGS: Mapping[str, Wording] = {
    "en": Wording("Total: €{}", "Still to pay: €{}", "Change: €{}", "Have a good trip!", "Cancelled. Refund: €{}", "."),
    "de": Wording(
        "Summe: {} €",
        "Noch zu zahlen: {} €",
        "Rückgeld: {} €",
        "Gute Fahrt!",
        "Vorgang abgebrochen. Erstattung: {} €",
        ",",
    ),
    "es": Wording(
        "Total: {} €",
        "Falta por pagar: {} €",
        "Cambio: {} €",
        "¡Buen viaje!",
        "Operación cancelada. Devolución: {} €",
        ",",
    ),
    "ja": Wording(
        "合計：{}ユーロ",  # noqa: RUF001  full width, as Japanese has it
        "不足額：{}ユーロ",  # noqa: RUF001  full width, as Japanese has it
        "おつり：{}ユーロ",  # noqa: RUF001  full width, as Japanese has it
        "ご利用ありがとうございました。",
        "取り消しました。返金：{}ユーロ",  # noqa: RUF001  full width, as Japanese has it
        ".",
    ),
}
PHRASES = tuple(dict.fromkeys(phrase for wording in WORDINGS.values() for phrase in wording.phrases))


class Machine:
    """The order so far in cents, the money put in, the clock, and the language of the latest message."""

    def __init__(self) -> None:
        self._wording = WORDINGS["en"]
        self._time = "12:00"
        self._total = 0
        self._paid = 0

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey ``lang de``, ``time HH:MM``, ``ticket AGE ZONE`` (or ``adult``), ``pay CENTS`` and ``cancel``.

        Raises ``ValueError`` or ``KeyError`` for what is not known, or where nothing is to be said.
        """
        printed: list[str] = []
        verbs: Mapping[str, Callable[..., None]] = {
            "lang": self._speak,
            "time": self._set_time,
            "ticket": self._add,
            "pay": self._pay,
            "cancel": lambda: printed.append(self._cancelled()),
        }
        for verb, *words in (command.split() for command in commands):
            verbs[verb](*words)
        printed += self._state()
        params = PrintedParams(expected=tuple(printed), phrases=PHRASES)
        return Answer("\n".join(printed), (content("printed", params), form("bare", BareParams(may_fence=True))))

    def _speak(self, name: str) -> None:
        self._wording = WORDINGS[name]

    def _set_time(self, time: str) -> None:
        self._time = time

    def _add(self, age: str, zone: str) -> None:
        self._total += fare(age, zone, self._time)

    def _pay(self, cents: str) -> None:
        self._paid += int(cents)

    def _cancelled(self) -> str:
        line = self._wording.filled(self._wording.refund, self._paid)
        self._total = self._paid = 0
        return line

    def _state(self) -> list[str]:
        if not self._total:
            return []
        words, left = self._wording, self._total - self._paid
        total = words.filled(words.total, self._total)
        if left > 0:
            return [total, words.filled(words.missing, left)]
        self._total = self._paid = 0
        return [total, words.filled(words.change, -left), words.farewell]


def fare(age: str, zone: str, time: str) -> int:
    """Return what a ticket costs in cents; *age* is a number of years, or ``adult``."""
    years = 30 if age == "adult" else int(age)
    if years < CHILD:
        return 0
    if years < GROWN or years >= OLD:
        return FARES[zone] // 2
    return FARES[zone] + PEAK * (FROM <= time < TO)
