"""Training items are not those of the release; an episode asks what a model is asked, and rewards each reply."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import interplay
from interplay.adapters import training
from interplay.adapters.training import Episode, episodes, match
from interplay.core.errors import DatasetError, InterplayError, UnknownName
from interplay.core.release import commitment, open_release
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Item
from interplay.tracks.games.tictactoe.bots import move_values
from interplay_builders.release import freeze, sources
from interplay_builders.tracks.base import DataFile, TrackFiles

GAMES = catalogue.names()


@pytest.fixture(scope="module")
def released() -> set[Any]:
    return {row.setup.identity for row in open_release().rows("games", Item)}


@pytest.mark.parametrize("game", GAMES)
def test_no_training_match_begins_as_a_released_one(game: str, released: set[Any]) -> None:
    rows = [match(game, seed) for seed in range(20)]
    assert all(row.setup.seed.startswith("interplay-train-1/") for row in rows)
    drawn = {row.setup.identity for row in rows if any(row.setup.identity[1:])}
    assert not drawn & released
    assert (game in {"hive", "santorini"}) == (not drawn)


def test_released_deals_would_be_dealt_without_the_check(released: set[Any]) -> None:
    game = catalogue.load("tictactoe")
    assert any(game.deal(f"interplay-train-1/{seed}/0", {}, "strict").identity in released for seed in range(20))


def test_the_same_seed_is_the_same_match_and_seeds_take_turns_at_sides_and_bots() -> None:
    assert match("hanabi", 7) == match("hanabi", 7)
    assert match("hanabi", 7).setup != match("hanabi", 8).setup
    assert [match("tictactoe", seed).side for seed in range(3)] == ["first", "second", "first"]
    assert len({match("holdem", seed).players for seed in range(8)}) == 8
    assert set(match("pit", 0, opponent="self").players) == {"system"}
    assert match("tictactoe", 0, options={"hints": 0}).setup.option("hints") == 0


@pytest.mark.parametrize("seed", [-1, True, 1.0, "interplay-0.1", "0" * 64])
def test_other_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="not for training"):
        match("tictactoe", seed)


def test_unknown_names_and_options_are_refused() -> None:
    with pytest.raises(UnknownName, match="tictacto"):
        match("tictacto", 0)
    with pytest.raises(UnknownName, match="expected random, competent, strong or self"):
        match("tictactoe", 0, opponent="best")
    with pytest.raises(ValueError, match="unknown option 'hint'"):
        match("tictactoe", 0, options={"hint": 0})
    with pytest.raises(UnknownName, match="no exact values"):
        Episode(match("hanabi", 0), "regret")
    for wrong in ({}, {"track": "company"}, {"game": "bid", "track": "company", "folder": "x"}):
        with pytest.raises(UnknownName, match="expected either"):
            episodes(**wrong)


def test_a_game_whose_deals_are_all_released_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = type("Everything", (), {"__contains__": lambda *_: True})()
    monkeypatch.setattr(training, "_released", lambda: everything)
    with pytest.raises(DatasetError, match="take another seed"):
        match("hanabi", 0)
    assert match("hive", 0).game == "hive"  # which draws nothing


def _folder(target: Path, rows: tuple[Any, ...], seed: str) -> str:
    """Write a dataset of company's with the given rows and seed."""
    track = interplay.load_track("company")
    files = (DataFile("company/company.jsonl.gz", "company", type(rows[0]), rows, ("standard",)),)
    made = sources.unversioned((TrackFiles("company", ("standard",), files, track.accepted()),), seed)
    freeze.freeze(target, made)
    return str(target)


def _other() -> Iterator[Any]:
    for item in list(interplay.load_track("company").items(open_release()))[:3]:
        message = replace(item.messages[0], content=f"{item.messages[0].content} ")  # type: ignore[attr-defined]
        yield replace(item, messages=(message,), split="standard")  # type: ignore[type-var]


@pytest.mark.slow
def test_drawn_items_are_taken_in_order(tmp_path: Path) -> None:
    rows = tuple(_other())
    item = episodes(track="company", folder=_folder(tmp_path / "drawn", rows, "my training"))
    assert [item(seed).item_id for seed in range(4)] == [rows[n].item_id for n in (0, 1, 2, 0)]


