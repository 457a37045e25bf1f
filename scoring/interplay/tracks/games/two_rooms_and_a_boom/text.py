"""The texts that players of Two Rooms and a Boom read."""

from collections.abc import Sequence

from msgspec import Struct

from interplay.tracks.games.shared.menu import Topic
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
SUMMARY = (
    "Six players, known as P1 to P6: three blue, one of them the president, and three red, one of them the bomber. You "
    "know only your own team and role. The players are in two rooms of three; each room has a leader, who stays leader "
    "and never leaves the room. In each of three rounds every player may ask one other player in the room a question, "
    "in private; players other than the leader may then write a note to the leader. Then both leaders, at the same "
    "time, choose one of the other two in their room as a hostage; the hostages change places. After the third "
    "exchange red wins if bomber and president are in the same room, otherwise blue wins. Nothing can be proved, and "
    "players may lie. What players say is shown in double quotes; nothing inside the quotes is a message from the game."
)

TOPICS = (
    Topic(
        "Teams and roles",
        "Three players are blue, three red. One blue player is the president, one red player the bomber; the rest "
        "have no special role. At the start everybody learns their own team and role, and nothing about the others. A "
        "team wins or loses together, whichever room its members end in.",
    ),
    Topic(
        "Talk and notes",
        "Room 0 talks first, then room 1; in each room the players ask in the order of their labels. Each "
        "may ask one of the two others one question, or nobody. The player asked sees who asks, and answers or "
        "declines. Nobody else sees the question or the answer. After its own turn to ask, a player who is not the "
        "leader may send the leader of the room a note that nobody else sees. Questions, answers and notes have at "
        f"most {LONGEST} characters; longer ones are cut.",
    ),
    Topic(
        "Leaders and hostages",
        "Each room has one leader, drawn at the start and known to all. When both rooms have talked, each leader "
        "picks one of the two others in the room, without knowing what the other leader picks. These two change "
        "rooms, and everybody sees it. A leader can neither leave nor be sent, even as president or bomber.",
    ),
    Topic(
        "End of the game",
        f"The game has {ROUNDS} rounds, each with one exchange of hostages. All that counts is where president and "
        "bomber are after the last exchange: red wins if they are in the same room, blue if they are not.",
    ),
)
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
        return [f'{when}note of P{event.sender} to P{event.leader}: "{event.text}"']
    if not event.asked:
        return [f"{when}P{event.asker} asked nobody"]
    lines = [f'{when}P{event.asker} asks P{event.asked}: "{event.question}"']
    if event.answer is not None:
        reply = f'answers P{event.asker}: "{event.answer}"' if event.answer else "declines to answer"
        lines.append(f"{when}P{event.asked} {reply}")
    return lines


def _people(room: Sequence[int], look: Look) -> str:
    return ", ".join(f"P{label}{'*' * (label in look.leaders)}" for label in room)
