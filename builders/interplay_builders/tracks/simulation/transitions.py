"""The split ``transitions``: a position of a game and an action are shown; the reply is the position that follows.

Bots play the matches. A row is a step whose next position follows from what the prompt shows: nothing is drawn that it
does not state. ``transitions.toml`` says how each game's positions are written, and which actions qualify.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from interplay.core.driver import Ask
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Message, Record
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game, Open
from interplay.tracks.games.shared.menu import FAILED, Choice
from interplay.tracks.simulation.bots import BLIND, BOTS
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.line_set import LineSetParams
from interplay.tracks.simulation.checks.reading import collapsed, lines
from interplay.tracks.simulation.checks.thoughts import ThoughtsParams
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import passes
from interplay_builders.tracks.base import read_toml
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.sessions import Exchange, Session, TaskSpec, content, fence, form

SPLIT = "transitions"
SINCE = (0, 4, 0)
"""The first release with this split."""
THIRDS = ("opening", "middle", "end")
EACH, EXAMPLES = 8, 8
"""Rows of a game from each third of a match, and matches that its examples are taken from."""
MOST_STEPS, MOST_ATTEMPTS = 100, 100  # of a match, and for one row
Decision = tuple[Any, dict[int, Any]]
"""A state, and the actions of the seats to move."""


class Notes(Record, frozen=True):
    """How a game's ``position`` is written, which ``bot`` plays, and which steps qualify, as patterns.

    All ``actions`` match; ``same`` finds the same before and after, and ``never`` nothing. ``who`` finds a seat's name
    in its prompt, or is the names. Where an action ``draws``, ``drawn_card`` finds what, with ``{seat}`` for the seat.
    """

    position: str
    bot: str
    actions: str
    who: str | tuple[str, ...]
    same: str = "(?!)"
    never: str = "(?!)"
    draws: str = "(?!)"
    drawn_card: str = ""


class Texts(Record, frozen=True):
    """The request with its parts in braces, and the notes on each game."""

    request: str
    games: dict[str, Notes]


TEXTS = read_toml(Path(__file__).with_suffix(".toml"), Texts)


@dataclass(frozen=True, slots=True)
class Step:
    """One decision, or two of one seat, with the positions before and after; ``kind`` is the first action's word."""

    decisions: tuple[Decision, ...]
    before: str
    after: str
    third: str
    kind: str


def rows(seed: str, canary: str, taken: Collection[tuple[Message, ...]] = (), each: int = EACH) -> tuple[Script, ...]:
    """Return the rows of all games, none with the messages of *taken*; raise ``RecordError`` if there are too few."""
    return tuple(row for name in TEXTS.games for row in rows_of(name, seed, canary, taken, each))


def rows_of(
    name: str, seed: str, canary: str, taken: Collection[tuple[Message, ...]] = (), each: int = EACH
) -> Iterator[Script]:
    """Yield the rows of one game, *each* from every third of a match."""
    examples = [step for number in range(EXAMPLES) for step in steps(name, f"{seed}/example/{number}")]
    used = {*taken}
    for item_id, third in ((f"{SPLIT}/{name}/{third}/{n}", third) for third in THIRDS for n in range(each)):
        for attempt in range(MOST_ATTEMPTS):
            stream = Stream("simulation", seed, f"{item_id}/{attempt}")
            fitting = [step for step in steps(name, f"{seed}/{item_id}/{attempt}") if step.third in (third, "")]
            kind = stream.choice(sorted({step.kind for step in fitting}) or [""])
            alike, others = ([step for step in some if step.kind == kind] for some in (fitting, examples))
            row = (
                _row(item_id, canary, stream.choice(alike), stream.choice(others), stream) if alike and others else None
            )
            if row is not None and row.messages not in used and not problem(row):
                break
        else:
            raise RecordError(f"{item_id}: found no step in {MOST_ATTEMPTS} matches with the seed {seed!r}")
        used.add(row.messages)
        yield row


