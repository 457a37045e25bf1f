"""Hosts of guessing games: one secret has to fit all answers; programs that know nothing of the game lose."""

from collections.abc import Callable, Sequence
from functools import cache

import msgspec
import pytest
from msgspec.structs import replace

from interplay.core.driver import Ask, Done, Reply, advance, begin, drive
from interplay.core.randomness import Stream
from interplay.tracks import catalogue
from interplay.tracks.simulation import hosts
from interplay.tracks.simulation.bots import BLIND, BOTS
from interplay.tracks.simulation.records import Host, Prediction
from interplay.tracks.simulation.track import TRACK
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.hard import boards, compose

NAMES = compose.HOST_FAMILIES.names()


@cache
def games(name: str) -> tuple[Host, ...]:
    return tuple(host for _, host in compose.hosts_of(name, "test", "canary", each=8))


EVERY = [host for name in NAMES for host in games(name)]
FLEET = games("fleet")[0]


def play(host: Host, bot: Callable[[Ask], str]) -> Prediction:
    return drive(TRACK.episode(host, 0), bot)


def score(host: Host, prediction: Prediction) -> float | None:
    return TRACK.grader(host)(prediction).values["score"]


def answering(host: Host, words: Callable[[int], str]) -> Callable[[Ask], str]:
    """Return a bot that gives the answer of a number, and shows the reference in the end."""

    def reply(ask: Ask) -> str:
        number = len(ask.messages) // 2
        return host.reference if number == host.asked else f"Answer: {words(number)}"

    return reply


def possible(host: Host) -> Sequence[str]:
    return (*host.answers, *host.marked_answer)


def test_there_are_at_least_three_families() -> None:
    assert len(NAMES) >= 3
    assert all(len({host.level for host in games(name)}) == 4 for name in NAMES)
    assert all(20 <= host.asked <= 40 for host in EVERY)


@pytest.mark.parametrize("host", EVERY, ids=lambda host: host.item_id)
def test_the_reference_wins_and_no_uninformed_bot_does(host: Host) -> None:
    assert score(host, play(host, BOTS["reference"])) == 100
    assert {score(host, play(host, BOTS[name])) for name in BLIND} == {0}


@pytest.mark.parametrize("host", EVERY, ids=lambda host: host.item_id)
def test_answers_at_random_or_always_the_same_lose(host: Host) -> None:
    stream = Stream("test", host.item_id, "answers")
    assert score(host, play(host, answering(host, lambda _: stream.choice(possible(host))))) == 0
    for word in possible(host):
        assert score(host, play(host, answering(host, lambda _, word=word: word))) == 0  # type: ignore[misc]


@pytest.mark.parametrize("host", EVERY, ids=lambda host: host.item_id)
def test_probes_follow_from_the_item_and_the_answers_alone(host: Host) -> None:
    asked = [list(requests(host, word)) for word in (host.answers[0], host.answers[0], host.answers[1])]
    assert asked[0] == asked[1]
    assert asked[0] != asked[2]
    assert all(len({*texts}) > host.asked // 2 for texts in asked)


def requests(host: Host, word: str) -> list[str]:
    """Return all that is asked of a host that always gives one answer."""
    steps = TRACK.episode(host, 0)
    step = begin(steps)
    texts = []
    while not isinstance(step, Done):
        texts.append(step.messages[-1].content)
        step = advance(steps, Reply(f"Answer: {word}"))
    return texts


def test_only_the_answer_of_a_reply_stays_in_the_conversation() -> None:
    steps = TRACK.episode(FLEET, 0)
    begin(steps)
    step = advance(steps, Reply("My ships are in A1 to A3. Bad luck!\n\n**Answer: Miss.**"))
    assert isinstance(step, Ask)
    assert step.messages[1].content == "Answer: miss"
    assert len(step.messages) == 3


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ("Answer: hit", "hit"),
        ("Splash!\n\nAnswer: miss", "miss"),
        ("*Answer*: Hit!", "hit"),
        ("Answer: hit, well done", "hit"),
        ("answer = miss", "miss"),
        ("Answer: miss\nAnswer: hit", "hit"),
        ("<think>Answer: miss</think>Answer: hit", "hit"),
        ("hit", "hit"),
        ("Answer: sunk", ""),
        ("Answer: not a hit", ""),
        ("Answer: hit or miss?", ""),
        ("Answer:", ""),
        ("", ""),
    ],
)
def test_answers_are_read_from_their_line(reply: str, word: str) -> None:
    assert [*hosts.answers(FLEET, [reply]).values()] == [word] * bool(word)


