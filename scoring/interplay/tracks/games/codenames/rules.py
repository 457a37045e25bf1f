"""Codenames: two teams, each a spymaster and an operative, look for their words on a board by clues of one word.

After GameBench (arXiv 2406.06613), whose board has 21 words. Only spymasters see whose each word is. Red begins and has
one word more. A turn is a clue, then one guess or more; a guess is a round of its own.

Option: ``neutral``, the number of words that are nobody's: 3, or 7 for the published board of 25.
"""

from collections.abc import Mapping, Sequence

from interplay.core.randomness import Stream
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.codenames import board
from interplay.tracks.games.codenames import text as texts
from interplay.tracks.games.codenames.board import ASSASSIN, BLUE, NEUTRAL, RED, WORDS_OF, State, Turn
from interplay.tracks.games.codenames.clue import read_clue
from interplay.tracks.games.codenames.words import fingerprint, known, words
from interplay.tracks.games.records import Option, Setup
from interplay.tracks.games.shared.menu import SILENCE, Choice, MenuGame, menu_prompt, rules_text, shares
from interplay.tracks.games.shared.options import setup_of
from interplay.tracks.games.verdicts import Outcome


class Codenames(MenuGame[State]):
    """The rules of Codenames for four seats, after GameBench: two teams of a spymaster and an operative.

    An action is a ``Choice``: the id of a listed action; a clue's words are ``WORD,NUMBER``. One round is a clue, a
    guess, or the end of a turn.
    """

    name = "codenames"
    title = "Codenames"
    version = 2
    seats = 4
    categories: tuple[str, ...] = ("abstract strategy", "language communication", "cooperation")
    labels: tuple[str, ...] = ("hidden information", "language", "cooperation")
    teams = tuple(zip(board.TEAMS, board.SIDES, strict=True))
    longest = 2 * board.MAX_TURNS + len(board.GUESSES)
    topics = texts.TOPICS

    def deal(self, seed: str, options: Mapping[str, int], profile: str) -> Setup:
        chosen = {"neutral": board.NEUTRALS[0], **options}
        if len(chosen) > 1 or chosen["neutral"] not in board.NEUTRALS:
            raise ValueError(f"codenames has the option neutral, 3 or 7, found {dict(options)}")
        identities = _identities(chosen["neutral"])
        drawn = Stream(self.name, seed, "words").sample(words(), len(identities))
        key = Stream(self.name, seed, "key").shuffled(identities)
        neutral = Option(name="neutral", value=chosen["neutral"])
        return setup_of(self, seed, "strict", (neutral,), {"board": drawn, "list": (fingerprint(),)}, key=key)

    def start(self, setup: Setup) -> State:
        drawn, key, neutral = setup.texts("board"), setup.drawn("key"), setup.option("neutral", board.NEUTRALS[0])
        if setup.texts("list") != (fingerprint(),):
            raise ValueError(f"the words come from another list, {setup.texts('list')}")
        if neutral not in board.NEUTRALS or sorted(key) != _identities(neutral):
            raise ValueError(f"the key {key} does not have the identities of {neutral} neutral words")
        if len(set(drawn)) != len(key) or len(drawn) != len(key) or not known().issuperset(drawn):
            raise ValueError(f"the board {drawn} does not have {len(key)} words of the list")
        return board.opening(drawn, key)

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.ending else (board.SIDES[state.team][state.current is not None],)

    def menu(self, state: State, seat: int) -> Sequence[str]:
        """Return a guess for each covered word, then the end of the turn where it is allowed."""
        if state.current is None:
            return ()
        return [board.GUESSES[at] for at in state.covered()] + [board.END] * state.current.may_end

    def spoken(self, state: State, seat: int) -> Mapping[str, int]:
        return {board.CLUE: board.CLUE_TEXT} if state.current is None else {}

    def listed(self, state: State, seat: int, action_id: str) -> bool:
        if state.current is None:
            return False
        if action_id == board.END:
            return state.current.may_end
        at = board.POSITIONS.get(action_id, len(board.GUESSES))
        return at < len(state.board.words) and not state.revealed >> at & 1

    def heard(self, state: State, seat: int, action_id: str, text: str, longest: int) -> str:
        """Return ``word,number`` in lower case; silence, if sent as such, is not a clue."""
        if text == SILENCE:
            return SILENCE
        word, number = read_clue(text, state.covered_words())
        return f"{word},{number}"

    def apply(self, state: State, actions: Mapping[int, Choice]) -> State:
        (choice,) = actions.values()
        if state.current is None:
            return State(state.board, state.past, _turn(choice.text or SILENCE), state.revealed)
        if choice.id == board.END:
            return State(state.board, (*state.past, state.current), None, state.revealed)
        return _after_guess(state, state.current, board.POSITIONS[choice.id])

    def outcome(self, state: State) -> Outcome:
        """Return each team's share of the points; half each where there are none."""
        red, blue = board.points(state)
        total = red + blue
        return shares(state.ending, board.SIDES, (red / total, blue / total) if total else (0.5, 0.5))

    def fallback(self, state: State, seat: int) -> Sequence[Choice]:
        """Return no clue, the end of the turn, or where that is not allowed every guess."""
        if state.current is None:
            return [Choice(board.CLUE, SILENCE)]
        if state.current.may_end:
            return [Choice(board.END)]
        return [Choice(action_id) for action_id in self.menu(state, seat)]

    def flags(self, state: State, seat: int, action: Choice, text: str) -> tuple[str, ...]:
        """Flag a clue withheld (``no_clue``) and one whose word the team has heard before (``repeated_clue``)."""
        if action.text is None:
            return ()
        if action.text == SILENCE:
            return ("no_clue",)
        words = [turn.word for turn in state.past[state.team :: 2]]
        return ("repeated_clue",) if _turn(action.text).word in words else ()

    def describe(self, state: State, seat: int, action_id: str) -> str | None:
        return texts.describe(state, action_id)

    def prompt(self, state: State, seat: int) -> Prompt:
        if state.current is None:
            instructions, listed, spoken = texts.CLUE_INSTRUCTIONS, [], [(board.CLUE, texts.CLUE_NOTE)]
        else:
            instructions, spoken = texts.guess_instructions(state, state.current), []
            listed = [(action_id, texts.describe(state, action_id)) for action_id in self.menu(state, seat)]
        rules = rules_text(self.title, texts.SUMMARY, self.topics, texts.SUBSTITUTE)
        return menu_prompt(rules, texts.observation(state, seat), instructions, listed, spoken)

    def show(self, state: State) -> str:
        return texts.drawing(state)


def _identities(neutral: int) -> list[int]:
    return [RED] * WORDS_OF[RED] + [BLUE] * WORDS_OF[BLUE] + [NEUTRAL] * neutral + [ASSASSIN]


def _turn(text: str) -> Turn:
    if text == SILENCE:
        return Turn("", 1)
    word, _, number = text.rpartition(",")
    return Turn(word, int(number))


def _after_guess(state: State, turn: Turn, at: int) -> State:
    """Return the state with a word uncovered: the turn goes on after an own word if guesses and words are left."""
    turn = Turn(turn.word, turn.number, (*turn.guesses, at))
    revealed = state.revealed | 1 << at
    hit = state.board.key[at] == state.team
    if hit and len(turn.guesses) < turn.limit and state.board.masks[state.team] & ~revealed:
        return State(state.board, state.past, turn, revealed)
    return State(state.board, (*state.past, turn), None, revealed)


GAME: Game[State, Choice] = Codenames()
