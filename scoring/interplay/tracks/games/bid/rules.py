"""Bid: two sealed bids, made at the same time; the higher wins the item and pays what it bid.

After LLMArena (arXiv 2402.16499), with the reward of its paper: the winner earns valuation minus bid, the loser
nothing. All amounts are whole cents. A well-formed bid that is not below the bidder's own valuation is an action of
the game, flagged ``overbid``: it cannot win, and the other bidder wins with any bid that can. A bid that cannot be
read after all attempts becomes a bid of 0.

Option: ``prior``, whether the prompt says how the other's valuation was drawn (without it no equilibrium is defined
for the player). With ``twin`` the winner pays what the other bid instead, any bid up to $10.00 can win, and a greater
one counts as that. Profile ``compat`` leaves ``prior`` out, allows a bid equal to the valuation, and reads a reply as
the released code does: the first amount with a decimal point after the bidder's name, else the first dollar amount.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from interplay.core.errors import UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Prompt, TwoSeats, Unexplained
from interplay.tracks.games.bid import expected
from interplay.tracks.games.bid.equilibrium import HIGHEST
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.moves import Form, asked_again, find_move, last_line
from interplay.tracks.games.shared.options import options_of, setup_of
from interplay.tracks.games.shared.rulebook import rulebook
from interplay.tracks.games.shared.speech import NAMES, SEAT_NAMES, short
from interplay.tracks.games.verdicts import Outcome, Verified

LARGEST = 10**12
"""Cents; a longer amount is read as this one, which no bidder can afford either."""
_NUMBER = r"([0-9]++)(?:\.([0-9]++))?+"
_BID = re.compile(rf"(?:bid (?:of )?)?(?:USD ?)?\\?\$?[ \t]*+{_NUMBER}(?: ?(?:dollars?|USD))?", re.IGNORECASE)
_CENTS = re.compile(r"([0-9]++) ?(?:cents?|¢)", re.IGNORECASE)
_COMPAT_NAMED = tuple(re.compile(rf"{name}\s*+:\s*+\$?([0-9]++)\.([0-9]++)") for name in NAMES)
_COMPAT_ANY = re.compile(r"\$([0-9]++)\.([0-9]++)")
_CANONICAL = re.compile(r"bid:(0|[1-9][0-9]{0,12})")


class State(Struct, frozen=True, gc=False):
    """Valuations in cents, who wins a tie, and the bids once both are in."""

    values: tuple[int, int]
    tie: int
    prior: bool
    compat: bool
    bids: tuple[int, int] | None = None
    second_price: bool = False

    def limit(self, seat: int) -> int:
        """Return the highest bid that can win."""
        return HIGHEST if self.second_price else self.values[seat] - (not self.compat)


class Bid(TwoSeats, Unexplained):
    """The rules of Bid for two seats, after LLMArena: a sealed-bid auction in which the winner pays its own bid.

    An action is a bid in whole cents; returns are dollars. The payoff of a match is its expected earnings (``worth``).
    """

    name = "bid"
    title = "Bid"
    version = 3
    categories: tuple[str, ...] = ("numerical reasoning", "opponent modelling")
    labels: tuple[str, ...] = ("hidden information", "simultaneous moves")
    longest = 1
    keeps_history = True
    rated = False
    unit, paid = "share", "dollars"
    about_worth = "on average against this opponent, whatever it happened to bid here"

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        values = Stream(self.name, seed, "values")
        return setup_of(
            self,
            seed,
            profile,
            options_of({"prior": (int(profile != "compat"), 1)}, options, profile),
            values=[1 + values.below(HIGHEST) for _ in NAMES],
            tie=(Stream(self.name, seed, "tie").below(2),),
        )

    def start(self, setup: Setup) -> State:
        values, tie = setup.drawn("values"), setup.drawn("tie")
        if len(values) != 2 or not all(1 <= value <= HIGHEST for value in values):
            raise ValueError(f"found valuations {values}, expected two from 1 to {HIGHEST} cents")
        if tie not in {(0,), (1,)}:
            raise ValueError(f"found {tie} as the winner of a tie, expected one seat, 0 or 1")
        compat = setup.profile == "compat"
        prior, second_price = bool(setup.option("prior", not compat)), bool(setup.option("twin"))
        return State((values[0], values[1]), tie[0], prior, compat, second_price=second_price)

    def to_move(self, state: State) -> tuple[int, ...]:
        return (0, 1) if state.bids is None else ()

    def prompt(self, state: State, seat: int) -> Prompt:
        value = dollars(state.values[seat])
        bound = "must not be above that" if state.compat else "must be below that"
        observation = (
            f"You are {NAMES[seat]}. The item is worth {value} to you, and your bid {bound}. If you win, you earn "
            f"{value} minus your bid; if you do not win, you earn nothing. Earn as much as you can."
        )
        observation += _PRIOR if state.prior else ""
        if state.compat:
            return Prompt(_RULES, observation, f"{_COMPAT_REPLY}{NAMES[seat]}: $1.08")
        return Prompt(_RULES, observation, _REPLY, asked_again(_REPLY, self.policy.attempts, "your bid is $0.00"))

    def legal(self, state: State, seat: int) -> Sequence[int]:
        """Return every amount below the valuation (``compat``: and the valuation), in cents."""
        return range(state.limit(seat) + 1)

    def parse(self, state: State, seat: int, text: str) -> int:
        """Read the amount that a reply claims, in cents; digits beyond cents are dropped."""
        cents = _read(state, seat, text)[0]
        return min(cents, HIGHEST) if state.second_price else cents

    def write(self, state: State, seat: int, action: int) -> str:
        return f"{NAMES[seat]}: {dollars(action)}"

    def encode(self, action: int) -> str:
        return f"bid:{action}"

    def decode(self, text: str) -> int:
        match = _CANONICAL.fullmatch(text)
        if match is None or int(match[1]) > LARGEST:
            raise ValueError(f"{text[:60]!r} is not a bid")
        return int(match[1])

    def apply(self, state: State, actions: Mapping[int, int]) -> State:
        return replace(state, bids=(actions[0], actions[1]))

    def outcome(self, state: State) -> Outcome:
        """Return what each bidder earned in dollars; points are the tenth of that, and 0 for a loss."""
        reason, winner = _result(state)
        first, second = (state.values[seat] - price(state) if seat == winner else 0 for seat in (0, 1))
        return Outcome(reason, (first / 100, second / 100), (max(first, 0) / HIGHEST, max(second, 0) / HIGHEST))

    def worth(self, match: Verified) -> float:
        """Return the expected earnings of the bids against the bot, as a share of those of the best bid.

        Against a bidder with an unknown policy, return the actual earnings as a share of the valuation. Earnings in a
        second-price auction can be negative: there the shares are of the best bids' mean over all valuations, without
        the luck of one's own, and of $10.00.
        """
        return sum(_share(match, seat) for seat in match.seats) / len(match.seats)

    def forfeit(self, state: State, seat: int) -> Outcome:
        """Return nothing for both, as the other's bid is not known; the game's own policy never forfeits."""
        return Outcome("forfeit", (0.0, 0.0), (0.0, 0.0))

    def fallback(self, state: State, seat: int) -> Sequence[int]:
        return (0,)

    def flags(self, state: State, seat: int, action: int, text: str) -> tuple[str, ...]:
        """Flag a bid that cannot win, digits beyond cents, and (``compat``) an amount without the bidder's name."""
        flags = ["overbid"] if action not in self.legal(state, seat) else []
        return (*flags, *_read(state, seat, text)[1])

    def show(self, state: State) -> str:
        lines = [_line(state, seat) for seat in (0, 1)]
        if state.bids is None:
            return "\n".join(lines)
        reason, winner = _result(state)
        if winner is None:
            return "\n".join([*lines, "No bid can win."])
        how = " by the draw" if reason == "tie" else ""
        gain = state.values[winner] - price(state)
        verb = "earns" if gain >= 0 else "loses"
        return "\n".join([*lines, f"{NAMES[winner]} wins{how} and {verb} {dollars(abs(gain))}."])


