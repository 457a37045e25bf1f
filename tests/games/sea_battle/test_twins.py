"""The twin with the mirrored chart, played by its printed texts and a compass alone."""

import re

import pytest

from tests.games.twinned import Read, played

COMPASS = ("north", "east", "south", "west")
"""Clockwise: a turn to the right is the next one."""
STEPS = {"north": (0, 1), "east": (-1, 0), "south": (0, -1), "west": (1, 0)}
"""The change of (y, x): y grows to the west, x to the north."""
SIDES = {"left": -1, "right": 1, "forward": 0, "stay": 0}

Ships = dict[int, tuple[tuple[int, int], str]]


def ships(text: Read) -> Ships:
    found = re.findall(r"ship (\d)(?:, \w+)?: \((\d+), (\d+)\), heading (\w+)", text.observation)
    return {int(ship): ((int(y), int(x)), heading) for ship, y, x, heading in found}


def turned(heading: str, side: str) -> str:
    return COMPASS[(COMPASS.index(heading) + SIDES[side]) % 4]


@pytest.mark.parametrize("seed", "ab")
@pytest.mark.slow
def test_ships_turn_sail_and_fire_as_a_compass_says(seed: str) -> None:
    texts, _ = played("sea_battle", seed)
    rounds = {text.round: text for text in texts}
    hits = sailed = 0
    for number in range(1, len(rounds)):
        before, after = ships(rounds[number - 1]), ships(rounds[number])
        for ship, events in re.findall(r"- ship (\d): (.*)", rounds[number].observation):
            if int(ship) not in after:
                continue
            movement, side = events.split(",")[0].split("_")
            (start, heading), (end, bow) = before[int(ship)], after[int(ship)]
            assert bow == turned(heading, movement)
            steps = [] if movement == "stay" else [STEPS[heading], *[STEPS[bow]] * abs(SIDES[movement])]
            free = (start[0] + sum(dy for dy, _ in steps), start[1] + sum(dx for _, dx in steps))
            if end == free:
                sailed += 1
            else:  # something stopped it: after no step at all, or after only one of two
                assert end in (start, *((start[0] + dy, start[1] + dx) for dy, dx in steps))
            target = re.search(r", hit ship (\d)", events)
            if target and int(target[1]) in after:
                (y, x), (dy, dx) = after[int(target[1])][0], STEPS[turned(bow, side)]
                assert (y, x) in {(end[0] + far * dy, end[1] + far * dx) for far in (1, 2, 3)}
                hits += 1
    assert hits
    assert sailed > 50


@pytest.mark.slow
def test_the_map_shows_the_west_on_its_right() -> None:
    text = played("sea_battle", "a")[0][0]
    (y, x), heading = ships(text)[text.seat]
    arrow = {"west": ">", "north": "^", "east": "<", "south": "v"}[heading]
    rows = dict(re.findall(r"^x=(\d+) +(.*)$", text.observation, re.MULTILINE))
    columns = re.findall(r"^  y= (.*)$", text.observation, re.MULTILINE)[0].split()
    assert rows[str(x)].split()[columns.index(str(y))] == f"{text.seat}{arrow}"
    assert "y grows to the west and x to the north" in text.rules
