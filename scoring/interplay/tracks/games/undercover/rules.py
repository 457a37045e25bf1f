"""Undercover: five seats, four share a secret word, one has a related word; two rounds of clues and votes.

After LLMArena (arXiv 2402.16499), whose environment is its own. Nobody is told a role. In a round every seat gives one
clue, in ascending order, seeing the clues before its own; then all vote at once, the seat with most votes leaves, and
the votes are shown.
The four win when the undercover leaves; the undercover wins when it is still there after two rounds.

Options: ``guess``, whether the vote asks for the others' words too; ``held_out``, from which half of the word pairs the
setup is drawn. Profile ``compat`` always seats the undercover last, gives it the first word of the pair, and tells
neither who is left nor who has gone nor who voted for whom.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Open, Prompt, Unexplained
from interplay.tracks.games.records import Setup
from interplay.tracks.games.shared.moves import asked_again, find_move, last_line
from interplay.tracks.games.shared.options import options_of, setup_of
from interplay.tracks.games.shared.rulebook import rulebook
from interplay.tracks.games.shared.speech import short
from interplay.tracks.games.undercover import text as texts
from interplay.tracks.games.undercover.replies import VOTE, compat_clue, compat_vote, find_clue, unwrapped
from interplay.tracks.games.undercover.words import PAIRS
from interplay.tracks.games.verdicts import Outcome, Verified

Action = str | int
"""A clue (empty: none given) while clues are given, the seat voted for afterwards."""
SEATS = tuple(range(5))
ROUNDS = 2
TIES = 60
"""Tie-breakers are stored below this number, which 2, 3, 4 and 5 divide."""
OPTIONS = {"guess": (0, 1), "held_out": (0, 1)}
_VOTE = "vote:"


class Table(Struct, frozen=True):
    """What stays the same in a match. ``words`` are that of the four, then that of the undercover."""

    words: tuple[str, str]
    undercover: int
    ties: tuple[int, ...]
    guess: bool
    compat: bool


class Round(Struct, frozen=True):
    """A finished round: who played it, clues and votes in the order of *seats*, and who left."""

    seats: tuple[int, ...]
    clues: tuple[str, ...]
    votes: tuple[int, ...]
    out: int


class State(Struct, frozen=True):
    """Finished rounds, the seats still in the game, and the clues they have given in this round."""

    table: Table
    past: tuple[Round, ...]
    seats: tuple[int, ...]
    clues: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Return whether the undercover has left or both rounds are played."""
        return len(self.past) == ROUNDS or self.table.undercover not in self.seats

    @property
    def voting(self) -> bool:
        """Return whether all clues of the round are given."""
        return len(self.clues) == len(self.seats)

    def word(self, seat: int) -> str:
        """Return the secret word of *seat*."""
        return self.table.words[seat == self.table.undercover]


