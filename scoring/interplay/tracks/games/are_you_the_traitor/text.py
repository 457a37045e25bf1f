"""The texts that players of Are You the Traitor read."""

from collections.abc import Sequence

from interplay.tracks.games.are_you_the_traitor.state import EXCHANGES, WIZARDS, Exchange, State, Verdict
from interplay.tracks.games.are_you_the_traitor.treasure import DECK, GOAL, GOOD, KINDS, MEMBERS, Cards
from interplay.tracks.games.shared.rulebook import rulebook
from interplay.tracks.games.shared.speech import LONGEST

ROLES = ("traitor", "evil wizard", "good wizard", "key holder", "guard")
"""The role of each member."""
TEAM_NAMES = ("evil", "good")
DECLINED = "declines to answer"
SKIPPED = "says nothing"
_TARGETS = (
    "none; you can neither stop the talk nor accuse",
    "the key holder",
    "the traitor",
    "the good wizard",
    "the traitor",
)
_NOTES = {
    "skip": "say nothing; no question is put in this exchange",
    "decline": "give no answer; everybody sees that you declined",
    "stop": "end the talk of this round; you must then accuse somebody",
    "pass": "let the talk go on; nobody learns that you passed",
    "answer": f"your answer, in {LONGEST} characters at most; everybody hears it",
    "ask": f"put a question to {{who}}, in {LONGEST} characters at most; everybody hears question and answer",
    "accuse": "accuse {who}; this ends the round",
}
INSTRUCTIONS = {
    "ask": "It is your turn to question another player, or to say nothing.",
    "answer": "You have been asked the last question above. Answer it, or decline.",
    "poll": "The exchange is over. Do you stop the talk and accuse somebody, or pass?",
    "accuse": "You have stopped the talk. Whom do you accuse?",
}
FORCED = "Nobody has stopped the talk, and you were drawn: you must accuse somebody. Whom do you accuse?"

SUBSTITUTE = "you skip, decline or pass, or accuse somebody at random where you must accuse"


_KINDS = ", ".join(f"{kind.cards} of {kind.name} ({kind.points})" for kind in KINDS)
SUMMARY, TOPICS = rulebook(
    "are_you_the_traitor", goal=GOAL, exchanges=EXCHANGES, longest=LONGEST, deck=len(DECK), kinds=_KINDS
)


def note(action_id: str) -> str:
    """Return what an action does."""
    kind, _, who = action_id.partition("_")
    return _NOTES[kind].format(who=who.upper())


def observation(state: State, seat: int) -> str:
    """Return all that a seat may know; not other roles, passes, earlier talk or member numbers."""
    hoard, team = state.hoard, TEAM_NAMES[seat in GOOD]
    first, second = sorted(state.labels[member] for member in WIZARDS)
    won = f"Rounds won: evil {state.wins(0)}, good {state.wins(1)}."
    wizards = f"The two wizards are P{first} and P{second}: one is good, one is evil."
    return "\n".join(
        [
            f"Round {state.round + 1}. Exchange {len(state.talk) + (state.phase == 'ask')} of at most {EXCHANGES}.",
            f"{won} Treasure of the richest member: evil {hoard.best(0)}, good {hoard.best(1)} points.",
            *(_accused(last, seat) for last in state.past[-1:]),
            f"You are P{state.labels[seat]}, the {ROLES[seat]}, on the {team} team. Your target: {_TARGETS[seat]}.",
            f"Your treasure: {_cards(hoard.cards[seat])}.",
            f"{wizards} The other three are the traitor, the key holder and the guard.",
            "",
            *_spoken_so_far(state.talk),
        ]
    )


def _accused(last: Verdict, seat: int) -> str:
    """Return what all saw of the end of the last round."""
    who = "had to accuse" if last.forced else "stopped the talk and accused"
    return (
        f"Last round, under its own labels (you were P{last.labels[seat]}): P{last.labels[last.accuser]} {who} "
        f"P{last.labels[last.accused]}; the {TEAM_NAMES[last.team]} team won it."
    )


def position(state: State) -> str:
    """Return treasure, roles, the talk of the round and how the last round ended, for a person."""
    lines = [*_ending(state.round, state.past[-1]), ""] if state.past else []
    lines.append("The game is over." if state.phase == "over" else f"Round {state.round + 1}")
    for member in MEMBERS:
        lines.append(f"  P{state.labels[member]} {ROLES[member]:<12} {_cards(state.hoard.cards[member])}")
    if state.phase != "over":
        lines += _spoken_so_far(state.talk)
    if state.phase == "accuse":
        lines.append(f"P{state.labels[state.accuser]} {'must accuse' if state.forced else 'calls stop'}.")
    return "\n".join(lines)


def _spoken_so_far(talk: Sequence[Exchange]) -> list[str]:
    if not talk:
        return ["Nobody has spoken in this round yet."]
    lines = ["The talk of this round, in order:"]
    for number, entry in enumerate(talk, 1):
        if not entry.asked:
            lines.append(f"{number}. P{entry.asker} {SKIPPED}")
            continue
        lines.append(f'{number}. P{entry.asker} asks P{entry.asked}: "{entry.question}"')
        if entry.answer is not None:
            reply = f'answers: "{entry.answer}"' if entry.answer else DECLINED
            lines.append(f"   P{entry.asked} {reply}")
    return lines


def _ending(number: int, last: Verdict) -> list[str]:
    label, how = last.labels, "had to accuse" if last.forced else "accused"
    accused = f"{how} P{label[last.accused]}, the {ROLES[last.accused]}"
    won = f"The {TEAM_NAMES[last.team]} team won the round."
    thefts = [
        f"  A magic ring of P{label[t.thief]} took from P{label[t.victim]}: {KINDS[t.card].name}." for t in last.thefts
    ]
    return [f"Round {number}: P{label[last.accuser]}, the {ROLES[last.accuser]}, {accused}. {won}", *thefts]


def _cards(cards: Cards) -> str:
    if not cards:
        return "none, 0 points"
    counts = [(KINDS[kind], cards.count(kind)) for kind in sorted(set(cards))]
    listed = ", ".join(f"{kind.name} ({kind.points})" + (f" x{count}" if count > 1 else "") for kind, count in counts)
    total = sum(KINDS[card].points for card in cards)
    return f"{listed}; {total} point{'s' * (total != 1)} in all"
