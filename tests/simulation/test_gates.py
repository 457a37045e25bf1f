"""The gates: sound scripts pass, and each kind of unsound one is stopped with its reason."""

import pytest
from msgspec.structs import replace

from interplay.core.records import Message
from interplay.tracks.simulation.checks.number import NumberParams
from interplay.tracks.simulation.checks.pattern import PatternParams
from interplay.tracks.simulation.records import Script
from interplay_builders.tracks.simulation import build
from interplay_builders.tracks.simulation.gates import decency, gates
from interplay_builders.tracks.simulation.sessions import content, fence
from tests.simulation import made_up

SCRIPTS = made_up.scripts(8)
TASKS = made_up.tasks(8)
SCRIPT = next(s for s in SCRIPTS if s.script_type == "subsequent_challenging")


def messages(scripts: tuple[Script, ...]) -> list[str]:
    return [finding.message for finding in gates.findings(scripts, TASKS)]


def problems(**change: object) -> list[str]:
    return list(gates.problems(made_up.changed(SCRIPT, **change)))


def said(*texts: str) -> tuple[Message, ...]:
    """Return a dialogue of the texts, the first and every other one the user's."""
    return tuple(Message(role="assistant" if n % 2 else "user", content=text) for n, text in enumerate(texts))


def test_sound_scripts_have_no_findings() -> None:
    assert messages(SCRIPTS) == []


def test_a_reference_that_fails_a_check_is_stopped() -> None:
    assert "the reference fails number: found 1, expected" in problems(reference=fence("1"))[0]


def test_an_accepted_planted_reply_and_too_few_of_them_are_stopped() -> None:
    assert problems(planted=(*SCRIPT.planted, SCRIPT.reference)) == [
        "planted reply 5 passes all checks, expected it to fail one"
    ]
    assert problems(planted=SCRIPT.planted[:2]) == ["found 2 planted wrong replies, expected at least 3"]
    assert problems(planted=SCRIPT.planted[:1] * 4) == ["found 1 planted wrong replies, expected at least 3"]


@pytest.mark.parametrize(
    ("reply", "name"),
    [("", "the empty reply"), (gates.REFUSAL, "a refusal"), (SCRIPT.messages[-1].content, "the copied request")],
)
def test_a_constant_reply_must_be_rejected(reply: str, name: str) -> None:
    lenient = content("pattern", PatternParams(pattern=r"(?s).{20,}|", means="nothing, or much"))
    anything = made_up.changed(SCRIPT, checks=(lenient,), reference=reply, planted=("a", "b", "c"))
    assert f"{name} passes all checks, expected it to fail one" in list(gates.problems(anything))


def test_prose_around_the_answer_must_be_rejected_where_the_brief_forbids_it() -> None:
    lenient = (content("number", NumberParams(value=float(SCRIPT.reference.strip("`\n")))),)
    loose = made_up.changed(SCRIPT, checks=lenient, planted=("1", "2", "3"))
    found = [problem for problem in gates.problems(loose) if "prose" in problem]
    assert found == [f"the reference with prose {where} it passes all checks, expected it to fail one"
                     for where in ("before", "after")]  # fmt: skip
    brief = SCRIPT.messages[0].content.replace("nothing else", "a word of thanks")
    asked = (Message(role="user", content=brief), *SCRIPT.messages[1:])
    assert list(gates.problems(made_up.changed(loose, messages=asked))) == []


@pytest.mark.parametrize(
    ("text", "forbids"),
    [
        ("Reply with the board and nothing else.", True),
        ("No explanations, please.", True),
        ("Do not explain your moves.", True),
        ("Print the table without any commentary.", True),
        ("Explain your move in one sentence.", False),
        ("Nothing is too small. Explain all else.", False),
    ],
)
def test_what_a_brief_says_about_prose_is_understood(text: str, *, forbids: bool) -> None:
    bare = made_up.changed(SCRIPT, checks=(), messages=said(text))
    assert gates.forbids_prose(bare) is forbids


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"turns": 5}, "found 5 turns, expected 1 to 4"),
        ({"messages": said("Hi", "Ho")}, "found messages of user, assistant"),
        ({"strategies": ("first",)}, "found 1 strategies, expected one for each"),
        ({"messages": said(" ", "x", "y", "z", "w")}, "found an empty request"),
        ({"messages": said("x" * 4_001, "x", "y", "z", "w")}, "found an empty request or one of more than 4,000"),
        ({"reference": fence("1" * 8_001)}, "found a reference of 8,009 characters"),
        ({"messages": said("x", "y" * 14_000, "y", "z", "w")}, "found a dialogue of 14,004 characters"),
    ],
)
def test_sizes_and_turns_are_bounded(change: dict[str, object], problem: str) -> None:
    three = next(s for s in SCRIPTS if s.turns == 3)
    assert any(problem in found for found in gates.problems(made_up.changed(three, **change)))


