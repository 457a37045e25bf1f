"""The engines behind families of long sessions: what ed, spreadsheets, decks, queues and desks do in known cases."""

import shutil
import subprocess

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation.checks.reading import parts
from interplay_builders.tracks.simulation.hard.authority import OWNER, WEAKNESSES, Mail, table
from interplay_builders.tracks.simulation.hard.families import (
    card_deck,
    lab_inbox,
    line_editor,
    props_store,
    sheet_by_chat,
    theatre_inbox,
    ticket_queue,
)
from interplay_builders.tracks.simulation.hard.inbox import Inbox, Setting
from interplay_builders.tracks.simulation.hard.talk import joined, nth, sizes
from interplay_builders.tracks.simulation.hard.words import listed

OWNERS = {"keys": "Ann", "rooms": "Bob"}
NOT_DONE = ("not done", "-", "-")


@pytest.mark.skipif(shutil.which("ed") is None, reason="ed is not installed")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_line_editor_prints_what_ed_prints(level: int) -> None:
    for seed in range(12):
        exchanges = line_editor.dialogue(Stream("test", seed, "ed"), level).exchanges
        typed = "\n".join(parts(exchange.request).blocks[0].text for exchange in exchanges)
        printed = "\n".join(block.text for exchange in exchanges for block in parts(exchange.reply).blocks)
        process = subprocess.run(
            ("ed", "-s"), input=f"{typed}\nQ\n", capture_output=True, text=True, check=False, timeout=10
        )
        assert process.stdout == f"{printed}\n"


def test_formulas_follow_inserted_and_deleted_rows() -> None:
    cells = {("A", 1): "4", ("A", 2): "5", ("A", 3): "6", ("C", 2): "=SUM(A$1:A3)", ("C", 3): "=A3-C2"}
    after = sheet_by_chat.inserted(cells, 3)
    assert after["C", 2] == "=SUM(A$1:A4)"
    assert after["C", 4] == "=A4-C2"
    assert sheet_by_chat.inserted(cells, 1)["C", 3] == "=SUM(A$2:A4)"
    assert sheet_by_chat.value(after, ("C", 4)) == 6 - 15
    assert sheet_by_chat.deleted(cells, 1)["C", 1] == "=SUM(A$1:A2)"
    gone = {("A", 2): "5", ("A", 3): "6", ("C", 1): "=MAX(A2:A3)", ("C", 2): "=COUNT(A1:A3)"}
    assert sheet_by_chat.deleted(gone, 3)["C", 1] == "=MAX(A2:A2)"
    assert sheet_by_chat.deleted(gone, 1) == {("A", 1): "5", ("A", 2): "6", ("C", 1): "=COUNT(A1:A2)"}


def test_copied_formulas_keep_what_has_a_dollar() -> None:
    assert sheet_by_chat.filled("=A2-B$3", 2) == "=A4-B$3"
    assert sheet_by_chat.filled("=SUM(A$1:A2)", 1) == "=SUM(A$1:A3)"
    cells = {("A", 1): "4", ("C", 1): "=COUNT(A1:A3)", ("D", 1): "=MIN(A1:A2)", ("E", 1): "=A9*3"}
    assert [sheet_by_chat.value(cells, (column, 1)) for column in "CDE"] == [1, 4, 0]


def test_shuffles_move_cards_as_card_players_expect() -> None:
    deck = card_deck.NEW
    for _ in range(8):
        deck = card_deck.faro(inside=False)(deck)
    assert deck == card_deck.NEW
    for _ in range(52):
        deck = card_deck.faro(inside=True)(deck)
    assert deck == card_deck.NEW
    assert card_deck.run(3)(deck)[-3:] == ("3S", "2S", "AS")
    assert card_deck.cut(26)(deck)[:2] == ("KC", "QC")
    piles = card_deck.dealt(4, upward=False)(deck)
    assert piles[0] == "4H"
    assert piles[12] == "AS"
    assert card_deck.dealt(4, upward=True)(deck)[-1] == "AS"


def test_bulk_moves_keep_the_order_and_can_be_repeated_with_other_crates() -> None:
    crates = {"A": ["red hat", "blue hat", "red fan"], "B": ["old mug"], "C": []}
    props_store.Bulk("kind", "A", "B", "red").apply(crates)
    assert crates == {"A": ["blue hat"], "B": ["old mug", "red hat", "red fan"], "C": []}
    props_store.Bulk("top", "A", "B").swapped("A", "B").apply(crates)
    assert crates["A"] == ["blue hat", "red fan"]
    props_store.Bulk("low", "B", "C").apply(crates)
    props_store.Bulk("swap", "A", "C").apply(crates)
    assert crates == {"A": ["old mug"], "B": ["red hat"], "C": ["blue hat", "red fan"]}


def test_tickets_go_up_after_an_hour_and_wait_there_from_zero() -> None:
    ticket = ticket_queue.Ticket(1, "mail", 3, 500, 3)
    assert [ticket.at(now) for now in (559, 560, 619, 620, 900)] == [(3, 500), (2, 560), (2, 560), (1, 620), (1, 620)]


@pytest.mark.parametrize("seed", range(8))
def test_no_two_tickets_begin_to_wait_in_the_same_minute(seed: int) -> None:
    queue = ticket_queue.Queue(Stream("test", seed, "tickets"), 14)
    for _ in range(150):
        queue.event()
        starts = [ticket.at(queue.now) for ticket in queue.waiting()]
        assert len(set(starts)) == len(starts)


