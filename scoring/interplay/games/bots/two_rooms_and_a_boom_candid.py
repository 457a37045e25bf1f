"""A player of Two Rooms and a Boom who mostly tells the truth and believes what it is told.

It takes everybody for what they last said of themselves, or else for what others last said of them, and somebody who
says nothing at all for an opponent. A leader rules out all roles that do not fit that, and sends the hostage with the
best prospects over those that are left, each equally likely.

Against ``random`` it wins 67% as blue and 47% as red, where chance is 60% and 40% (3,000 mirrored pairs): silent
opponents leave little to learn. Against itself blue wins 47%.
"""

from collections.abc import Mapping
from typing import Any

from interplay.games.base import Game
from interplay.games.bots._lines import line, weighted
from interplay.games.bots._two_rooms_habits import HABITS
from interplay.games.bots._two_rooms_house import OF_TEAM, assignments, best_hostage, role_of
from interplay.games.bots._two_rooms_talk import BANK, about, claims, topic
from interplay.games.bots.base import Bot
from interplay.games.rules._menu import Choice
from interplay.games.rules._two_rooms_text import TEAM_NAMES, Look, Said, Written
from interplay.games.rules.two_rooms_and_a_boom import State, look
from interplay.streams import Stream

QUESTIONS = {"ask_team": 55, "ask_role": 30, "ask_news": 15}
FITTING = {
    "blue": OF_TEAM[0],
    "red": OF_TEAM[1],
    "plain": ("blue", "red"),
    "president": ("president",),
    "bomber": ("bomber",),
}
"""What somebody seems to be -> the roles that fit."""
OPENNESS = 80
"""Percent of the questions that begin with the own team."""
FRANKNESS = 90
"""Percent of the answers and notes to somebody of the own team, as it seems, that tell the role."""


class Candid:
    """See the module docstring."""

    name = "candid"
    version = 1
    games: tuple[str, ...] = ("two_rooms_and_a_boom",)
    strength = 1

    def move(self, game: Game[Any, Any], state: State, seat: int, stream: Stream) -> str:
        """Return a question, an honest answer more often than not, a note for a friend, or a hostage."""
        seen = look(state, seat)
        match state.phase:
            case "ask":
                choice = _question(seen, stream)
            case "answer":
                choice = _answer(seen, stream)
            case "report":
                choice = _note(seen, stream)
            case _:
                choice = Choice(f"send_p{_hostage(seen, stream)}")
        return game.write(state, seat, choice)


def beliefs(seen: Look) -> Mapping[int, str]:
    """Return what the seat takes each label for: the last thing it said of itself, or else that was said of it."""
    known: dict[int, str] = {}
    told = [claim for claim in claims(seen) if claim.label != seen.label and claim.kind != "evade"]
    for claim in sorted(told, key=lambda claim: claim.speaker == claim.label):
        if claim.kind == "silent":
            known.setdefault(claim.label, TEAM_NAMES[1 - seen.team])
        elif claim.kind != "plain" or claim.label not in known:
            known[claim.label] = claim.kind
    return known


def spoken_before(seen: Look) -> list[str]:
    """Return all texts of the seat's log, so that nothing is said twice in the same words."""
    texts = []
    for _, event in seen.log:
        texts += [event.text] if isinstance(event, Written) else [event.question, event.answer or ""]
    return texts


def asked(seen: Look, label: int) -> int:
    """Return how often the seat has asked a label."""
    return sum(isinstance(e, Said) and e.asker == seen.label and e.asked == label for _, e in seen.log)


def wanted(seen: Look, stream: Stream) -> int:
    """Return whom to ask: the leader first, who decides, or else one of those who have been asked least."""
    counts = {mate: 2 * asked(seen, mate) - (mate == seen.leader) for mate in seen.mates}
    return stream.choice([mate for mate, count in counts.items() if count == min(counts.values())])


def _question(seen: Look, stream: Stream) -> Choice:
    target = wanted(seen, stream)
    kind = weighted(QUESTIONS, stream)
    text = line(BANK, kind, stream, third_party(seen, target, stream), spoken_before(seen))
    return Choice(f"ask_p{target}", inviting(seen, text, stream) if stream.below(100) < OPENNESS else text)


def third_party(seen: Look, target: int, stream: Stream) -> int:
    """Return of whom to ask somebody: of a leader, or else of the third in the room."""
    leaders = [label for label in seen.leaders if label not in (target, seen.label)]
    return stream.choice(leaders or [mate for mate in seen.mates if mate != target])


def inviting(seen: Look, question: str, stream: Stream) -> str:
    """Return a question after a word about one's own team, which invites an answer in kind."""
    return f"{line(BANK, TEAM_NAMES[seen.team], stream, said=spoken_before(seen))} {question}"


def _answer(seen: Look, stream: Stream) -> Choice:
    event = seen.log[-1][1]
    assert isinstance(event, Said)  # noqa: S101  an answer is asked for after a question only
    subject = topic(event.question, seen.label)
    said = spoken_before(seen)
    if subject == "ask_news":
        return Choice("answer", news(seen, beliefs(seen), about(event.question, seen.label), stream))
    friend = team_of(beliefs(seen).get(event.asker, "")) == TEAM_NAMES[seen.team]
    frank = friend and stream.below(100) < FRANKNESS
    kind = role_of(seen) if frank else weighted(HABITS[role_of(seen)][subject], stream)
    return Choice("answer", line(BANK, kind, stream, said=said))


def news(seen: Look, known: Mapping[int, str], label: int, stream: Stream) -> str:
    """Return what the seat makes known of a label."""
    kind = f"says_{known[label]}" if label in known else "no_news"
    return line(BANK, kind, stream, label, spoken_before(seen))


def _note(seen: Look, stream: Stream) -> Choice:
    """Return a note to a leader that is not known to be of the other team: about oneself, or about the third."""
    known = beliefs(seen)
    team = team_of(known.get(seen.leader, ""))
    if team == TEAM_NAMES[1 - seen.team] or (not team and stream.below(2)):
        return Choice("no_report")
    said = spoken_before(seen)
    third = next(mate for mate in seen.mates if mate != seen.leader)
    if team and (third not in known or stream.below(100) < FRANKNESS):
        return Choice("report", line(BANK, role_of(seen), stream, said=said))
    kind = f"says_{known[third]}" if third in known else "no_news"
    return Choice("report", line(BANK, kind, stream, third, said))


def team_of(kind: str) -> str:
    """Return the team that goes with what somebody seems to be, empty where none does."""
    return {"president": "blue", "bomber": "red", "blue": "blue", "red": "red"}.get(kind, "")


def _hostage(seen: Look, stream: Stream) -> int:
    """Return the best hostage if everybody is what they seem; where that cannot be, if nothing is known."""
    known = beliefs(seen)
    possible = assignments(seen.label, role_of(seen))
    likely = [roles for roles in possible if all(roles[at - 1] in FITTING[kind] for at, kind in known.items())]
    return best_hostage(seen, dict.fromkeys(likely or possible, 1), stream)


BOT: Bot = Candid()
