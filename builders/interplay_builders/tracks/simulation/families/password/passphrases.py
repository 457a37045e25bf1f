"""A console for passphrases whose policy is changed by messages; every reply obeys the policy as it stands."""

from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.core.records import Record
from interplay.tracks.simulation.checks.bare import BareParams
from interplay.tracks.simulation.checks.entries import EntriesParams, Shape, Words
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay_builders.tracks.simulation.dialogues.drawing import drawn
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, form

WORDS = (
    "amber", "bison", "cedar", "dune", "ember", "fjord", "grove", "heron", "inlet", "juniper", "kelp", "lagoon",
    "moss", "nectar", "otter", "pine", "quartz", "reed", "saffron", "tundra", "umber", "violet", "willow", "yarrow",
)  # fmt: skip


class Policy(Record, frozen=True):
    """The policy in force; ``digits`` is the length of the number at the end, 0 for none."""

    words: int = 4
    separator: str = "-"
    capitals: bool = False
    digits: int = 0
    sorted: bool = False
    banned: tuple[str, ...] = ()
    initials: str = ""
    least: int = 0
    most: int = 1_000


class Change(Record, frozen=True):
    """What a message changes; ``ban`` adds to the banned words, ``reset`` comes first."""

    reset: bool = False
    words: int | None = None
    separator: str | None = None
    capitals: bool | None = None
    digits: int | None = None
    sorted: bool | None = None
    ban: tuple[str, ...] = ()
    initials: str | None = None
    least: int | None = None
    most: int | None = None


class Warden:
    """Keeps the policy, which starts as the brief says."""

    def __init__(self) -> None:
        self._policy = Policy()

    def answer(self, change: Change) -> Answer:
        """Change the policy and return a passphrase that obeys it."""
        self._policy = changed(self._policy, change)
        return _answer(self._policy)


def changed(policy: Policy, change: Change) -> Policy:
    """Return the policy after a message."""
    names = ("words", "separator", "capitals", "digits", "sorted", "initials", "least", "most")
    new = {name: value for name in names if (value := getattr(change, name)) is not None}
    before = Policy() if change.reset else policy
    return replace(before, banned=(*before.banned, *change.ban), **new)


def rules(policy: Policy) -> EntriesParams:
    """Return what a passphrase obeys; the number at the end is checked as a word by its shape."""
    word = "[A-Z][a-z]+" if policy.capitals else "[a-z]+"
    separator = rf"\{policy.separator}"
    number = rf"{separator}[0-9]{{{policy.digits}}}" if policy.digits else ""
    means = f"{policy.words} words of the right case with {policy.separator} between them" + (
        f", then a number of {policy.digits} digits" if policy.digits else ""
    )
    return EntriesParams(
        least=policy.least,
        most=policy.most,
        shapes=(Shape(pattern=rf"{word}({separator}{word}){{{policy.words - 1}}}{number}", means=means),),
        words=Words(
            allowed=tuple(w for w in WORDS if w not in policy.banned),
            separator=policy.separator,
            count=policy.words,
            digits=policy.digits,
            ordered=policy.sorted,
            initials=policy.initials,
        ),
    )


def _answer(policy: Policy) -> Answer:
    params = rules(policy)
    stream = Stream("simulation", repr(policy), "passphrases")
    phrase = drawn(params, lambda: _phrase(policy, stream))[0]
    plain = PatternParams(pattern=r"[A-Za-z0-9._-]+", means="a passphrase and nothing else")
    return Answer(phrase, (content("entries", params), form("bare", BareParams(most_lines=1)), form("pattern", plain)))


def _phrase(policy: Policy, stream: Stream) -> str:
    """Return a passphrase; its length is left to luck."""
    pool = [word for word in WORDS if word not in policy.banned and word[0] in (policy.initials or word)]
    words = stream.sample(pool, policy.words)
    if policy.initials or policy.sorted:
        words.sort(key=lambda word: (policy.initials.find(word[0]), word))
    number = "".join(str(stream.below(10)) for _ in range(policy.digits))
    written = [word.capitalize() if policy.capitals else word for word in words]
    return policy.separator.join([*written, number] if number else written)
