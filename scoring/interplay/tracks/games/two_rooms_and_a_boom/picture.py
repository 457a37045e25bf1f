"""Two Rooms and a Boom drawn: who is in which room, leaders, president and bomber, hostages, and the last words."""

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.two_rooms_and_a_boom.rules import GAME, MEMBERS, RED, Seats, State
from interplay.tracks.games.two_rooms_and_a_boom.text import ROUNDS
from interplay.tracks.games.verdicts import Observed

_ROOM, _TOP, _HIGH = 228, 34, 214
"""Width of a room, its top and height."""
_LEFTS = (4, 248)
_PANEL, _PANEL_HIGH = _TOP + _HIGH + 12, 92
"""Top and height of the two speech bubbles."""
_TEAMS = ("seat-0", "red")  # the fills of blue and red


class TwoRoomsPicture:
    """People stand in the colour of their team, under their label, above the number of their seat.

    Team and role are dashed, as nobody is told the others'; so is what is said in private.
    """

    size = (480, _PANEL + _PANEL_HIGH + 34)
    looks: tuple[str, ...] = tuple(_TEAMS[member in RED] for member in MEMBERS)
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        table = state.table
        people = {f"seat{member}": _member(state, member) for member in MEMBERS}
        rooms = [svg.rect(x, _TOP, _ROOM, _HIGH, "wood ink-line", rx=6, stroke_width=2) for x in _LEFTS]
        rugs = [svg.rect(x + 8, _TOP + 8, _ROOM - 16, _HIGH - 16, "paper", rx=4) for x in _LEFTS]
        door = svg.rect(232, _TOP + 62, 16, 84, "wood")
        names = [svg.label(x + 16, _TOP + 24, f"room {n}", "quiet", text_anchor="start") for n, x in enumerate(_LEFTS)]
        special = f"P{table.labels[table.president]} is president, P{table.labels[table.bomber]} is the bomber"
        note = svg.label(476, 16, special, "quiet", text_anchor="end")
        return svg.group(svg.symbols("two_rooms_and_a_boom", **people), *rooms, *rugs, door, *names, note)

    def frame(self, state: State, observed: Observed | None) -> Element:
        places, turn = _places(state, state.now), GAME.to_move(state)
        now = "the end" if state.phase == "over" else f"round {state.round + 1} of {ROUNDS}"
        drawn = [svg.label(8, 16, now, text_anchor="start", font_weight="bold")]
        for member in MEMBERS:
            x, y = places[member]
            drawn.append(svg.put(f"two_rooms_and_a_boom-seat{member}", x, y))
            if member in turn:
                drawn.append(svg.circle(x, y + 4, 31, "ink-line", stroke_width=3))
        if observed is not None and observed.state.phase == state.phase == "send" and (choice := svg.played(observed)):
            x, y = places[state.table.member(int(choice.id[-1]))]
            drawn.append(svg.circle(x, y + 4, 31, "mark-line", stroke_width=4, stroke_dasharray="6 4"))
        if state.talks and state.talks[-1].round == state.round:
            drawn += _words(state, places)
        elif state.sent:
            drawn += _moved(state, places)
        return svg.group(*drawn, svg.label(240, self.size[1] - 15, _doing(state), size=15))

    def caption(self, state: State) -> str:
        rooms = []
        for room in (0, 1):
            people = sorted((m for m in MEMBERS if state.now[m] == room), key=state.table.labels.__getitem__)
            rooms.append(f"room {room} holds {', '.join(_named(state, member) for member in people)}")
        start = "" if state.phase == "over" else f"Round {state.round + 1} of {ROUNDS}: "
        text = f"{start}{_doing(state)}; {' and '.join(rooms)}."
        return text[0].upper() + text[1:]


def _places(state: State, rooms: Seats) -> Mapping[int, tuple[float, float]]:
    """Return the position of each member when they are in *rooms*: in a room by label."""
    points = {}
    for room, left in enumerate(_LEFTS):
        people = sorted((m for m in MEMBERS if rooms[m] == room), key=state.table.labels.__getitem__)
        for n, member in enumerate(people):
            points[member] = (left + _ROOM / 2 + 70 * (n - 1), _TOP + 112)
    return points


