"""Replies that people would accept, or not, from the host of a guessing game: answers, and the secret in the end."""

from functools import cache

import pytest

from interplay.tracks.simulation import hosts
from interplay.tracks.simulation.records import Host
from interplay_builders.tracks.simulation.hard import compose

ANSWERS = (
    ("fleet", "Answer: hit", "hit"),
    ("fleet", "answer: Miss.", "miss"),
    ("fleet", "**Answer:** HIT!", "hit"),
    ("fleet", "Answer: B3 is a hit", "hit"),
    ("fleet", "Answer: It's a hit.", "hit"),
    ("fleet", "Answer: hit (column B, row 3)", "hit"),
    ("fleet", "hit", "hit"),
    ("fleet", "Miss!", "miss"),
    ("fleet", "B3... let me look.\n\nAnswer: miss", "miss"),
    ("fleet", "Answer - hit", "hit"),
    ("fleet", "Answer: hit or miss", ""),
    ("fleet", "Answer: maybe", ""),
    ("fleet", "I won't say hit or miss yet.", ""),
    ("fleet", "Answer: missed", "miss"),
    ("fleet", "Answer: a miss, no luck this time", "miss"),
    ("fleet", "Answer: not a hit", ""),
    ("fleet", "```\nAnswer: hit\n```", "hit"),
    ("fleet", "Answer:\nhit", "hit"),
    ("fleet", "Answer: hit\n\nB3 was one of mine, well aimed!", "hit"),
    ("fleet", "Answer: hit\nSorry, I got that wrong.\nAnswer: miss", "miss"),
    ("fleet", "> Answer: hit", "hit"),
    ("fleet", "Answer：hit", "hit"),
    ("minefield", "Answer: 2", "2"),
    ("minefield", "Answer: two", "2"),
    ("minefield", "Answer: mine", "mine"),
    ("minefield", "Answer: Mine! Boom", "mine"),
    ("minefield", "Answer: no mine, 2 around it", "2"),
    ("minefield", "Answer: 3 mines", "3"),
    ("minefield", "Answer: 0 (no mines around)", "0"),
    ("minefield", "Answer: a mine", "mine"),
    ("minefield", "Answer: 1 mine", "1"),
    ("minefield", "Answer: 12", ""),
    ("minefield", "Answer: none", "0"),
    ("minefield", "Answer: zero", "0"),
    ("minefield", "Answer: 1 or 2", ""),
    ("minefield", "Answer: B3: 2", "2"),
    ("minefield", "Answer: B3 has 2 mines around it", "2"),
    ("suspects1", "Answer: yes", "yes"),
    ("suspects1", "Answer: No, it isn't.", "no"),
    ("suspects1", "Answer: no, not somebody from Leeds", "no"),
    ("suspects1", "Yes.", "yes"),
    ("suspects1", "Answer: yes and no", ""),
    ("suspects1", "No, nobody over 60.", "no"),
    ("suspects1", "Yes, they're from Leeds.\n\nAnswer: yes", "yes"),
    ("suspects1", "Answer: I'm not sure", ""),
    ("suspects1", "Answer: nope", "no"),
    ("suspects2", "Answer: 1", "1"),
    ("suspects2", "Answer: one of them", "1"),
    ("suspects2", "Answer: both", "2"),
    ("suspects2", "Answer: 1 of the 2", "1"),
    ("suspects2", "Answer: neither", "0"),
    ("suspects2", "Answer: 0 out of 2", "0"),
    ("suspects2", "Answer: 2 of 2", "2"),
    ("suspects2", "Answer: none of them", "0"),
    ("suspects2", "Answer: 5", ""),
    ("suspects2", "Answer: 1/2", "1"),
    ("hidden_hand", "Answer: 2 queens", "2"),
    ("hidden_hand", "Answer: I have 1 card of that kind", "1"),
    ("hidden_hand", "Answer: three", "3"),
    ("hidden_hand", "Answer: no hearts", "0"),
    ("hidden_hand", "Answer: 0", "0"),
    ("hidden_hand", "2", "2"),
    ("hidden_hand", "I've got two.", "2"),
    ("hidden_hand", "Answer: 2 hearts and 1 spade", ""),
)
"""Family (with its level, where answers differ by level), reply, and the answer that it gives; none where empty."""


