"""Boards that models are sent as pictures: read back from the shapes, a picture has what the text has, and no more."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from msgspec.structs import replace

import interplay_lab
from interplay import systems
from interplay.core.driver import Ask, Board
from interplay.core.release import open_release
from interplay.tracks.games import catalogue, pictures, twins
from interplay.tracks.games.hive.position import NONE, RESERVE
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Option
from interplay.tracks.positions.track import TRACK as POSITIONS
from tests.games import matches
from tests.games.drawings import looks, words
from tests.support import slow

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "connect_four": ({}, {"hints": 0}, {"opening_plies": 12}, {"profile": "compat"}),
    "hive": ({"max_turns": 40}, {"max_turns": 25, "flat_actions": 1}),
    "santorini": ({}, {"choose_pawn": 1}),
    "tictactoe": ({}, {"hints": 0}, {"opening_plies": 0}, {"profile": "compat"}),
}
"""The games whose boards can be sent as pictures, each with options of its rules."""
NAMES = {"queen": "Q", "spider": "S", "grasshopper": "G", "ant": "A"}
COLOURS = {"seat-0": "b", "good": "g"}


@cache
def situations(game: str) -> tuple[Situation, ...]:
    """Return the situations of matches of random moves, with several options of the rules."""
    seen: list[Situation] = []

    def noted(ask: Ask) -> str:
        assert isinstance(ask.situation, Situation)
        seen.append(ask.situation)
        return matches.randomly(len(seen))(ask)

    for number in range(2):
        for options in VARIANTS[game]:
            matches.play(matches.item(game, seed=str(number), **options), noted)
    return tuple(seen)


def board(situation: Situation) -> Board:
    found = situation.board()
    assert found is not None
    return found


def parts(svg: str) -> tuple[Element, Element]:
    """Return what a document has below its style sheet: the ground, and what lies on it."""
    style, ground, frame = fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    assert style.tag == "style"
    return ground, frame


def number(part: Element, name: str) -> float:
    return float(part.get(name, "nan"))


def height(text: Element) -> float:
    """Return the middle of a line of text of the usual size."""
    return number(text, "y") - 0.35 * 14


def near(labels: dict[float, str], at: float) -> str:
    """Return the label of the row or column that a coordinate belongs to."""
    place = min(labels, key=lambda place: abs(place - at))
    assert abs(place - at) < 6
    return labels[place]


def axes(ground: Element) -> tuple[dict[float, str], dict[float, str]]:
    """Return the labels of the columns by x, which are above a grid, and those of its rows by y, left of it."""
    labels = [part for part in looks(ground, "quiet") if part.tag == "text"]
    top, left = min(map(height, labels)), min(number(part, "x") for part in labels)
    columns = {number(part, "x"): part.text or "" for part in labels if height(part) == top}
    return columns, {height(part): part.text or "" for part in labels if number(part, "x") == left}


def marks(frame: Element) -> dict[str, str]:
    """Return the mark of each colour, as the players' signs say it."""
    return {f"seat-{sign[5]}": sign[-1] for sign in words(frame) if sign.startswith("seat ")}


def read_tictactoe(ground: Element, frame: Element) -> str:
    (columns, rows), cells = axes(ground), dict[tuple[str, str], str]()
    for look, mark in marks(frame).items():
        for use in (use for group in looks(frame, f"{look}-line") for use in group.iter("use")):
            assert use.get("href") == f"#tictactoe-{mark}"
            cells[near(rows, number(use, "y")), near(columns, number(use, "x"))] = mark
    return "\n".join("|" + "|".join(f" {cells.get((row, c), '_')} " for c in "123") + "|" for row in "123")


def read_connect_four(ground: Element, frame: Element) -> str:
    (columns, rows), cells = axes(ground), dict[tuple[str, str], str]()
    for look, mark in marks(frame).items():
        for disc in looks(frame, f"{look}-line"):
            for x, y in re.findall(r"M(\S+) (\S+?)h0", disc.get("d", "")):
                cells[near(rows, float(y)), near(columns, float(x))] = mark
    lines = [f"{row} |" + "|".join(f" {cells.get((row, c), '_')} " for c in "1234567") + "|" for row in "654321"]
    return "\n".join(["  | 1 | 2 | 3 | 4 | 5 | 6 | 7 |", *lines])


