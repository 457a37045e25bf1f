"""Arctic Scavengers' bots: what they see, what they use it for, and how they fare."""

import pytest
from msgspec.structs import replace

from interplay.core.driver import SYSTEM
from interplay.core.randomness import Stream
from interplay.tracks.games import blind, catalogue
from interplay.tracks.games.arctic_scavengers.cards import DIG, NUMBER, STARTER, plays, strength, value_of, without
from interplay.tracks.games.arctic_scavengers.duel import duel, fight, uses
from interplay.tracks.games.arctic_scavengers.plan import Planner, candidates, deck_of, dig_value
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import Event, State
from interplay.tracks.games.arctic_scavengers.view import view
from tests.games import matches
from tests.games.arctic_scavengers.tables import cards, eager, play, position, shuffled, titles

BOTS = catalogue.bots_of("arctic_scavengers")


def address(player: str) -> str:
    return player if player == SYSTEM else f"bot:{player}@{BOTS[player].version}"


def mean_score(one: str, two: str, pairs: int) -> float:
    total = 0.0
    for seed in range(pairs):
        for players in ((one, two), (two, one)):
            item = matches.item("arctic_scavengers", tuple(map(address, players)), seed=str(seed))
            claimed = matches.play(item, blind.PLAYERS["last"]).claimed
            assert claimed is not None
            total += claimed.returns[players.index(one)]
    return total / (2 * pairs)


def chosen(bot: str, state: State, seed: object = 0) -> str:
    text = BOTS[bot].move(GAME, state, state.seat, Stream("tests", str(seed), bot))
    return GAME.parse(state, state.seat, text).id


@pytest.mark.parametrize("bot", ["forager", "planner"])
def test_moves_do_not_depend_on_what_is_hidden_from_the_seat(bot: str) -> None:
    asked = set()
    for seed in range(3):
        for number, state in enumerate(eager(seed)):
            if GAME.to_move(state) and (number % 3 == 0 or state.phase != "gather"):
                asked.add(state.phase)
                assert chosen(bot, shuffled(state, state.seat, number)) == chosen(bot, state)
    assert asked == {"gather", "keep", "respond", "skirmish"}


@pytest.mark.parametrize("bot", ["forager", "planner"])
def test_everybody_that_can_be_hired_is(bot: str) -> None:
    assert chosen(bot, position("junk refugee", "refugee*5", food=1)) == "hire:scavenger"
    assert chosen(bot, position("medkit refugee", "refugee*5", food=5)) == "hire:thugs:medkit"


@pytest.mark.parametrize("bot", ["forager", "planner"])
def test_who_does_not_fight_is_trashed_early_and_nobody_at_the_end(bot: str) -> None:
    hand, other = "refugee*5", "scavenger*3 brawler spear"
    early = position(hand, other, contested=cards("tribe_family_5 grenade field_crew sled_team wolf_pack"))
    late = position(hand, other, contested=cards("tribe_family_5"))
    assert chosen(bot, early) == "trash:refugee+refugee+refugee"
    assert chosen(bot, late) == "stop"


def test_the_planner_fights_for_a_family_and_gathers_when_there_is_little_to_win() -> None:
    hand, other = "scavenger*2 brawler spear refugee", "refugee*5"
    rich = position(hand, other, contested=cards("tribe_family_5 grenade")[::-1])
    poor = position(hand, other, contested=cards("wolf_pack tribe_family_5"))
    planned = [Planner(view(state, 0), Stream("tests", 0, "plan")) for state in (rich, poor)]
    assert planned[0].stake > 5 * planned[1].stake
    plans = [planner.best(cards(hand), 0, 0) for planner in planned]
    left = [strength(without(cards(hand), (*plan.hunt, *plan.dig))) for plan in plans]
    assert left[0] > left[1]


def test_the_planner_hits_what_turns_the_skirmish_and_else_keeps_still() -> None:
    state = position("saboteur spear", "refugee scavenger grenade net", phase="skirmish", uses=(0, 1))
    assert chosen("planner", state) == "sabotage:grenade"
    hopeless = position("saboteur", "scavenger*5 net", phase="skirmish", uses=(0, 1))
    assert chosen("planner", hopeless) == "pass"


def test_the_planner_cancels_a_rich_dig_when_its_saboteur_is_of_little_use() -> None:
    state = position("brawler*2 shovel*2 refugee", "saboteur refugee*2", contested=cards("grenade wolf_pack"))
    state = play(state, "dig:brawler+brawler+shovel+shovel")
    assert chosen("planner", state) == "sabotage:shovel"
    assert chosen("forager", state) == "pass"


def test_skirmishes_are_played_out_with_both_hands_known() -> None:
    own, other = cards("sniper_team scavenger"), cards("sniper_team brawler")
    assert fight(own, other, first=True) == 1, "brawler and scavenger are hit"
    assert fight(own, other, first=False) == 0
    assert duel((own, other), 0, uses(own), 0) == -1
    assert fight(cards("brawler"), cards("brawler"), first=True) == 1


def test_only_the_strongest_rests_are_candidates() -> None:
    hand = cards("refugee*2 scavenger*2 brawler spear shovel pickaxe")
    found = candidates(hand, DIG)
    assert {value_of(c, DIG) for c in found} == {value_of(c, DIG) for c in plays(hand, DIG)}
    assert len(found) <= 2 * len({value_of(c, DIG) for c in found})


