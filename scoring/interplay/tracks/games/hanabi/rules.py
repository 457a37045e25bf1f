"""Hanabi, small: two seats of one team, two colors, hands of two cards, three hint tokens, one life.

After LLMArena (arXiv 2402.16499), whose environment is PettingZoo's. No options. A card is a number from 0 to 9: five
times its color plus its rank minus one. An action is a number from 0 to 10, in the order of ``CODES``. Profile
``compat`` shows neither the discard pile nor what the partner knows, reads the first action of a reply instead of the
last and minds upper and lower case, and substitutes any legal action.
"""

import re
from collections.abc import Mapping, Sequence

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Prompt, Unexplained
from interplay.tracks.games.hanabi import table
from interplay.tracks.games.hanabi import text as texts
from interplay.tracks.games.hanabi.table import BEST, CODES, HINT, HINT_RANK, LABELS, PACK, PLAY, TOKENS, State, opening
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.moves import Form, asked_again, find_move, last_line
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.verdicts import Outcome, Verified

_INDEX = {label: action for action, label in enumerate(LABELS)}
_LABEL = "(?:(?:discard|play) position [01]|hint (?:red|yellow|rank [1-5]))(?![A-Za-z0-9_])"
_WHOLE = re.compile(
    r"(?:a )?(?:(discard|play) (?:my |the |card )*(?:card )?(?:(?:at|in|from) )?(?:position |pos )?([01])"
    r"|(?:give )?(?:a |my partner a )?hint (?:for |about |on )?(?:color |colour )?(red|yellow)(?: cards?)?"
    r"|(?:give )?(?:a |my partner a )?hint (?:for |about |on )?(?:rank )?([1-5])s?)",
    re.ASCII | re.IGNORECASE,
)
_FIRST = re.compile(rf"\bAction:\s*({_LABEL})", re.ASCII)
_EXPECTED = "Action: and one of the available actions, such as hint red"


def _whole(text: str) -> int | None:
    if text.lower() in CODES:
        return CODES.index(text.lower())
    match = _WHOLE.fullmatch(text.replace("_", " "))
    if match is None:
        return None
    verb, position, color, rank = match.groups()
    return _INDEX[f"{verb} position {position}".lower() if verb else f"hint {color or f'rank {rank}'}".lower()]


_FORM = Form(_whole, written=LABELS.__getitem__)


class Hanabi(Unexplained):
    """The rules of small Hanabi for two seats of one team, after LLMArena: two colors, three hint tokens, one life.

    An action is a number from 0 to 10, in the order of ``CODES``. Both seats get the score of the team, 0 to 10.
    """

    name = "hanabi"
    title = "Hanabi, small"
    version = 3
    seats = 2
    categories: tuple[str, ...] = ("team collaboration", "strategic planning", "numerical reasoning")
    labels: tuple[str, ...] = ("chance", "hidden information", "cooperation")
    longest = 36
    rated = False
    unit = paid = "fireworks"

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        """Draw the order of the deck; raise ``ValueError`` for any option."""
        if options:
            raise ValueError(f"hanabi has no options, found {', '.join(sorted(options))}")
        return setup_of(self, seed, profile, deck=Stream(self.name, seed, "deck").shuffled(PACK))

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return (("team", (0, 1)),)

    def start(self, setup: Setup) -> State:
        deck = setup.drawn("deck")
        if tuple(sorted(deck)) != PACK:
            raise ValueError(f"the deck {deck} does not have the 20 cards of the game")
        return opening(deck, compat=setup.profile == "compat")

    def to_move(self, state: State) -> tuple[int, ...]:
        over = state.lost or state.left == 0 or state.heights == BEST
        return () if over else (state.seat,)

    def prompt(self, state: State, seat: int) -> Prompt:
        observation = texts.observation(state, seat, self.legal(state, seat))
        if state.compat:
            return Prompt(texts.RULES + texts.COMPAT_UNAVAILABLE, observation, texts.COMPAT_REPLY)
        again = asked_again(texts.REPLY, self.policy.attempts, texts.SUBSTITUTE)
        return Prompt(texts.RULES, observation, texts.REPLY, again)

    def legal(self, state: State, seat: int) -> Sequence[int]:
        """Return discards, plays, hints, each by position, color or rank."""
        positions = range(len(state.hands[seat]))
        actions = [] if state.tokens == TOKENS else [*positions]
        actions += [PLAY + position for position in positions]
        if state.tokens:
            hand = state.hands[1 - seat]
            actions += sorted({HINT + card // 5 for card in hand} | {HINT_RANK + card % 5 for card in hand})
        return actions

    def parse(self, state: State, seat: int, text: str) -> int:
        """Read the action that a reply claims (``compat``: the first label after ``Action:``, as written)."""
        if state.compat:
            first = _FIRST.search(text)
            action = _INDEX[first[1].lower()] if first else None
        else:
            action = find_move(text, _FORM)
        if action is None:
            raise UnparsableMove(f"found no action in {last_line(text)[:60]!r}, expected {_EXPECTED}")
        if action not in self.legal(state, seat):
            raise IllegalMove(f"found {LABELS[action]!r}, but {_objection(state, action)}")
        return action

    def write(self, state: State, seat: int, action: int) -> str:
        return f"Action: {LABELS[action]}"

    def encode(self, action: int) -> str:
        return CODES[action]

    def decode(self, text: str) -> int:
        if text not in CODES:
            raise ValueError(f"{text!r} is not an action of hanabi")
        return CODES.index(text)

    def apply(self, state: State, actions: Mapping[int, int]) -> State:
        action = actions[state.seat]
        return table.after_hint(state, action) if action >= HINT else table.after_move(state, action)

    def outcome(self, state: State) -> Outcome:
        if state.lost:
            return _team("life_lost", 0)
        return _team("complete" if state.heights == BEST else "deck_empty", state.heights)

    def worth(self, match: Verified) -> float:
        return match.verdict.outcome.returns[0]

    def forfeit(self, state: State, seat: int) -> Outcome:
        return _team("forfeit", 0)

    def fallback(self, state: State, seat: int) -> Sequence[int]:
        """Return the discards and hints; there is always one (``compat``: every legal action)."""
        legal = self.legal(state, seat)
        return legal if state.compat else [action for action in legal if action < PLAY or action >= HINT]

    def show(self, state: State) -> str:
        return texts.drawing(state, self.to_move(state))


def _objection(state: State, action: int) -> str:
    """Return why a discard or a hint is not legal; a seat to move has two cards, so that a play always is."""
    if action < PLAY:
        return "no card may be discarded while all 3 hint tokens are there"
    return "no hint token is left" if not state.tokens else "this hint matches no card of your partner"


def _team(reason: str, score: int) -> Outcome:
    return Outcome(reason, (float(score),) * 2, (score / BEST,) * 2)


GAME: Game[State, int] = Hanabi()
