"""The split ``transitions``: a position of a game and an action are shown; the reply is the position that follows.

Bots play the matches. A row is a step whose next position follows from what the prompt shows: nothing is drawn that it
does not state. ``transitions.toml`` says how each game's positions are written, and which actions qualify.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from interplay.core.driver import Ask
from interplay.core.errors import RecordError
from interplay.core.randomness import Stream
from interplay.core.records import Message, Record
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game, Open
from interplay.tracks.games.shared.menu import FAILED, Choice
from interplay.tracks.simulation.bots import BLIND, BOTS
from interplay.tracks.simulation.checks.reading import collapsed, lines
from interplay.tracks.simulation.records import Check, Script
from interplay.tracks.simulation.scores import passes
from interplay_builders.tracks.base import read_toml

SPLIT = "transitions"
SINCE = (0, 4, 0)
"""The first release with this split."""
THIRDS = ("opening", "middle", "end")
EACH = 8
"""Rows of a game from each third of a match, each from another match."""
EXAMPLES, MOST_STEPS, MOST_ATTEMPTS = 20, 150, 100
"""Matches that examples are taken from, steps of a match, and matches that are played for one row."""


class Notes(Record, frozen=True):
    """How a game's ``position`` is written, which ``bot`` plays, and which steps qualify.

    ``actions`` is a pattern of encoded actions. What the pattern ``same`` finds may not change, and ``never`` may not be
    in the next position, since something was drawn then that nobody is told. ``who`` is a pattern of a seat's name in
    its prompt, or the names of all seats. ``told`` is a pattern of what is drawn in the next position, with ``{seat}``
    for the seat's number, where an action ``draws``.
    """

    position: str
    bot: str
    actions: str
    who: str | tuple[str, ...]
    same: str = "(?!)"
    never: str = "(?!)"
    draws: str = "(?!)"
    told: str = ""


class Texts(Record, frozen=True):
    """The request with its parts in braces, and the notes on each game."""

    request: str
    games: dict[str, Notes]


TEXTS = read_toml(Path(__file__).with_suffix(".toml"), Texts)


@dataclass(frozen=True, slots=True)
class Step:
    """Some decisions in a row, each a state with the actions of seats, and the state ``after`` them."""

    game: Game[Any, Any]
    decisions: tuple[tuple[Any, dict[int, Any]], ...]
    after: Any
    third: str

    @property
    def before(self) -> str:
        """The position that is shown."""
        return self.game.show(self.decisions[0][0])

    @property
    def encoded(self) -> list[str]:
        """The actions of all seats."""
        return [self.game.encode(action) for _, actions in self.decisions for action in actions.values()]

    @property
    def kind(self) -> str:
        """The first word of the first action."""
        return re.split(r"[\W_\d]", self.encoded[0])[0]

    def others(self) -> Iterator[str]:
        """Yield the positions after other last actions of the seat, where they can be listed and it moves alone."""
        state, actions = self.decisions[-1]
        seat, *more = actions
        legal = self.game.legal(state, seat)
        for other in () if more or isinstance(legal, Open) else legal:
            if other != actions[seat] and getattr(other, "text", None) is None:
                yield self.game.show(self.game.apply(state, {seat: other}))


def rows(seed: str, canary: str, taken: Collection[tuple[Message, ...]] = ()) -> tuple[Script, ...]:
    """Return the rows of all games, none with the messages of *taken*; raise ``RecordError`` if there are too few."""
    return tuple(row for name in TEXTS.games for row in rows_of(name, seed, canary, taken))


def rows_of(
    name: str, seed: str, canary: str, taken: Collection[tuple[Message, ...]] = (), each: int = EACH
) -> Iterator[Script]:
    """Yield the rows of one game."""
    examples = [step for number in range(EXAMPLES) for step in steps(name, f"{seed}/example/{number}")]
    used = {*taken}
    for item_id, third in ((f"{SPLIT}/{name}/{third}/{n}", third) for third in THIRDS for n in range(each)):
        for attempt in range(MOST_ATTEMPTS):
            stream = Stream("simulation", seed, f"{item_id}/{attempt}")
            fitting = [step for step in steps(name, f"{seed}/{item_id}/{attempt}") if step.third in (third, "")]
            kind = stream.choice(sorted({step.kind for step in fitting}) or [""])
            alike, shown = ([step for step in some if step.kind == kind] for some in (fitting, examples))
            row = _row(item_id, canary, stream.choice(alike), stream.choice(shown), stream) if alike and shown else None
            if row is not None and row.messages not in used and not problem(row):
                break
        else:
            raise RecordError(f"{item_id}: found no step in {MOST_ATTEMPTS} matches with the seed {seed!r}")
        used.add(row.messages)
        yield row


def steps(name: str, seed: str) -> list[Step]:
    """Return the steps of a match that qualify; decisions of one seat that change nothing are part of the next step."""
    game, notes, decisions = catalogue.load(name), TEXTS.games[name], list[tuple[Any, dict[int, Any]]]()
    bot, state = catalogue.bots_of(name)[notes.bot], game.start(game.deal(seed, {}, "strict"))
    while (seats := game.to_move(state)) and len(decisions) < MOST_STEPS:
        streams = {seat: Stream(name, seed, f"{SPLIT}/{len(decisions)}/{seat}") for seat in seats}
        moves = {seat: game.parse(state, seat, bot.move(game, state, seat, streams[seat])) for seat in seats}
        decisions.append((state, moves))
        state = game.apply(state, moves)
    states, result = [*(before for before, _ in decisions), state], list[Step]()
    for number, (before, moves) in enumerate(decisions):
        follows = number and len(moves) == 1 and decisions[number - 1][1].keys() == moves.keys()
        first = number - 1 if follows and game.show(states[number - 1]) == game.show(before) else number
        third = THIRDS[3 * number // len(decisions)] if len(decisions) > 2 else ""
        step = Step(game, tuple(decisions[first : number + 1]), states[number + 1], third)
        texts = step.before, game.show(step.after)
        same = [re.findall(notes.same, text, re.MULTILINE) for text in texts]
        fits = all(re.fullmatch(notes.actions, text, re.DOTALL) for text in step.encoded) and same[0] == same[1]
        result += [step] if fits and not re.search(notes.never, "\n".join(texts)) else []
    return result


def problem(row: Script) -> str:
    """Return why a row is not fit: the reference fails, or a reply of an uninformed bot or a planted one passes."""
    wrong = {f"bot-{name}": BOTS[name](Ask(row.messages, row)) for name in BLIND}
    wrong |= {f"planted reply {number}": reply for number, reply in enumerate(row.planted, 1)}
    passing = [name for name, reply in wrong.items() if passes(row, reply)]
    return f"{', '.join(passing)} passes" if passing else "" if passes(row, row.reference) else "the reference fails"


def _row(item_id: str, canary: str, step: Step, example: Step, stream: Stream) -> Script:
    notes, game = TEXTS.games[step.game.name], step.game
    state, actions = step.decisions[0]
    prompt = game.prompt(state, next(iter(actions)))
    topics = (game.explain(state, next(iter(actions)), f"Explain(H{number})") for number in range(1, 20))
    rules = "\n\n".join((prompt.system.partition(FAILED)[0], *filter(None, topics)))
    shown = {
        "example_before": example.before,
        "example_done": _done(example),
        "example_after": game.show(example.after),
    }
    request = TEXTS.request.format(
        title=game.title, rules=rules, position=notes.position, before=step.before, done=_done(step), **shown
    )
    after = game.show(step.after)
    expected = tuple(collapsed(line) for line in lines(after) if line.strip())
    wrong = (step.before, *(_damaged(after, stream) for _ in range(2)), *list(dict.fromkeys(step.others()))[:2])
    checks = (
        Check("thoughts", "format", '{"pattern":"[^\\\\n]*","means":"any thoughts"}'),
        Check("fenced", "format", '{"talk":true}'),
        Check("line_set", "content", msgspec.json.encode({"blanks": "collapsed", "expected": expected}).decode()),
    )
    return Script(
        canary=canary,
        item_id=item_id,
        split=SPLIT,
        task_id=f"{SPLIT}-{game.name}",
        task=game.title,
        kind="stateless",
        family=game.name,
        script_type="last_only",
        hard=False,
        decided_by="program",
        turns=1,
        strategies=("first",),
        messages=(Message(role="user", content=request),),
        reference=_block(after),
        checks=checks,
        planted=tuple(dict.fromkeys(map(_block, wrong))),
    )


def _done(step: Step) -> str:
    """Return the actions in words, one a line, and what they draw."""
    notes, texts = TEXTS.games[step.game.name], list[str]()
    for state, actions in step.decisions:
        for seat, action in actions.items():
            name = _name(step.game, notes, state, seat)
            texts.append(f"- {name}: {_words(step.game, state, seat, action).removeprefix(f'{name}: ')}")
            if re.match(notes.draws, step.game.encode(action)):
                drawn = re.findall(notes.told.format(seat=seat), step.game.show(step.after), re.MULTILINE)
                texts += [f"- This is drawn: {text}" for text in drawn]
    return "\n".join(texts)


def _name(game: Game[Any, Any], notes: Notes, state: Any, seat: int) -> str:
    if isinstance(notes.who, tuple):
        return notes.who[seat]
    prompt = game.prompt(state, seat)
    return re.findall(notes.who, f"{prompt.system}\n{prompt.observation}")[0]


def _words(game: Game[Any, Any], state: Any, seat: int, action: Any) -> str:
    if not isinstance(action, Choice):
        return "; ".join(game.write(state, seat, action).removeprefix("Action: ").split("\n"))
    said = "" if action.text is None else f'. The text: "{action.text}"'
    return f"{game.explain(state, seat, f'Explain({action.id})') or action.id}{said}"


def _damaged(position: str, stream: Stream) -> str:
    """Return a position in which one letter or figure is another."""
    at = stream.choice([n for n, character in enumerate(position) if character.isalnum()])
    return f"{position[:at]}{stream.choice([c for c in '0123456789X' if c != position[at]])}{position[at + 1 :]}"


def _block(text: str) -> str:
    return f"```\n{text}\n```"
