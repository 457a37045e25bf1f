"""Team work in Hanabi: which actions, at which token level, how risky the plays, how useful the hints.

After LLMArena (arXiv 2402.16499), section 4, whose measure is the share of each kind of action; the others are added
here. Only decisions made by the player's own reply are counted, never substitutes. Probabilities are those of ``odds``:
exact given the visible cards and the hints, without conclusions from the partner's choices.
"""

from interplay.tracks.games.hanabi.odds import odds
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import HINT, NAMED, PLAY, TOKENS, State
from interplay.tracks.games.shared.measures import Tally, state_after, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Verified

KINDS = ("play", "hint", "discard")
TITLES = {
    **{f"{kind}_share": f"{kind}s / accepted decisions" for kind in KINDS},
    **{
        f"{kind}_share_{tokens}_tokens": f"{kind}s / accepted decisions with {tokens} hint tokens"
        for tokens in range(TOKENS + 1)
        for kind in KINDS
    },
    **titles("hanabi"),
}


def _measure(match: Verified) -> Measures:
    tally = _Tally()
    for turn in match.turns:
        if turn.decision.chosen:
            tally.turn(turn.state, turn.seat, turn.decision.action)
    ratios = {name: tally.ratio(name) for name in TITLES if not name.startswith("score")}
    heights = state_after(GAME, match.decisions[-1]).heights if match.decisions else 0
    samples = {"score": match.verdict.outcome.returns[:1], "score_unzeroed": (float(heights),)}
    return Measures(ratios=ratios, samples=samples)


class _Tally(Tally):
    def turn(self, state: State, seat: int, action: int) -> None:
        done = "discard" if action < PLAY else "play" if action < HINT else "hint"
        for kind in KINDS:
            self.add(f"{kind}_share", kind == done)
            self.add(f"{kind}_share_{state.tokens}_tokens", kind == done)
        self.add("token_idle", state.tokens == TOKENS)
        hand_odds = odds(state, seat)
        certain = [PLAY + at for at in range(len(state.hands[seat])) if hand_odds.certain(at, state.playable)]
        if certain:
            self.add("known_play_missed", action not in certain)
        if done == "play":
            card = state.hands[seat][action - PLAY]
            self.add("misplay_rate", not state.playable >> card & 1)
            self.add("play_chance", hand_odds.chance(action - PLAY, state.playable))
            self.add("blind_play_rate", action not in certain)
        if done == "hint":
            hits = [card for card in state.hands[1 - seat] if NAMED[action - HINT] & state.playable >> card & 1]
            self.add("hint_use", bool(hits))


ANALYSIS = Analysis(TITLES, _measure)
