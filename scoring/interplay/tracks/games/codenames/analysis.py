"""How a team plays Codenames: how much its clues are for, how well they are understood, when it stops.

Spymaster and operative of a team belong to one side, so the measures are for the pair. A substituted clue counts as not
given; substituted guesses and ends of turns are not counted. The measures follow from the board alone: whether a clue
makes sense to a person is not measured.
"""

from interplay.tracks.games.codenames.board import ASSASSIN, END, NEUTRAL, POSITIONS, State, Turn
from interplay.tracks.games.shared.measures import Tally, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Verified

TITLES = titles("codenames")


def _measure(match: Verified) -> Measures:
    tally = _Tally()
    for turn in match.turns:
        if not turn.decision.forfeited:
            state: State = turn.state
            if state.current is None:
                tally.clue(state, turn.decision.action.text)
            elif not turn.decision.substituted:
                tally.reply(state, state.current, turn.decision.action.id)
    turns = float(tally.cases["no_clue_rate"])
    ratios = {name: tally.ratio(name) for name in TITLES if name != "turns"}
    return Measures(ratios=ratios, samples={"turns": (turns,)})


class _Tally(Tally):
    def clue(self, state: State, text: str) -> None:
        word, comma, number = text.rpartition(",")
        self.add("no_clue_rate", not comma)
        if not comma:
            return
        self.add("unlimited_rate", number == "0")
        self.add("repeated_clue_rate", word in [turn.word for turn in state.past[state.team :: 2]])
        self.add("words_per_clue", 0)
        if number != "0":
            self.add("clue_number", int(number))
            self.add("clue_met_rate", 0)
            self.add("early_stop_rate", 0)

    def reply(self, state: State, turn: Turn, action_id: str) -> None:
        if action_id == END:
            self.stop(turn)
        else:
            self.guess(state, turn, POSITIONS[action_id])

    def stop(self, turn: Turn) -> None:
        if not turn.word or not turn.number:
            return
        self.add("early_stop_rate", len(turn.guesses) < turn.number, 0)
        self.add("bonus_use", 0, len(turn.guesses) == turn.number)

    def guess(self, state: State, turn: Turn, at: int) -> None:
        identity = state.board.key[at]
        hit = identity == state.team
        self.add("guess_accuracy", hit)
        self.add("guess_chance", state.left(state.team) / len(state.covered()))
        self.add("neutral_rate", identity == NEUTRAL)
        self.add("opposing_rate", identity == 1 - state.team)
        self.add("assassin_rate", identity == ASSASSIN)
        if not turn.word:
            return
        number = len(turn.guesses) + 1
        self.add("words_per_clue", hit, 0)
        if number == 1:
            self.add("first_guess_accuracy", hit)
        if turn.number:
            # Every guess before this one hit an own word, or the turn would be over.
            self.add("clue_met_rate", hit and number == turn.number, 0)
        if turn.number and number == turn.number + 1:
            self.add("bonus_use", 1)
            self.add("bonus_accuracy", hit)


ANALYSIS = Analysis(TITLES, _measure)
