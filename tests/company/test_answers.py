"""Answers are found in any natural dress, and nothing else is taken for one."""

import time

import pytest

from interplay.tracks.company.answers import names, report, yes_no

PEOPLE = ("Ada", "Boris", "Carla", "Dan", "Eva")


@pytest.mark.parametrize(
    "said",
    [
        "yes",
        "Yes.",
        "**Yes**",
        "YES!",
        "`yes`",
        "- yes",
        "> Yes",
        "\\boxed{yes}",
        "$\\boxed{\\text{Yes}}$",
        "Answer: yes",
        "**Answer:** Yes",
        "The answer is yes.",
        "My final answer would be **yes**, not no.",
        "Yes, because no call ever reached her.",
        "Yes – Ada heard it on line 12.",
        "Ada heard it last on line 12, so yes.",
        "Let me see.\n1. Ada is told. Yes, she hears it.\n2. No change.\n\nYes",
        "No change reaches Ada.\n\n**Answer**: yes\n\nI hope that this helps!",
        "Is it no? It is not.\n\nYes\n\n---\n",
        "<think>no, no, no</think>yes",
        "No longer outside, she hears it: yes",
        "She does.",
        "yeah",
        "Final answer\nyes",
        "Answer (yes/no): yes",
        "Yes or no? Yes.",
        "Yes.\n\nNo later message changed it.",
        "The answer is not no, but yes.",
        "Answer: no\nLine 9 changes this.\nAnswer: yes",
        '{"reasoning": "no call", "answer": "yes"}',
        "Answer: no\nHang on, line 13 is a call.\nCorrected answer: yes",
        "A naive reader might say no. It is a call, though.\n\nAnswer: yes\n\nNot all of them know it.",
        "Answer: yes, she can't have missed it, even if it's no longer noon",
    ],
)
def test_a_yes_is_read_in_any_dress(said: str) -> None:
    assert yes_no(said) is True


@pytest.mark.parametrize(
    "said",
    [
        "no",
        "No.",
        "*no*",
        "No, she does not.",
        "Answer: No",
        "Conclusion: no",
        "Yes, she was told once. But that is out of date.\n\nNo",
        "She does not.",
        "Answer: no. She was outside, but she may guess it.",
        "<think>yes</think>\nno",
        "Does Ada know it?\nno",
        "No\nThank you for the puzzle.",
        "nope",
    ],
)
def test_a_no_is_read_in_any_dress(said: str) -> None:
    assert yes_no(said) is False


@pytest.mark.parametrize(
    "said",
    [
        "",
        "...",
        "yes or no",
        "Finish with one line that says only yes or no.",
        "Yes/no",
        "I cannot tell, perhaps.\nyes and no",
        "<think>yes",
        "Does Ada know the opening time?",
        "Hm.",
        "No – yes would need a call.",
        "After line 4 Ada says yes, after line 7 it changes; in the end, no.",
        "Ada believes the value of now, so Ada knows the opening time.",
        "The answer is not yes.",
        "I would not answer yes.",
        "Anything but yes.",
        "1. Yes.\n2. No.",
        "Let me think about it.",
        "I can't help with that.",
        "Answer: yes or no",
        "Answer: yes\nThat is wrong.",
        '{"answer": "maybe"}',
        "Answer: yes... wait, that was Dan.",
        "Answer: yes, but no",
        "Answer: yes. Hm, no.",
        "Answer: yes, maybe",
        "Answer: yes-ish",
        "Answer: yes? no?",
        "Answer: yes\n\nI just guessed.",
        "Answer: no\n\nActually, she does.",
        "The expected reply is\n\nAnswer: yes\n\nbut I disagree.",
        "Answer: no problem, she knows",
    ],
)
def test_what_answers_neither_is_no_answer(said: str) -> None:
    assert yes_no(said) is None


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("She knows it.", True),
        ("Ada knows it, since it never changed.", True),
        ("She does not know it.", False),
        ("Ada doesn't know it.", False),
        ("She knows that she does not know it.", None),
    ],
)
def test_a_statement_about_knowledge_answers_only_the_question_who_knows(said: str, answer: bool | None) -> None:
    assert yes_no(said, of_knowledge=True) is answer
    assert yes_no(said) is None


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("Ada, Carla", "Ada Carla"),
        ("Ada and Carla.", "Ada Carla"),
        ("**Ada** and **Carla**", "Ada Carla"),
        ("Answer: Carla & Ada", "Ada Carla"),
        ("[Ada, Carla]", "Ada Carla"),
        ("- Ada\n- Carla", "Ada Carla"),
        ("1. Ada\n2. Carla\n", "Ada Carla"),
        ("They are:\n\n* **Ada**\n* **Carla**\n\nLet me know if you need more!", "Ada Carla"),
        ("Boris was never told, and Eva is wrong.\n\nAda, Carla", "Ada Carla"),
        ("Ada: yes\nBoris: no\nCarla: yes (line 12)\nDan: no\nEva: no", "Ada Carla"),
        ("Ada ✓\nBoris ✗\nCarla ✓\nDan ✗\nEva ✗", "Ada Carla"),
        ("Ada and Carla know it. Boris, Dan and Eva do not.", "Ada Carla"),
        ("Ada and Carla know it, but Boris does not.", "Ada Carla"),
        ("Ada and Carla know it.\nBoris, Dan and Eva don't.", "Ada Carla"),
        ("Everyone except Boris, Dan and Eva.", "Ada Carla"),
        ("Everybody but Boris: Ada, Carla, Dan and Eva", "Ada Carla Dan Eva"),
        ("All of them.", "Ada Boris Carla Dan Eva"),
        ("everyone", "Ada Boris Carla Dan Eva"),
        ("Nobody.", ""),
        ("None of them", ""),
        ("<think>Boris?</think>Only Dan.", "Dan"),
        ("ADA, carla", "Ada Carla"),
        ("Nobody other than Ada and Carla knows it.", "Ada Carla"),
        ("Apart from Ada and Carla, nobody knows it.", "Ada Carla"),
        ("Ada and Carla know it, Boris, Dan and Eva don't.", "Ada Carla"),
        ("Ada: yes, Boris: no, Carla: yes, Dan: no, Eva: no", "Ada Carla"),
        ("Ada, Carla (Dan still believes the old theme)", "Ada Carla"),
        ("Those who know: Ada, Carla\nThose who don't: Boris, Dan, Eva", "Ada Carla"),
        ('{"answer": ["Ada", "Carla"]}', "Ada Carla"),
        ("Answer: nobody", ""),
        ("Answer: nobody, since all who heard it heard what was so before", ""),
        ("Answer: everyone, because Ada told Boris, and the others were in the room", "Ada Boris Carla Dan Eva"),
        ("Answer: Ada and Carla (excluding Boris, who left). Dan and Eva don't know it.", "Ada Carla"),
        ("Answer: it's Ada and Carla who know, and nobody else", "Ada Carla"),
    ],
)
def test_names_are_read_in_any_dress(said: str, named: str) -> None:
    assert names(said, PEOPLE) == frozenset(named.split())