def read_santorini(ground: Element, frame: Element) -> str:
    columns, rows = axes(ground)
    towers = {f"#{tower.get('id')}": words(tower)[0] for tower in ground.iter("g") if tower.get("id")}
    levels = {
        (near(rows, number(use, "y")), near(columns, number(use, "x"))): towers[use.get("href", "")]
        for use in frame.iter("use")
    }
    colours = {
        pawn: f"seat-{sign[5]}" for sign in words(frame) if sign.startswith("seat ") for pawn in (sign[-7], sign[-1])
    }
    pawns = {}
    for disc, letter in zip(frame, list(frame)[1:], strict=False):
        if (disc.tag, letter.tag) == ("circle", "text"):
            pawns[letter.text or ""] = near(rows, number(disc, "cy")), near(columns, number(disc, "cx"))
            assert colours[letter.text or ""] in disc.get("class", "").split()
    on = {place: pawn for pawn, place in pawns.items()}
    squares = {(r, c): levels.get((r, c), "0") + on.get((r, c), ".") for r in "01234" for c in "01234"}
    lines = [f"row {row}   {'  '.join(squares[row, column] for column in '01234')}" for row in "01234"]
    head = "The grid, north at the top. Each square shows its level, then the pawn on it, or a dot:"
    placed = [f"{p} ({', '.join(pawns[p])}) on level {squares[pawns[p]][0]}" for p in "AXBY" if p in pawns]
    listed = [f"Pawns as (row, column): {', '.join(placed)}."] if placed else []
    return "\n".join([head, "column  0   1   2   3   4", *lines, *listed])


def read_hive(_ground: Element, frame: Element) -> str:
    """Return the sentence that lists the tiles; each is where its coordinates say, so that neighbours touch."""
    plane = frame.find("g[@transform]")
    assert plane is not None
    names = {}
    for text in plane.iter("text"):
        q, r = map(int, (text.text or "").split(","))
        x, y = number(text, "x"), height(text) - 12
        assert (x, y) == pytest.approx((30 * 3**0.5 * (q + r / 2), 45 * r), abs=0.11)
        names[round(x), round(y)] = (q, r)
    tiles = []
    for look, colour in COLOURS.items():
        for use in (use for group in looks(plane, look) for use in group.iter("use")):
            at = names[round(number(use, "x")), round(number(use, "y"))]
            tiles.append((at, f"{at[0]},{at[1]} {colour}{NAMES[use.get('href', '').removeprefix('#hive-')]}"))
    assert len(tiles) == len(names)
    return f"Tiles on the plane, as q,r: {'; '.join(tile for _, tile in sorted(tiles)) or 'none'}."


READ: dict[str, Callable[[Element, Element], str]] = {
    "connect_four": read_connect_four,
    "hive": read_hive,
    "santorini": read_santorini,
    "tictactoe": read_tictactoe,
}


def test_boards_of_these_games_can_be_sent_as_pictures() -> None:
    drawn = [game for game in catalogue.names() if isinstance(catalogue.picture(game), pictures.Readable)]
    assert drawn == sorted(VARIANTS) == sorted(READ)
    for game in drawn:
        assert not catalogue.load(game).keeps_history  # or earlier prompts would have boards as text


def test_a_twin_that_says_other_names_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    rename = twins.Rename(pattern="(red|blue)", names={"red": "blue", "blue": "red"})
    monkeypatch.setattr(twins, "twins_of", lambda _game: (twins.Twin(title="", change="", renames=(rename,)),))
    setup = matches.item("connect_four").setup
    state = catalogue.load("connect_four").start(setup)
    assert catalogue.board_of(setup, state) is not None
    assert catalogue.board_of(replace(setup, options=(*setup.options, Option(name="twin", value=1))), state) is None


@pytest.mark.parametrize("game", slow(*READ))
def test_the_board_can_be_read_from_the_picture(game: str) -> None:
    for situation in situations(game):
        text = board(situation).text
        if game == "hive":  # the drawing above the list is made of it
            text = text.rpartition("\n")[2]
        if situation.item.setup.profile == "compat" and game == "connect_four":  # without the numbers of rows
            text = "\n".join([f"  {text[:29]}", *(f"{6 - n} {row}" for n, row in enumerate(text.split("\n")[1:]))])
        assert READ[game](*parts(board(situation).svg)) == text


@pytest.mark.parametrize("game", slow(*READ))
def test_the_text_is_part_of_what_every_seat_reads(game: str) -> None:
    for situation in situations(game):
        assert situation.observation.count(board(situation).text) == 1
        other = replace(situation, seat=1 - situation.seat)
        assert board(other) == board(situation)
        assert board(other).text in other.observation


def alike(situation: Situation) -> Iterator[Any]:
    """Yield states that differ in what no seat reads on the board: the order of moves, and who reads lists of moves."""
    state = situation.state
    match situation.item.game:
        case "tictactoe":
            first, second = state.moves[::2], state.moves[1::2]
            mixed = [move for pair in zip(first[::-1], (*second[::-1], None), strict=False) for move in pair if move]
            yield replace(state, moves=tuple(mixed), hints=1 - state.hints, given=0)
        case "connect_four":
            yield replace(state, played=state.played[::-1], hints=1 - state.hints, given=0)
        case "santorini":
            yield replace(state, last="n.n" if state.placing else "")
        case "hive":
            yield replace(state, limits=replace(state.limits, max_turns=250))