def test_looking_at_more_cards_is_worth_more_and_nothing_at_the_end() -> None:
    worths = [dig_value(number, deck_of(STARTER, 5)) for number in range(1, 8)]
    assert worths == sorted(set(worths))
    assert dig_value(5, deck_of(STARTER, 0)) == 0


def test_a_deck_is_better_without_who_does_not_fight_as_long_as_there_are_rounds() -> None:
    early, late = deck_of(STARTER, 5), deck_of(STARTER, 0)
    assert early.change((), cards("refugee")) > 0 > late.change((), cards("refugee"))
    assert early.change(cards("brawler")) > early.change(cards("scavenger")) > early.change(cards("junk"))


def log(*events: Event) -> State:
    return replace(position("refugee*5", "refugee*3 brawler junk"), log=events, round=2)


@pytest.mark.parametrize(
    ("events", "known", "dug"),
    [
        pytest.param((), "refugee*4 scavenger*3 brawler spear shovel", 0, id="the start"),
        pytest.param((Event(1, 1, "hire:thugs"),), "refugee*4 scavenger*3 brawler thugs spear shovel", 0, id="a hire"),
        pytest.param((Event(2, 1, "hire:thugs"),), "refugee*4 scavenger*3 brawler spear shovel", 0, id="in its pile"),
        pytest.param((Event(2, 1, "hunt:scavenger"),), "refugee*4 scavenger*2 brawler spear shovel", 0, id="played"),
        pytest.param((Event(1, 1, "trash:refugee"),), "refugee*3 scavenger*3 brawler spear shovel", 0, id="trashed"),
        pytest.param(
            (Event(1, 1, "dig:brawler", cards=(9,), kept=10),),
            "refugee*4 scavenger*3 brawler spear shovel",
            1,
            id="dug",
        ),
        pytest.param(
            (Event(1, 1, "dig:brawler", cards=(9,), kept=10), Event(2, 1, "hunt:refugee+net")),
            "refugee*3 scavenger*3 brawler spear shovel",
            0,
            id="what was dug up has shown itself",
        ),
        pytest.param(
            (Event(1, 1, "fight", cards=cards("grenade"), hands=(cards("refugee"), cards("brawler"))),),
            "refugee*4 scavenger*3 brawler spear shovel grenade",
            0,
            id="won",
        ),
        pytest.param(
            (Event(2, 0, "dig:brawler", answer="sabotage:shovel"), Event(2, 1, "hunt:refugee", answer="snipe:refugee")),
            "refugee*3 scavenger*3 brawler spear shovel",
            0,
            id="hit",
        ),
    ],
)
def test_a_seat_keeps_book_of_the_cards_of_the_other(events: tuple[Event, ...], known: str, dug: int) -> None:
    found = view(log(*events), 0)
    assert (titles(found.other), found.dug) == (titles(cards(known)), dug)


def test_the_last_contested_card_is_known_to_all() -> None:
    fought = tuple(
        Event(n, -1, "fight", cards=(card,), hands=((), ()))
        for n, card in enumerate(cards("wolf_pack grenade sled_team field_crew tribe_family_5"), 1)
    )
    state = replace(log(*fought), initiator=1, seat=0, round=6, contested=(NUMBER["tribe_family_3"],))
    assert titles(view(state, 0).stakes) == "tribe_family_3"


def test_exchanging_the_seats_of_a_setup_exchanges_the_scores() -> None:
    forager = BOTS["forager"]
    for seed in range(10):
        setup = matches.item("arctic_scavengers", seed=str(seed)).setup
        state = GAME.start(setup)
        decks = [state.table.decks[n + 1 - 2 * (n % 2)] for n in range(len(state.table.decks))]
        other = replace(setup, draws=tuple(_mirrored(draw, decks) for draw in setup.draws))
        scores = []
        for start in (state, GAME.start(other)):
            played = start
            while GAME.to_move(played):
                text = forager.move(GAME, played, played.seat, Stream("tests", 0, "mirror"))
                played = GAME.apply(played, {played.seat: GAME.parse(played, played.seat, text)})
            scores.append((GAME.outcome(played).returns, [tribe.size for tribe in played.tribes]))
        assert scores[0] == (scores[1][0][::-1], scores[1][1][::-1])


def _mirrored(draw: object, decks: list[tuple[int, ...]]) -> object:
    if draw.name == "initiator":  # type: ignore[attr-defined]
        return replace(draw, values=(1 - draw.values[0],))  # type: ignore[attr-defined, type-var]
    if draw.name == "decks":  # type: ignore[attr-defined]
        return replace(draw, values=tuple(rank for deck in decks for rank in deck))  # type: ignore[type-var]
    return draw


@pytest.mark.slow
def test_bots_are_ordered_by_strength() -> None:
    assert mean_score("forager", "random", 10) > 0.9
    assert mean_score("planner", "forager", 20) > 0.65


@pytest.mark.parametrize(("bot", "least"), [("forager", 0.7), ("planner", 0.8)])
@pytest.mark.slow
def test_who_only_fights_loses(bot: str, least: float) -> None:
    assert mean_score(bot, SYSTEM, 20) > least
