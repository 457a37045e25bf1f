"""The texts that players of Two Rooms and a Boom read."""

from collections.abc import Sequence

from msgspec import Struct

from interplay.tracks.games.shared.rulebook import rulebook
from interplay.tracks.games.shared.speech import LONGEST

TEAM_NAMES = ("blue", "red")
ROUNDS = 3
_ROLES = {
    "president": "You are the president: blue wins if you are not in the bomber's room at the end",
    "bomber": "You are the bomber: red wins if you are in the president's room at the end",
    "plain": "You have no special role",
}
_NOTES = {
    "skip": "ask nobody anything",
    "decline": "give no answer; the asker sees that you declined",
    "answer": f"your answer, in {LONGEST} characters at most; only the asker reads it",
    "report": f"a note of {LONGEST} characters at most; only your leader reads it",
    "no": "write no note to your leader",
    "ask": f"put a question to {{who}}, in {LONGEST} characters at most; only {{who}} and you know of it",
    "send": "send {who} to the other room",
}
INSTRUCTIONS = {
    "ask": "It is your turn to ask one of the others in your room a question, or nobody.",
    "answer": "You have been asked the last question above. Answer it, or decline.",
    "report": "You may now write a note to the leader of your room.",
    "send": "You lead your room. Choose the hostage; the other leader chooses at the same time.",
}

SUMMARY, TOPICS = rulebook("two_rooms_and_a_boom", longest=LONGEST, rounds=ROUNDS)
SUBSTITUTE = "you ask, answer or write nothing, or as leader send somebody at random"


class Exchange(Struct, frozen=True):
    """An exchange by label; ``asked`` is 0 when nothing was asked."""

    asker: int
    asked: int
    question: str
    answer: str | None


class Written(Struct, frozen=True):
    """A note to a leader, by label."""

    sender: int
    leader: int
    text: str


class Look(Struct, frozen=True):
    """What one seat may know: itself, both rooms in every round so far (the last entry is now), its own log."""

    label: int
    team: int
    role: str
    leaders: tuple[int, int]
    rooms: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    sent: tuple[tuple[int, int], ...]
    log: tuple[tuple[int, Exchange | Written], ...]

    @property
    def room(self) -> int:
        """Return the room that the seat is in now."""
        return int(self.label in self.rooms[-1][1])

    @property
    def leader(self) -> int:
        """Return the label of the leader of that room."""
        return self.leaders[self.room]

    @property
    def mates(self) -> tuple[int, ...]:
        """Return the labels of the two others in it."""
        return tuple(label for label in self.rooms[-1][self.room] if label != self.label)


def note(action_id: str) -> str:
    """Return what an action does."""
    kind, _, who = action_id.partition("_")
    return _NOTES[kind].format(who=who.upper())


def observation(look: Look) -> str:
    """Return what a seat knows."""
    goal = ("president and bomber must end in different rooms", "bomber and president must end in the same room")
    leads = look.leader == look.label
    lines = [
        f"Round {len(look.sent) + 1} of {ROUNDS}.",
        f"You are P{look.label}, on the {TEAM_NAMES[look.team]} team: {goal[look.team]}. {_ROLES[look.role]}.",
        f"You are in room {look.room}. " + ("You lead it." if leads else f"P{look.leader} leads it."),
        "",
        "Who is where (leaders marked with *):",
    ]
    for number, rooms in enumerate(look.rooms, 1):
        when = "now" if number == len(look.rooms) else f"round {number}"
        lines.append(f"  {when}: " + "; ".join(f"room {at}: {_people(room, look)}" for at, room in enumerate(rooms)))
        if number < len(look.rooms):
            first, second = look.sent[number - 1]
            lines.append(f"  then P{first} went to room 1 and P{second} to room 0")
    lines += ["", "What you said and heard:" if look.log else "You have not talked to anybody yet."]
    lines += [line for number, event in look.log for line in lines_of(event, number + 1)]
    return "\n".join(lines)


def lines_of(event: Exchange | Written, number: int) -> list[str]:
    """Return an event of round *number* on lines of their own; without the round where it is 0."""
    when = f"round {number}, " if number else ""
    if isinstance(event, Written):
        return [f'{when}note from P{event.sender} to P{event.leader}: "{event.text}"']
    if not event.asked:
        return [f"{when}P{event.asker} asked nobody"]
    lines = [f'{when}P{event.asker} asks P{event.asked}: "{event.question}"']
    if event.answer is not None:
        reply = f'answers P{event.asker}: "{event.answer}"' if event.answer else "declines to answer"
        lines.append(f"{when}P{event.asked} {reply}")
    return lines


def _people(room: Sequence[int], look: Look) -> str:
    return ", ".join(f"P{label}{'*' * (label in look.leaders)}" for label in room)
