"""No-limit Texas Hold'em for two seats, one hand with 100 chips each; the better hand or the last one in wins.

After LLMArena (arXiv 2402.16499), whose environment is PettingZoo's over RLCard. Option ``rules``: 1 (the default) is
the casino's game, in which the dealer posts the small blind, acts first before the flop and last after it, and a raise
comes on top of the call; 0 (the default in profile ``compat``) is RLCard's, in which the dealer posts the big blind,
the other seat acts first on every street and a raise puts in half the pot or the pot with the call inside. Results
under the two are never mixed (note 0102). Profile ``compat`` shows neither pot, opponent's chips nor history, and takes
the first label of a reply instead of the last.
"""

import re
from collections.abc import Mapping, Sequence

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Prompt, TwoSeats, Unexplained
from interplay.tracks.games.holdem import text as texts
from interplay.tracks.games.holdem.hands import value
from interplay.tracks.games.holdem.table import FOLD, LABELS, NAMES, Action, Hand, State, after, opened, prices
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.moves import Form, asked_again, find_move, last_line
from interplay.tracks.games.shared.options import options_of, setup_of
from interplay.tracks.games.shared.speech import short
from interplay.tracks.games.verdicts import Outcome, Verified

_LABEL = re.compile(
    r"action:\s*(fold|check and call|check & call|raise half pot|raise full pot|all[ -]in)(?!\w)",
    re.ASCII | re.IGNORECASE,
)
_INDEX = {label.lower(): action for action, label in enumerate(LABELS)}
_WORDS = re.compile(
    r"(fold)"
    r"|((?:check ?(?:and|&|/|or)? ?call|call|check)(?: the bet| \(?(?:the )?\d{1,3} chips?\)?)?)"
    r"|((?:raise|bet)? ?(?:by )?\(?(?:the )?half[ -](?:of )?(?:the )?pot\)?)"
    r"|((?:raise|bet) ?(?:by )?\(?(?:the )?(?:full[ -])?(?:the )?pot\)?|full[ -]pot|pot)"
    r"|((?:go )?all[ -]?in)",
    re.ASCII | re.IGNORECASE,
)
"""The actions as players call them, in the order of their numbers."""


class Holdem(TwoSeats, Unexplained):
    """The rules of no-limit Texas Hold'em for two seats, after LLMArena: one hand with 100 chips each.

    An action is a number from 0 to 4 (fold, check or call, raises by half and by the full pot, all in); returns are
    chips.
    """

    name = "holdem"
    title = "Texas Hold'em"
    version = 3
    unit = paid = "chips"
    about_worth = "what the decisions win on average, without the luck of the cards"
    setups = 120
    categories: tuple[str, ...] = ("numerical reasoning", "opponent modelling", "risk assessment")
    labels: tuple[str, ...] = ("chance", "hidden information")
    longest = 18

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        deck = Stream(self.name, seed, "deck").shuffled(range(52))
        button = Stream(self.name, seed, "button").below(2)
        chosen = options_of({"rules": (int(profile != "compat"), 1)}, options, profile)
        return setup_of(self, seed, profile, chosen, button=(button,), cards=deck[:9])

    def start(self, setup: Setup) -> State:
        cards, button, rules = setup.drawn("cards"), setup.drawn("button"), setup.option("rules")
        if len(cards) != 9 or len(set(cards)) != 9 or not all(0 <= card < 52 for card in cards):
            raise ValueError(f"the cards {cards} are not nine different ones from 0 to 51")
        if button not in {(0,), (1,)}:
            raise ValueError(f"the button {button} is not one seat, 0 or 1")
        if rules not in {0, 1}:
            raise ValueError(f"the option rules is {rules}, expected 0 (rlcard) or 1 (standard)")
        return opened(Hand(cards, button[0], rules == 1, setup.profile == "compat"))

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.ended else (state.seat,)

    def prompt(self, state: State, seat: int) -> Prompt:
        if state.hand.compat:
            return Prompt(
                system=texts.COMPAT_RULES + texts.COMPAT_OFFER,
                observation=texts.brief(state, seat),
                action=texts.COMPAT_REPLY,
            )
        rules = f"{texts.RULES} {texts.STANDARD if state.hand.standard else texts.RLCARD}"
        again = asked_again(texts.REPLY, self.policy.attempts, "an action on offer is drawn at random for you")
        return Prompt(system=rules, observation=texts.full(state, seat), action=texts.REPLY, again=again)

    def legal(self, state: State, seat: int) -> Sequence[Action]:
        return [action for action, price in enumerate(prices(state)) if price is not None]

    def parse(self, state: State, seat: int, text: str) -> Action:
        """Read the action that a reply claims (``compat``: the first label after ``Action:``)."""
        if state.hand.compat:
            first = _LABEL.search(text)
            action = _action(first[1]) if first else None
        else:
            action = find_move(text, _FORM)
        if action is None:
            raise UnparsableMove(f"found no action in {short(last_line(text))}, expected one such as Action: Fold")
        if prices(state)[action] is None:
            offered = ", ".join(LABELS[a] for a in self.legal(state, seat))
            raise IllegalMove(f"found {LABELS[action]}, which is not on offer now, expected one of {offered}")
        return action

    def write(self, state: State, seat: int, action: Action) -> str:
        return f"Action: {LABELS[action]}"

    def encode(self, action: Action) -> str:
        return NAMES[action]

    def decode(self, text: str) -> Action:
        if text not in NAMES:
            raise ValueError(f"{text!r} is not an action, expected one of {', '.join(NAMES)}")
        return NAMES.index(text)

    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        return after(state, actions[state.seat])

    def outcome(self, state: State) -> Outcome:
        """Return the chips won and lost; points are those of a win, draw or loss."""
        if state.ended == "fold":
            return _lost(state, state.seat, "fold")
        first, second = (value((*state.hand.hole(seat), *state.board)) for seat in (0, 1))
        if first == second:
            return Outcome("showdown", (0.0, 0.0), (0.5, 0.5))
        return _lost(state, int(first > second), "showdown")

    def worth(self, match: Verified) -> float:
        """Return the chips that the system won, without the luck of the cards where its opponent is a bot."""
        from interplay.tracks.games.holdem import luck  # noqa: PLC0415  numpy loads late

        return luck.worth(match)

    def forfeit(self, state: State, seat: int) -> Outcome:
        return _lost(state, seat, "forfeit")

    def flags(self, state: State, seat: int, action: Action, text: str) -> tuple[str, ...]:
        """Flag a fold where checking is free, and a reply that names different actions."""
        several = len({_action(label) for label in _LABEL.findall(text)}) > 1
        folded = action == FOLD and state.need == 0
        return (*(("free_fold",) if folded else ()), *(("several_labels",) if several else ()))

    def show(self, state: State) -> str:
        return texts.drawing(state, self.outcome(state).returns if state.ended else ())


def _whole(text: str) -> Action | None:
    """Return the action that *text* is; ids such as ``check_call`` too."""
    match = _WORDS.fullmatch(text.replace("_", " "))
    return match.lastindex - 1 if match and match.lastindex else None


_FORM = Form(_whole, written=LABELS.__getitem__)


def _action(label: str) -> Action:
    return _INDEX[label.lower().replace("&", "and").replace("-", " ")]


def _lost(state: State, loser: int, reason: str) -> Outcome:
    chips = float(state.put[loser])
    return Outcome(reason, (-chips, chips), (0.0, 1.0)) if loser == 0 else Outcome(reason, (chips, -chips), (1.0, 0.0))


GAME: Game[State, Action] = Holdem()
