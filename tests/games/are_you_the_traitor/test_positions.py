"""Positions of Are You the Traitor: chances recomputed from the words of the prompt, and the claims of the module."""

import re
from collections import Counter
from collections.abc import Container
from functools import cache
from itertools import islice, permutations
from math import fsum

import pytest

from interplay.tracks.games.are_you_the_traitor.talk import view
from interplay.tracks.games.shared.lines import bank
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions.are_you_the_traitor import AHEAD, FEWEST, LEAST, positions
from interplay_builders.tracks.positions.blind import with_blind
from interplay_builders.tracks.positions.rules import rules_of
from tests.positions.built import rows

GAME = "are_you_the_traitor"
SOUGHT = {"find the traitor": "traitor", "find the key holder": "holder"}
_ASKED = re.compile(r'^\d\. P(\d) asks P(\d): "(.*)"$')
_ANSWERED = re.compile(r'^   P(\d) answers: "(.*)"$')
Talk = list[tuple[int, str, str, int]]
"""Who answers, the kind of question, the kind of answer, and whom it names."""


@cache
def made(seed: str = "") -> tuple[Position, ...]:
    """Return the positions that a seed draws, or those of the release."""
    if not seed:
        return tuple(row for row in rows() if (row.game, row.split) == (GAME, "hard"))
    return tuple(with_blind(tuple(positions(seed, "canary"))))


def kind_of(text: str, kinds: tuple[str, ...]) -> tuple[str, int]:
    (found,) = {
        (kind, int(m[1]) if m.groups() else 0)
        for kind in kinds
        for sentence in bank(GAME)[kind]
        if (m := re.fullmatch(re.escape(sentence).replace(r"\{p\}", r"P(\d)"), text))
    }
    return found


def read(position: Position) -> tuple[list[int], Talk]:
    """Return the wizards and the talk, from the message alone."""
    text = "\n".join(message.content for message in position.messages)
    wizards = [int(label) for label in re.search(r"two wizards are P(\d) and P(\d)", text).groups()]  # type: ignore[union-attr]
    talk: Talk = []
    question = ""
    for line in text.splitlines():
        if asks := _ASKED.match(line):
            question = kind_of(asks[3], ("ask_role", "ask_suspect"))[0]
        if answers := _ANSWERED.match(line):
            talk.append((int(answers[1]), question, *kind_of(answers[2], ("guard", "good", "evade", "suspect"))))
    return wizards, talk


def chance_of(talk: Talk, traitor: int, holder: int, guard: int, contrary: Container[int] = ()) -> float:
    """Return how likely the words of the three are, as the note says it; *contrary* are numbers of exchanges."""
    chance, claimed = 1.0, set[int]()
    for number, (speaker, question, reply, whom) in enumerate(talk, 1):
        rest, named = sorted({traitor, holder, guard} - {speaker}), whom
        if number in contrary and whom in rest:
            (named,) = set(rest) - {whom}
        rivals = claimed - {speaker}
        if speaker in (traitor, holder, guard):
            if question == "ask_role" and speaker not in claimed:
                claims = 0.5 if speaker == holder else 0.25 if speaker == traitor and rivals else 0.75
                chance *= claims if (reply == "guard") != (number in contrary) else 1 - claims
            elif question == "ask_role":
                chance *= reply == "guard"
            elif speaker == guard and rivals:
                chance *= (named in rivals) / len(rivals)
            else:
                chance *= 0.7 if named == (holder if speaker == traitor else traitor) else 0.1
        if reply == "guard":
            claimed.add(speaker)
    return chance


@pytest.mark.slow
def test_values_are_the_chances_that_follow_from_the_prompt() -> None:
    for position in made():
        wizards, talk = read(position)
        rest = [label for label in range(1, 6) if label not in wizards]
        right = dict.fromkeys(range(1, 6), 0.0)
        for traitor, holder, guard in permutations(rest):
            sought = traitor if SOUGHT[position.kind] == "traitor" else holder
            right[sought] += chance_of(talk, traitor, holder, guard)
        total = fsum(right.values())
        for entry in position.values:
            assert entry.value == pytest.approx(right[int(entry.action[-1])] / total, abs=1e-12)


@pytest.mark.slow
def test_values_are_how_often_accusations_are_right() -> None:
    """Over many positions the roles that were drawn agree with the chances, so what is kept does not distort them."""
    found = expected = 0.0
    for seed in ("other", "third"):
        for position in made(seed):
            labels = position.setup.drawn("labels")[:5]
            best = max(position.values, key=lambda entry: entry.value)
            found += int(best.action[-1]) == labels[0 if SOUGHT[position.kind] == "traitor" else 3]
            expected += best.value
    assert found / 240 == pytest.approx(expected / 240, abs=0.08)


def test_one_accusation_is_ahead_after_enough_answers() -> None:
    assert Counter(p.kind for p in made()) == dict.fromkeys(SOUGHT, 60)
    for position in made():
        second, first = sorted(entry.value for entry in position.values)[-2:]
        assert first >= LEAST - 1e-12
        assert first - second >= AHEAD - 1e-12
        wizards, talk = read(position)
        assert sum(speaker not in wizards for speaker, *_ in talk) >= FEWEST


@pytest.mark.slow
def test_bots_read_the_sentences_as_they_are_meant() -> None:
    for position in made():
        seen = view(plan_of(position).state, position.seat)
        _, talk = read(position)
        assert [(line.asked, line.topic, line.reply, line.named) for line in seen.lines] == talk


def test_simple_rules_and_fixed_moves_get_little() -> None:
    zero = fsum(p.blind for p in made())
    plans = [plan_of(position) for position in made()]
    for name, rule in rules_of(GAME).items():
        regret = fsum(plan.best - plan.values[rule(plan)] for plan in plans)
        assert 1 - regret / zero < 0.3, name
    assert zero / fsum(p.best - fsum(p.values.values()) / 4 for p in plans) > 0.85


@pytest.mark.parametrize("count", [20, pytest.param(120, marks=pytest.mark.slow)])
def test_positions_follow_from_the_seed_and_none_is_there_twice(count: int) -> None:
    group = list(islice(positions("other", "canary"), count))
    drawn = [row.messages for row in group]
    assert drawn[:10] == [p.messages for p in islice(positions("other", "canary"), 10)]
    assert len(set(drawn)) == count
    assert len({p.messages for p in made()}) == 120
    assert set(drawn).isdisjoint(p.messages for p in made())
    for position in group:
        values = [entry.value for entry in position.values]
        assert (position.split, position.penalty) == ("hard", max(values) - min(values))
