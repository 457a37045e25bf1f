"""Codenames drawn: the words with the spymasters' key at their edge, covers where they were guessed, clue and score."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from interplay.tracks.games import pictures as svg
from interplay.tracks.games.codenames import board
from interplay.tracks.games.codenames.board import ASSASSIN, BLUE, RED, SIDES, TEAMS, WORDS_OF, State, Turn, points
from interplay.tracks.games.codenames.rules import GAME
from interplay.tracks.games.codenames.text import COLUMNS
from interplay.tracks.games.verdicts import Observed

_FILLS = ("red", "seat-0", "wood", "ink")  # of red, blue, neutral and the assassin
_WORDS = ("paper", "paper", "ink", "paper")  # text colours that are legible on them
_LEFT, _TOP, _GAP, _HIGH = 4, 80, 4, 300


class CodenamesPicture:
    """The grid below the four players; a dashed edge in the colour of the key is what operatives do not see."""

    size = (480, _TOP + _HIGH + 66)
    looks: tuple[str, ...] = tuple(_FILLS[team] for team in (RED, BLUE) for _ in SIDES[team])
    legend = svg.wording(__package__).legend

    def ground(self, state: State) -> Element:
        return svg.group(*(part for at in range(len(state.board.words)) for part in _card(state, at)))

    def frame(self, state: State, observed: Observed | None) -> Element:
        turn = GAME.to_move(state)
        drawn = [_sign(team, role, turn) for team in (RED, BLUE) for role in (0, 1)]
        drawn += [part for identity in range(4) for part in _covers(state, identity)]
        last = state.current or (state.past[-1] if state.past else None)
        if last and last.guesses and (observed is None or observed.state.revealed != state.revealed):
            drawn.append(svg.rect(*_corner(state, last.guesses[-1]), *_sized(state), "mark-line", rx=6, stroke_width=4))
        return svg.group(*drawn, *_notes(state))

    def caption(self, state: State) -> str:
        scores = [words_of - state.left(team) for team, words_of in enumerate(WORDS_OF)]
        score = f"red has {scores[RED]} of {WORDS_OF[RED]} words, blue {scores[BLUE]} of {WORDS_OF[BLUE]}"
        last = state.current or (state.past[-1] if state.past else None)
        number = len(state.past) + (state.current is not None)
        last_turn = f" Turn {number}: {_line(state, number, last)}." if last else ""
        return f"{_standing(state)}; {score}.{last_turn}"


def _sized(state: State) -> tuple[float, float]:
    count = len(state.board.words)
    columns = COLUMNS[count]
    return (472 + _GAP) / columns - _GAP, (_HIGH + _GAP) / -(-count // columns) - _GAP


def _corner(state: State, at: int) -> tuple[float, float]:
    wide, high = _sized(state)
    row, column = divmod(at, COLUMNS[len(state.board.words)])
    return _LEFT + column * (wide + _GAP), _TOP + row * (high + _GAP)


def _card(state: State, at: int) -> Iterable[Element]:
    (x, y), (wide, high), identity = _corner(state, at), _sized(state), state.board.key[at]
    fill = _FILLS[identity]
    yield svg.rect(x, y, wide, high, f"card {fill}-line", rx=6, stroke_width=2, stroke_dasharray=svg.HIDDEN)
    yield svg.rect(x + 3, y + 4, 7, high - 8, fill, rx=3)
    yield svg.label(x + 5 + wide / 2, y + high / 2, state.board.words[at], size=14)
    if identity == ASSASSIN:
        yield svg.path(f"M{x + wide - 16:g} {y + 5:g}l10 10m0-10l-10 10", "bad-line", stroke_width=3)


def _covers(state: State, identity: int) -> Iterable[Element]:
    """Yield what lies on the uncovered cards of one identity, with their words again."""
    uncovered = [at for at, whose in enumerate(state.board.key) if whose == identity and state.revealed >> at & 1]
    if not uncovered:
        return
    wide, high = _sized(state)
    corners = [_corner(state, at) for at in uncovered]
    covers = "".join(f"M{x - 1:.1f} {y - 1:.1f}h{wide + 2:.1f}v{high + 2:.1f}h{-wide - 2:.1f}Z" for x, y in corners)
    yield svg.path(covers, f"{_FILLS[identity]} paper-line", stroke_width=1)
    words = [(x + wide / 2, y + high / 2, state.board.words[at]) for at, (x, y) in zip(uncovered, corners, strict=True)]
    yield svg.labels(words, _WORDS[identity], font_weight="bold")


def _sign(team: int, role: int, turn: tuple[int, ...]) -> Element:
    seat = SIDES[team][role]
    words = f"seat {seat}: {TEAMS[team]} {board.ROLES[role]}"
    return svg.plate(4 + 238 * team, 4 + 36 * role, 234, seat, words, to_move=seat in turn, team=_FILLS[team])


def _notes(state: State) -> Iterable[Element]:
    turns = [*state.past, *([state.current] if state.current else [])]
    y = _TOP + _HIGH + 14
    yield svg.label(476, y, _standing(state, brief=True), "quiet", text_anchor="end")
    number = len(turns) + (not state.current and not state.ending)
    yield svg.label(4, y, f"turn {number} of {board.MAX_TURNS}", "quiet", text_anchor="start")
    for n, turn in enumerate(reversed(turns[-2:])):
        number = len(turns) - n
        at = y + 20 + 19 * n
        yield svg.line(6, at - 7, 6, at + 7, f"{_FILLS[(number - 1) % 2]}-line", stroke_width=4)
        yield svg.label(14, at, _line(state, number, turn), "quiet" if n else "ink", most=58, text_anchor="start")


def _line(state: State, number: int, turn: Turn) -> str:
    clue = f"“{turn.word}, {turn.number}”" if turn.word else "no clue"
    words, key = state.board.words, state.board.key
    guesses = ", ".join(f"{words[at]} ({board.IDENTITIES[key[at]]})" for at in turn.guesses)
    return f"{TEAMS[(number - 1) % 2]} {clue}: {guesses or 'no guess yet' if turn is state.current else guesses}"


def _standing(state: State, *, brief: bool = False) -> str:
    if not state.ending:
        doing = "to guess" if state.current else "to give a clue"
        seat = GAME.to_move(state)[0]
        return f"seat {seat} is {doing}" if brief else f"Seat {seat} ({TEAMS[state.team]}) is {doing}"
    red, blue = points(state)
    winner = "nobody" if state.winner is None else TEAMS[state.winner]
    how = {"assassin": "the assassin was met", "all_words": "all words found", "turn_limit": "turn limit"}[state.ending]
    if brief:
        return f"{winner} wins: {how}"
    return f"{winner.capitalize()} wins ({how}), red with {red} points and blue with {blue}"


PICTURE: svg.Picture = CodenamesPicture()