def test_a_reply_without_an_answer_ends_the_game() -> None:
    steps = TRACK.episode(FLEET, 0)
    begin(steps)
    advance(steps, Reply("Answer: miss"))
    step = advance(steps, Reply("I would rather not say."))
    assert isinstance(step, Done)
    grade = TRACK.grader(FLEET)(step.prediction)
    assert grade.values["score"] == grade.values["format"] == 0
    assert grade.reason == (
        f"answers: found 1 answers, expected {FLEET.asked}; the next reply is 'I would rather not say.'"
    )
    assert [*TRACK.replies(FLEET, step.prediction)] == ["Answer: miss", "I would rather not say."]


def test_another_secret_than_the_one_that_answered_loses() -> None:
    played = play(FLEET, BOTS["reference"])
    cells = boards.fleet(FLEET.size, FLEET.groups, Stream("test", 3, "fleet"))
    grade = TRACK.grader(FLEET)(replace(played, response=boards.drawn(cells, FLEET.size)))
    assert grade.values["content"] == 0
    assert grade.values["format"] == 1
    secret, past = (
        hosts.secret_of(FLEET, boards.drawn(cells, FLEET.size)) or set(),
        hosts.answers(FLEET, played.earlier),
    )
    probes = {probe.key: probe for probe in FLEET.probes}
    first = next(n for n, key in enumerate(past, 1) if hosts.due(FLEET, secret, probes[key]) != past[key])
    word, text = past[[*past][first - 1]], probes[[*past][first - 1]].text
    other = "miss" if word == "hit" else "hit"
    expected = f"secret: found {word!r} in answer {first}, to {text!r}, expected {other!r} with the secret shown"
    assert grade.reason == expected


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        ("```\n....\n```", "found 1 rows of up to 4, expected 6 of 6"),
        ("```\n" + "......\n" * 6 + "```", "found 0 cells or names of a secret, expected 7 different ones"),
        ("```\n###...\n##....\n##....\n......\n......\n......\n```", "expected straight ships of (3, 2, 2) that"),
    ],
)
def test_a_secret_against_the_rules_is_called_that(drawing: str, reason: str) -> None:
    host = replace(FLEET, size=6, groups=(3, 2, 2), marked=7)
    played = play(host, answering(host, lambda _: "miss"))
    assert reason in (TRACK.grader(host)(replace(played, response=drawing)).reason or "")


def test_a_secret_that_was_chosen_late_but_fits_wins() -> None:
    """A host may have any secret: one that answers by another fleet than the item's reference is as good."""
    cells = boards.fleet(FLEET.size, FLEET.groups, Stream("test", 4, "fleet"))
    other = replace(FLEET, reference=boards.drawn(cells, FLEET.size))
    assert score(FLEET, play(other, BOTS["reference"])) == 100


def test_forged_predictions_lose() -> None:
    played = play(FLEET, BOTS["reference"])
    for forged in (
        replace(played, earlier=played.earlier[:-1]),
        replace(played, earlier=(*played.earlier, "Answer: miss")),
        replace(played, earlier=()),
        replace(played, earlier=(*played.earlier[:-1], "Answer: nothing")),
        replace(played, response=None, error="x"),
    ):
        assert score(FLEET, forged) == 0


