"""Matches of twins as their players read them, for tests that know a twin's rules from its texts alone."""

from collections.abc import Callable

from msgspec import Struct

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue, twins
from interplay.tracks.games.bots import player
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Claimed
from interplay.tracks.games.shared.menu import MenuGame
from interplay.tracks.games.track import TRACK
from tests.games import matches


class Read(Struct, frozen=True):
    """What one seat read before a decision, and what it replied."""

    round: int
    seat: int
    rules: str
    observation: str
    action: str
    reply: str


def competent(ask: Ask) -> str:
    return player(lambda game: catalogue.BOTS.load(game)[-2])(ask)


def randomly(seed: str) -> Callable[[Ask], str]:
    """Return a player of twins that sends random legal moves."""
    random = matches.randomly(seed)

    def reply(ask: Ask) -> str:
        assert isinstance(ask.situation, Situation)
        return twins.lens_of(ask.situation.item.setup).show(random(ask))

    return reply


def played(game: str, seed: str, reply: Callable[[Ask], str] = competent) -> tuple[list[Read], Claimed]:
    """Return all that was read in a match of the first twin of *game*, and how it ended."""
    item = TRACK.altered(matches.item(game, seed=seed), {"twin": 1})
    assert item is not None
    texts = list[Read]()

    def recorded(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        prompt, text = at.prompt, reply(ask)
        texts.append(Read(at.round, at.seat, prompt.system, prompt.observation, prompt.action, text))
        return text

    claimed = matches.play(item, recorded).claimed
    assert claimed is not None
    return texts, claimed


def explained(game: str, heading: str) -> str:
    """Return what the first twin of *game* says under a heading of its rules."""
    rules, lens = catalogue.load(game), twins.Lens(twins.twins_of(game)[0])
    assert isinstance(rules, MenuGame)
    return next(lens.show(topic.text) for topic in rules.topics if topic.heading == heading)