class Undercover(Unexplained):
    """The rules of Undercover for five seats, after LLMArena: clues and votes to find the odd word's holder.

    An action is a clue (``str``) or the seat that is voted for (``int``).
    """

    name = "undercover"
    title = "Undercover"
    version = 3
    seats = 5
    categories: tuple[str, ...] = ("communication", "opponent modelling", "team collaboration")
    labels: tuple[str, ...] = ("hidden information", "language", "social deduction")
    longest = 11
    keeps_history = True
    about_worth = "the undercover's for staying in, another player's for its votes: 1 for a right one, below 0 else"
    compat_policy = Unexplained.policy

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        chosen = options_of(OPTIONS, options, profile)
        compat = profile == "compat"
        pool = [pair for pair in PAIRS if pair.reserved == bool(options.get("held_out", 0))]
        pair = Stream(self.name, seed, "pair").choice(pool)
        flip = 0 if compat else Stream(self.name, seed, "flip").below(2)
        seat = 4 if compat else Stream(self.name, seed, "seat").below(5)
        other = Stream(self.name, seed, "other").choice([s for s in SEATS if s != seat])
        tie = Stream(self.name, seed, "tie")
        words = {"pair": (pair.pair_id,), "words": pair.words if flip else pair.words[::-1]}
        ties = [tie.below(TIES) for _ in range(ROUNDS)]
        return setup_of(self, seed, profile, chosen, words, undercover=(seat,), other=(other,), ties=ties)

    def sides(self, setup: Setup) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the undercover's seat and the drawn seat of the four that a system plays for the other side."""
        return ("undercover", setup.drawn("undercover")), ("other", setup.drawn("other"))

    def start(self, setup: Setup) -> State:
        words, undercover, ties = setup.texts("words"), setup.drawn("undercover"), setup.drawn("ties")
        pair = setup.texts("pair")
        if len(words) != 2 or not any(known.pair_id in pair and set(known.words) == set(words) for known in PAIRS):
            raise ValueError(f"the words {words} are not the pair {pair}")
        if len(undercover) != 1 or undercover[0] not in SEATS:
            raise ValueError(f"the undercover {undercover} is not one seat")
        if len(ties) != ROUNDS or not all(0 <= tie < TIES for tie in ties):
            raise ValueError(f"the ties {ties} are not {ROUNDS} numbers from 0 to {TIES - 1}")
        guess, compat = bool(setup.option("guess")), setup.profile == "compat"
        return State(Table((words[0], words[1]), undercover[0], ties, guess, compat), (), SEATS, ())

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the next seat to give a clue, all seats left when they vote, none when the game is over."""
        if state.over:
            return ()
        return state.seats if state.voting else (state.seats[len(state.clues)],)

    def prompt(self, state: State, seat: int) -> Prompt:
        action = _action(state, seat)
        if state.table.compat:
            return Prompt(rulebook("undercover", secret=_CLOSED, shown="")[0], _observation(state, seat), action)
        substitute = "your vote is drawn at random" if state.voting else "your clue is left out"
        return Prompt(
            system=rulebook("undercover", secret="", shown=_OPENED)[0],
            observation=_observation(state, seat),
            action=action,
            again=asked_again(action, self.policy.attempts, substitute),
        )

    def legal(self, state: State, seat: int) -> Sequence[Action] | Open:
        return [other for other in state.seats if other != seat] if state.voting else Open(texts.LONGEST)

    def parse(self, state: State, seat: int, text: str) -> Action:
        """Read the clue on the last line with the player's name, or the vote that a reply claims; see ``replies``."""
        return _read_vote(state, seat, text) if state.voting else _read_clue(state, seat, text)

    def write(self, state: State, seat: int, action: Action) -> str:
        if isinstance(action, int):
            return f"{_VOTE} player_{action}"
        return f"player_{seat}: {action or texts.BLANK}"

    def encode(self, action: Action) -> str:
        return f"vote:player_{action}" if isinstance(action, int) else f"clue:{action}"

    def decode(self, text: str) -> Action:
        if text[:-1] == "vote:player_" and text[-1] in "01234":
            return int(text[-1])
        clue = text[5:]
        if text.startswith("clue:") and clue == texts.clean(clue) and clue.lower() != texts.BLANK:
            return clue
        raise ValueError(f"{short(text)} is neither a clue nor a vote")

    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        table, past, seats, clues = state.table, state.past, state.seats, state.clues
        if len(clues) < len(seats):
            return State(table, past, seats, (*clues, str(actions[seats[len(clues)]])))
        votes = tuple(int(actions[seat]) for seat in seats)
        out = eliminated(votes, table.ties[len(past)])
        left = tuple(seat for seat in seats if seat != out)
        return State(table, (*past, Round(seats, clues, votes, out)), left, ())

    def outcome(self, state: State) -> Outcome:
        """Return +1 for each winner and -1 for each loser, whether they are still in the game or not."""
        caught = state.table.undercover not in state.seats
        return _won("undercover_out" if caught else "undercover_left", state, undercover=not caught)

    def worth(self, match: Verified) -> float:
        """Return the mean over the system's seats: the undercover's points, and the value of each other seat's votes.

        The four win together and seldom because of one of them, so a seat among them is valued by its own votes.
        """
        points = match.verdict.outcome.points
        undercover = match.decisions[0].state.table.undercover
        return match.mean([points[seat] if seat == undercover else _value_of_votes(match, seat) for seat in SEATS])

    def forfeit(self, state: State, seat: int) -> Outcome:
        return _won("forfeit", state, undercover=seat != state.table.undercover)

    def flags(self, state: State, seat: int, action: Action, text: str) -> tuple[str, ...]:
        """Flag clues with the secret word (``leak``), repeated or ``empty`` ones, and votes that lack a guess."""
        if isinstance(action, int):
            missing = state.table.guess and not texts.guesses(text).keys() >= set(state.seats) - {seat}
            return ("guess_missing",) if missing else ()
        if not texts.tokens(action):
            return ("empty",)
        leak = ("leak",) if texts.mentions(action, state.word(seat)) else ()
        return (*leak, "repeat") if texts.repeats(action, earlier_clues(state, seat)) else leak

    def show(self, state: State) -> str:
        words = [f"player_{seat}: {state.word(seat)}{_standing(state, seat)}" for seat in SEATS]
        rounds = [_round_text(number, played) for number, played in enumerate(state.past, 1)]
        if not state.over:
            current = Round(state.seats, state.clues, (), -1)
            rounds.append(_round_text(len(state.past) + 1, current))
        return "\n\n".join(["\n".join(words), *rounds, *([_ending(state)] if state.over else [])])


