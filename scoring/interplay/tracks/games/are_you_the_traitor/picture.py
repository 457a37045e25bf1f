"""Are You the Traitor drawn: five members around a table with role and treasure, what they say, and the accusation."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.are_you_the_traitor.rules import GAME
from interplay.tracks.games.are_you_the_traitor.state import EXCHANGES, POLLS, Exchange, State, Verdict
from interplay.tracks.games.are_you_the_traitor.text import DECLINED, ROLES, SKIPPED, TEAM_NAMES
from interplay.tracks.games.are_you_the_traitor.treasure import GOOD, KINDS, MEMBERS, RING, winner
from interplay.tracks.games.shared import five
from interplay.tracks.games.verdicts import Observed

_MOST = 6  # treasures that are drawn for a member


class AreYouTheTraitorPicture:
    """Members sit by their seats, with the label of the round. Their roles are dashed, as nobody is told the others'.

    A tick is a pass in the poll, which the others do not see.
    """

    size = five.SIZE
    looks: tuple[str, ...] = svg.SEATS[:5]
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        coins = {f"k{kind}": _coin(kind) for kind in range(len(KINDS))}
        heads = [five.head(member, ROLES[member], "good" if member in GOOD else "bad") for member in MEMBERS]
        drawn = svg.symbols("are_you_the_traitor", person=svg.person(), **coins)
        return svg.group(drawn, five.table(), *map(five.box, MEMBERS), *heads)

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        labels = [f"P{number}" for number in state.labels]
        drawn = [five.players("are_you_the_traitor", labels, turn, MEMBERS)]
        drawn += [part for member in MEMBERS for part in _treasure(state, member)]
        if state.talk:
            drawn += _exchange(state, state.talk[-1])
        elif state.past:
            drawn += _accusation(state.past[-1])
        words = _doing(state) if state.phase == "over" else f"round {state.round + 1}, {_doing(state)}"
        return svg.group(*drawn, svg.label(240, 453, words, size=15))

    def caption(self, state: State) -> str:
        members = ", ".join(f"seat {m} (P{state.labels[m]}, {ROLES[m]}) has {state.hoard.points(m)}" for m in MEMBERS)
        wins = f"rounds won: evil {state.wins(0)}, good {state.wins(1)}"
        ended = f" {_ending(state.past[-1])}" if state.past and not state.talk else ""
        start = "" if state.phase == "over" else f"Round {state.round + 1}, "
        return f"{start}{_doing(state)}; {wins}.{ended} Points of treasure: {members}."


def _coin(kind: int) -> Element:
    """Return a treasure around 0 0, with its points; a magic ring is hollow."""
    if kind == RING:
        return svg.group(
            svg.circle(0, 0, 6.5, "gold-line", stroke_width=4), svg.circle(0, 0, 9, "ink-line", stroke_width=1)
        )
    points = KINDS[kind].points
    fill = "card" if points < 2 else "wood"
    return svg.group(
        svg.circle(0, 0, 9, f"{fill} ink-line", stroke_width=1), svg.label(0, 0, points, size=12, font_weight="bold")
    )


def _treasure(state: State, member: int) -> Iterable[Element]:
    x, y, width = five.inner(member)
    owned = state.hoard.cards[member]
    points = state.hoard.points(member)
    yield svg.label(x, y, f"{points} point{'s' * (points != 1)}", "quiet", size=13, text_anchor="start")
    step = min(17.0, (width - 84) / max(1, min(len(owned), _MOST) - 1))
    latest = enumerate(owned[-_MOST:])
    coins = [svg.node("use", href=f"#are_you_the_traitor-k{card}", x=step * n) for n, card in latest]
    yield svg.group(*coins, transform=f"translate({x + 76} {y})")


def _exchange(state: State, exchange: Exchange) -> Iterable[Element]:
    asker = state.member(exchange.asker)
    question = f"“{exchange.question}”" if exchange.asked else SKIPPED
    yield five.speech(asker, question, after=22, most=4)
    last = asker
    if exchange.asked:
        asked = state.member(exchange.asked)
        yield svg.arrow(*five.chair(asker), *five.chair(asked), f"seat-{asker}-line", gap=26)
        if exchange.answer is not None:
            yield five.speech(asked, f"“{exchange.answer}”" if exchange.answer else DECLINED, after=22, most=4)
            last = asked
    passed = POLLS[state.table.polls[state.turn]][: state.asked] if state.phase in ("poll", "accuse") else ()
    for member in passed:
        x, y = five.chair(member)
        yield svg.path(f"M{x + 9} {y - 10}l4 4l8-9", "good-line", stroke_width=3)
    if state.phase == "accuse":
        last = state.accuser
        x, y = five.chair(last)
        yield svg.path(f"M{x + 12} {y - 24}h9l6 6v9l-6 6h-9l-6-6v-9Z", "bad paper-line", stroke_width=1)
    yield five.framed(last)


def _accusation(ended: Verdict) -> Iterable[Element]:
    yield svg.arrow(*five.chair(ended.accuser), *five.chair(ended.accused), "mark-line", gap=26, stroke_width=5)
    yield five.framed(ended.accuser)
    yield five.speech(ended.accuser, f"“I accuse the {ROLES[ended.accused]}!”", after=22)
    yield svg.label(240, 473, _ending(ended), "good" if ended.team else "bad", size=12, most=76)


def _ending(ended: Verdict) -> str:
    how = "had to accuse" if ended.forced else "accused"
    rings = f"; rings took {len(ended.thefts)}" if ended.thefts else ""
    return (
        f"The {ROLES[ended.accuser]} {how} the {ROLES[ended.accused]}: {TEAM_NAMES[ended.team]} wins the round{rings}."
    )


def _doing(state: State) -> str:
    if state.phase == "over":
        team = winner(state.hoard, state.past[-1].team)
        return f"The {TEAM_NAMES[team or 0]} team wins, with {max(map(state.hoard.points, MEMBERS))} points"
    (seat,) = GAME.to_move(state)
    what = {
        "ask": f"asks or says nothing (exchange {len(state.talk) + 1} of {EXCHANGES})",
        "answer": "is to answer",
        "poll": "may stop the talk",
        "accuse": "must accuse" if state.forced else "stops the talk and accuses",
    }
    return f"seat {seat} {what[state.phase]}"


PICTURE: svg.Picture = AreYouTheTraitorPicture()
