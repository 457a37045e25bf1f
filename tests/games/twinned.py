"""Matches of twins as their players read them, for tests that know a twin's rules from its texts alone."""

from collections.abc import Callable

from msgspec import Struct

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue, twins
from interplay.tracks.games.bots import player
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Prediction
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
        return twins.lens_of(ask.situation.item.setup).shown(random(ask))

    return reply


def played(game: str, seed: str, reply: Callable[[Ask], str] = competent) -> tuple[list[Read], Prediction]:
    """Return all that was read in a match of the first twin of *game*, and the match."""
    item = TRACK.altered(matches.item(game, seed=seed), {"twin": 1})
    assert item is not None
    texts = list[Read]()

    def recorded(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        prompt, text = at.prompt, reply(ask)
        texts.append(Read(at.round, at.seat, prompt.system, prompt.observation, prompt.action, text))
        return text

    return texts, matches.play(item, recorded)


def explained(game: str, heading: str) -> str:
    """Return what the first twin of *game* says under a heading of its rules."""
    lens = twins.Lens(twins.twins_of(game)[0])
    return next(lens.shown(topic.text) for topic in catalogue.load(game).topics if topic.heading == heading)
