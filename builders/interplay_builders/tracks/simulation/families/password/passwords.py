"""A mint for passwords: the rules of a request become a check, and drawing until it passes gives the reply."""

from collections.abc import Iterator, Mapping

from interplay.core.randomness import Stream
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.entries import EntriesParams, Tally
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.checks.text import TextParams
from interplay_builders.tracks.simulation.dialogues.drawing import drawn
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

CLASSES: Mapping[str, str] = {
    "capital letters": "ABCDEFGHJKLMNPQRSTUVWXYZ",
    "lower-case letters": "abcdefghijkmnopqrstuvwxyz",
    "digits": "23456789",
    "symbols": "!#%+:=?@",
}
NOTHING = "NONE"
_LETTERS = CLASSES["capital letters"] + CLASSES["lower-case letters"]


class Order(Record, frozen=True):
    """What a request asks for beyond the mint's habits; ``exactly`` has numbers by class.

    ``without``: characters that are not wanted. ``last``: the class of the last character.
    """

    count: int = 1
    length: int = 12
    exactly: dict[str, int] = {}
    least: dict[str, int] = {}
    without: str = ""
    last: str = ""
    once: bool = False
    digit_sum: int | None = None


class Mint:
    """Fills each order; none depends on another."""

    def answer(self, order: Order) -> Answer:
        """Return the passwords, or that there are none."""
        means = f"{NOTHING}, or passwords of the mint's characters, a line each"
        characters = "".join(CLASSES.values())
        shape = PatternParams(pattern=rf"[{characters}]+|{NOTHING}", means=means, each_line=True)
        dress = (form("bare", BareParams(most_lines=order.count)), form("pattern", shape))
        if is_impossible(order):
            return Answer(NOTHING, (content("text", TextParams(accepted=(NOTHING,), case=False)), *dress))
        params = rules(order)
        stream = Stream("simulation", repr(order), "passwords")
        return Answer(
            "\n".join(drawn(params, lambda: _password(order, params, stream))), (content("entries", params), *dress)
        )


def rules(order: Order) -> EntriesParams:
    """Return the rules that a list of passwords obeys."""
    unwanted = set(order.without)
    return EntriesParams(
        count=order.count,
        least=order.length,
        most=order.length,
        alphabet="".join(c for group in CLASSES.values() for c in group if c not in unwanted),
        tallies=tuple(_tallies(order)),
        first="".join(c for c in _LETTERS if c not in unwanted),
        last="".join(c for c in CLASSES.get(order.last, "") if c not in unwanted),
        no_repeats=order.once,
        no_neighbours=True,
        digit_sum=order.digit_sum,
    )


def _tallies(order: Order) -> Iterator[Tally]:
    for name, characters in CLASSES.items():
        exact = order.exactly.get(name)
        least = order.least.get(name, 1) if exact is None else exact
        yield Tally(name=name, characters=characters, least=least, most=order.length if exact is None else exact)


def is_impossible(order: Order) -> bool:
    """Return whether the numbers of characters alone rule every password out."""
    tallies = rules(order).tallies
    too_many = order.once and any(
        tally.least > len(set(tally.characters) - set(order.without)) for tally in tallies if tally.least
    )
    return too_many or sum(tally.least for tally in tallies) > order.length


def _password(order: Order, params: EntriesParams, stream: Stream) -> str:
    """Return a password with right numbers of each class; the other rules are left to luck."""
    wanted = [(tally.characters, tally.least) for tally in params.tallies]
    spare = order.length - sum(least for _, least in wanted)
    free = "".join(t.characters for t in params.tallies if t.most > t.least) or _LETTERS
    drawn_characters = [stream.choice(group) for group, least in wanted for _ in range(least)]
    drawn_characters += [stream.choice(free) for _ in range(spare)]
    return "".join(stream.shuffled(drawn_characters))
