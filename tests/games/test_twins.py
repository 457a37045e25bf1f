"""Twins of all games: the same matches in other words, and prompts, replies and lists that agree with each other."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from time import process_time

import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue, twins
from interplay.tracks.games.bots import BOTS, bot_of, player
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.shared.menu import MenuGame
from interplay.tracks.games.track import TRACK
from tests.games import matches

TWINS = [(game, number) for game in catalogue.names() for number in range(1, len(twins.twins_of(game)) + 1)]
RENAMED = [(game, number) for game, number in TWINS if not twins.twins_of(game)[number - 1].new_rule]
NEW_RULE = [each for each in TWINS if each not in RENAMED]
SEEDS = ("a", "b")
SIZES = (1_000, 10_000, 100_000)
WORDS = [each for each in TWINS if isinstance(catalogue.load(each[0]), MenuGame)]
"""Twins of games whose names are names everywhere; those of other games are ordinary words in other places."""


def twin_of(item: Item, number: int) -> Item:
    twin = TRACK.altered(item, {"twin": number})
    assert twin is not None
    return twin


def competent(ask: Ask) -> str:
    return player(lambda game: catalogue.BOTS.load(game)[-2])(ask)


def codes(item: Item, prediction: Prediction) -> list[tuple[int, str]]:
    """Return seat and encoded action of each decision of a match, as the referee replays it."""
    game, observed = catalogue.load(item.game), matches.verified(item, prediction, ()).decisions
    return [(each.seat, game.encode(each.decision.action)) for each in observed]


def texts_of(at: Situation) -> Iterator[str]:
    """Yield in the words of the usual game what the seat to move reads, and what it can have explained."""
    prompt = at.game.prompt(at.state, at.seat)
    yield from (prompt.system, prompt.observation, prompt.action, prompt.again)
    assert isinstance(at.game, MenuGame)
    ids = (*at.game.menu(at.state, at.seat), *at.game.spoken(at.state, at.seat))
    headings = (f"H{n}" for n in range(1, len(at.game.headings(at.state)) + 1))
    yield from (at.game.explain(at.state, at.seat, f"Explain({asked})") or "" for asked in (*headings, *ids))


@lru_cache(maxsize=32)
def lines_of(game: str, number: int) -> frozenset[str]:
    """Return all lines of five matches before they are renamed, without the title and what players say."""
    lines = set[str]()
    for seed in range(5):
        item = twin_of(matches.item(game, None, str(seed), "strict", **catalogue.load(game).short), number)
        random, lens = matches.randomly(seed), twins.lens_of(item.setup)

        def recorded(ask: Ask) -> str:
            assert isinstance(ask.situation, Situation)
            lines.update(line for text in texts_of(ask.situation) for line in text.splitlines())
            return lens.show(random(ask))  # noqa: B023 - those of this seed

        matches.play(item, recorded)
    title = f"You are playing {catalogue.load(game).title}."
    return frozenset(re.sub('"[^"]*"', "", line).replace(title, "") for line in lines)


def count(name: str, text: str) -> int:
    return len(re.findall(rf"(?<![a-z]){re.escape(name.lower())}(?![a-z_])", text.lower()))


@pytest.mark.parametrize(("game", "number"), WORDS)
@pytest.mark.slow
def test_no_name_of_the_usual_game_is_left_in_what_players_read(game: str, number: int) -> None:
    twin = twins.twins_of(game)[number - 1]
    lens = twins.Lens(replace(twin, texts={}))
    names = {old: new for each in twin.renames for old, new in each.names.items() if min(len(old), len(new)) > 2}
    for line in lines_of(game, number):
        shown = lens.show(line)
        if not any(passage in shown for passage in twin.texts):
            assert {old: count(new, shown) for old, new in names.items()} == {old: count(old, line) for old in names}


@pytest.mark.parametrize(("game", "number"), WORDS)
@pytest.mark.slow
def test_every_passage_that_reads_otherwise_in_a_twin_is_in_what_players_read(game: str, number: int) -> None:
    twin = twins.twins_of(game)[number - 1]
    lens = twins.Lens(replace(twin, texts={}))
    text = "\n".join(map(lens.show, lines_of(game, number)))
    assert [old for old in twin.texts if old not in text] == []


def seconds(lens: twins.Lens, text: str) -> float:
    start = process_time()
    lens.read(text)
    return process_time() - start


@pytest.mark.parametrize(("game", "number"), TWINS)
@pytest.mark.slow
def test_a_reply_of_repetitions_is_read_in_time_that_grows_with_its_length(game: str, number: int) -> None:
    twin = twins.twins_of(game)[number - 1]
    lens = twins.Lens(twin)
    names = [name for rename in twin.renames for name in list(rename.names)[:3]]
    for part in (*names, *(f"{name} " for name in names), *"aA1_ \n", "  ", "(1, ", "is a "):
        times = []
        for size in SIZES:
            text = part * (size // len(part))
            times.append(min(seconds(lens, text) for _ in range(3)))
        assert times[2] < 40 * max(times[1], 0.001), (part, times)


@pytest.mark.parametrize(("game", "number"), TWINS)
def test_names_change_places_one_to_one(game: str, number: int) -> None:
    twin = twins.twins_of(game)[number - 1]
    assert twin.title
    assert twin.change.strip() == twin.change
    for rename in twin.renames:
        assert sorted(rename.names) == sorted(rename.names.values())


@pytest.mark.parametrize(("game", "number"), RENAMED)
@pytest.mark.parametrize("seed", SEEDS)
def test_bots_play_a_renamed_twin_move_by_move_as_the_usual_game(game: str, number: int, seed: str) -> None:
    item = matches.item(game, seed=seed)
    usual, twin = matches.play(item, competent), matches.play(twin_of(item, number), competent)
    assert codes(item, usual) == codes(twin_of(item, number), twin)
    assert usual.claimed == twin.claimed


@pytest.mark.parametrize(("game", "number"), TWINS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_listed_reply_of_a_twin_is_read_as_its_action(game: str, number: int, seed: str) -> None:
    item = twin_of(matches.item(game, None, seed, "strict", **dict(catalogue.load(game).short)), number)
    random, lens = matches.randomly(seed), twins.lens_of(item.setup)

    def checked(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        for option in at.options():
            read = at.game.parse(at.state, at.seat, lens.read(option.reply))
            assert at.game.write(at.state, at.seat, read) == lens.read(option.reply)
        for text in (message.content for message in ask.messages):
            assert lens.show(lens.read(text)) == text or lens.texts
        return lens.show(random(ask))

    prediction = matches.play(item, checked)
    assert Replay(item).verify(prediction).rounds == len(prediction.rounds)


def mean_worth(game: str, number: int, system: str) -> float:
    """Return what a system gets on average against the competent bot, on each side of ten setups."""
    rules, bot = catalogue.load(game), bot_of(game, "competent")
    worths = []
    for seed in map(str, range(10)):
        for _, seats in rules.sides(matches.item(game, seed=seed).setup):
            players = tuple("system" if s in seats else f"bot:{bot.name}@{bot.version}" for s in range(rules.seats))
            item = twin_of(matches.item(game, players, seed=seed), number)
            worths.append(rules.worth(matches.verified(item, matches.play(item, BOTS[system]), seats)))
    return fmean(worths)


@pytest.mark.parametrize(("game", "number"), NEW_RULE)
@pytest.mark.slow
def test_uninformed_players_do_not_profit_from_a_new_rule(game: str, number: int) -> None:
    competent, strong = (mean_worth(game, number, name) for name in ("competent", "strong"))
    assert max(mean_worth(game, number, name) for name in ("first", "middle", "last", "random")) < competent < strong


@pytest.mark.parametrize(("game", "number"), TWINS)
def test_the_change_stands_before_the_rules_once(game: str, number: int) -> None:
    item, texts = twin_of(matches.item(game), number), list[str]()

    def recorded(ask: Ask) -> str:
        texts.append(ask.messages[0].content)
        return competent(ask)

    matches.play(item, recorded)
    change = twins.twins_of(game)[number - 1].change
    assert all(text.startswith(change) and text.count(change) == 1 for text in texts)


def test_a_game_without_twins_is_left_out_and_a_number_too_high_is_refused() -> None:
    without = next(game for game in catalogue.names() if not twins.twins_of(game))
    assert TRACK.altered(matches.item(without), {"twin": 1}) is None
    with pytest.raises(ValueError, match="option twin is 9, expected 0 to"):
        TRACK.altered(matches.item(TWINS[0][0]), {"twin": 9})


def test_a_setup_has_the_option_only_where_it_is_not_0() -> None:
    item = matches.item(TWINS[0][0])
    assert TRACK.altered(item, {"twin": 0}) == item
    assert TRACK.altered(twin_of(item, 1), {"twin": 0}) == item


def test_the_documentation_lists_every_twin() -> None:
    page = (Path(__file__).parents[2] / "docs/reasoning.md").read_text(encoding="utf-8")
    rows = [
        line.split(" | ")[:3] for line in page.partition("## List of twins")[2].splitlines() if line.startswith("| ")
    ]
    listed = [[f"| {catalogue.load(game).title}", str(n), twins.twins_of(game)[n - 1].title] for game, n in TWINS]
    assert rows[1:] == listed
