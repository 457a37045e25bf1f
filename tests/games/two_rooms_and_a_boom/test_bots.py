"""The bots of Two Rooms and a Boom: what they understand and say, from what they may know, and how well they play."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.shared.lines import bank
from interplay.tracks.games.shared.speech import clean
from interplay.tracks.games.two_rooms_and_a_boom.bots import beliefs, friendship, posterior
from interplay.tracks.games.two_rooms_and_a_boom.habits import DECEIT, HABITS, RESERVE
from interplay.tracks.games.two_rooms_and_a_boom.house import Spots, assignments, wins
from interplay.tracks.games.two_rooms_and_a_boom.questions import topic
from interplay.tracks.games.two_rooms_and_a_boom.rules import MEMBERS, State, look
from interplay.tracks.games.two_rooms_and_a_boom.talk import BANK, claims, understood
from tests.games import matches
from tests.games.two_rooms_and_a_boom.test_rules import GAME, HOSTILE, act, quiet, setup

NAMES = ("candid", "schemer")
KINDS = sorted(
    kind
    for kind in bank(BANK)
    if kind in ("blue", "red", "president", "bomber", "plain", "evade", "no_news") or kind.startswith(("ask_", "says_"))
)
"""Kinds of sentences that habits speak of; ``test_talk`` has those that only put them in another way."""
TALK: list[tuple[str, tuple[tuple[int, str], ...]]] = [
    ("I'm blue, but don't tell P3. P4 is red.", ((0, "blue"), (4, "red"))),
    ("I am not the bomber.", ((0, "plain"),)),
    ("I'm on red. Are you blue?", ((0, "red"),)),
    ("P3 is the bomber, send it away", ((3, "bomber"),)),
    ("I\u2019m the PRESIDENT!", ((0, "president"),)),
    ("Blue team, and the president", ((0, "president"),)),
    ("I want the bomber in the other room.", ()),
    ("Are you red?", ()),
    ("I had red wine", ((0, "red"),)),
    ("", ()),
    ("\u6c34 ?!", ()),
]
"""The last but two shows what reading words costs."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_bank_has_many_clean_sentences_of_each_kind_that_are_understood_as_meant(kind: str) -> None:
    sentences = bank(BANK)[kind]
    assert len(set(sentences)) == len(sentences) >= 15
    for sentence in sentences:
        said = sentence.format(p="P3")
        assert clean(said, 300) == said
        assert len(said) < 150
        if kind.startswith("ask_"):
            assert topic(said, 1) == kind, said
            assert not understood(said)
        elif kind in ("evade", "no_news"):
            assert not understood(said), said
        else:
            expected = (3, kind.removeprefix("says_")) if kind.startswith("says_") else (0, kind)
            assert understood(said) == (expected,), said
        assert ("{p}" in sentence) == (kind.startswith("says_") or kind in ("ask_news", "no_news"))


@pytest.mark.parametrize(("said", "expected"), TALK)
def test_free_talk_is_understood_as_far_as_words_go(said: str, expected: tuple[tuple[int, str], ...]) -> None:
    assert understood(said) == expected


def test_a_question_that_names_only_the_asked_is_about_the_asked() -> None:
    assert topic("P3, are you blue?", 3) == "ask_team"
    assert topic("P3, is P4 blue?", 3) == "ask_news"


def test_habits_are_percentages_of_sentences_in_the_bank() -> None:
    for table in (*HABITS.values(), *DECEIT.values(), RESERVE):
        assert set(table) == {"ask_team", "ask_role"}
        for habits in table.values():
            assert isinstance(habits, dict)
            assert sum(habits.values()) == 100
            assert set(habits) <= set(KINDS)


def moves(state: State, seat: int, name: str) -> list[str]:
    bot = catalogue.bots_of(GAME.name)[name]
    return [bot.move(GAME, state, seat, Stream("tests", str(n), "bot")) for n in range(10)]