@pytest.mark.slow
def test_datasets_for_evaluation_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="for evaluation"):
        episodes(track="company", folder=str(open_release().root))
    first = next(iter(interplay.load_track("company").items(open_release())))
    rows = (*_other(), replace(first, item_id="renamed", split="standard"))  # type: ignore[type-var]
    with pytest.raises(DatasetError, match="1 released items, such as renamed"):
        episodes(track="company", folder=_folder(tmp_path / "shared", rows, "my training"))


def test_the_sealed_seed_is_refused_though_nobody_knows_it() -> None:
    manifest = open_release().manifest
    sealed = replace(manifest, sealed=commitment(manifest.name, manifest.release, "secret"))
    assert training.is_evaluation(replace(manifest, seed="secret"), sealed)
    assert training.is_evaluation(manifest, manifest)
    assert not training.is_evaluation(replace(manifest, seed="my training"), sealed)


def test_an_episode_shows_what_a_model_is_shown_and_ends_with_its_worth() -> None:
    item, seen = match("bargain", 3), list[list[dict[str, str]]]()
    episode, rewards = Episode(item), list[float]()

    def chat(messages: list[dict[str, str]]) -> str:
        seen.append(messages)
        return "Deal" if len(seen) > 1 else "I keep everything."

    prediction = interplay.play(item, chat)
    for messages in seen:
        assert episode.messages == messages
        rewards.append(episode.reply(_said(prediction, len(rewards))))
    assert episode.done
    assert episode.messages == []
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] == episode.result == episode.grade.values["worth"]
    with pytest.raises(InterplayError, match="call reset"):
        episode.reply("Deal")


def _said(prediction: Any, number: int) -> str:
    moves = [text for moves in prediction.rounds for move in moves for text in (*move.attempts, move.text)]
    own = [text for text in moves if text in {"Deal", "I keep everything."}]
    return str(own[number])


def test_regret_is_exact_and_a_reply_that_is_no_move_loses_what_the_worst_does() -> None:
    item = match("tictactoe", 0)
    best = Episode(item)
    losses = {}
    for option in best.options():
        losses[option.name] = Episode(item).reply(option.reply)
    assert max(losses.values()) == 0.0
    assert set(losses.values()) <= {0.0, -1.0, -2.0}
    assert Episode(item).reply("I do not know.") == min(losses.values())
    assert Episode(item, "worth").reply(best.options()[0].reply) == 0.0


def test_losses_add_up_to_what_the_match_is_worth_less_than_its_opening() -> None:
    for seed in range(6):
        episode, total = Episode(match("tictactoe", seed, opponent="strong")), 0.0
        opening = max(move_values(episode.ask.about(Situation).state.moves).values())
        while not episode.done:
            total += episode.reply(episode.options()[-1].reply)
        values = episode.grade.values
        won = {0.0: -1.0, 0.5: 0.0, 1.0: 1.0}[values["points"] or 0.0]
        assert opening + total == won


def test_requests_to_explain_cost_nothing_and_states_without_values_earn_nothing() -> None:
    item = match("santorini", 0)
    episode = Episode(item, "regret")
    assert episode.reply("Explain(H1)") == 0.0
    assert episode.reply(episode.options()[0].reply) == 0.0


@pytest.mark.parametrize("track", ["simulation", "company", "positions", "horizon", "scorekeeping"])
@pytest.mark.slow
def test_other_tracks_end_with_their_score(track: str) -> None:
    item = interplay.load_items(track, sample=1)[0]
    episode, asked, total = Episode(item), 0, 0.0
    while not episode.done:
        asked += 1
        total += episode.reply("yes")
    assert asked > 20 if track == "scorekeeping" else asked >= 1
    assert total == episode.result
    assert total == -(episode.grade.values["regret"] or 0) if track == "positions" else total >= 0.0


def test_texts_that_are_free_can_be_left_to_a_move() -> None:
    episode = Episode(match("undercover", 0, opponent="self"))
    assert len(episode.options()) == 1
    episode.reply(episode.options()[0].reply)
    assert not episode.done