@pytest.mark.parametrize(
    ("drawing", "is_read"),
    [
        (FLEET.reference, True),
        (FLEET.reference.replace("```", "").strip(), True),
        ("There they are:\n\n" + FLEET.reference + "\nGood game!", True),
        (FLEET.reference.replace(".", " .").replace("#", " #"), True),
        ("\n".join(f"{n} | {row}" for n, row in enumerate(FLEET.reference.split("\n")[1:-1], 1)), True),
        (f"{FLEET.reference}\n{FLEET.reference}", False),
        (FLEET.reference.replace("#", "."), False),
        (FLEET.reference.replace("#", ".", 1), False),
        ("I forgot.", False),
    ],
)
def test_boards_are_read_in_natural_forms(drawing: str, is_read: bool) -> None:
    wanted = hosts.secret_of(FLEET, FLEET.reference)
    assert hosts.secret_of(FLEET, drawing) == (wanted if is_read else None)


@pytest.mark.parametrize(
    ("rows", "fits"),
    [
        (("###...", "......", "##....", "......", "##....", "......"), True),
        (("#.....", "#.....", "#.##..", "......", "##....", "......"), True),
        (("###...", "...##.", "......", "##....", "......", "......"), False),  # touch at a corner
        (("###...", "##....", "......", "##....", "......", "......"), False),  # touch at a side
        (("####..", "......", "##....", "......", "......", ".....#"), False),
        (("##....", "#.....", "......", "##.##.", "......", "......"), False),  # bent
    ],
)
def test_ships_are_straight_and_apart(rows: tuple[str, ...], fits: bool) -> None:
    host = replace(FLEET, size=6, groups=(3, 2, 2), marked=7)
    assert (hosts.secret_of(host, "\n".join(rows)) is not None) == fits


def test_mines_count_their_neighbours() -> None:
    host = replace(games("minefield")[0], size=3, marked=2)
    secret = hosts.secret_of(host, "#..\n...\n..#") or set()
    assert secret == {"A1", "C3"}
    probes = {probe.key: probe for probe in host.probes}
    assert hosts.due(host, secret, probes["A1"]) == "mine"
    assert [hosts.due(host, secret, probes[key]) for key in ("B2", "B1", "A3")] == ["2", "1", "0"]


def test_names_are_read_one_on_a_line() -> None:
    host = games("suspects")[1 + [h.level for h in games("suspects")].index(2)]
    names = hosts.secret_of(host, host.reference) or set()
    assert len(names) == host.marked
    assert hosts.secret_of(host, "\n".join(f"- **{name}**" for name in names)) == names
    assert hosts.secret_of(host, "\n".join([*names, next(iter(names))])) is None


def test_gates_stop_a_game_that_the_reference_loses_or_whose_secrets_all_fit() -> None:
    others = [boards.drawn(boards.fleet(6, FLEET.groups, Stream("test", n, "x")), 6) for n in range(6)]
    assert list(gates.host_problems(FLEET, others)) == []
    assert "the reference fails" in next(gates.host_problems(replace(FLEET, reference="nothing"), others))
    assert "found 0 other secrets" in next(gates.host_problems(FLEET, [FLEET.reference] * 5))


def test_hosts_are_items_of_the_track() -> None:
    track, item = catalogue.item_of(msgspec.to_builtins(FLEET))
    assert track is TRACK
    assert item == FLEET
    assert TRACK.calls(FLEET) == (1, FLEET.asked + 1)
    where = TRACK.where(FLEET)
    assert (where["split"], where["family"], where["level"]) == ("hosts", "fleet", "1")
    assert msgspec.json.decode(msgspec.json.encode(played := play(FLEET, BOTS["reference"])), type=Prediction) == played


def test_faulty_bots_lose_some_games() -> None:
    results = [score(host, play(host, BOTS["faulty-50"])) for host in EVERY]
    assert {0, 100} == {*results}