def steps(name: str, seed: str) -> list[Step]:
    """Return the steps of a match that qualify; a decision that changes nothing is part of the seat's next step."""
    game, notes, decisions, result = catalogue.load(name), TEXTS.games[name], list[Decision](), list[Step]()
    bot, state = catalogue.bots_of(name)[notes.bot], game.start(game.deal(seed, {}, "strict"))
    while (seats := game.to_move(state)) and len(decisions) < MOST_STEPS:
        streams = {seat: Stream(name, seed, f"{SPLIT}/{len(decisions)}/{seat}") for seat in seats}
        moves = {seat: game.parse(state, seat, bot.move(game, state, seat, streams[seat])) for seat in seats}
        decisions.append((state, moves))
        state = game.apply(state, moves)
    positions = [game.show(each) for each in (*(before for before, _ in decisions), state)]
    for number, (_, moves) in enumerate(decisions):
        follows = number and len(moves) == 1 and decisions[number - 1][1].keys() == moves.keys()
        first = number - 1 if follows and positions[number - 1] == positions[number] else number
        encoded = [game.encode(action) for _, moves in decisions[first : number + 1] for action in moves.values()]
        texts = positions[first], positions[number + 1]
        same = [re.findall(notes.same, text, re.MULTILINE) for text in texts]
        fits = all(re.fullmatch(notes.actions, text, re.DOTALL) for text in encoded) and same[0] == same[1]
        third = THIRDS[3 * number // len(decisions)] if len(decisions) > 2 else ""
        if fits and not re.search(notes.never, "\n".join(texts)):
            result.append(
                Step(tuple(decisions[first : number + 1]), *texts, third, re.split(r"[\W_\d]", encoded[0])[0])
            )
    return result


def problem(row: Script) -> str:
    """Return why a row is not fit: the reference fails, or a reply of an uninformed bot or a planted one passes."""
    wrong = {f"bot-{name}": BOTS[name](Ask(row.messages, row)) for name in BLIND}
    wrong |= {f"planted reply {number}": reply for number, reply in enumerate(row.planted, 1)}
    passing = [name for name, reply in wrong.items() if passes(row, reply)]
    return f"{', '.join(passing)} passes" if passing else "" if passes(row, row.reference) else "the reference fails"


def _row(item_id: str, canary: str, step: Step, example: Step, stream: Stream) -> Script:
    game = catalogue.load(item_id.split("/")[1])
    wrong = (step.before, *(_damaged(step.after, stream) for _ in range(4)), *islice(_others(game, step), 2))
    expected = tuple(collapsed(line) for line in lines(step.after) if line.strip())
    checks = (
        form("thoughts", ThoughtsParams(pattern="[^\\n]*", means="any thoughts")),
        form("fenced", FencedParams(talk=True)),
        content("line_set", LineSetParams(expected=expected, blanks="collapsed")),
    )
    planted = tuple(dict.fromkeys(map(fence, wrong)))
    task = TaskSpec(f"{SPLIT}-{game.name}", game.title, "stateless", game.name, _request(game, step, example), "action")
    session = Session(task, (Exchange("", fence(step.after), checks=checks, planted=planted),))
    return replace(compose.script(session, 1, 0, "last_only", canary), item_id=item_id, split=SPLIT)


def _request(game: Game[Any, Any], step: Step, example: Step) -> str:
    (state, actions), notes = step.decisions[0], TEXTS.games[game.name]
    topics = (game.explain(state, next(iter(actions)), f"Explain(H{number})") for number in range(1, 20))
    rules = game.prompt(state, next(iter(actions))).system.partition(FAILED)[0]
    parts = {"title": game.title, "rules": "\n\n".join((rules, *filter(None, topics))), "position": notes.position}
    for name, each in (("", step), ("example_", example)):
        done = "\n".join(f"- {text}" for decision in each.decisions for text in _done(game, decision, each.after))
        parts |= {f"{name}before": each.before, f"{name}after": each.after, f"{name}done": done}
    return TEXTS.request.format_map(parts)


def _done(game: Game[Any, Any], decision: Decision, after: str) -> Iterator[str]:
    """Yield the actions in words, each behind its seat's name, and what they draw."""
    (state, actions), notes = decision, TEXTS.games[game.name]
    for seat, action in actions.items():
        prompt = game.prompt(state, seat)
        texts = f"{prompt.system}\n{prompt.observation}"
        name = re.findall(notes.who, texts)[0] if isinstance(notes.who, str) else notes.who[seat]
        words = "; ".join(
            game.write(state, seat, action).removeprefix("Action: ").removeprefix(f"{name}: ").split("\n")
        )
        if isinstance(action, Choice):
            speech = "" if action.text is None else f'. The text: "{action.text}"'
            words = f"{game.explain(state, seat, f'Explain({action.id})') or action.id}{speech}"
        yield f"{name}: {words}"
        drawn = re.findall(notes.drawn_card.format(seat=seat), after, re.MULTILINE)
        yield from (f"This is drawn: {text}" for text in drawn if re.match(notes.draws, game.encode(action)))


def _others(game: Game[Any, Any], step: Step) -> Iterator[str]:
    """Yield the positions after other last actions of the seat, where they can be listed and it moves alone."""
    state, actions = step.decisions[-1]
    seat, *more = actions
    legal = game.legal(state, seat)
    for other in () if more or isinstance(legal, Open) else legal:
        if other != actions[seat] and getattr(other, "text", None) is None:
            yield game.show(game.apply(state, {seat: other}))


def _damaged(position: str, stream: Stream) -> str:
    """Return a position in which one letter or figure is another."""
    at = stream.choice([n for n, character in enumerate(position) if character.isalnum()])
    return f"{position[:at]}{stream.choice([c for c in '0123456789X' if c != position[at]])}{position[at + 1 :]}"