def unordered(part: Element) -> Any:
    """Return an element without the order of what it has."""
    return part.tag, sorted(part.items()), part.text or "", sorted(map(unordered, part))


@pytest.mark.parametrize("game", slow(*READ))
def test_nothing_is_in_the_picture_that_the_board_does_not_have(game: str) -> None:
    for situation in situations(game):
        for state in alike(situation):
            drawn, other = board(situation).svg, board(replace(situation, state=state)).svg
            assert unordered(parts(drawn)[1]) == unordered(parts(other)[1])


@pytest.mark.slow
def test_hives_reserves_last_turn_and_chosen_tile_are_as_the_text_has_them() -> None:
    kinds = set()
    for situation in situations("hive"):
        state, text = situation.state, situation.observation
        frame = parts(board(situation).svg)[1]
        for sign, colour in zip(words(frame), ("Blue", "Green"), strict=False):
            reserve = re.search(rf"{colour}: reserve ([^;]*);", text)
            assert reserve
            named = [
                f"{NAMES[kind]}{count if count != '1' else ''}" for kind, count in re.findall(r"(\w+) (\d)", reserve[1])
            ]
            assert sign.partition("”")[2].strip() == (" ".join(named) or "all placed")
        framed = [use.get("href") for use in frame.iter("use") if use.get("href") in {"#hive-from", "#hive-last"}]
        moved = re.search(r"Last turn: .* (placed on|moved from)", text)
        expected = (
            ["#hive-last"] if moved and moved[1] == "placed on" else ["#hive-from", "#hive-last"] if moved else []
        )
        is_chosen = state.chosen != NONE
        if is_chosen:  # a tile of the reserve is chosen in a corner, beside the frames of the last turn
            expected = ["#hive-from"] if state.where[state.chosen] != RESERVE else [*expected, "#hive-from"]
        assert framed == expected
        assert ("*" in board(situation).text.partition("(Each row")[0]) == (
            is_chosen and state.where[state.chosen] != RESERVE
        )
        kinds.add((is_chosen, bool(moved)))
    assert len(kinds) == 4


@pytest.mark.slow
def test_positions_have_pictures_where_their_message_has_the_boards_text() -> None:
    for item in POSITIONS.items(open_release()):
        found = POSITIONS.board(item)
        assert (found is not None) == (item.game in READ)
        if found is not None:
            assert found.text in item.messages[-1].content, item.item_id


@pytest.mark.parametrize("game", slow(*READ))
def test_a_document_is_small_and_needs_no_other_file(game: str) -> None:
    situation = situations(game)[-1]
    svg = board(situation).svg
    root = fromstring(svg)
    assert max(int(root.get("width", 0)), int(root.get("height", 0))) == 1_024
    assert len(svg) < 15_000
    assert {use.get("href", "")[:1] for use in parts(svg)[1].iter("use")} <= {"#"}
    assert not re.search("url|@import|var\\(|http", svg.replace("http://www.w3.org/2000/svg", ""))
    assert board(situation).svg == svg
    classes = {name for part in root.iter() for name in part.get("class", "").split()}
    assert all(f".{name} {{" in svg for name in classes)


def test_colours_outside_of_pages_are_those_of_their_light_theme() -> None:
    theme = Path(interplay_lab.__file__).parent.joinpath("site/style.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--([\w-]+): ([^;]+);", theme.partition("}")[0]))
    alone = Path(pictures.__file__).with_name("pictures.css").read_text(encoding="utf-8")
    written = dict(re.findall(r"\.([\w-]+) \{ (?:fill|stroke): ([^;]+); \}", alone))
    assert written.keys() == pictures.CLASSES
    for name in pictures.CLASSES - {"wood-line"}:
        of_page = re.search(rf"\.{name} \{{ (?:fill|stroke): var\(--([\w-]+)\); \}}", theme)
        assert of_page
        assert written[name] == light[of_page[1]]
    assert ".wood-line { stroke: color-mix(in srgb, var(--wood) 45%, var(--ink)); }" in theme
    both = [[int(light[name][n : n + 2], 16) for n in (1, 3, 5)] for name in ("wood", "ink")]
    mixed = [round(0.45 * wood + 0.55 * ink) for wood, ink in zip(*both, strict=True)]
    assert written["wood-line"] == "#" + "".join(f"{part:02x}" for part in mixed)


@pytest.mark.slow
def test_the_font_has_every_letter_of_the_pictures() -> None:
    fonts = pytest.importorskip("fontTools.ttLib")
    known = fonts.TTFont(Path(systems.__file__).with_name("fonts") / "DejaVuSans.ttf").getBestCmap()
    for game in READ:
        for situation in situations(game)[:40]:
            ground, frame = parts(board(situation).svg)
            assert {ord(letter) for text in (*words(ground), *words(frame)) for letter in text} <= known.keys()
