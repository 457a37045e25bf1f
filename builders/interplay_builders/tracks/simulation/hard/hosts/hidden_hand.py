"""A hand of cards that nobody sees, and questions how many of a kind it holds."""

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Host
from interplay_builders.tracks.simulation.hard import counting
from interplay_builders.tracks.simulation.hard.base import DRAWN, HostFamily, game
from interplay_builders.tracks.simulation.hard.counting import Trait
from interplay_builders.tracks.simulation.hard.words import Speaker, task_of, texts_of

SIZES = {1: ("10", 3, 20, 0), 2: ("9", 4, 24, 20), 3: ("8", 6, 30, 25), 4: ("6", 8, 38, 30)}
"""Level -> lowest card, cards in the hand, questions, and the percentage of all cards that a question is about."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("hearts", "diamonds", "clubs", "spades")
TEXTS = texts_of(__file__)
TASK = task_of(TEXTS, "hidden-hand-host", "hidden_hand")


def draw(stream: Stream, level: int) -> tuple[Host, list[str]]:
    """Return a game."""
    low, count, asked, share = SIZES[level]
    ranks = RANKS[RANKS.index(low) :]
    cards, speaker = [f"{rank} of {suit}" for suit in SUITS for rank in ranks], Speaker(TEXTS, stream)
    secret, *others = (counting.revealed(cards, count, stream) for _ in range(DRAWN))
    least = max(1, len(cards) * share // 100)
    traits = counting.questions(_traits(ranks), asked, len(cards), stream, joins=False, least=least)
    host = game(
        TASK,
        speaker.phrase("setup", total=len(cards), low=low, count=count),
        counting.probes(traits, lambda words: speaker.phrase("how_many", that=words)),
        asked=asked,
        demand=speaker.phrase("demand", count=count),
        reference=secret,
        marked=count,
        answers=tuple(map(str, range(count + 1))),
    )
    return host, others


def _traits(ranks: tuple[str, ...]) -> list[Trait]:
    """Return what can be asked: suits, ranks and ranges, of all cards or of one colour."""
    reds, blacks = frozenset(SUITS[:2]), frozenset(SUITS[2:])
    colours = (("cards", frozenset(SUITS)), ("red cards", reds), ("black cards", blacks))

    def of(words: str, kind: str, chosen: tuple[str, ...], suits: frozenset[str]) -> Trait:
        return Trait(words, kind, frozenset(f"{rank} of {suit}" for suit in suits for rank in chosen))

    traits = [of(suit, "suit", ranks, frozenset((suit,))) for suit in SUITS]
    traits += [of(f"{rank}s", "rank", (rank,), frozenset(SUITS)) for rank in ranks]
    for words, suits in colours:
        for n, rank in enumerate(ranks[1:-1], 1):
            traits.append(of(f"{words} above the {rank}", "above", ranks[n + 1 :], suits))
            traits.append(of(f"{words} below the {rank}", "below", ranks[:n], suits))
    return traits


HOST = HostFamily(TASK, draw)
