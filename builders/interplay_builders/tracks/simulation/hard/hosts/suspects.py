"""Twenty questions over a printed table: hidden people of a guest list, one or several."""

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Host
from interplay_builders.tracks.simulation.hard import counting
from interplay_builders.tracks.simulation.hard.base import DRAWN, HostFamily, game
from interplay_builders.tracks.simulation.hard.counting import Trait
from interplay_builders.tracks.simulation.hard.words import Speaker, task_of, texts_of

SIZES = {1: (16, 1, 20, 0), 2: (24, 3, 24, 15), 3: (30, 4, 30, 25), 4: (36, 6, 38, 30)}
"""Level -> people in the list, hidden ones, questions, and the percentage of people that a question is about."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six")
TOWNS = ("Bath", "Cork", "Derby", "Hull", "Leeds", "York")
FLOORS = ("ground", "first", "second", "third")
HAIR = ("dark-haired", "fair-haired", "grey-haired", "red-haired")
TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "guest-list-host", "suspects")
Person = tuple[str, int, str, str, str, str]


def draw(stream: Stream, level: int) -> tuple[Host, list[str]]:
    """Return a game."""
    size, hidden, asked, share = SIZES[level]
    people, speaker = _people(size, stream), Speaker(TEXTS, stream)
    names, key = [person[0] for person in people], "one" if hidden == 1 else "several"
    facts = {"count": COUNTS[hidden], "number": hidden}
    secret, *others = (counting.revealed(names, hidden, stream) for _ in range(DRAWN))
    least = max(1, size * share // 100)
    traits = counting.questions(_traits(people), asked, size, stream, joins=True, least=least)
    ask = "is_it" if hidden == 1 else "how_many"
    table = ["name | age | from | floor | hair | glasses", *map(_row, people)]
    host = game(
        TASK,
        "\n\n".join((speaker.phrase(key, **facts), "\n".join(table))),
        counting.probes(traits, lambda words: speaker.phrase(ask, that=words)),
        asked=asked,
        demand=speaker.phrase(f"demand_{key}", **facts),
        reference=secret,
        marked=hidden,
        answers=("no", "yes") if hidden == 1 else tuple(map(str, range(hidden + 1))),
    )
    return host, others


def _people(size: int, stream: Stream) -> list[Person]:
    first, last = stream.shuffled(TEXTS["first"] * 2), stream.shuffled(TEXTS["last"] * 4)
    names = dict.fromkeys(f"{name} {family}" for name, family in zip(first, last, strict=True))
    return [
        (
            name,
            19 + stream.below(60),
            stream.choice(TOWNS),
            stream.choice(FLOORS),
            stream.choice(HAIR),
            "no" if stream.below(3) else "yes",
        )
        for name in [*names][:size]
    ]


def _row(person: Person) -> str:
    name, age, town, floor, hair, glasses = person
    return f"{name} | {age} | {town} | {floor} | {hair.removesuffix('-haired')} | {glasses}"


def _traits(people: list[Person]) -> list[Trait]:
    """Return what can be asked of these people."""

    def having(words: str, kind: str, column: int, *values: object) -> Trait:
        return Trait(words, kind, frozenset(person[0] for person in people if person[column] in values))

    traits = [having(f"from {town}", "town", 2, town) for town in TOWNS]
    traits += [having(f"on the {floor} floor", "floor", 3, floor) for floor in FLOORS]
    traits += [having(hair, "hair", 4, hair) for hair in HAIR]
    traits += [having("wearing glasses", "glasses", 5, "yes"), having("without glasses", "glasses", 5, "no")]
    traits += [having(f"over {age}", "over", 1, *range(age + 1, 100)) for age in (30, 40, 50, 60)]
    traits += [having(f"under {age}", "under", 1, *range(age)) for age in (25, 35, 45, 55)]
    return [trait for trait in traits if 0 < len(trait.names) < len(people)]


HOST = HostFamily(TASK, draw)