@pytest.mark.parametrize(
    "said",
    [
        "",
        "I have lost track.",
        "<think>Ada",
        "Adam, Evan",
        "Boris does not know it.",
        "Ada or Carla",
        "Out of date: Ada",
        "Answer: Ada. Oh, and Boris too.",
        "Answer: Ada, Carla. Scrap that: Ada.",
    ],
)
def test_what_names_nobody_is_no_answer(said: str) -> None:
    assert names(said, PEOPLE) is None


@pytest.mark.parametrize(
    "text", ["yes no " * 50_000, "a" * 100_000, "Ada, " * 20_000, "(" * 50_000, "no\n" * 30_000, "\\boxed{" * 10_000]
)
def test_hostile_replies_are_read_in_bounded_time(text: str) -> None:
    yes_no(text)
    names(text, PEOPLE)


@pytest.mark.parametrize(
    "reply",
    [
        "Answer: Ada 3, Boris 0, Leo 12",
        "**Answer:** Ada: 3; Boris: 0; Leo: 12.",
        "Ada heard 4 things.\n\nAnswer:\n- Ada: 3\n- Boris: 0\n- Leo: 12",
        "Answer: 3, 0, 12",
        "Answer: Ada three times, Boris zero times and Leo twelve times",
        "Ada said it in 7 and 9.\nAda 3, Boris 0, Leo 12",
        "Ada: 3\nBoris: 0\nLeo: 12",
        "| Ada | 3 |\n| Boris | 0 |\n| Leo | 12 |",
        "Answer: Ada passed on 3, Boris → 0, Leo's count is 12",
        "Answer: Ada 1 + 2 = 3, Boris 0, Leo 12",
        '{"answer": {"Ada": 3, "Boris": 0, "Leo": 12}}',
        "Answer: Ada 3, Boris 0, Leo 11\nWait, correction.\nAnswer: Ada 3, Boris 0, Leo 12",
    ],
)
def test_a_number_for_each_name_is_read(reply: str) -> None:
    assert report(reply, ("Ada", "Boris", "Leo")) == frozenset({"Ada 3", "Boris 0", "Leo 12"})


@pytest.mark.parametrize(
    "reply",
    [
        "Answer: 3 Ada, 0 Boris, 12 Leo",
        "Answer: Ada 3 or 4, Boris 0, Leo 12",
        "Answer: Ada 3-4, Boris 0, Leo 12",
        "Answer: Ada 3, Boris 0",
        "Answer: Ada 3, Boris 0, Leo 12. Or Ada 4.",
        "Answer: 3, 0",
        "Answer: not Ada 3, Boris 0, Leo 12",
        "Answer: Ada 3, Boris 0, Leo 12?",
        "Answer: NAME NUMBER, NAME NUMBER",
        "Ada 3, Boris 0, Leo 12, I guess.",
        "Answer: Ada 3,4, Boris 0, Leo 12",
        f"Answer: Ada {'9' * 5_000}, Boris 0, Leo 12",
        f"Answer: {'9' * 5_000}, 0, 12",
        "",
    ],
)
def test_what_leaves_a_number_open_is_no_answer(reply: str) -> None:
    assert report(reply, ("Ada", "Boris", "Leo")) is None


def test_brackets_are_read_in_linear_time() -> None:
    start = time.perf_counter()
    assert report(f"Answer: Ada 3, Boris 4 {'(' * 15_000}", ("Ada", "Boris")) == frozenset({"Ada 3", "Boris 4"})
    assert names(f"Answer: Ada, Boris {'(' * 15_000}", ("Ada", "Boris")) is not None
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "text", ["Answer: Ada 03, Boris 4\nAda 3", "Answer: Ada three, Boris 4, so Ada 3", "Answer: 3, 4"]
)
def test_a_number_may_be_written_in_several_ways(text: str) -> None:
    assert report(text, ("Ada", "Boris")) == frozenset({"Ada 3", "Boris 4"})