def _member(state: State, member: int) -> Element:
    table = state.table
    drawn = [
        svg.group(svg.person(), look=_TEAMS[member in RED]),
        svg.label(0, 9, f"P{table.labels[member]}", "paper", font_weight="bold"),
        svg.rect(-32, 38, 64, 40, "quiet-line", rx=8, stroke_dasharray=svg.HIDDEN),
        svg.circle(-10, 58, 10, _TEAMS[member in RED]),
        svg.label(-10, 58, member, "paper", size=13),
    ]
    if state.leads(member):
        crown = "M-13-29L-16-43L-7-36L0-45L7-36L16-43L13-29Z"
        drawn.append(svg.path(crown, "gold ink-line", stroke_width=1, stroke_linejoin="round"))
    if member == table.president:
        star = "M15 46L18.5 53.8L27 54.4L20.5 59.8L22.6 68L15 63.5L7.4 68L9.5 59.8L3 54.4L11.5 53.8Z"
        drawn.append(svg.path(star, "gold ink-line", stroke_width=1))
    if member == table.bomber:
        fuse = svg.path("M19 52Q22 45 27 47", "ink-line", stroke_width=2)
        drawn += [svg.circle(14, 60, 10, "ink"), fuse, svg.circle(27, 47, 3, "bad"), svg.circle(11, 57, 2.5, "paper")]
    return svg.group(*drawn)


def _words(state: State, places: Mapping[int, tuple[float, float]]) -> Iterable[Element]:
    talk = state.talks[-1]
    note = state.notes[-1] if state.notes and state.notes[-1].after == len(state.talks) else None
    if note is not None and note.round == state.round:
        yield _pointed(places, note.sender, note.leader)
        yield from _bubble(0, _called(state, note.sender), note.text, f"writes to {_label(state, note.leader)}")
    elif talk.asked < 0:
        yield from _bubble(0, _called(state, talk.asker), "", "asks nobody")
    else:
        yield _pointed(places, talk.asker, talk.asked)
        yield from _bubble(0, _called(state, talk.asker), talk.question, f"asks {_label(state, talk.asked)}")
        if talk.answer is not None:
            verb = "answers" if talk.answer else "declines to answer"
            yield from _bubble(1, _called(state, talk.asked), talk.answer, verb)


def _pointed(places: Mapping[int, tuple[float, float]], start: int, end: int) -> Element:
    """Return an arrow below the labels of two members in one room."""
    (x1, y1), (x2, y2) = places[start], places[end]
    return svg.arrow(x1, y1 + 29, x2, y2 + 29, "mark-line", gap=6, stroke_width=3)


def _bubble(n: int, who: str, words: str, doing: str) -> Iterable[Element]:
    x = _LEFTS[n]
    yield svg.rect(x, _PANEL, _ROOM, _PANEL_HIGH, "card ink-line", rx=10, stroke_dasharray=svg.HIDDEN)
    yield svg.label(x + 12, _PANEL + 16, f"{who} {doing}", "quiet", size=13, most=30, text_anchor="start")
    if words:
        yield svg.paragraph(x + 12, _PANEL + 36, f"“{words}”", size=13, across=28, most=3)


def _moved(state: State, places: Mapping[int, tuple[float, float]]) -> Iterable[Element]:
    first, second = (_label(state, member) for member in state.sent[-1])
    text = f"hostages of round {state.round}: {first} to room 1, {second} to room 0"
    yield svg.label(240, _PANEL + 20, text, size=15)
    before = _places(state, state.rooms[-2])
    for member, (away, bend) in zip(state.sent[-1], ((-52, -30), (86, 10)), strict=True):
        (x1, y), (x2, _) = before[member], places[member]
        lift, side = y + away, 1 if x2 > x1 else -1
        curve = f"M{x1:g} {lift:g}Q{(x1 + x2) / 2:g} {lift + bend:g} {x2:g} {lift:g}"
        head = f"M{x2 - 9 * side:g} {lift - 7:g}L{x2:g} {lift:g}l{-10 * side} 4"
        yield svg.path(curve + head, "mark-line", stroke_width=3, stroke_linecap="round", stroke_linejoin="round")
        yield svg.circle(x2, y + 4, 28, "mark-line", stroke_width=2, stroke_dasharray="6 4")


def _label(state: State, member: int) -> str:
    return f"P{state.table.labels[member]}"


def _called(state: State, member: int) -> str:
    return f"{_label(state, member)} (seat {member})"


def _named(state: State, member: int) -> str:
    table = state.table
    team = "red" if member in RED else "blue"
    role = {table.president: ", president", table.bomber: ", bomber"}.get(member, "")
    return f"seat {member} ({_label(state, member)}, {team}{role}{', leader' * state.leads(member)})"


def _doing(state: State) -> str:
    if state.phase == "over":
        return f"president and bomber are {'together: red wins' if state.together else 'apart: blue wins'}"
    if state.phase == "send":
        return "both leaders choose a hostage"
    (seat,) = GAME.to_move(state)
    what = {"ask": "may ask somebody", "answer": "is to answer", "report": "may write to its leader"}
    return f"seat {seat} ({_label(state, seat)}) {what[state.phase]}"


PICTURE: svg.Picture = TwoRoomsPicture()
