"""The twin with swapped goals, played by its printed texts alone."""

import re

import pytest

from interplay.tracks.games.twins import Lens, twins_of
from tests.games.twinned import played


@pytest.mark.parametrize("seed", "abcdef")
def test_the_team_of_the_president_wins_if_president_and_bomber_end_in_one_room(seed: str) -> None:
    texts, end = played("two_rooms_and_a_boom", seed)
    who, leaders = {}, set()
    for text in texts:
        label, team = re.findall(r"You are (P\d), on the (\w+) team", text.observation)[0]
        role = re.findall(r"You are the (\w+): ", text.observation)
        who[text.seat] = label, team, role[0] if role else ""
        leaders.add(text.observation.count("You lead it."))
        goal = {"blue": "same room", "red": "different rooms"}[team]
        assert f"on the {team} team: " in text.observation
        assert f"must end in the {goal}" in text.observation or f"must end in {goal}" in text.observation
    assert sorted(who.values(), key=lambda each: each[1:])[2][1:] == ("blue", "president")
    assert sorted(who.values(), key=lambda each: each[1:])[5][1:] == ("red", "bomber")
    last = texts[-1].observation
    rooms = re.findall(r"now: room 0: (.*); room 1: (.*)", last)[0]
    at = {label: int(label in rooms[1]) for label, *_ in who.values()}
    for move in texts[-2:]:  # both hostages of the last round change rooms
        at[move.reply.removeprefix("send_").upper()] ^= 1
    president, bomber = (
        next(at[label] for label, _, role in who.values() if role == name) for name in ("president", "bomber")
    )
    winner = "blue" if president == bomber else "red"
    assert all(end.returns[seat] == (team == winner) for seat, (_, team, _) in who.items())


def test_the_bomb_is_named_by_the_president() -> None:
    lens = Lens(twins_of("two_rooms_and_a_boom")[0])
    for usual, twin in (
        ("REDS, the bomber has a bomb.", "BLUES, the president has a president card."),
        ("The President's room is not bored", "The Bomber's room is not bored"),
    ):
        assert lens.show(usual) == twin
        assert lens.read(twin) == usual
