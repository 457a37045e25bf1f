"""Natural replies: every game reads a move as it reads the plain one, however a model dresses it; or refuses it.

The decision points come from matches of random bots. A style is applied to the plain reply of a legal action; the
reasoning around it speaks of another legal action, in a sentence or in a list. ``python -m tests.games.test_styles``
prints the table of the card.
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from interplay.core.driver import Ask
from interplay.core.errors import MoveError, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Open
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import answer
from interplay.tracks.games.shared.menu import Choice
from tests.games import matches

GAMES = catalogue.names()
POINTS = 40
"""Decision points of a game."""


class Point(Struct, frozen=True):
    """A decision: where it stands, a legal action as a bot writes it and as a bare text, and another legal one."""

    at: Situation
    plain: str
    bare: str
    other: str

    def read(self, raw: str) -> str:
        """Return the canonical action that the referee reads."""
        game = self.at.game
        return game.encode(game.parse(self.at.state, self.at.seat, answer(self.at.item.setup, raw).text))


REASONING = (
    "Let me think about this step by step.\n\nFirst I looked at what the other player might do. I could answer with "
    "{other}, but that would leave me worse off later.\n\n- safety comes first\n- the end is still far away\n\n"
)
BEHIND = "\n\nI prefer this because {other} would give the other side what it wants."
Style = Callable[[Point], str]
STYLES: dict[str, Style] = {
    "plain": lambda p: p.plain,
    "bare": lambda p: p.bare,
    "period": lambda p: f"{p.bare}.",
    "bold": lambda p: f"**{p.plain}**",
    "backticks": lambda p: f"`{p.plain}`",
    "quotes": lambda p: f'"{p.bare}"',
    "bold key": lambda p: f"**Action:** {p.bare}",
    "key bold": lambda p: f"Action: **{p.bare}**",
    "final answer": lambda p: f"Final answer: {p.bare}",
    "I choose": lambda p: f"I choose {p.bare}.",
    "my move is": lambda p: f"After some thought, my move is {p.bare}.",
    "list": lambda p: f"- {p.bare}",
    "reasoning, move": lambda p: REASONING.format(other=p.other) + p.plain,
    "reasoning, bold move": lambda p: REASONING.format(other=p.other) + f"**{p.plain}**",
    "reasoning, key": lambda p: REASONING.format(other=p.other) + f"**Final answer:** `{p.bare}`",
    "options, move": lambda p: f"Options:\n1. {p.other}\n2. {p.bare}\n\nThe second is better.\n\n{p.plain}",
    "move, reasons": lambda p: p.plain + BEHIND.format(other=p.other),
    "key, reasons": lambda p: f"Action: {p.bare}" + BEHIND.format(other=p.other),
    "think block": lambda p: f"<think>\nMaybe {p.other}?\n{p.other}\nNo.\n</think>\n\n{p.plain}",
    "open think": lambda p: f"Maybe {p.other}? Yes:\n{p.other}\nOr not.\n</think>\n{p.plain}",
    "fenced": lambda p: f"```\n{p.plain}\n```",
    "reasoning, fenced": lambda p: REASONING.format(other=p.other) + f"```text\n{p.plain}\n```",
    "JSON": lambda p: json.dumps({"action": p.bare}),
    "JSON fenced": lambda p: f'```json\n{{\n  "action": {json.dumps(p.bare)}\n}}\n```',
    "JSON, more keys": lambda p: json.dumps({"reasoning": f"Not {p.other}.", "action": p.bare, "confidence": 0.8}),
    "reasoning, JSON": lambda p: REASONING.format(other=p.other) + json.dumps({"action": p.bare}),
    "JSON, reasons": lambda p: json.dumps({"action": p.bare}) + BEHIND.format(other=p.other),
    "Python object": lambda p: str({"action": p.bare, "sure": True}),
    "boxed": lambda p: REASONING.format(other=p.other) + f"$\\boxed{{{p.bare}}}$",
    "boxed key": lambda p: f"{p.other} is as good.\n\n$$\\boxed{{\\text{{Action: {p.bare}}}}}$$",
    "polite": lambda p: f"Sure! Here is my move:\n\n{p.plain}\n\nGood luck!",
}
REFUSED: dict[str, Style] = {
    "two lines": lambda p: f"{p.bare}\n{p.other}",
    "either": lambda p: f"Action: {p.bare} or {p.other}",
    "a question": lambda p: f"Should I play {p.bare}?",
    "not": lambda p: f"I will not play {p.bare}.",
    "only thoughts": lambda p: f"<think>{p.plain}</think>",
    "cut thoughts": lambda p: f"<think>I will play\n{p.plain}\n",
    "nothing": lambda p: "",
    "talk": lambda p: "I would rather not say. What would you do in my place?",
    "no choice": lambda p: "Any action is fine with me; please choose for me.",
}


@cache
def points(game: str, number: int = POINTS) -> tuple[Point, ...]:
    """Return the first decision points of random matches at which two actions without free text are legal."""
    found: list[Point] = []
    seed = 0
    while len(found) < number:
        matches.play(matches.item(game, seed=f"styles/{seed}"), _collecting(found, seed))
        seed += 1
    return tuple(found[:number])


def _collecting(found: list[Point], seed: int) -> Callable[[Ask], str]:
    play = matches.randomly(seed)

    def reply(ask: Ask) -> str:
        assert isinstance(ask.situation, Situation)
        found.extend(_point(ask.situation, seed))
        return play(ask)

    return reply


def _point(at: Situation, seed: int) -> Iterator[Point]:
    legal = at.game.legal(at.state, at.seat)
    if isinstance(legal, Open):
        return
    stream = Stream("styles", f"{seed}/{at.round}/{at.seat}", at.item.game)
    actions = [a for a in (at.game.plain(a) for a in legal) if not (isinstance(a, Choice) and a.text is not None)]
    if len(actions) > 1:
        first, second = stream.shuffled(range(len(actions)))[:2]
        written = [at.game.write(at.state, at.seat, actions[index]) for index in (first, second)]
        yield Point(at, written[0], *(text.rpartition(": ")[2] for text in written))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_a_move_counts_in_every_dress(game: str, style: str) -> None:
    for point in points(game):
        reply = STYLES[style](point)
        assert point.read(reply) == point.read(point.plain), reply


@pytest.mark.parametrize("style", REFUSED)
@pytest.mark.parametrize("game", GAMES)
def test_what_makes_no_move_is_never_guessed(game: str, style: str) -> None:
    for point in points(game):
        reply = REFUSED[style](point)
        with pytest.raises(MoveError) as caught:
            point.read(reply)
        assert isinstance(caught.value, UnparsableMove), reply


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_quotes_the_line_in_which_the_move_was_looked_for(game: str) -> None:
    point = points(game)[0]
    with pytest.raises(UnparsableMove, match=r"found .*'Whatever you like'"):
        point.read(
            f"Let me think about {point.other} for a while, as it may be better than it looks.\n\nWhatever you like"
        )


PIECES = (
    '{"',
    '\\"',
    "{",
    "Action: ",
    "player_0: ",
    "I choose ",
    "X: ",
    "\\boxed{",
    "1 hat ",
    "```\n",
    "Message: ",
    "or ",
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_long_hostile_replies_are_read_in_no_time(game: str) -> None:
    point = points(game)[0]
    for piece in PIECES:
        for reply in ((piece * 20_000)[:20_000], ((piece * 2_000)[:1_900] + "\n") * 10):
            started = time.perf_counter()
            with contextlib.suppress(MoveError):
                point.read(reply)
            assert time.perf_counter() - started < 1.0, piece


def accepted(game: str, style: Style) -> int:
    """Return at how many decision points the reply in *style* is read as the plain one."""
    count = 0
    for point in points(game):
        try:
            count += point.read(style(point)) == point.read(point.plain)
        except MoveError:
            continue
    return count


def table() -> str:
    """Return the rows of the card: a style, and how many of its replies the games of each suite read as plain ones."""
    suites = {suite: [g for g in GAMES if catalogue.load(g).suite == suite] for suite in ("llmarena", "gamebench")}
    heads = [f"{suite}, of {POINTS * len(games)}" for suite, games in suites.items()]
    lines = [f"| style | {' | '.join(heads)} |", "|---|---|---|"]
    for name, style in (STYLES | REFUSED).items():
        counts = [str(sum(accepted(game, style) for game in games)) for games in suites.values()]
        lines.append(f"| {name} | {' | '.join(counts)} |")
    return "\n".join(lines)


def test_the_card_has_the_table(root: Path) -> None:
    card = (root / "cards" / "games.md").read_text(encoding="utf-8")
    rows = [f"| {name} | 280 | 360 |" for name in STYLES] + [f"| {name} | 0 | 0 |" for name in REFUSED]
    assert "\n".join(rows) in card


if __name__ == "__main__":
    print(table())
