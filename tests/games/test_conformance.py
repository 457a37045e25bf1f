"""Every game passes these with no test code of its own."""

from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.core import canonical
from interplay.core.driver import Ask
from interplay.core.errors import MoveError
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Open
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.replay import Replay, ReplayError
from interplay.tracks.games.records import Claimed, Item, Prediction
from tests.games import matches

GOLDEN = Path(__file__).parent
GAMES = catalogue.names()
PLAYED = [(game, bot) for game in GAMES for bot in catalogue.bots_of(game)]


class Case(msgspec.Struct):
    """A golden transcript: the item, the match, and every prompt the system was shown in it."""

    item: Item
    prediction: Prediction
    prompts: list[str]


def golden(path: Path) -> Case:
    return msgspec.json.decode(path.read_bytes(), type=Case)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_competent_and_a_strong_bot_under_their_names(game: str) -> None:
    bots, module = catalogue.BOTS.load(game), import_module(f"{catalogue.PACKAGE}.{game}.bots")
    strengths = [bot.strength for bot in bots]
    assert strengths == sorted(strengths)
    assert {*strengths} - {0} == {1, 2}
    assert strengths.count(2) == 1
    assert list(bots) == [getattr(module, bot.name.upper()) for bot in bots]


def test_every_game_has_a_golden_transcript() -> None:
    assert {path.parent.name for path in GOLDEN.glob("*/golden.json")} == set(GAMES)


@pytest.mark.parametrize(
    "path", sorted(GOLDEN.glob("*/golden*.json")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_golden_transcript_replays_with_byte_identical_prompts(path: Path) -> None:
    case = golden(path)
    assert Replay(case.item).verify(case.prediction).rounds == len(case.prediction.rounds)
    texts = iter([t for r in case.prediction.rounds for m in r for t in (*m.attempts, m.text)])
    prompts: list[str] = []

    def recorded(ask: Ask) -> str:
        prompts.append("\n\n".join(f"[{m.role}]\n{m.content}" for m in ask.messages))
        return next(texts)

    assert case.item.players == ("system",) * len(case.item.players)
    assert matches.play(case.item, recorded).rounds == case.prediction.rounds
    assert prompts == case.prompts


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_deals_and_plays_the_same(game: str) -> None:
    rules = catalogue.load(game)
    for seed in "abc":
        assert rules.deal(seed, {}, "strict") == rules.deal(seed, {}, "strict")
        item = matches.item(game, seed=seed)
        assert matches.play(item, matches.randomly(1)) == matches.play(item, matches.randomly(1))


@pytest.mark.parametrize("game", GAMES)
def test_an_option_that_the_game_does_not_have_is_refused(game: str) -> None:
    with pytest.raises(ValueError, match="option"):
        catalogue.load(game).deal("0", {"no_such_option": 1}, "strict")


@pytest.mark.parametrize("game", GAMES)
def test_setups_survive_json(game: str) -> None:
    item = matches.item(game, seed="json")
    assert msgspec.json.decode(canonical.encode(item), type=Item) == item


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_moves_survive_encoding_and_writing_and_matches_end_in_time(game: str) -> None:
    rules = catalogue.load(game)
    for seed in range(20):
        item = matches.item(game, seed=str(seed))
        state = rules.start(item.setup)
        player = matches.randomly(seed)
        rounds = 0
        while seats := rules.to_move(state):
            actions = {}
            for seat in seats:
                legal = rules.legal(state, seat)
                for action in rules.fallback(state, seat) if isinstance(legal, Open) else legal:
                    assert rules.decode(rules.encode(action)) == action
                    assert rules.parse(state, seat, rules.write(state, seat, action)) == action
                text = player(Ask((), Situation(rules, state, item, rounds, seat)))
                actions[seat] = rules.parse(state, seat, text)
                assert set(map(repr, rules.fallback(state, seat)))
            before = repr(state)
            following = rules.apply(state, actions)
            assert repr(state) == before, "apply changed the state it was given"
            state, rounds = following, rounds + 1
            assert rounds <= rules.longest
        outcome = rules.outcome(state)
        assert len(outcome.returns) == len(outcome.points) == rules.seats
        assert all(0 <= point <= 1 for point in outcome.points)
        assert rules.show(state)


@pytest.mark.parametrize(("game", "bot"), PLAYED)
@pytest.mark.slow
def test_bots_play_whole_matches_that_verify(game: str, bot: str) -> None:
    rules = catalogue.load(game)
    known = catalogue.bots_of(game)[bot]
    player = f"bot:{bot}@{known.version}"
    for seed in range(5 if known.strength < 2 else 1):  # those that search take seconds a match
        item = matches.item(game, (player,) * rules.seats, seed=str(seed))
        prediction = matches.play(item, matches.randomly(0))
        verdict = Replay(item).verify(prediction)
        assert all(seat.substituted == seat.forfeited == 0 for seat in verdict.seats)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=50, deadline=None)
@given(
    text=st.one_of(st.text(max_size=200), st.from_regex(r"[A-Za-z_0-9 :(),$.-]{0,60}", fullmatch=True)),
    moves=st.integers(0, 6),
)
def test_fuzzed_replies_raise_nothing_but_move_errors(game: str, text: str, moves: int) -> None:
    rules = catalogue.load(game)
    item = matches.item(game, seed="fuzz")
    state = rules.start(item.setup)
    player = matches.randomly(7)
    for number in range(moves):
        seats = rules.to_move(state)
        if not seats:
            break
        texts = {s: player(Ask((), Situation(rules, state, item, number, s))) for s in seats}
        state = rules.apply(state, {s: rules.parse(state, s, t) for s, t in texts.items()})
    for seat in rules.to_move(state):
        try:
            action = rules.parse(state, seat, text)
        except MoveError as error:
            assert len(str(error)) < 500
        else:
            rules.flags(state, seat, action, text)
            rules.encode(action)


@pytest.mark.parametrize("game", GAMES)
def test_a_forged_match_is_rejected(game: str) -> None:
    case = golden(GOLDEN / game / "golden.json")
    replay = Replay(case.item)
    change = msgspec.structs.replace
    rounds = case.prediction.rounds
    wrong_seat = (change(rounds[0][0], seat=rounds[0][0].seat + 1), *rounds[0][1:])
    late = (change(rounds[0][0], attempts=(rounds[0][0].text,)), *rounds[0][1:])
    forged = {
        "expected more": change(case.prediction, rounds=rounds[:-1]),
        "the game is over": change(case.prediction, rounds=(*rounds, rounds[-1])),
        "found moves of seats": change(case.prediction, rounds=(wrong_seat, *rounds[1:])),
        "after the one that counted": change(case.prediction, rounds=(late, *rounds[1:])),
        "the replay gives": change(case.prediction, claimed=Claimed(reason="by decree")),
        "expected None": change(
            case.prediction, rounds=((change(rounds[0][0], substitute="x"), *rounds[0][1:]), *rounds[1:])
        ),
    }
    for message, prediction in forged.items():
        with pytest.raises(ReplayError, match=message):
            replay.verify(prediction)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_gibberish_is_substituted_or_forfeits_the_same_way_in_play_and_replay(game: str) -> None:
    item = matches.item(game, seed="gibberish")
    prediction = matches.play(item, lambda _: "\u0000 no move \u202e")
    verdict = Replay(item).verify(prediction)
    assert sum(seat.substituted + seat.forfeited for seat in verdict.seats) > 0