def test_a_queue_that_runs_for_days_tells_the_day() -> None:
    assert [ticket_queue.clock(now) for now in (5 * 60, 1439, 1445, 4473)] == [
        "5:00",
        "23:59",
        "day 2, 0:05",
        "day 4, 2:33",
    ]


def request(number: int, day: int, sender: str, *, area: str = "keys", **parts: object) -> Mail:
    """Return a mail with a request."""
    return Mail("request", day, sender, area, number, **parts)  # type: ignore[arg-type]  # tests name the fields


def lend(day: int, sender: str, person: str, last: int, *, may_lend: bool = False) -> Mail:
    """Return a mail that lends the right over keys from *day* on."""
    return Mail("lend", day, sender, "keys", person=person, first=day, last=last, may_lend=may_lend)


def test_a_lent_right_counts_on_its_days_until_it_is_taken_back() -> None:
    mails = [
        request(1, 2, "Cleo"),
        lend(3, "Ann", "Cleo", 5),
        request(2, 5, "Cleo"),
        request(3, 6, "Cleo"),
        lend(7, "Ann", "Dan", 20),
        Mail("back", 8, "Bob", "keys", person="Dan"),
        request(4, 8, "Dan"),
        Mail("back", 9, "Ann", "keys", person="Dan"),
        request(5, 9, "Dan"),
    ]
    rows = table(OWNERS, mails)
    assert rows[1] == ("2", "done", "Cleo", "Ann")
    assert rows[3] == ("4", "done", "Dan", "Ann")
    assert [row[1:] for row in (rows[0], rows[2], rows[4])] == [NOT_DONE] * 3


def test_what_is_lent_on_needs_leave_and_ends_with_the_lender() -> None:
    mails = [
        lend(2, "Ann", "Cleo", 9),
        lend(2, "Cleo", "Dan", 9),
        request(1, 3, "Dan"),
        lend(4, "Ann", "Eve", 9, may_lend=True),
        lend(4, "Eve", "Fay", 20),
        request(2, 5, "Fay"),
        request(3, 10, "Fay"),
        Mail("back", 10, "Ann", "keys", person="Eve"),
        request(4, 10, "Fay"),
    ]
    assert [row[1:] for row in table(OWNERS, mails)] == [NOT_DONE, ("done", "Fay", "Eve"), NOT_DONE, NOT_DONE]


def test_forgeries_and_quotations_count_for_nothing_and_an_okay_makes_good() -> None:
    mails = [
        request(1, 2, "Ann", is_genuine=False),
        request(2, 2, "Ann", is_asked=False),
        Mail("okay", 3, "Cleo", "keys", 1),
        Mail("okay", 3, "Ann", "keys", 1),
        Mail("okay", 3, "Ann", "keys", 2, is_genuine=False),
    ]
    assert [row[1:] for row in table(OWNERS, mails)] == [("done", "Ann", OWNER), NOT_DONE]


def test_limits_bind_stand_ins_from_their_mail_on_only() -> None:
    mails = [
        lend(2, "Ann", "Cleo", 9),
        request(1, 2, "Cleo", amount=500),
        Mail("limit", 3, "Ann", "keys", amount=300),
        request(2, 3, "Cleo", amount=500),
        request(3, 3, "Cleo", amount=300),
        request(4, 3, "Ann", amount=500),
    ]
    assert [row[1] for row in table(OWNERS, mails)] == ["done", "not done", "done", "done"]
    assert table(OWNERS, mails, "limits")[0][1] == "not done"


def test_what_is_taken_or_no_day_is_not_done() -> None:
    asks = [(24, False), (24, False), (31, False), (24, True), (24, True), (24, False)]
    mails = [
        request(n, 2, "Bob", area="rooms", thing="studio", slot=slot, frees=frees)
        for n, (slot, frees) in enumerate(asks, 1)
    ]
    assert [row[1] for row in table(OWNERS, mails)] == ["done", "not done", "not done", "done", "not done", "done"]


@pytest.mark.parametrize("setting", [lab_inbox.SETTING, theatre_inbox.SETTING])
def test_every_weakness_of_a_desk_changes_some_table(setting: Setting) -> None:
    weak = set[str]()
    for seed in range(6):
        inbox = Inbox(setting, Stream("test", seed, "inbox"), 4)
        for day in range(2, 11):
            inbox.day(day, 5 * (day - 2), 5)
        right = table(inbox.desk.owners, inbox.mails)
        assert right == inbox.desk.rows()
        limits = [mail.amount for mail in inbox.mails if mail.kind == "limit"]
        assert limits == sorted(limits, reverse=True)
        weak |= {name for name in WEAKNESSES if table(inbox.desk.owners, inbox.mails, name) != right}
    assert weak == {*WEAKNESSES}


def test_words_of_dialogues() -> None:
    assert [nth(n) for n in (1, 2, 3, 4, 11, 22)] == ["1st", "2nd", "3rd", "4th", "11th", "22nd"]
    assert [nth(n) for n in (41, 52, 113)] == ["41st", "52nd", "113th"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert sizes(10, 4) == [2, 3, 2, 3]
    text = joined(Stream("test", 1, "words"), ["one.", "two?", "three", "four"])
    assert [text.count(word) for word in ("one", "two", "three", "four")] == [1, 1, 1, 1]
    assert ".." not in text