def scene(labels: Sequence[int], roles: tuple[int, int]) -> State:
    """Return round 1 in which P1 asked P4, P4 asked P2 and wrote to P2, and P5 asked P6, whoever they are."""
    order = [labels.index(label) for label in (1, 2, 4, 3, 5, 6)]
    state = GAME.start(setup(roles=roles, labels=labels, rooms=order))
    state = act(act(state, "ask_p4", "I am blue. Are you blue?"), "answer", "Red.")
    state = act(state, "no_report")
    state = act(state, "skip")
    state = act(act(state, "ask_p2", "I'm the bomber. And you?"), "answer", "No comment.")
    state = act(state, "report", "P1 says blue.")
    state = act(act(state, "skip"), "no_report")
    state = act(act(act(state, "ask_p6", "Your team?"), "answer", "I am blue."), "report", "I am the president.")
    return act(state, "skip")


def houses(seat: int) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """Return who is behind the labels, and who is special, in houses that look the same to a seat."""
    special = [(president, bomber) for president in (0, 1, 2) for bomber in (3, 4, 5)]
    same = [roles for roles in special if (seat in roles) == (seat in (0, 3))]
    labels = [labels for labels in permutations(range(1, 7)) if labels[seat] == seat + 1]
    return [(each, same[number % len(same)]) for number, each in enumerate(labels[::3])]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_the_same_move_whatever_teams_and_roles_are_hidden(name: str, seat: int) -> None:
    for phase in ("ask", "send" if seat == 1 else "report"):
        seen = set()
        for labels, roles in houses(seat):
            state = replace(scene(labels, roles), phase=phase)
            assert look(state, seat).label == seat + 1
            seen.add(tuple(moves(state, seat, name)))
        assert len(seen) == 1, phase


@pytest.mark.parametrize("name", NAMES)
def test_what_others_said_in_private_is_not_used(name: str) -> None:
    loud = scene((1, 2, 3, 4, 5, 6), (0, 3))
    still = quiet(GAME.start(setup()))
    assert GAME.prompt(loud, 2) == GAME.prompt(still, 2)
    assert moves(replace(loud, phase="ask"), 2, name) == moves(replace(still, phase="ask"), 2, name)


def test_claims_are_heard_from_questions_answers_and_notes() -> None:
    told = [(c.speaker, c.label, c.kind, c.topic) for c in claims(look(scene((1, 2, 3, 4, 5, 6), (0, 3)), 1))]
    assert told == [(4, 4, "bomber", "question"), (4, 1, "blue", "note")]
    heard = [(c.speaker, c.label, c.kind, c.topic) for c in claims(look(scene((1, 2, 3, 4, 5, 6), (0, 3)), 0))]
    assert heard == [(4, 4, "red", "ask_team")]


def test_the_candid_believe_what_people_say_of_themselves_before_what_others_say() -> None:
    state = GAME.start(setup())
    state = act(act(state, "ask_p2", "I am blue. And you?"), "answer", "Blue.")
    state = act(act(state, "report", "P4 says red."), "skip")
    assert beliefs(look(state, 1)) == {1: "blue", 4: "red"}
    state = act(act(state, "ask_p2", "I am blue, really."), "decline")
    assert beliefs(look(state, 1)) == {1: "blue", 4: "blue"}
    assert beliefs(look(state, 3))[2] == "blue"


def test_a_seat_rules_out_what_it_knows_and_weighs_the_rest() -> None:
    assert [len(assignments(1, role)) for role in ("blue", "president")] == [60, 30]
    seen = look(scene((1, 2, 3, 4, 5, 6), (0, 3)), 1)
    weights = posterior(seen)
    assert all(roles[1] == "blue" for roles in weights)
    assert friendship(weights, seen, 4) < 40 < friendship(weights, seen, 1)
    bombers = sum(weight for roles, weight in weights.items() if roles[3] == "bomber")
    assert bombers * 5 > 2 * sum(weights.values())


def test_silence_is_held_against_people() -> None:
    state = act(act(GAME.start(setup()), "ask_p4", "Red?"), "decline")
    seen = look(state, 0)
    assert beliefs(seen) == {4: "red"}
    assert friendship(posterior(seen), seen, 4) < friendship(posterior(seen), seen, 2)


