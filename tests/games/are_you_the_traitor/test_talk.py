"""What people ask the bots of Are You the Traitor in their own words is answered; what they say is read as meant."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.are_you_the_traitor.questions import subjects
from interplay.tracks.games.are_you_the_traitor.rules import GAME
from interplay.tracks.games.are_you_the_traitor.state import Exchange, State
from interplay.tracks.games.are_you_the_traitor.talk import BANK, understood
from interplay.tracks.games.shared.lines import bank
from interplay.tracks.games.shared.speech import LONGEST, clean
from tests.games.are_you_the_traitor.test_rules import setup
from tests.games.shared.talk import Ask, banks_of, fits, questions

ASKED = questions(Path(__file__).with_name("talk.toml"))
LABELS = {"traitor": 3, "evil": 1, "good": 2, "holder": 5, "guard": 4}
SEATS = tuple(LABELS)
PAST = (
    Exchange(3, 5, "Do you have the key?", "I don't have it, sorry."),
    Exchange(4, 3, "Are you the traitor?", "No way, I'm the guard."),
    Exchange(1, 2, "Convince us you are the good wizard.", "I am the good wizard and P3 worries me."),
)
SAID = [
    ("I am on the good team.", "loyal", 0),
    ("I'm on the good side", "loyal", 0),
    ("I'm loyal to the good team", "loyal", 0),
    ("I'm one of the good guys, promise", "loyal", 0),
    ("I am no friend of the evil team", "evade", 0),
    ("P2 seems trustworthy", "trust", 2),
    ("**Player 2** is not the traitor", "trust", 2),
    ("I don\u2019t trust player_3 \U0001f928", "suspect", 3),
    ("Honestly? PLAYER 4 is lying.", "suspect", 4),
    ("**I am the guard.**", "guard", 0),
    ('P3 said "I am the guard", which I doubt', "suspect", 3),
    ("Why would I be the traitor?", "evade", 0),
    ("If I were the traitor, I'd say I am the guard.", "evade", 0),
    ("You think I am the traitor?", "evade", 0),
    ("It is P3, the evil wizard.", "suspect", 3),
    ("I am neither the traitor nor the evil wizard.", "not_traitor", 0),
]
AS_MEANT = {
    "role_not_traitor": "not_traitor",
    "yes_guard": "guard",
    "no_guard": "guard",
    "no_good": "good",
    "no_holder": "holder",
    "loyal": "loyal",
    "team_guard": "guard",
    "team_holder": "holder",
    "vouch": "loyal",
    "vouch_guard": "guard",
    "vouch_good": "good",
    "rival_evil": "suspect",
    "rival_you": "suspect",
    "unwizard": "not_traitor",
    "unwizard_guard": "guard",
    "key_who_guard": "guard",
    "key_who_not": "not_holder",
    "key_who_good": "good",
    "key_plan_guard": "guard",
    "key_plan_not": "not_holder",
    "key_plan_good": "good",
    "key_plan_holder": "holder",
    "accused_guard": "guard",
    "accused_not": "not_traitor",
    "accused_good": "good",
    "accused_holder": "holder",
    "accuse_plan": "suspect",
    "trust": "trust",
    "which_good": "trust",
    "pact_yes": "suspect",
}
"""Banks whose sentences are read as one kind, where it is not their own name."""
ROLES = ("guard", "good", "holder", "evil", "traitor")


def asked(ask: Ask) -> State:
    """Return a round in which somebody puts a question to a role, after three exchanges."""
    state = GAME.start(setup(labels=[LABELS[role] for role in SEATS], asker=0))
    return replace(state, phase="answer", talk=(*PAST, Exchange(ask.asker, LABELS[ask.role], ask.text)))


def answers(ask: Ask) -> list[str]:
    """Return what both bots answer on a few streams."""
    return [
        json.loads(bot.move(GAME, asked(ask), SEATS.index(ask.role), Stream("tests", str(number), name)))["text"]
        for name, bot in catalogue.bots_of(GAME.name).items()
        if name != "random"
        for number in range(4)
    ]


@pytest.mark.parametrize("which", ["tuning", "held_out"])
def test_at_least_nine_in_ten_answers_fit_what_was_asked(which: str) -> None:
    given = [(ask, text) for ask in ASKED.ask if ask.set == which for text in answers(ask)]
    misfits = [(ask.text, text) for ask, text in given if not fits(ASKED, ask, banks_of(BANK, text))]
    assert len({ask.text for ask, _ in given}) >= 30
    assert len(misfits) <= len(given) // 10, misfits


@pytest.mark.parametrize(("said", "kind", "named"), SAID)
def test_claims_of_a_team_praise_and_other_peoples_words_are_no_claims_of_a_role(
    said: str, kind: str, named: int
) -> None:
    assert understood(said, "ask_role") == (kind, named)


@pytest.mark.parametrize("kind", sorted(set(bank(BANK)) - {"evade", *AS_MEANT}))
def test_sentences_that_give_no_role_away_are_not_read_as_claims(kind: str) -> None:
    if kind in ROLES or kind.startswith("ask_"):
        return
    for sentence in bank(BANK)[kind]:
        assert understood(sentence.format(p="P3", q="P2"), "ask_other")[0] not in (*ROLES, "loyal", "disloyal"), (
            sentence
        )


@pytest.mark.parametrize(("kind", "meant"), sorted(AS_MEANT.items()))
def test_sentences_that_claim_something_are_read_as_meant(kind: str, meant: str) -> None:
    for sentence in bank(BANK)[kind]:
        subject = "ask_suspect" if meant == "suspect" else "ask_role"
        assert understood(sentence.format(p="P3", q="P2"), subject)[0] == meant, sentence


def test_no_sentence_is_in_the_bank_twice() -> None:
    sentences = [sentence for of_kind in bank(BANK).values() for sentence in of_kind]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("kind", sorted(bank(BANK)))
def test_sentences_are_clean_and_so_short_that_two_fit_into_a_message(kind: str) -> None:
    for sentence in bank(BANK)[kind]:
        words = sentence.format(p="P3", q="P2")
        assert clean(words) == words
        assert len(words) < LONGEST // 2


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Do you have the KEY?", ["key"]),
        ("Don\u2019t you have the key, **P4**?", ["key"]),
        ("Who do you think has the key?", ["key_who"]),
        ("Are you the guard, and whom do you suspect?", ["guard", "suspect"]),
        ("I'm the guard. And you?", ["role"]),
        ("What do you think of Player Three?", ["about"]),
        ("Is player_3 the traitor?", ["about"]),
        ("P3 asked for the key. Do you trust them?", ["about"]),
        ("You have the key. Am I right?", ["key"]),
        ("You are lying!", ["accused"]),
        ("Good morning, everyone.", ["hello"]),
    ],
)
def test_questions_are_taken_apart(question: str, kinds: list[str]) -> None:
    assert [subject.kind for subject in subjects(question, 4)] == kinds


def test_whoever_has_claimed_a_role_keeps_to_it_in_a_round() -> None:
    state = asked(Ask("", "holder", 3, "What is your role?", ()))
    claimed = Exchange(4, LABELS["holder"], "Who are you?", "I have the key.")
    state = replace(state, talk=(claimed, *state.talk))
    for number in range(20):
        text = catalogue.bots_of(GAME.name)["candid"].move(GAME, state, 3, Stream("tests", str(number), "bot"))
        assert understood(json.loads(text)["text"], "ask_role")[0] in ("holder", "evade", "not_traitor")