def price(state: State) -> int:
    """Return what the winner pays."""
    bids = state.bids or (0, 0)
    return min(bids) if state.second_price else bids[_result(state)[1] or 0]


def _share(match: Verified, seat: int) -> float:
    [turn] = [turn for turn in match.decisions if turn.seat == seat]
    value: int = turn.state.values[seat]
    compat: bool = turn.state.compat
    opponent = match.item.players[1 - seat].removeprefix("bot:").partition("@")[0]
    if opponent not in (expected.RANDOM, *expected.BIDS):
        return 100 * match.verdict.outcome.returns[seat] / (HIGHEST if turn.state.second_price else value)
    if turn.state.second_price:
        return expected.second_price_share(value, turn.decision.action, opponent)
    earns = expected.utility(value, turn.decision.action, opponent, compat=compat)
    return earns / expected.best_utility(value, opponent, compat=compat)


def dollars(cents: int) -> str:
    """Return ``$D.CC``."""
    return f"${cents // 100}.{cents % 100:02}"


def _read(state: State, seat: int, text: str) -> tuple[int, tuple[str, ...]]:
    """Return the cents that *text* bids, and flags about how they were found."""
    flags: tuple[str, ...] = ()
    if not state.compat:
        amount = find_move(text, _FORMS[seat])
        match = _BID.fullmatch(amount) if amount is not None else None
    elif (match := _COMPAT_NAMED[seat].search(text)) is None:
        match, flags = _COMPAT_ANY.search(text), ("unnamed",)
    if match is None:
        raise UnparsableMove(f"found no bid in {short(last_line(text))}, expected one such as Action: $1.08 at the end")
    whole, fraction = match[1].lstrip("0"), match[2] or ""
    if len(fraction) > 2:
        flags = (*flags, "rounded_down")
    cents = int(whole + (fraction + "00")[:2]) if len(whole) <= 10 else LARGEST
    return cents, flags