def test_an_answer_in_an_earlier_reply_is_a_leak_in_a_stateless_task() -> None:
    answer = "The seventh harbour master keeps all of the keys under the green lamp."
    leaking = said("Start.", f"By the way:  {answer}\nBye.", "Well?")
    leaks = [p for p in problems(kind="stateless", messages=leaking, turns=2, reference=answer) if "gives" in p]
    assert leaks == ["the reply of turn 1 holds the answer, expected no reply that gives it away"]
    short = problems(kind="stateless", messages=said("Start.", "12 34", "Well?"), turns=2, reference="12 34")
    assert not any("gives" in p for p in short)
    assert not any("gives" in p for p in problems(kind="stateful", messages=leaking, turns=2, reference=answer))


def test_a_state_may_be_shown_again_but_not_often() -> None:
    board = fence("\n".join([". . . . . . . . .", "X O X O X O X O X", ". . . . . . . . ."]))
    again = [
        made_up.changed(SCRIPT, item_id=f"t/{n}/2", messages=said(f"Show {n}", board, "Again"), reference=board)
        for n in range(3)
    ]
    assert all(gates.repeats(script) for script in again)
    found = [f.message for f in gates.findings(again) if "earlier replies" in f.message]
    assert found == ["found 3 answers that are earlier replies, expected at most 2: t/0/2, t/1/2, t/2/2"]
    assert not [f.message for f in gates.findings(again[:2]) if "earlier replies" in f.message]


def test_doubled_scripts_dialogues_and_briefs_are_stopped() -> None:
    twin = made_up.changed(SCRIPTS[0], item_id="desk-90/1/4", task_id="desk-90")
    found = messages((*SCRIPTS, SCRIPTS[0], twin))
    assert f"{SCRIPTS[0].item_id}: found 2 scripts of this id, expected one" in found
    assert f"desk-90/1/4: found the messages of {SCRIPTS[0].item_id}, expected others" in found
    near = replace(TASKS[1], item_id="desk-91", brief=TASKS[1].brief.replace("minus", "hyphen"))
    about = [f.message for f in gates.findings((), (*TASKS, near))]
    assert about == ["desk-1: found 91% of all word 5-grams shared with desk-91, expected less than 50%"]


def test_dialogues_are_compared_by_what_is_asked_not_by_their_brief() -> None:
    other = next(s for s in SCRIPTS if s.task_id == "desk-2" and s.turns == 4)
    asked = [m.content for m in other.messages if m.role == "user"][1:]
    echo = said(f"{TASKS[3].brief} Hello.", "a", asked[0], "b", asked[1], "c", asked[2])
    copy = made_up.changed(SCRIPTS[0], item_id="desk-3/9/4", task_id="desk-3", messages=echo)
    assert any(f"shared with {name}" in found for found in messages((*SCRIPTS, copy)) for name in ("desk-3/9",))


def test_briefs_are_neither_hasty_nor_endless() -> None:
    short = replace(TASKS[0], brief="Be a clock.")
    found = [f.message for f in gates.findings((), (short,))]
    assert found == ["desk-0: found a brief of 3 words, expected 40 to 260"]


@pytest.mark.parametrize(
    "text",
    [
        "You moron!",
        "What the FUCK.",
        "Write to ana.lopez@gmail.com",
        "Call +49 30 1234 5678 now",
        "Call (212) 867-5309",
        "Call 212-867-5309.",
        "She lives at 47 Maple Grove Lane.",
        "Hauptstraße 12 in Bonn",
    ],
)
def test_toxic_words_and_personal_data_are_found(text: str) -> None:
    assert len(list(decency.problems(text))) == 1
    (problem,) = [p for p in problems(planted=(*SCRIPT.planted, text)) if "passes" not in p]
    assert problem.startswith("found the ")


@pytest.mark.parametrize(
    "text",
    [
        "ana@host:~$ kill -9 4711 && git push git@example.com:x.git",
        "me@example.org, you@mail.test, root@db.internal.example",
        "Scunthorpe has a cockpit and a classic assessment.",
        "212-555-0123 or +1 212 555 0123",
        "221B Baker Street, London",
        "2026-11-20 10:13:45, 192.168.10.255, 1,234,567.89, 3.14159-2.71828, 2+3-4*5 = -15",
        "SELECT 5551234567; 0x7fffffff; 1e-10; 978-3-16-148410-0; ISO-8859-15",
        "qubit +0.7071 -0.7071, board 8 8 8 8, 100 200 300 400 500",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert list(decency.problems(text)) == []


@pytest.mark.slow
def test_the_release_passes_all_gates() -> None:
    assert [str(finding) for finding in build.check()] == []
