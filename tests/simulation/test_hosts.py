"""Mailbox, agenda, code box, minefield, chat room and ticket machine by other methods; fairness of their checks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation import checks
from interplay.tracks.simulation.checks.pegs import PegsParams, score
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.families.calendar.agenda import WEEKDAYS, parsed
from interplay_builders.tracks.simulation.families.calendar.summer import ZONES, from_utc, to_utc
from interplay_builders.tracks.simulation.families.desks.tickets import WORDINGS, Machine
from interplay_builders.tracks.simulation.families.hosts.mines import CELLS, Field, is_mined
from interplay_builders.tracks.simulation.families.services.mailbox import Mailbox
from interplay_builders.tracks.simulation.families.services.room import Room
from tests.simulation.check_tables import Row, cases, made
from tests.simulation.whole import slug

FILES = (
    "services/mailbox",
    "calendar/agenda",
    "hosts/mastermind",
    "hosts/mines",
    "services/room",
    "desks/tickets",
)
SILENT = {"mail-threads", "lesson-agenda", "mastermind-box", "formula-minesweeper", "tram-ticket-languages"}
PEGS: dict[str, object] = {"known": [["ABCD", 2, 0]], "guesses": ["BAFD", "EEEE"]}
TABLE: tuple[Row, ...] = (
    (
        "pegs",
        PEGS,
        (
            "BAFD: 1 black, 1 white\nEEEE: 0 black, 0 white",
            "Let me count: B and D.\n\n- **BAFD**: 1 black, 1 white\n- **EEEE**: 1 black, 0 white",
            "1. bafd → 1 black and 1 white\n2. eeee - 0 black and 0 white\nABCD: 2 black, 0 white",
            "EEEE: 0 blacks, 0 whites\nB A F D: 1 black, 1 white (as before)",
        ),
        (
            "```\nBAFD = 1 black 1 white\nEEEE = 0 black 0 white\n```\ncode: ADDD",
            "BAFD: 4 black, 0 white\nEEEE: 0 black, 0 white",
            "BAFD: 1 black, 1 white",
            "BAFD: 1 black, 1 white\nEEEE: 0 black, 1 white",
            "BAFD: 1 black, 1 white\nEEEE: 0 black, 0 white\nEEEE: 0 black, 0 white",
            "BAFD: 1 black, 1 white\nEEEE: 0 black, 0 white\nABCD: 1 black, 1 white",
            "BAFD: 01 black, 1 white\nEEEE: 0 black, 0 white",
            "BAFD: 1 black, 1 white or 2 black, 0 white\nEEEE: 0 black, 0 white",
            "BAFD: 1 black, 1 white\nEEEE: 0 black, 0 white\ncode: AAAA",
            "",
        ),
    ),
    (
        "pegs",
        {"known": [["ABCD", 4, 0]], "guesses": [], "tell": True},
        ("code: ABCD", "The code was hard.\n**Code: ABCD**"),
        ("code: ABDC", "ABCD", "code: ABCD\ncode: ABCD"),
    ),
    (
        "printed",
        {"expected": ["合計：4.80ユーロ", "¡Buen viaje!"], "phrases": ["合計：", "Total:", "¡Buen viaje!"]},
        (
            "合計:4.80ユーロ\n¡Buen viaje!",
            "Vale:\n- **合計： 4.80 ユーロ**\n\n¡Buen viaje!",
            "1. 合計：４.８０ユーロ\n2. ¡Buen viaje",
        ),
        (
            "合計：4.80ユーロ",
            "合計：4.80ユーロ\nTotal: 4,80 €\n¡Buen viaje!",
            "¡Buen viaje!\n合計：4.80ユーロ",
            "合計：4.8ユーロ\n¡Buen viaje!",
            "合計：4.80ユーロ\n¡Buen viaje!\n合計：4.80ユーロ\n¡Buen viaje!",
            "",
        ),
    ),
)  # fmt: skip


@cache
def scripts() -> tuple[Script, ...]:
    found: list[Script] = []
    for name in FILES:
        for number, session in enumerate(enacting.enact(enacting.FAMILIES / f"{name}.toml"), 1):
            found += compose.scripts_of(session, number, "canary")
    return tuple(found)


def test_five_scripts_a_task() -> None:
    assert set(Counter(script.task_id for script in scripts()).values()) == {5}
    assert len({script.task_id for script in scripts()}) == len(FILES)


@pytest.mark.parametrize(("kind", "params", "reply", "passes"), cases(TABLE))
def test_accepted_and_rejected_variants(kind: str, params: dict[str, object], reply: str, *, passes: bool) -> None:
    result = checks.run(made(kind, params), reply)
    assert (result.verdict == "pass") is passes, result.reason


@pytest.mark.parametrize("reply", ["A" * 20_000, "BAFD: " * 3_000, "ABCD: 1 black, 1 white\n" * 800, "合計：" * 6_000])
def test_no_reply_breaks_or_slows_a_check(reply: str) -> None:
    for kind, params, _, _ in TABLE:
        assert checks.run(made(kind, params), reply).verdict == "fail"


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
def test_every_fair_dress_passes(script: Script) -> None:
    fair = [script.reference + "\n", script.reference.replace("\n", "\r\n"), script.reference.replace("\n", "  \n")]
    if slug(script) in SILENT:
        fair.append(f"```\n{script.reference}\n```")
    if slug(script) in SILENT - {"formula-minesweeper"}:
        fair.append("\n".join(f"**{line}**" for line in script.reference.split("\n")))
    for reply in fair:
        graded = grade(script, reply)
        assert graded.strict, [r.result.reason for r in graded.results]


def test_a_program_that_talks_fails() -> None:
    reason = "First I work out what changed; the older entries keep their places."
    for script in (script for script in scripts() if slug(script) in SILENT):
        for reply in (f"{reason}\n\n{script.reference}", f"{script.reference}\n\n{reason}"):
            assert not grade(script, reply).strict, script.item_id


def test_a_reply_twice_and_an_earlier_reply_fail() -> None:
    for script in scripts():
        assert not grade(script, f"{script.reference}\n\n{script.reference}").strict
        for message in script.messages:
            assert not grade(script, message.content).strict, script.item_id


def pegs(code: str, guess: str) -> tuple[int, int]:
    """Return black and white by taking pegs away one by one."""
    mine, theirs = list(code), list(guess)
    black = 0
    for place in reversed(range(len(code))):
        if mine[place] == theirs[place]:
            black += 1
            del mine[place], theirs[place]
    white = 0
    for letter in theirs:
        if letter in mine:
            mine.remove(letter)
            white += 1
    return black, white


def test_scores_agree_with_pegs_that_are_taken_away() -> None:
    stream = Stream("tests", 1, "pegs")
    for _ in range(500):
        code, guess = ("".join(stream.choice("ABCDEF") for _ in range(4)) for _ in range(2))
        assert score(code, guess) == pegs(code, guess)


def test_scores_that_are_guessed_seldom_pass() -> None:
    everything = ["".join(letters) for letters in product("ABCDEF", repeat=4)]
    possible = len({pegs(code, guess) for code in everything[:40] for guess in everything})
    for script in (script for script in scripts() if slug(script) == "mastermind-box"):
        params = checks.params_of(script.checks[0])
        assert isinstance(params, PegsParams)
        left = [c for c in everything if all(pegs(c, g) == (black, white) for g, black, white in params.known)]
        assert left, script.item_id
        passing = {tuple(pegs(code, guess) for guess in params.guesses) for code in left}
        chance = len(passing) / possible ** len(params.guesses) / (len(everything) if params.reveals else 1)
        assert chance < 0.02, script.item_id
        assert not set(params.guesses) & set(left) or not params.known, "four black would do"
        for code in left[:20]:
            lines = [f"{g}: {pegs(code, g)[0]} black, {pegs(code, g)[1]} white" for g in params.guesses]
            assert grade(script, "\n".join((*lines, *[f"code: {code}"] * params.reveals))).strict


def test_summer_time_agrees_with_the_zone_database() -> None:
    start = datetime(2025, 1, 1)
    for city, zone in ZONES.items():
        known = ZoneInfo(zone.key)
        for hour in range(365 * 24):
            utc = start + timedelta(hours=hour)
            assert from_utc(utc, city) == utc.replace(tzinfo=UTC).astimezone(known).replace(tzinfo=None)
        for day in range(365):
            local = start + timedelta(day, hours=7, minutes=45)
            assert to_utc(local, city) == local.replace(tzinfo=known).astimezone(UTC).replace(tzinfo=None)
    with pytest.raises(ValueError, match="expected a time that clocks show"):
        to_utc(datetime(2025, 3, 30, 2, 30), "Berlin")


RULES = (
    "FREQ=DAILY;INTERVAL=3;COUNT=6",
    "FREQ=WEEKLY;BYDAY=TU,FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=5",
    "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYDAY=1TH,3TH;COUNT=6",
    "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3",
    "FREQ=MONTHLY;BYMONTHDAY=-2",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=2WE",
    "FREQ=WEEKLY",
    "FREQ=MONTHLY",
)


@pytest.mark.parametrize("rule", RULES)
def test_rules_agree_with_a_library(rule: str) -> None:
    rrule = pytest.importorskip("dateutil.rrule")
    for first in (datetime(2025, 1, 31), datetime(2025, 3, 3), datetime(2025, 9, 28)):
        if "COUNT" not in rule:
            rule += ";COUNT=7"
        theirs = [day.date() for day in rrule.rrulestr(rule, dtstart=first) if day.year == 2025]
        assert list(parsed(rule).days(first.date())) == theirs
    assert WEEKDAYS[date(2025, 3, 3).weekday()] == "MO"


def test_lessons_agree_with_both_libraries() -> None:
    rrule = pytest.importorskip("dateutil.rrule")
    (script,) = (script for script in scripts() if script.item_id == "lesson-agenda.2/1/1")
    found = []
    for name, zone, first, rule in (
        ("Algebra", "Europe/Berlin", datetime(2025, 3, 18, 17), "FREQ=WEEKLY;BYDAY=TU,FR;COUNT=20"),
        ("Stats", "America/New_York", datetime(2025, 3, 3, 19, 30), "FREQ=WEEKLY;BYDAY=MO;COUNT=20"),
    ):
        for start in rrule.rrulestr(rule, dtstart=first):
            here = start.replace(tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo("America/Lima"))
            if date(2025, 3, 24) <= here.date() <= date(2025, 4, 4):
                found.append(f"{here:%Y-%m-%d %H:%M} {name}")
    assert script.reference.split("\n") == sorted(found)


def test_undone_orders_leave_no_trace() -> None:
    orders = ("archive | 1", "label | 2 | x", "snooze | 1 | 12:00", "filter | Ann | y", "open | 2")
    events = ("mail | Ann | One", "mail | Bob | Two", "mail | Ann | Re: One", "clock | 12:30", "mail | Ann | Re: Two")
    for seed in range(40):
        stream, said, undone = Stream("tests", seed, "mail"), list(events[:2]), list(events[:2])
        for _ in range(6):
            order, event = stream.choice(orders), stream.choice(events)
            said += [event, order]
            undone.append(event)
        assert Mailbox().answer([*said, *["undo"] * 6]).text == Mailbox().answer(undone).text
    with pytest.raises(ValueError, match="found an undo"):
        Mailbox().answer(["undo"])


def test_threads_are_each_in_one_place() -> None:
    mailbox = Mailbox()
    text = mailbox.answer(
        ["mail | A | One", "mail | B | Two", "mail | C | Three", "snooze | 1 | 10:00", "archive | 3"]
    ).text
    assert text == "2 | Two | 1 unread | -\ninbox 1, snoozed 1, archive 1"
    assert mailbox.answer(["archive | 2"]).text == "inbox 0, snoozed 1, archive 2"
    assert mailbox.answer(["clock | 10:00"]).text == "1 | One | 1 unread | -\ninbox 1, snoozed 0, archive 2"


def test_fields_agree_with_numbers_counted_the_other_way_round() -> None:
    for game in (1, 2, 3, 4, 5, 6, 9):
        counted = dict.fromkeys(CELLS, 0)
        for row, column in CELLS:
            if (row * (row + column) + game * column) % 5 == 0:
                for other in product((row - 1, row, row + 1), (column - 1, column, column + 1)):
                    if other in counted:
                        counted[other] += 1
        text = Field().answer([f"game {game}", *(f"open {row} {column}" for row, column in CELLS)]).text
        symbols = ["X" if is_mined(game, cell) else str(counted[cell]) for cell in CELLS]
        assert text.replace("\n", "").startswith("".join(symbols))
        assert text.endswith("mines left: 0")


def test_a_zero_opens_what_a_walk_reaches() -> None:
    for game, start in product((2, 3, 4, 5), CELLS):
        rows = Field().answer([f"game {game}", f"open {start[0]} {start[1]}"]).text.split("\n")
        shown = {(r, c): rows[r - 1][c - 1] for r, c in CELLS}
        for (row, column), symbol in shown.items():
            around = [shown.get((row + a, column + b), "1") for a, b in product((-1, 0, 1), repeat=2)]
            assert symbol != "0" or "." not in around
            assert symbol == "." or (row, column) == start or "0" in around


def test_nobody_sees_what_was_not_for_them() -> None:
    lines = ["ana> /join", "ben> /join", "cyd> /join"]
    stream = Stream("tests", 3, "chat")
    names = ("ana", "ben", "cyd")
    for number in range(60):
        name, other = stream.choice(names), stream.choice(names)
        lines.append(
            f"{name}> "
            + stream.choice(
                (f"said {number}", f"/w {other} told {number}", f"/mute {other}", f"/unmute {other}", "/join")
            )
        )
    for name in names:
        screen = Room().answer([*lines, f"? {name}"]).text
        for line in (line for line in screen.split("\n") if "told" in line):
            assert name in line.partition(":")[0].split(" to ")
        told = [line for line in lines if "/w" in line and (line.startswith(name) or f"/w {name} " in line)]
        assert screen.count("told") == len(told)


def test_being_kicked_ends_a_screen_and_a_rank() -> None:
    room = Room()
    room.answer(["ana> /join", "ben> /join", "ana> /mod ben", "ana> /kick ben", "ana> gone", "? ben"])
    assert inside(room.answer(["ben> lost", "? ben"]).text) == ["* ben joined", "* ben is a mod", "* ben kicked"]
    assert inside(room.answer(["ben> /join", "ben> /kick ana", "? ben"]).text) == ["* ben joined", "not allowed"]
    assert inside(room.answer(["? cyd"]).text) == ["(empty)"]


def test_orders_that_change_nothing_are_announced_again() -> None:
    room = Room()
    room.answer(["ana> /join", "ben> /join", "? ben"])
    lines = ["ana> /mod ben", "ana> /mod ben", "ana> /mod ana", "ben> /mod ben", "ana> /mute ben", "ana> /mute ben"]
    expected = ["* ben is a mod", "* ben is a mod", "not allowed", "* ben muted", "* ben muted"]
    assert inside(room.answer([*lines, "? ben"]).text)[1:] == expected


def inside(text: str) -> list[str]:
    return text.split("\n")[1:-1]


def amounts(commands: Sequence[str]) -> Iterator[str]:
    yield from (line for line in Machine().answer(commands).text.split("\n") if any(c.isdigit() for c in line))


def test_tickets_add_up_in_every_language() -> None:
    prices = {"1": 2.4, "2": 3.8, "3": 5.6}
    for seed in range(60):
        stream, commands, due = Stream("tests", seed, "tickets"), [], 0.0
        for _ in range(4):
            time, age, zone = (
                stream.choice(("06:29", "06:30", "08:59", "09:00")),
                stream.below(90),
                stream.choice("123"),
            )
            full = 15 <= age <= 64
            due += (
                0
                if age < 6
                else prices[zone] * (1 if full else 0.5) + (0.6 if full and "06:30" <= time < "09:00" else 0)
            )
            commands += [f"time {time}", f"ticket {age} {zone}"]
        if not due:
            continue
        for language, wording in WORDINGS.items():
            total, change = amounts([f"lang {language}", *commands, "pay 5000"])
            figures = [total, change] if wording.mark == "." else [line.replace(",", ".") for line in (total, change)]
            assert [f"{due:.2f}" in figures[0], f"{50 - due:.2f}" in figures[1]] == [True, True]


def test_a_cancelled_order_gives_back_all_money() -> None:
    machine = Machine()
    machine.answer(["lang es", "ticket adult 1", "pay 100"])
    machine.answer(["lang de", "pay 50"])
    assert machine.answer(["lang en", "cancel"]).text == "Cancelled. Refund: €1.50"
    exact = machine.answer(["lang ja", "ticket adult 1", "pay 240"]).text
    assert exact == "合計：2.40ユーロ\nおつり：0.00ユーロ\nご利用ありがとうございました。"