@cache
def game(name: str) -> Host:
    family, level = (name[:-1], int(name[-1])) if name[-1].isdigit() else (name, 1)
    return next(host for _, host in compose.hosts_of(family, "test", "canary", each=8) if host.level == level)


@pytest.mark.parametrize(("name", "reply", "answer"), ANSWERS)
def test_answers_are_read_as_people_read_them(name: str, reply: str, answer: str) -> None:
    host = game(name)
    assert hosts.answer_of(host, host.probes[0], reply) == answer


def test_numbers_of_the_question_are_no_answer() -> None:
    host = game("hidden_hand4")
    probe = next(probe for probe in host.probes if "above the 7" in probe.text and "6" not in probe.text)
    assert hosts.answer_of(host, probe, "Answer: 3 cards above the 7") == "3"
    assert hosts.answer_of(host, probe, "Answer: 3 cards above the 6") == ""


def drawings(rows: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return forms in which a board is shown, and texts that do not show it."""
    size, letters = len(rows), "ABCDEFGHIJ"[: len(rows)]
    cells = [f"{letters[x]}{y}" for y, row in enumerate(rows, 1) for x, c in enumerate(row) if c == "#"]
    plain, heading = "\n".join(rows), f"|   | {' | '.join(letters)} |\n|{'---|' * (size + 1)}\n"
    right = (
        fenced(plain),
        plain,
        fenced("  " + letters + "\n" + "\n".join(f"{n} {row}" for n, row in enumerate(rows, 1))),
        fenced("\n".join(f"{n}. {row}" for n, row in enumerate(rows, 1))),
        fenced("\n".join(f"{n}: {' '.join(row)}" for n, row in enumerate(rows, 1))),
        heading + "\n".join(f"| {n} | {' | '.join(row)} |" for n, row in enumerate(rows, 1)),
        fenced("\n".join(" ".join(row) for row in rows)) + "\nGood game!",
        f"They were at {', '.join(cells)}.",
        "\n".join(f"- {cell.lower()}" for cell in cells),
        fenced(" ".join(cells)),
    )
    wrong = (
        f"They were at {', '.join(cells[:-1])}.",
        f"They weren't at {', '.join(cells)}.",
        fenced("\n".join(rows[:-1])),
        fenced(plain.replace("#", ".")),
        fenced(plain) + "\n\nor maybe\n\n" + fenced("\n".join(rows[::-1])),
        "I don't remember.",
    )
    return right, wrong


def lists(names: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return forms in which names are shown, and texts that do not show them."""
    plain = "\n".join(names)
    right = (
        fenced(plain),
        plain,
        fenced(plain.upper()),
        "\n".join(f"{n}. {name}" for n, name in enumerate(names, 1)),
        fenced(", ".join(names)),
        f"It was {' and '.join(names)}.",
        "\n".join(f"- **{name}**" for name in names),
        "| name |\n|---|\n" + "\n".join(f"| {name} |" for name in names),
        fenced(plain.replace("9 of", "nine of").replace("10 of", "ten of")),
    )
    wrong = (
        fenced("\n".join(names[:-1])),
        fenced("\n".join([*names, names[0]])),
        f"It wasn't {' or '.join(names)}.",
        "Nobody.",
    )
    return right, wrong


def fenced(text: str) -> str:
    return f"```\n{text}\n```"


@pytest.mark.parametrize("name", ["fleet", "minefield3", "suspects1", "suspects2", "hidden_hand", "hidden_hand3"])
def test_secrets_are_read_as_people_read_them(name: str) -> None:
    host = game(name)
    secret, lines = hosts.secret_of(host, host.reference), host.reference.split("\n")[1:-1]
    right, wrong = (drawings if host.size else lists)(lines)
    assert secret
    for reply in right:
        assert hosts.secret_of(host, reply) == secret, reply
    for reply in wrong:
        assert hosts.secret_of(host, reply) is None, reply
