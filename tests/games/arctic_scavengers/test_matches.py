"""Arctic Scavengers: what must hold in every match, what is substituted, and which setups are refused."""

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from interplay.core import canonical
from interplay.core.errors import IllegalMove, MoveError, UnparsableMove
from interplay.tracks.games.arctic_scavengers.cards import (
    ACTS,
    CARDS,
    CONTESTED,
    NUMBER,
    PEOPLE,
    TITLES,
)
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import Event, State
from interplay.tracks.games.match.play import Situation
from tests.games import matches
from tests.games.arctic_scavengers.tables import OPENING, dealt, eager, menu, position, states, titles

PLAYERS = ("random", "first", "last")


# Invariants of every match


@pytest.mark.parametrize("pick", PLAYERS)
def test_matches_end_within_the_bound_and_score_one_point(pick: str) -> None:
    for seed in range(40):
        *path, last = states(seed, pick)
        assert len(path) <= GAME.longest
        assert sum(GAME.outcome(last).returns) == 1
        assert last.round == 6


@pytest.mark.parametrize("source", [states, eager])
def test_cards_are_conserved_and_food_and_hands_are_what_they_can_be(source: object) -> None:
    whole = _everything(dealt())
    for seed in range(25):
        for state in source(seed):  # type: ignore[operator]
            assert _everything(state) == whole
            assert all(tribe.food >= 0 for tribe in state.tribes)
            if state.phase == "gather" and state.count == 0:
                tribe = state.tribes[state.seat]
                assert len(tribe.hand) == min(5, len(tribe.owned)) or state.seat != state.initiator or state.round == 1


def _everything(state: State) -> Counter[int]:
    """Return how many cards of each title there are on the table; dug-up cards are still in the junkyard."""
    piles = Counter(dict.fromkeys(range(len(CARDS)), 0))
    piles.update(dict(zip((n for n, c in enumerate(CARDS) if c.hired), state.piles, strict=True)))
    for zone in (state.junkyard, state.contested, *(tribe.owned for tribe in state.tribes)):
        piles.update(zone)
    return piles


def test_each_action_is_done_once_a_round_and_tribes_change_only_by_gains_and_losses() -> None:
    for seed in range(25):
        for before, after in pairwise(eager(seed)):
            new = after.log[len(before.log) :]
            for seat in (0, 1):
                done = [e.action.partition(":")[0] for e in after.log if e.seat == seat and not e.answer]
                rounds = [e.round for e in after.log if e.seat == seat and not e.answer]
                acts = [pair for pair in zip(rounds, done, strict=True) if pair[1] in ACTS]
                assert len(acts) == len(set(acts))
                change = after.tribes[seat].size - before.tribes[seat].size
                assert change == sum(_gain(event, seat) for event in new)


def _gain(event: Event, seat: int) -> int:
    if event.seat != seat or event.answer:
        return 0
    verb, _, rest = event.action.partition(":")
    if verb == "trash":
        return -sum(PEOPLE[NUMBER[title]] for title in rest.split("+"))
    gained = {"hire": rest.partition(":")[0], "fight": TITLES[event.cards[0]] if event.cards else ""}.get(verb, "")
    return PEOPLE[NUMBER[gained]] if gained else PEOPLE[event.kept] if event.kept >= 0 else 0


def test_an_action_is_accepted_exactly_if_it_is_listed() -> None:
    ids = {action for seed in range(4) for state in eager(seed) if GAME.to_move(state) for action in menu(state)}
    for state in [*states(1), *eager(2)]:
        if not GAME.to_move(state):
            continue
        listed = menu(state)
        assert len(listed) == len(set(listed))
        accepted = {action for action in ids | set(listed) if GAME.listed(state, state.seat, action)}  # type: ignore[attr-defined]
        assert accepted == set(listed)


@pytest.mark.parametrize(
    "text",
    [
        "dig:shovel+shovel",
        "dig:",
        "dig",
        "dig:brawler+",
        "hire:",
        "hire:refugee",
        "trash:refugee+scavenger+brawler+spear",
        "trash:refugee+refugee",
        "trash:" + "+".join(["refugee"] * 3_000),
        "hire:thugs:" + "+".join(["pills"] * 3_000),
        "keep:none",
        "pass",
        "stop stop",
        "+" * 20_000,
        "dig:" + ":" * 19_000,
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    state = position(OPENING, "refugee*5", food=1)
    with pytest.raises(MoveError) as caught:
        GAME.parse(state, 0, text)
    assert isinstance(caught.value, UnparsableMove | IllegalMove)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "text",
    ["dig:brawler+shovel", " Dig:Brawler+Shovel ", "dig:shovel+brawler", '{"action": "dig:brawler+shovel"}'],
)
def test_an_action_is_read_from_an_id_or_an_object(text: str) -> None:
    assert GAME.parse(position(OPENING, "refugee*5"), 0, text).id == "dig:brawler+shovel"


# Substitutes


def test_substitutes_trash_nothing_and_respond_to_nothing() -> None:
    for seed in range(10):
        for state in eager(seed):
            if GAME.to_move(state):
                found = {choice.id for choice in GAME.fallback(state, state.seat)}
                if state.phase in ("respond", "skirmish"):
                    assert found == {"pass"}
                else:
                    assert found == {action for action in menu(state) if not action.startswith("trash")}


def test_an_agent_that_answers_garbage_sees_the_same_setup() -> None:
    item = matches.item("arctic_scavengers", seed="garbage")
    seen: list[list[str]] = []
    for player in (lambda _: "nonsense", matches.randomly(3)):
        asked: list[State] = []

        def reply(ask: object, player: object = player, asked: list[State] = asked) -> str:
            situation = ask.situation  # type: ignore[attr-defined]
            assert isinstance(situation, Situation)
            asked.append(situation.state)
            return player(ask)  # type: ignore[operator,no-any-return]

        matches.play(item, reply)
        contested = [titles(state.contested[:1]) for state in asked]
        seen.append([titles(asked[0].tribes[0].owned), *dict.fromkeys(contested)])
    assert seen[0] == seen[1]


# Setups


def test_setups_are_small_and_hold_every_shuffle() -> None:
    setup = matches.item("arctic_scavengers", seed="size").setup
    assert len(canonical.encode(setup)) < 4_500
    state = GAME.start(setup)
    assert [len(ranks) for ranks in state.table.decks[::2]] == [10, 13, 16, 19, 22, 25]
    assert max(len(t.owned) for n in range(20) for s in eager(n, start=dealt(str(n))) for t in s.tribes) <= 28


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("initiator", (2,)),
        ("junkyard", (9,) * 42),
        ("contested", CONTESTED[:5]),
        ("decks", tuple(range(210))),
        ("dumps", (0,)),
    ],
)
def test_setups_that_cannot_have_been_dealt_are_refused(name: str, values: tuple[int, ...]) -> None:
    setup = matches.item("arctic_scavengers").setup
    draws = tuple(replace(draw, values=values) if draw.name == name else draw for draw in setup.draws)
    with pytest.raises(ValueError, match=r"found|order|not those"):
        GAME.start(replace(setup, draws=draws))


def test_setups_with_too_many_ranks_are_refused() -> None:
    setup = matches.item("arctic_scavengers").setup
    *others, dumps = setup.draws
    with pytest.raises(ValueError, match="ranks, expected 1167"):
        GAME.start(replace(setup, draws=(*others, replace(dumps, values=(*dumps.values, 0)))))


@pytest.mark.parametrize("options", [{"rounds": 4}, {"initiator_peeks": 2}, {"turns": 6}])
def test_unknown_options_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="options"):
        GAME.deal("0", options, "strict")
