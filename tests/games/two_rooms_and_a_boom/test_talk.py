"""What people ask the bots of Two Rooms and a Boom in their own words is answered, truly where it is about others."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.shared.lines import bank
from interplay.tracks.games.shared.speech import LONGEST, clean
from interplay.tracks.games.two_rooms_and_a_boom.questions import subjects
from interplay.tracks.games.two_rooms_and_a_boom.rules import State, Talk
from interplay.tracks.games.two_rooms_and_a_boom.talk import BANK, understood
from tests.games.shared.talk import Ask, banks_of, fits, questions
from tests.games.two_rooms_and_a_boom.test_rules import GAME, setup

ASKED = questions(Path(__file__).with_name("talk.toml"))
SEATS = {"president": 0, "blue": 1, "bomber": 3, "red": 4}
NAMES = ("candid", "schemer")
SAID: list[tuple[str, tuple[tuple[int, str], ...]]] = [
    ("I am red like P3. Are you our bomber?", ((0, "red"), (3, "red"))),
    ("I told P3 that I'm blue", ((0, "blue"),)),
    ("P3 says I'm red", ()),
    ("I'm not red", ((0, "blue"),)),
    ("**I am the _bomber_** \U0001f4a3", ((0, "bomber"),)),
    ("I'm blue, what about you?", ((0, "blue"),)),
    ("If I were red I'd lie to you", ()),
    ("I am told Player 3 is red", ((3, "red"),)),
    ("I\u2019m the president, keep me away from the bomber", ((0, "president"),)),
    ("I am blue with no special role", ((0, "blue"), (0, "plain"))),
]
CLAIMS = {
    "yes_team": {"blue"},
    "no_team": {"blue"},
    "accused_team": {"blue"},
    "vouch_team": {"blue"},
    "share_team": {"blue"},
    "yes_special": {"president"},
    "no_special": {"president"},
    "accused_special": {"president"},
    "vouch_special": {"president"},
    "share_special": {"president"},
    "stay_president": {"president"},
    "no_plain": {"plain"},
    "stay_plain": {"plain"},
    "no_plain_team": {"blue", "plain"},
    "role_team": {"blue", "plain"},
    "stay_team": {"blue", "plain"},
    "stay_bomber": {"bomber"},
}
"""Banks that claim something, and what: of a blue player, of the president where it is a special role."""
OWN = ("blue", "red", "president", "bomber", "plain")


def asked(ask: Ask) -> State:
    """Return round 1 in which somebody asks a role in the same room something, after the third there has asked it."""
    seat, asker = SEATS[ask.role], ask.asker - 1
    room = [0, 1, 2] if ask.role == "bomber" or (ask.role == "blue" and asker == 2) else [0, 1, 3]
    state = GAME.start(setup(rooms=[*room, *(member for member in range(6) if member not in room)]))
    (third,) = (mate for mate in state.mates(seat) if mate != asker)
    talks = (Talk(0, third, seat, "I am blue. And you?", "I would rather not say."), Talk(0, asker, seat, ask.text))
    return replace(state, phase="answer", talks=talks)


def said(name: str, state: State, seat: int, number: int) -> str:
    move = catalogue.bots_of(GAME.name)[name].move(GAME, state, seat, Stream("tests", str(number), name))
    return str(json.loads(move)["text"])


@pytest.mark.parametrize("which", ["tuning", "held_out"])
def test_at_least_nine_in_ten_answers_fit_what_was_asked(which: str) -> None:
    given = [
        (ask, said(name, asked(ask), SEATS[ask.role], number))
        for ask in ASKED.ask
        if ask.set == which
        for name in NAMES
        for number in range(4)
    ]
    misfits = [(ask.text, text) for ask, text in given if not fits(ASKED, ask, banks_of(BANK, text))]
    assert len({ask.text for ask, _ in given}) >= 30
    assert len(misfits) <= len(given) // 10, misfits


@pytest.mark.parametrize(("words", "claims"), SAID)
def test_claims_are_read_in_natural_words(words: str, claims: tuple[tuple[int, str], ...]) -> None:
    assert understood(words) == claims


@pytest.mark.parametrize("kind", sorted(set(bank(BANK)) - set(OWN)))
def test_sentences_are_read_as_meant(kind: str) -> None:
    if kind.startswith(("ask_", "says_", "guess_")):
        return
    special = "bomber" if kind == "stay_bomber" else "president"
    for sentence in bank(BANK)[kind]:
        words = sentence.format(p="P3", k="P3 and P4", c="blue", r=special)
        found = understood(words)
        assert {claim for _, claim in found} <= CLAIMS.get(kind, set()), words
        assert all(label == 0 for label, _ in found), words
        assert bool(found) == (kind in CLAIMS), words


def test_no_sentence_is_in_the_bank_twice() -> None:
    sentences = [sentence for of_kind in bank(BANK).values() for sentence in of_kind]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("kind", sorted(bank(BANK)))
def test_sentences_are_clean_and_so_short_that_two_fit_into_a_message(kind: str) -> None:
    for sentence in bank(BANK)[kind]:
        words = sentence.format(p="P3", k="P3 and P4", c="blue", r="president")
        assert clean(words) == words
        assert len(words) < LONGEST // 2


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("I am red like P3. Are you our bomber?", [("is_role", (), "bomber")]),
        ("ARE YOU BLUE", [("is_team", (), "blue")]),
        ("You\u2019re not **red**, are you?", [("is_team", (), "red")]),
        ("I'm blue, what about you?", [("team", (), "")]),
        ("Who are you, and what do you know about Player 4?", [("role", (), ""), ("news", (4,), "")]),
        ("Do you trust player_4?", [("news", (4,), "")]),
        ("Please don't send me away!", [("send_me", (), "")]),
        ("P4 told me that you are red. Is that right?", [("is_team", (), "red")]),
        ("Whom will you send?", [("send_who", (), "")]),
        ("Good luck!", [("thanks", (), "")]),
    ],
)
def test_questions_are_taken_apart(question: str, found: list[tuple[str, tuple[int, ...], str]]) -> None:
    assert [(s.kind, s.labels, s.what) for s in subjects(question, 2)] == found


@pytest.mark.parametrize("name", NAMES)
def test_nobody_claims_to_have_heard_what_was_never_said(name: str) -> None:
    """The president has heard P4 say blue, and has not met P3, who is in the other room."""
    for number in range(10):
        state = asked(Ask("", "president", 2, "What have you heard about P3?", ()))
        assert banks_of(BANK, said(name, state, 0, number)) == [{"unmet"}]
        state = asked(Ask("", "president", 2, "What have you heard about P4?", ()))
        assert banks_of(BANK, said(name, state, 0, number)) in ([{"says_blue"}], [{"no_news"}])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("role", ["blue", "red"])
def test_what_somebody_was_told_about_the_own_team_is_not_taken_back(name: str, role: str) -> None:
    ask = Ask("", role, 3 if role == "red" else 1, "Which team are you on?", ())
    state, seat = asked(ask), SEATS[role]
    for team in ("blue", "red"):
        before = Talk(0, ask.asker - 1, seat, "And you?", f"I am {team}.")
        told = replace(state, talks=(before, *state.talks))
        claims = {claim for number in range(20) for _, claim in understood(said(name, told, seat, number))}
        assert claims <= {team}


@pytest.mark.parametrize(
    ("kind", "claim"), [("guess_team", "blue"), ("guess_special", "president"), ("guess_plain", "plain")]
)
def test_guesses_about_others_are_read_as_meant(kind: str, claim: str) -> None:
    for sentence in bank(BANK)[kind]:
        assert understood(sentence.format(p="P3", c="blue", r="president")) == ((3, claim),), sentence


def test_what_somebody_did_not_say_is_told_as_a_guess() -> None:
    state = asked(Ask("", "president", 2, "What do you know about P4?", ()))
    (heard, question) = state.talks
    silent = replace(state, talks=(replace(heard, asker=0, asked=3, question="Which team?", answer=""), question))
    for number in range(10):
        assert banks_of(BANK, said("candid", silent, 0, number)) == [{"guess_team"}]