def earlier_clues(state: State, seat: int) -> tuple[str, ...]:
    """Return the clues that *seat* must not repeat: those of this round, and its own of the one before."""
    earlier = (played.clues[played.seats.index(seat)] for played in state.past if seat in played.seats)
    return (*state.clues, *earlier)


def eliminated(votes: Sequence[int], tie: int) -> int:
    """Return the seat with most votes; *tie* chooses among several, in ascending order."""
    counts = {seat: votes.count(seat) for seat in votes}
    most = max(counts.values())
    tied = sorted(seat for seat, count in counts.items() if count == most)
    return tied[tie % len(tied)]


def _read_clue(state: State, seat: int, text: str) -> str:
    name = f"player_{seat}:"
    line = compat_clue(seat, text) if state.table.compat else find_clue(seat, text)
    if line is None:
        raise UnparsableMove(f"found {short(last_line(text))}, expected Action: and a clue on the last line")
    clue = texts.clean(line if state.table.compat else unwrapped(texts.clean(line)))
    if not clue:
        raise UnparsableMove(f"found nothing after {name} in {short(text)}, expected a clue on the same line")
    return "" if clue.lower() == texts.BLANK else clue


def _read_vote(state: State, seat: int, text: str) -> int:
    others = [other for other in state.seats if other != seat]
    target = compat_vote(text) if state.table.compat else find_move(text, VOTE)
    if target is None:
        raise UnparsableMove(f"found {short(last_line(text))}, expected Action: and the name of a player")
    if target not in others:
        names = ", ".join(f"player_{other}" for other in others)
        raise IllegalMove(f"found a vote for player_{target}, expected one of {names}")
    return target


def _value_of_votes(match: Verified, seat: int) -> float:
    """Return the summed value of a seat's votes: with k players to name, 1 for the undercover, -1/(k-1) for any other.

    This is 0 on average for a random vote. A seat that was voted out has no second vote, and there is none once the
    undercover is out. It is a sum, because in a mean over votes a lucky first vote, which often ends the match, would
    count more.
    """
    turns = [turn for turn in match.decisions if turn.seat == seat and not turn.decision.forfeited]
    votes = [(turn.state, turn.decision.action) for turn in turns if turn.state.voting]
    return sum(1.0 if vote == state.table.undercover else -1 / (len(state.seats) - 2) for state, vote in votes)