def _whole(text: str) -> str | None:
    """Return *text* in dollars if it is an amount and nothing else, so that equal amounts are equal texts."""
    if (cents := _CENTS.fullmatch(text)) and len(cents[1]) < 15:
        return dollars(int(cents[1]))
    match = _BID.fullmatch(text)
    if match is None:
        return None
    fraction = match[2] or ""
    return f"${match[1].lstrip('0') or '0'}.{fraction.ljust(2, '0')}"


_FORMS = tuple(Form(_whole, mark, ("bid", "amount")) for mark in SEAT_NAMES)


def _result(state: State) -> tuple[str, int | None]:
    """Return why the auction ended as it did, and the winner; valid bids come before overbids of any height."""
    bids = state.bids or (0, 0)
    valid = [seat for seat in (0, 1) if bids[seat] <= state.limit(seat)]
    if len(valid) == 2 and bids[0] == bids[1]:
        return "tie", state.tie
    if not valid:
        return "no valid bid", None
    return "highest bid" if len(valid) == 2 else "only valid bid", max(valid, key=lambda seat: bids[seat])


def _line(state: State, seat: int) -> str:
    """Return valuation and bid of a seat, and both on a scale of 40 columns of 25 cents: ``[====b---v....]``."""
    value = state.values[seat]
    end = (value - 1) // 25
    scale = ["-"] * end + ["v"] + ["."] * (39 - end)
    note = "sealed"
    if state.bids is not None:
        bid = state.bids[seat]
        at = min(bid // 25, 39)
        scale[:at] = ["="] * at
        scale[at] = "b"
        note = dollars(bid) + ("" if bid <= state.limit(seat) else ", which cannot win")
    return f"{NAMES[seat]}  values it at {dollars(value):>6}  [{''.join(scale)}]  bid {note}"


_RULES, _ = rulebook("bid")
_PRIOR = (
    " The other player's valuation was drawn independently of yours: every whole number of cents from $0.01 to $10.00 "
    "was equally likely."
)
_REPLY = "You may think first; nobody reads it. End with your bid, on a line of this form:\nAction: $<dollars>.<cents>"
_COMPAT_REPLY = (
    "Think it through step by step. Then end your reply with your name, a colon and your bid in dollars and cents. For "
    "example: "
)

GAME: Game[State, int] = Bid()
