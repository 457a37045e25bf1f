"""The bots of Are You the Traitor: what they understand, say and accuse, from what they may know, and how well."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.are_you_the_traitor.bots import (
    SLEUTH_CONTRADICTION,
    assignments,
    chances,
    consistency,
    suspicion,
)
from interplay.tracks.games.are_you_the_traitor.habits import ANSWERING, ASKING, MASKED_ANSWERING, MASKED_ASKING
from interplay.tracks.games.are_you_the_traitor.questions import topic
from interplay.tracks.games.are_you_the_traitor.rules import GAME
from interplay.tracks.games.are_you_the_traitor.state import State
from interplay.tracks.games.are_you_the_traitor.talk import BANK, understood, view
from interplay.tracks.games.are_you_the_traitor.treasure import EVIL, GOOD, MEMBERS
from interplay.tracks.games.blind import passive
from interplay.tracks.games.shared.lines import bank
from interplay.tracks.games.shared.speech import clean
from tests.games import matches
from tests.games.are_you_the_traitor.test_rules import HOSTILE, LABELS, act, exchange, setup

NAMES = ("candid", "sleuth")
GUARD_OR_TRAITOR = (("guard", "traitor"), ("traitor", "guard"))
KINDS = sorted(
    kind
    for kind in bank(BANK)
    if kind in ("guard", "good", "holder", "not_traitor", "not_holder", "evade", "suspect") or kind.startswith("ask_")
)
"""Kinds of sentences that habits speak of; ``test_talk`` has those that only put them in another way."""
TALK = [
    ("Honestly, I'm a member of the good team: the guard.", "guard"),
    ("Me? The guard!", "guard"),
    ("As the key holder I need the good wizard.", "holder"),
    ("I\u2019ve got the key", "holder"),
    ("I am the GOOD wizard, obviously", "good"),
    ("Fine, I am the evil wizard.", "evil"),
    ("I'm definitely not the traitor", "not_traitor"),
    ("I don't know who the traitor is.", "evade"),
    ("You are not the traitor, I think", "evade"),
    ("I am looking for the traitor", "evade"),
    ("Good question! I was going to ask you the same.", "evade"),
    ("P3 is the traitor", "suspect"),
    ("I trust P4.", "trust"),
    ("", "evade"),
    ("\u6c34 \U0001f511", "evade"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_the_bank_has_many_clean_sentences_of_each_kind_that_are_understood_as_meant(kind: str) -> None:
    sentences = bank(BANK)[kind]
    assert len(set(sentences)) == len(sentences) >= 15
    for sentence in sentences:
        said = sentence.format(p="P3")
        assert clean(said, 300) == said
        assert len(said) < 150
        subject = "ask_suspect" if kind == "suspect" else "ask_role"
        understood_as = topic(said) if kind.startswith("ask_") else understood(said, subject)[0]
        assert understood_as == kind, said
        assert ("{p}" in sentence) == (kind == "suspect")


@pytest.mark.parametrize(("said", "kind"), TALK)
def test_free_talk_is_understood_as_far_as_words_go(said: str, kind: str) -> None:
    assert understood(said, "ask_role")[0] == kind


def test_a_plain_no_is_understood_by_the_question() -> None:
    assert [understood("No, never.", subject)[0] for subject in ("ask_traitor", "ask_key", "ask_role")] == [
        "not_traitor",
        "not_holder",
        "evade",
    ]


def test_habits_are_percentages_of_sentences_in_the_bank() -> None:
    for asking in (ASKING, MASKED_ASKING):
        for habits in asking.values():
            assert sum(habits.values()) == 100
            assert {kind.partition("/")[0] for kind in habits} <= set(KINDS)
    for answering in (ANSWERING, MASKED_ANSWERING):
        for answers in answering.values():
            assert set(answers) == {kind for kind in KINDS if kind.startswith("ask_")}
            for habits in answers.values():
                assert sum(habits.values()) == 100
                assert {kind.partition("/")[0] for kind in habits} <= set(KINDS)


def test_a_sleuth_speaks_the_same_in_roles_that_must_not_be_told_apart() -> None:
    for group in (("traitor", "holder", "guard"), ("good", "evil")):
        assert len({id(MASKED_ASKING[role]) for role in group}) == 1
        assert len({id(MASKED_ANSWERING[role]) for role in group}) == 1


def moves(state: State, seat: int, name: str) -> list[str]:
    bot = catalogue.bots_of(GAME.name)[name]
    return [bot.move(GAME, state, seat, Stream("tests", str(n), "bot")) for n in range(10)]


def scene(labels: tuple[int, ...], asker: int) -> State:
    """Return a round in which the seat *asker* asks label 4, then label 2, whoever they are."""
    state = GAME.start(setup(labels=labels, asker=asker))
    state = exchange(state, 4, "Do you have the key?", "I'm the guard.")
    for _ in range(4):
        state = act(state, "pass")
    return exchange(state, 2, "Are you the good wizard?", "I am the good wizard.")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", range(1, 5))
def test_the_same_move_whatever_roles_are_hidden(name: str, seat: int) -> None:
    """In every assignment of roles that looks the same to a seat, it stops, asks, answers and accuses the same."""
    own = LABELS[seat]
    wizards = {LABELS[1], LABELS[2]}
    alike = [
        labels for labels in permutations(range(1, 6)) if labels[seat] == own and {labels[1], labels[2]} == wizards
    ]
    assert len(alike) in (4, 6)
    asker_label = next(label for label in (1, 3, 5) if label != own)
    for phase in ("poll", "accuse", "ask"):
        seen = set()
        for labels in alike:
            state = scene(labels, labels.index(asker_label))
            state = replace(state, phase=phase, accuser=seat if phase == "accuse" else -1)
            seen.add(tuple(moves(state, seat, name)))
        assert len(seen) == 1, phase


@pytest.mark.parametrize("name", NAMES)
def test_other_purses_passes_and_draws_to_come_are_not_used(name: str) -> None:
    state = scene(LABELS, 0)
    for seat in range(1, 5):
        here = replace(state, phase="poll")
        table = replace(here.table, polls=(5,) * 120, forced=(1,) * 15, rings=((7, 7),) * 5, askers=(0, 0, *(2,) * 118))
        other = replace(here, table=table, asked=3)
        assert moves(here, seat, name) == moves(other, seat, name)


def test_who_asks_for_the_key_is_suspected_and_who_admits_it_is_not() -> None:
    state = exchange(GAME.start(setup(asker=0)), 5, "Do you have the key?", "I have the key.")
    guard = view(exchange(GAME.start(setup(asker=0)), 4, "Do you have the key?", "I have the key."), 4)
    assert suspicion(guard) == {3: 2, 4: -3}
    weights = chances(guard)
    assert weights[3] > 3 * weights[4]
    evil = view(state, 1)
    assert suspicion(evil)[5] == 4
    assert max(chances(evil), key=chances(evil).__getitem__) == 5


def test_silence_and_contradiction_are_held_against_people() -> None:
    quiet = act(act(GAME.start(setup(asker=2)), "ask_p4", "Who are you?"), "decline")
    assert chances(view(quiet, 1))[4] > chances(view(quiet, 1))[5]
    state = GAME.start(setup(asker=2))
    for answer in ("I'm the guard.", "I have the key."):
        state = exchange(state, 3, "Who are you?", answer)
        for _ in range(4):
            state = act(state, "pass")
    once = exchange(GAME.start(setup(asker=2)), 3, "Who are you?", "I'm the guard.")
    honest, liar = ({1: "evil", 2: "good", 3: role, 4: "holder", 5: other} for role, other in GUARD_OR_TRAITOR)
    assert consistency(view(once, 2), honest) == consistency(view(once, 2), liar)
    assert consistency(view(state, 2), honest) * SLEUTH_CONTRADICTION == consistency(view(state, 2), liar)


def test_a_seat_rules_out_what_it_knows_to_be_false() -> None:
    assert [len(assignments(1, role, (1, 2))) for role in ("good", "evil")] == [6, 6]
    assert [len(assignments(3, role, (1, 2))) for role in ("traitor", "holder", "guard")] == [4, 4, 4]
    for label, role in ((1, "good"), (3, "guard")):
        assert all(dict(roles)[label] == role for roles in assignments(label, role, (1, 2)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("attack", HOSTILE)
def test_any_words_of_others_can_be_answered_and_accused(name: str, attack: str) -> None:
    state = act(GAME.start(setup(asker=0)), "ask_p4", HOSTILE[attack])
    for text in moves(state, 3, name):
        GAME.parse(state, 3, text)
    state = act(state, "answer", HOSTILE[attack])
    for seat in range(1, 5):
        for phase in ("poll", "accuse"):
            here = replace(state, phase=phase, accuser=seat)
            for text in moves(here, seat, name):
                GAME.parse(here, seat, text)


@pytest.mark.parametrize("name", NAMES)
def test_speakers_use_many_sentences_and_do_not_repeat_themselves_in_a_round(name: str) -> None:
    said: list[str] = []
    for seed in range(20):
        item = matches.item(GAME.name, (player(name),) * 5, seed=str(seed))
        state = GAME.start(item.setup)
        for rounds in matches.play(item, matches.randomly(0)).rounds:
            (move,) = rounds
            state = GAME.apply(state, {move.seat: GAME.parse(state, move.seat, move.text)})
            words = [words for e in state.talk for words in (e.question, e.answer) if words]
            assert len(set(words)) == len(words)
            said += words[-1:]
    assert len(set(said)) > 100


def player(name: str) -> str:
    """Return a bot as an item names it."""
    return f"bot:{name}@{catalogue.bots_of(GAME.name)[name].version}"


def scores(first: str, second: str, seeds: range) -> list[float]:
    """Return the mean score of *first* as evil and as good."""
    found = []
    for seats in ((0, 1), (2, 3, 4)):
        total = 0.0
        for seed in seeds:
            players = tuple(player(first if seat in seats else second) for seat in range(5))
            claimed = matches.play(matches.item(GAME.name, players, seed=str(seed)), matches.randomly(0)).claimed
            assert claimed is not None
            total += claimed.returns[seats[0]]
        found.append(total / len(seeds))
    return found


@pytest.mark.slow
def test_bots_are_ordered_by_strength_on_both_sides() -> None:
    assert min(scores("candid", "random", range(60))) > 0.7
    assert min(scores("sleuth", "random", range(60))) > 0.7
    assert min(scores("sleuth", "candid", range(60))) > 0.68
    assert 0.3 < scores("candid", "candid", range(60))[0] < 0.7


@pytest.mark.parametrize("bot", ["candid", "sleuth"])
@pytest.mark.parametrize("silent", [EVIL, GOOD], ids=["evil", "good"])
def test_a_team_that_says_nothing_and_passes_loses_more_often_than_it_wins(bot: str, silent: tuple[int, ...]) -> None:
    players = tuple("system" if seat in silent else f"bot:{bot}@3" for seat in MEMBERS)
    won = 0.0
    for seed in range(20):
        item = matches.item(GAME.name, players, seed=str(seed))
        claimed = matches.play(item, passive).claimed
        assert claimed is not None
        won += claimed.returns[silent[0]]
    assert won <= 8