def _won(reason: str, state: State, *, undercover: bool) -> Outcome:
    wins = [(seat == state.table.undercover) == undercover for seat in SEATS]
    return Outcome(reason, tuple(1.0 if won else -1.0 for won in wins), tuple(float(won) for won in wins))


def _observation(state: State, seat: int) -> str:
    number = len(state.past) + 1
    phase = "Vote" if state.voting else "Clues"
    lines = [f"You are player_{seat}. Your secret word is: {state.word(seat)}", f"Round {number} of 2. {phase}."]
    if not state.table.compat:
        lines += [_vote_text(played) for played in state.past]
        lines.append("Still playing: " + ", ".join(f"player_{other}" for other in state.seats))
    lines.append("Clues of this round, in order:" if state.clues else "No clue has been given in this round yet.")
    spoken = zip(state.seats, state.clues, strict=False)
    return "\n".join([*lines, *(f"player_{other}: {texts.quoted(clue)}" for other, clue in spoken)])


def _vote_text(played: Round) -> str:
    votes = ", ".join(
        f"player_{seat} for player_{target}" for seat, target in zip(played.seats, played.votes, strict=True)
    )
    return f"Votes of round 1: {votes}. player_{played.out} left; the game goes on."


def _action(state: State, seat: int) -> str:
    compat = state.table.compat
    if not state.voting:
        speaker = "another player has" if compat else "you or another player have"
        return _ASK_CLUE.format(speaker) + (_COMPAT_CLUE if compat else _CLUE).format(name=f"player_{seat}")
    if not state.table.guess:
        return _ASK_VOTE.format("Reply", _VOTE) if compat else _ASK_VOTE.format(f"{_THINK} End", "Action:")
    guesses = "\n".join(f"guess player_{other}: <word>" for other in state.seats if other != seat)
    start = "First guess" if compat else f"{_THINK} Then guess"
    asked = f"{start} everybody's word, with these lines:\n{guesses}\nThen end"
    return _ASK_VOTE.format(asked, _VOTE if compat else "Action:")


def _standing(state: State, seat: int) -> str:
    what = ["undercover"] * (seat == state.table.undercover) + ["left"] * (seat not in state.seats)
    return f" ({', '.join(what)})" if what else ""


def _round_text(number: int, played: Round) -> str:
    lines = [f"Round {number}"]
    for index, seat in enumerate(played.seats):
        clue = texts.quoted(played.clues[index]) if index < len(played.clues) else "..."
        vote = f"  -> player_{played.votes[index]}" if played.votes else ""
        lines.append(f"   player_{seat}: {clue}{vote}")
    if played.votes:
        counts = ", ".join(f"player_{s} {played.votes.count(s)}" for s in played.seats if s in played.votes)
        lines.append(f"   votes: {counts}; player_{played.out} leaves")
    return "\n".join(lines)


def _ending(state: State) -> str:
    seat = state.table.undercover
    if seat in state.seats:
        return f"player_{seat} was undercover and is still here: the undercover wins."
    return f"player_{seat} was undercover: the other four win."


_THINK = "You may think first, in private."
_ASK_CLUE = "Give one clue about your word. It must not contain the word, and must not repeat what {} said. "
_CLUE = (
    f"{_THINK} The others read one line of your reply, the last that begins with Action and a colon, and of your clue "
    f"the first {texts.LONGEST} characters. End with this line:\nAction: <clue>"
)
_COMPAT_CLUE = (
    f"Reply with one line: your name, a colon and the clue ({texts.LONGEST} characters at most). For example: "
    "{name}: <clue>"
)
_ASK_VOTE = (
    "Vote for the player who you think has the odd word. Choose one of the other players who are still in the game. "
    "{} with one line of this form: {} player_<number>"
)
_CLOSED = " and in secret"
_OPENED = " Then everybody sees who voted for whom, but nobody's word."

GAME: Game[State, Action] = Undercover()
