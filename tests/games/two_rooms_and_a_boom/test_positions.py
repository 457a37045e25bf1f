"""Positions of Two Rooms and a Boom: chances recomputed from the words of the prompt, and the claims of the module."""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, pairwise, product
from math import fsum, prod

import pytest

from interplay.tracks.games.shared.lines import bank
from interplay.tracks.games.two_rooms_and_a_boom.rules import look
from interplay.tracks.games.two_rooms_and_a_boom.talk import claims
from interplay.tracks.positions.records import Position
from interplay.tracks.positions.scores import plan_of
from interplay_builders.tracks.positions.blind import with_blind
from interplay_builders.tracks.positions.rules import rules_of
from interplay_builders.tracks.positions.two_rooms_and_a_boom import AHEAD, KINDS, NEWS, positions
from tests.positions.built import rows

GAME = "two_rooms_and_a_boom"
_SPEECH = re.compile(r'^round \d, (?:note from P(\d) to P(\d)|P(\d) answers P(\d)): "(.*)"$')
Told = tuple[int, int, str]
"""Who says, of whom (itself 0), what."""


@cache
def made(seed: str = "") -> tuple[Position, ...]:
    """Return the positions that a seed draws, or those of the release."""
    if not seed:
        return tuple(row for row in rows() if (row.game, row.split) == (GAME, "hard"))
    return tuple(with_blind(tuple(positions(seed, "canary"))))


def meant(text: str) -> tuple[int, str]:
    """Return of whom a sentence of those that are used speaks, 0 for the speaker, and what it says."""
    for kind in ("blue", "red", "president", "bomber", "plain"):
        if text in bank(GAME)[kind]:
            return 0, kind
    found = next(m for news in NEWS if (m := re.fullmatch(news.format(p=r"P(?P<p>\d)", c="(?P<c>blue|red)"), text)))
    return int(found["p"]), found["c"]


def read(position: Position) -> tuple[int, str, list[set[int]], list[int], list[tuple[int, Told]]]:
    """Return own label and role, who is in which room, the leaders, what was told when, from the message alone."""
    text = "\n".join(message.content for message in position.messages)
    own, team = re.search(r"You are P(\d), on the (\w+) team", text).groups()  # type: ignore[union-attr]
    special = re.search(r"You are the (president|bomber)", text)
    now = re.search(r"  now: room 0: (.*); room 1: (.*)", text).groups()  # type: ignore[union-attr]
    told: list[tuple[int, Told]] = []
    for line in text.splitlines():
        if (said := _SPEECH.match(line)) and int(own) != int(said[1] or said[3]):
            told.append((int(line[6]) - 1, (int(said[1] or said[3]), *meant(said[5]))))
    rooms = [{int(label) for label in re.findall(r"P(\d)", room)} for room in now]
    leaders = [int(label) for room in now for label in re.findall(r"P(\d)\*", room)]
    return int(own), special[1] if special else team, rooms, leaders, told


def says(
    told: Told, teams: dict[int, str], roles: dict[int, str], frank: dict[int, bool], *, turned: bool = False
) -> bool:
    """Return whether a speaker would have said it, as the note has it; sly and frank *turned* round."""
    speaker, about, kind = told
    candid = frank[speaker] != turned
    wrong = {"blue": "red", "red": "blue"}
    if about:
        named = teams[about] if frank[about] else wrong[teams[about]]
        return kind == (named if candid else wrong[named])
    if kind in wrong:
        return kind == (teams[speaker] if candid else wrong[teams[speaker]])
    if candid:
        return kind == roles[speaker]
    if roles[speaker] != "plain":
        return kind == "plain"
    return kind == {"blue": "bomber", "red": "president"}[teams[speaker]]