def test_prospects_agree_with_counting_all_ways_to_go_on() -> None:
    for leaders, room in (
        (pair, half) for pair in ((0, 3), (1, 4), (0, 4), (2, 1)) for half in combinations(MEMBERS, 3)
    ):
        if sum(leader in room for leader in leaders) != 1:
            continue
        first = leaders if leaders[0] in room else leaders[::-1]
        place = Spots(int(0 not in room), int(3 not in room), 0 in leaders, 3 in leaders)
        for left in (1, 2):
            assert wins(left, place, (False, False), False) == _apart(set(room), first, left)


def _apart(room: set[int], leaders: tuple[int, int], left: int) -> int:
    if left == 0:
        return int((0 in room) != (3 in room))
    total = 0
    for out in room - set(leaders):
        for into in set(MEMBERS) - room - set(leaders):
            total += _apart((room - {out}) | {into}, leaders, left - 1)
    return total


@pytest.mark.parametrize(("red", "expected"), [(False, Fraction(29, 36)), (True, Fraction(113, 180))])
def test_knowing_everything_is_worth_what_the_card_says(red: bool, expected: Fraction) -> None:
    """Count over all starts: the first two members are president and bomber, the next two are blue."""
    total, starts = 0, 0
    for room in combinations(range(6), 3):
        for first, second in product(room, set(range(6)) - set(room)):
            friends = tuple((leader in (1, 4, 5)) == red for leader in (first, second))
            place = Spots(int(0 not in room), int(1 not in room), 0 in (first, second), 1 in (first, second))
            total += wins(3, place, friends, red)
            starts += 4**3
    assert Fraction(total, starts) == expected


def test_a_team_that_leads_never_expects_less_than_chance() -> None:
    for p, b, p_leads, b_leads in ((0, 0, True, False), (0, 1, True, False), (0, 1, False, False), (1, 0, True, True)):
        place = Spots(p, b, p_leads, b_leads)
        for left in (1, 2, 3):
            chance = wins(left, place, (False, False), False)
            for friends in ((True, False), (False, True), (True, True)):
                assert wins(left, place, friends, False) >= chance
                assert wins(left, place, friends, True) >= 4**left - chance


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("attack", HOSTILE)
def test_any_words_of_others_can_be_answered_noted_and_acted_on(name: str, attack: str) -> None:
    words = HOSTILE[attack]
    state = act(GAME.start(setup()), "ask_p2", words)
    while state.phase != "send":
        (seat,) = GAME.to_move(state)
        for text in moves(state, seat, name):
            GAME.parse(state, seat, text)
        spoken = list(GAME.spoken(state, seat))
        state = act(state, spoken[-1], words)
    for seat in GAME.to_move(state):
        for text in moves(state, seat, name):
            GAME.parse(state, seat, text)


@pytest.mark.parametrize("name", NAMES)
def test_speakers_use_many_sentences(name: str) -> None:
    said: list[str] = []
    for seed in range(15):
        item = matches.item(GAME.name, (player(name),) * 6, seed=str(seed))
        for moved in matches.play(item, matches.randomly(0)).rounds:
            said += [move.text.split('"text": ')[1] for move in moved if '"text"' in move.text]
    assert len(set(said)) > 300


def player(name: str) -> str:
    """Return a bot as an item names it."""
    return f"bot:{name}@{catalogue.bots_of(GAME.name)[name].version}"


def scores(first: str, second: str, seeds: range) -> list[float]:
    """Return the mean score of *first* as blue and as red."""
    found = []
    for blue in (True, False):
        total = 0.0
        for seed in seeds:
            players = tuple(player(first if (seat < 3) == blue else second) for seat in MEMBERS)
            claimed = matches.play(matches.item(GAME.name, players, seed=str(seed)), matches.randomly(0)).claimed
            assert claimed is not None
            total += claimed.returns[0 if blue else 5]
        found.append(total / len(seeds))
    return found


@pytest.mark.slow
def test_bots_are_ordered_by_strength() -> None:
    """The game leaves much to chance, so the bounds are wide; the benchmark measures more matches."""
    blue, red = scores("schemer", "candid", range(80))
    assert blue > 0.6
    assert red > 0.52
    assert sum(scores("candid", "random", range(150))) > 1.02
