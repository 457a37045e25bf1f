"""Every picture passes these with no test code of its own: well-formed, small, within its frame, and harmless."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby, pairwise
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest

from interplay.core.errors import UnknownName
from interplay.tracks.games import catalogue, pictures
from interplay.tracks.games.match.replay import Replay
from interplay.tracks.games.shared import five
from interplay.tracks.games.verdicts import Decision, Observed
from tests.games import matches

DRAWN = catalogue.PICTURES.names()
LARGEST = 4_096
"""Bytes of a frame."""
LETTER = 0.52
"""Width of a letter, on the average, in sizes of the type."""
INHERITED = {"font-size", "text-anchor"}
TAGS = {
    "g",
    "defs",
    "use",
    "rect",
    "circle",
    "ellipse",
    "line",
    "path",
    "polygon",
    "polyline",
    "text",
    "tspan",
    "title",
}
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+")
MOVE = re.compile(r"([MLHVQCTSAZmlhvqctsaz])([^A-Za-z]*)")
Step = tuple[Any, Observed | None]
Box = tuple[float, float]


@cache
def played(game: str) -> tuple[tuple[Step, ...], ...]:
    """Return matches of each bot against itself, and one of random moves: the states, with what led there."""
    rules = catalogue.load(game)
    bots = [f"bot:{bot.name}@{bot.version}" for bot in catalogue.BOTS.load(game)][-2:]
    system = ("system",) * rules.seats
    seated = [((bot,) * rules.seats, bot) for bot in bots] + [(system, "a"), (system, "b")]
    items = [matches.item(game, players, seed, "strict", **rules.short) for players, seed in seated]
    return tuple(tuple(_steps(game, item)) for item in items)


def _steps(game: str, item: Any) -> Iterator[Step]:
    """Yield each state with the decision before it; within a round of several the state stays as it was."""
    seen: list[Observed] = []
    Replay(item).verify(matches.play(item, matches.randomly(item.pair)), seen.append)
    rules = catalogue.load(game)
    yield rules.start(item.setup), None
    for _, group in groupby(seen, key=lambda one: one.round):
        decisions = list(group)
        yield from ((one.state, one) for one in decisions[:-1])
        acted = {one.seat: one.decision.action for one in decisions}
        yield rules.apply(decisions[0].state, acted), decisions[-1]


def sampled(game: str) -> Iterator[Step]:
    """Yield at most 60 states of each match."""
    for steps in played(game):
        yield from steps[:: max(1, len(steps) // 60)]
        yield steps[-1]


@cache
def ground(game: str) -> Element:
    return catalogue.picture(game).ground(played(game)[0][0][0])


@cache
def frames(game: str) -> tuple[Element, ...]:
    return tuple(catalogue.picture(game).frame(state, seen) for state, seen in sampled(game))


def everything(game: str) -> Iterator[Element]:
    yield ground(game)
    yield from frames(game)


def test_a_game_without_a_picture_is_named() -> None:
    with pytest.raises(UnknownName, match="unknown game with a picture 'chess'"):
        catalogue.picture("chess")


@pytest.mark.parametrize("word", ["cup", "strawberry", "grandmothers", "w" * 80])
def test_a_long_word_does_not_touch_the_number_of_its_seat(word: str) -> None:
    number, _, title = five.head(1, word, "ink")
    assert title.text
    half = 0.62 * float(title.attrib["font-size"]) * len(title.text) / 2
    assert float(title.attrib["x"]) - half >= float(number.attrib["cx"]) + float(number.attrib["r"]) + 2
    assert float(title.attrib["x"]) + half <= 476  # the edge of the box


def test_every_game_has_a_picture() -> None:
    assert set(DRAWN) == set(catalogue.names())


@pytest.mark.parametrize("game", DRAWN)
@pytest.mark.slow
def test_pictures_come_out_of_a_parser_as_they_went_in(game: str) -> None:
    for made in everything(game):
        text = tostring(made, encoding="unicode")
        assert tostring(fromstring(text), encoding="unicode") == text
        assert made.tag == "g"


@pytest.mark.parametrize("game", DRAWN)
@pytest.mark.slow
def test_pictures_hold_shapes_and_known_classes_alone(game: str) -> None:
    for made in everything(game):
        for part in made.iter():
            assert part.tag in TAGS
            assert not [name for name in part.attrib if name == "style" or name.startswith("on") or ":" in name]
            assert set(part.get("class", "").split()) <= pictures.CLASSES
            assert part.get("href", "#").startswith("#")


@pytest.mark.parametrize("game", DRAWN)
def test_frames_use_what_the_ground_defines_under_the_games_name(game: str) -> None:
    defined = [part.get("id", "") for part in ground(game).iter() if part.get("id")]
    assert len(defined) == len(set(defined))
    assert all(name.startswith(f"{game}-") for name in defined)
    for made in frames(game):
        assert not [part for part in made.iter() if part.get("id")]
        assert {part.get("href", "")[1:] for part in made.iter("use")} <= set(defined)


@pytest.mark.parametrize("game", DRAWN)
def test_frames_are_small(game: str) -> None:
    assert max(len(tostring(made)) for made in frames(game)) <= LARGEST


@pytest.mark.parametrize("game", DRAWN)
def test_pictures_lie_within_their_frame(game: str) -> None:
    wide, high = catalogue.picture(game).size
    for made in everything(game):
        for x, y in _points(made, (0.0, 0.0), 1.0, {}):
            assert -0.5 <= x <= wide + 0.5, (x, wide)
            assert -0.5 <= y <= high + 0.5, (y, high)


@pytest.mark.parametrize("game", DRAWN)
def test_different_states_give_different_frames(game: str) -> None:
    picture = catalogue.picture(game)
    for steps in played(game):
        few = steps[:80]
        drawn = [tostring(picture.frame(state, seen)) for state, seen in few]
        for (one, other), (before, after) in zip(pairwise(few), pairwise(drawn), strict=True):
            assert one[0] == other[0] or before != after


def yellow(made: Element) -> list[Element]:
    return [part for part in made.iter() if {"mark", "mark-line"} & set(part.get("class", "").split())]


@pytest.mark.parametrize("game", DRAWN)
def test_yellow_means_this_step_in_all_games(game: str) -> None:
    picture = catalogue.picture(game)
    start, _ = played(game)[0][0]
    assert yellow(picture.frame(start, None)) == []
    frame_symbols = [part for part in ground(game).iter() if part.get("id", "").endswith(("-last", "-from"))]
    assert {id(part) for part in yellow(ground(game))} <= {id(part) for one in frame_symbols for part in one.iter()}
    assert any("yellow" in one and "this step" in one for one in picture.legend)


@pytest.mark.parametrize("game", DRAWN)
def test_pictures_have_a_colour_for_each_seat_and_say_what_marks_mean(game: str) -> None:
    picture = catalogue.picture(game)
    assert len(picture.looks) == catalogue.load(game).seats
    assert set(picture.looks) <= set(pictures.FILLS)
    assert picture.legend
    assert all(len(one) <= 120 and not one.endswith(".") for one in picture.legend)


@pytest.mark.parametrize("game", [game for game in DRAWN if isinstance(catalogue.picture(game), pictures.Gathering)])
def test_decisions_of_a_round_that_is_not_over_are_small_and_lie_within_the_frame(game: str) -> None:
    picture = catalogue.picture(game)
    assert isinstance(picture, pictures.Gathering)
    wide, high = picture.size
    for steps in played(game):
        for _, group in groupby(steps[1:], key=lambda step: step[1].round if step[1] else -1):
            seen = [one for _, one in group if one is not None]
            drawn = picture.given(seen[0].state, seen)
            assert len(tostring(drawn)) <= LARGEST
            assert all(0 <= x <= wide and 0 <= y <= high for x, y in _points(drawn, (0.0, 0.0), 1.0, {}))


@pytest.mark.parametrize("game", DRAWN)
def test_captions_are_sentences_that_follow_the_match(game: str) -> None:
    picture = catalogue.picture(game)
    for steps in played(game):
        said = [picture.caption(state) for state, _ in steps]
        assert all(re.fullmatch(r"[A-Z].{10,}[.!?]", one, re.DOTALL) and len(one) <= 900 for one in said)
        assert said[0] != said[-1]


@pytest.mark.parametrize("game", DRAWN)
def test_a_decision_that_forfeits_is_drawn(game: str) -> None:
    state = played(game)[0][0][0]
    seat = catalogue.load(game).to_move(state)[0]
    lost = Observed(state, 0, seat, Decision(None, (), substituted=False, forfeited=True), ("nonsense",))
    assert catalogue.picture(game).frame(state, lost).tag == "g"


def _points(made: Element, origin: Box, scale: float, above: Mapping[str, str]) -> Iterator[Box]:
    """Yield the points of all shapes but those in definitions, as the frame has them."""
    if made.tag == "defs":
        return
    moved = re.fullmatch(
        r"translate\((\S+)[ ,]+(\S+?)\)(?: (?:scale\((\S+)\)|rotate\(\S+\)))?", made.get("transform", "")
    )
    if moved:
        origin = (origin[0] + scale * float(moved[1]), origin[1] + scale * float(moved[2]))
        scale *= float(moved[3] or 1)
    else:
        assert re.fullmatch(r"(rotate\(.*\))?", made.get("transform", "")), made.get("transform")
    given = {**above, **made.attrib}
    yield from ((origin[0] + scale * x, origin[1] + scale * y) for x, y in _corners(made, given))
    for inner in made:
        yield from _points(inner, origin, scale, {name: given[name] for name in INHERITED & set(given)})


def _corners(made: Element, given: Mapping[str, str]) -> Iterator[Box]:
    def at(name: str) -> float:
        return float(made.get(name, 0))

    if made.tag == "text":
        wide = LETTER * float(given.get("font-size", 13)) * len(made.text or "")
        left = {"start": 0.0, "middle": 0.5, "end": 1.0}[given.get("text-anchor", "start")] * wide
        yield at("x") - left, at("y")
        yield at("x") - left + wide, at("y")
    elif made.tag in ("rect", "use"):
        yield at("x"), at("y")
        yield at("x") + at("width"), at("y") + at("height")
    elif made.tag in ("circle", "ellipse"):
        rx, ry = at("rx") or at("r"), at("ry") or at("r")
        yield at("cx") - rx, at("cy") - ry
        yield at("cx") + rx, at("cy") + ry
    elif made.tag == "line":
        yield at("x1"), at("y1")
        yield at("x2"), at("y2")
    elif made.tag == "path":
        yield from _pen(made.get("d", ""))


def _pen(d: str) -> Iterator[Box]:
    """Yield where the pen of a path stops, curves' handles among it."""
    x = y = 0.0
    for command, rest in MOVE.findall(d):
        numbers = [float(n) for n in NUMBER.findall(rest)]
        relative = command.islower()
        if command in "Hh":
            steps = [(n, 0.0 if relative else y) for n in numbers]
        elif command in "Vv":
            steps = [(0.0 if relative else x, n) for n in numbers]
        else:
            numbers = numbers if command not in "Aa" else [n for k, n in enumerate(numbers) if k % 7 > 4]
            steps = list(zip(numbers[::2], numbers[1::2], strict=True))
        start = x, y
        for n, (dx, dy) in enumerate(steps):
            base = start if command in "qcs" and n % {"q": 2, "c": 3, "s": 2}[command] else (x, y)
            x, y = (base[0] + dx, base[1] + dy) if relative else (dx, dy)
            yield x, y