def winning(position: Position, *, odd: bool = False) -> dict[str, Fraction]:
    """Return for each action the chance to win, by going through all roles and all sets of frank players."""
    own, role, rooms, leaders, told = read(position)
    rounds = [[said for at, said in told if at == number] for number in range(3)]
    mine = next(room for room in rooms if own in room)
    (theirs,) = (room for room in rooms if own not in room)
    won = dict.fromkeys((f"send_p{label}" for label in mine - {own}), Fraction(0))
    total = Fraction(0)
    for blues in combinations(range(1, 7), 3):
        reds = [label for label in range(1, 7) if label not in blues]
        teams = {label: "blue" if label in blues else "red" for label in range(1, 7)}
        for president, bomber in product(blues, reds):
            roles = {label: {president: "president", bomber: "bomber"}.get(label, "plain") for label in teams}
            if role not in (roles[own], teams[own]) or (role in ("blue", "red") and roles[own] != "plain"):
                continue
            for franks in product((True, False), repeat=6):
                frank = dict(zip(teams, franks, strict=True))
                weight = chance_of(rounds, teams, roles, frank, odd=odd) if frank[own] else Fraction(0)
                if not weight:
                    continue
                for label in set(teams) - {own}:
                    weight *= Fraction(2 if frank[label] == (roles[label] == "plain") else 1, 3)
                total += weight
                for sent, back in product(mine - {own}, theirs - set(leaders)):
                    after = (mine - {sent}) | {back}
                    together = (president in after) == (bomber in after)
                    won[f"send_p{sent}"] += weight / 2 * (together == (teams[own] == "red"))
    return {action: weight / total for action, weight in won.items()}


def chance_of(
    rounds: Sequence[Sequence[Told]],
    teams: dict[int, str],
    roles: dict[int, str],
    frank: dict[int, bool],
    *,
    odd: bool,
) -> Fraction:
    """Return how likely all statements are, summed over the kinds of the rounds if some may be *odd*."""
    if not odd:
        return Fraction(all(says(one, teams, roles, frank) for told in rounds for one in told))
    likely = [[[says(one, teams, roles, frank, turned=n) for n in (False, True)] for one in told] for told in rounds]
    total = Fraction(0)
    for kinds in product((False, True), repeat=3):
        chance = prod((Fraction(1 if a == b else 3, 4) for a, b in pairwise(kinds)), start=Fraction(1))
        for kind, told in zip(kinds, likely, strict=True):
            for own, other in told:
                chance *= Fraction((1 if kind else 4) * own + (4 if kind else 1) * other, 5)
        total += chance
    return total


@pytest.mark.slow
def test_values_are_the_chances_that_follow_from_the_prompt() -> None:
    for position in made()[::4]:
        expected = winning(position)
        for entry in position.values:
            assert entry.value == pytest.approx(float(expected.get(entry.action, 0)), abs=1e-12)


@pytest.mark.slow
def test_values_are_how_often_hostages_win() -> None:
    """Over many positions the roles that were drawn agree with the chances, so what is kept does not distort them."""
    found = expected = 0.0
    for seed in ("other", "third"):
        for position in made(seed):
            state = plan_of(position).state
            own, sent = position.seat, max(position.values, key=lambda entry: entry.value)
            other = state.table.leaders[1 - state.now[own]]
            for back in state.mates(other):
                moved = (state.table.member(int(sent.action[-1])), back)
                president, bomber = (state.now[m] ^ (m in moved) for m in (state.table.president, state.table.bomber))
                found += ((president == bomber) == (position.kind == KINDS["red"])) / 2
            expected += sent.value
    assert found / 240 == pytest.approx(expected / 240, abs=0.08)


def test_one_hostage_is_better_by_the_stated_gap() -> None:
    assert Counter(p.kind for p in made()) == dict.fromkeys(KINDS.values(), 60)
    for position in made():
        first, second = (entry.value for entry in position.values)
        assert abs(first - second) >= AHEAD - 1e-12


def test_bots_read_the_sentences_as_they_are_meant() -> None:
    for position in made():
        heard = claims(look(plan_of(position).state, position.seat))
        understood = {(c.speaker, 0 if c.label == c.speaker else c.label, c.kind) for c in heard if c.kind != "evade"}
        told = {said for _, said in read(position)[4]}
        special = {speaker for speaker, _, kind in told if kind in ("president", "bomber")}
        extra = {(speaker, 0, team) for speaker in special for team in ("blue", "red")}
        assert told <= understood <= told | extra


def test_simple_rules_their_opposites_and_fixed_moves_get_little() -> None:
    zero = fsum(p.blind for p in made())
    plans = [plan_of(position) for position in made()]
    for name, rule in rules_of(GAME).items():
        regret = fsum(plan.best - plan.values[rule(plan)] for plan in plans)
        assert abs(1 - regret / zero) < 0.3, name
    assert zero / fsum(p.best - fsum(p.values.values()) / 2 for p in plans) > 0.85


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
