"""The twin with swapped sides, played by its printed texts alone."""

import re

import pytest

from interplay.tracks.games.twins import Lens, twins_of
from tests.games.twinned import played

TEAMS = {"guard": "good", "good wizard": "good", "evil wizard": "evil", "key holder": "evil", "traitor": "evil"}
TARGETS = {
    "good wizard": "the key holder",
    "evil wizard": "the guard",
    "traitor": "the guard",
    "key holder": "the evil wizard",
    "guard": "none; you can neither stop the talk nor accuse",
}


@pytest.mark.parametrize("seed", "abcd")
def test_rounds_are_won_as_the_change_says(seed: str) -> None:
    texts, _ = played("are_you_the_traitor", seed)
    roles: dict[int, dict[str, str]] = {}
    rounds = 0
    for text in texts:
        number = int(re.findall(r"Round (\d+)\.", text.observation)[0])
        label, role, team, target = re.findall(
            r"You are (P\d), the (.*), on the (\w+) team\. Your target: (.*)\.", text.observation
        )[0]
        assert (TEAMS[role], TARGETS[role]) == (team, target)
        roles.setdefault(number, {})[label] = role
        ended = re.findall(r"(P\d) (?:stopped the talk and|had to) accuse\w* (P\d); the (\w+) team", text.observation)
        if not ended or len(roles.get(number - 1, {})) < 4:
            continue
        accuser, accused, winner = ended[0]
        known = roles[number - 1]
        labels = {"P1", "P2", "P3", "P4", "P5"}
        if len(known) == 4:  # the guard of that round was never asked anything
            known[(labels - set(known)).pop()] = (set(TEAMS) - set(known.values())).pop()
        correct = TARGETS[known[accuser]] == f"the {known[accused]}"
        assert (TEAMS[known[accuser]] == winner) == correct
        rounds += 1
    assert rounds


def test_good_is_renamed_only_where_it_is_a_side() -> None:
    lens = Lens(twins_of("are_you_the_traitor")[0])
    for usual, twin in (
        ("I am a good wizard.", "I am an evil wizard."),
        ("A good question. Are you good?", "A good question. Are you evil?"),
        ("Count me as good. Your guess is as good as mine.", "Count me as evil. Your guess is as good as mine."),
        ("Good. I am the Guard, the guards agree.", "Evil. I am the Traitor, the traitors agree."),
        (
            "You are playing Are You the Traitor. Are you the traitor?",
            "You are playing Are You the Traitor. Are you the guard?",
        ),
    ):
        assert lens.show(usual) == twin
        assert lens.read(twin) == usual
