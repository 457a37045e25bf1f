"""Stores, ledgers and the register machine against known results and independent methods; fairness of their checks."""

import json
import math
import re
from collections import deque
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache

import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.families.ledger.bank import Bank
from interplay_builders.tracks.simulation.families.ledger.expenses import Flat
from interplay_builders.tracks.simulation.families.ledger.portfolio import Portfolio
from interplay_builders.tracks.simulation.families.ledger.warehouse import Warehouse
from interplay_builders.tracks.simulation.families.machine.registers import Machine
from interplay_builders.tracks.simulation.families.store.cart import CartStore
from interplay_builders.tracks.simulation.families.store.documents import DocumentStore
from interplay_builders.tracks.simulation.families.store.plan import Plan
from interplay_builders.tracks.simulation.families.store.player import Player
from interplay_builders.tracks.simulation.families.store.reminders import due_date, due_text
from interplay_builders.tracks.simulation.families.store.shelf import Shelf
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.sessions import Session
from tests.simulation.dress import may_fence
from tests.simulation.whole import slug


@cache
def sessions() -> tuple[Session, ...]:
    return tuple(s for family in ("ledger", "machine", "spreadsheet", "store") for s in enacting.sessions(family))


@cache
def scripts() -> tuple[Script, ...]:
    return tuple(script for n, s in enumerate(sessions()) for script in compose.scripts_of(s, n, "canary"))


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("```")]


def test_every_task_has_two_plain_sessions_and_a_challenged_one_of_four_turns() -> None:
    tasks = {session.task.task_id: session.task for session in sessions()}
    assert len(tasks) == 13
    assert len(scripts()) == 65
    for task in tasks.values():
        found = [s for s in sessions() if s.task == task]
        assert sorted(s.challenging or 0 for s in found) == [0, 0, 1], task.task_id
        assert [len(s.exchanges) for s in found if s.challenging] == [4], task.task_id
        assert 60 <= len(re.findall(r"[A-Za-z']{2,}", task.brief)) <= 250, task.task_id


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
def test_what_a_brief_leaves_open_passes(script: Script) -> None:
    reply = script.reference
    for other in (
        reply + "\n",
        "\n" + reply + "\n\n",
        reply.replace("\n", "\r\n"),
        "\n".join(line + "  " for line in reply.splitlines()),
        reply.replace("```\n", "```text\n", 1) if reply.startswith("```\n") else reply,
        reply.replace("```", "~~~"),
    ):
        graded = grade(script, other)
        assert graded.strict, [r.result.reason for r in graded.results]


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
def test_right_content_in_a_dress_that_the_brief_does_not_allow_fails_the_form_only(script: Script) -> None:
    if not script.reference.startswith("```"):
        graded = grade(script, f"```\n{script.reference}\n```")
        assert (graded.content, graded.format) == (True, may_fence(script))
    else:
        graded = grade(script, f"Here you are:\n\n{script.reference}")
        assert (graded.content, graded.format) == (True, not gates.forbids_prose(script))


def test_documents_known_results() -> None:
    answer = DocumentStore().answer(
        [
            'insert t {"a": 1, "b": [1, 2]}',
            'insert t {"a": true}',
            'insert t {"a": {"c": 5}}',
            'find t {"b": 2}',
            'count t {"a": 1}',
            'count t {"a": {"$ne": 1}}',
            'count t {"a": {"$in": [1, true]}}',
            'find t {"a.c": {"$gte": 5, "$lt": 6}}',
            'update t {} {"$inc": {"a": 1}}',
            'remove t {"a": true}',
            "insert t {}",
            "drop t {}",
        ]
    )
    assert json.loads("\n".join(lines_of(answer.text))) == [
        {"inserted": "t-1"},
        {"inserted": "t-2"},
        {"inserted": "t-3"},
        [{"_id": "t-1", "a": 1, "b": [1, 2]}],
        {"count": 1},
        {"count": 2},
        {"count": 2},
        [{"_id": "t-3", "a": {"c": 5}}],
        {"error": "a is not a number"},
        {"removed": 1},
        {"inserted": "t-4"},
        {"error": "unknown command drop"},
    ]


def test_shelf_known_results() -> None:
    answer = Shelf().answer(
        ["DELETE /games/3", 'POST /games {"title": "X", "players": 1}', "GET /games?sort=-players", "PUT /games/3 {}"]
    )
    assert [line for line in lines_of(answer.text) if line[0].isdigit()] == [
        "204 No Content",
        "201 Created",
        "200 OK",
        "404 Not Found",
    ]
    assert [game["id"] for game in json.loads(lines_of(answer.text)[4])] == [1, 2, 4]


def test_cart_total_agrees_with_decimal_arithmetic() -> None:
    for seed in range(60):
        stream, expected = Stream("simulation", seed, "cart"), Decimal(0)
        actions = []
        for number in range(3):
            price, qty = stream.below(9_000) + 1, stream.below(4) + 1
            expected += price * qty
            actions.append({"type": "cart/add", "payload": {"sku": f"S{number}", "price": price, "qty": qty}})
        percent, least = stream.below(60), stream.below(30_000)
        actions.append({"type": "coupon/apply", "payload": {"code": "C", "percent": percent, "min": least}})
        state = json.loads("\n".join(lines_of(CartStore().answer([json.dumps(a) for a in actions]).text)))
        if expected >= least:
            expected = (expected * (100 - percent) / 100).quantize(Decimal(1), ROUND_HALF_UP)
        assert state["total"] == expected


def test_player_keeps_its_song_and_undoes_everything() -> None:
    titles = ["a", "b", "c", "d", "e"]
    for seed in range(60):
        stream, player = Stream("simulation", seed, "player"), Player()
        queue, current = queue_after(player, [f"ENQUEUE {'; '.join(titles)}", f"JUMP {stream.below(5)}"])
        for _ in range(6):
            here, there = stream.below(6), stream.below(6)
            name = stream.choice(("MOVE", "REMOVE"))
            taken = name == "REMOVE" and here == current
            new, place = queue_after(player, [f"MOVE {here} {there}" if name == "MOVE" else f"REMOVE {here}"])
            assert taken or new[place] == queue[current]
            queue, current = new, place
            if not queue:
                break
        assert queue_after(player, ["UNDO"] * 10) == ([], -1)
        assert queue_after(player, ["REDO"] * 10) == (queue, current)


def queue_after(player: Player, commands: Sequence[str]) -> tuple[list[str], int]:
    state = json.loads(player.answer(commands).text.splitlines()[-1])
    return state["queue"], -1 if state["current"] is None else state["current"]


def test_due_dates_agree_with_a_walk_through_the_calendar() -> None:
    for offset in range(30):
        today = date(2025, 2, 20) + timedelta(offset)
        for name in ("Monday", "Thursday", "Sunday"):
            day = today + timedelta(1)
            while day.strftime("%A") != name:
                day += timedelta(1)
            assert due_date(name.lower(), today) == day
    assert [due_text(date(2025, 3, d), date(2025, 3, 6)) for d in (3, 6, 7, 8)] == [
        "3 late",
        "today",
        "tomorrow",
        "in 2 days",
    ]


def test_a_finished_step_never_waits_for_an_open_one() -> None:
    for seed in range(60):
        stream, plan = Stream("simulation", seed, "plan"), Plan()
        for _ in range(15):
            one, other = stream.below(5) + 1, stream.below(5) + 1
            verb = stream.choice(("done", "done", "reopen", "wait"))
            if verb == "wait" and is_done(plan, one):
                continue
            plan.answer([f"{verb} | {one} | {other}" if verb == "wait" else f"{verb} | {one}"])
            for number in range(1, 6):
                if is_done(plan, number):
                    assert all(is_done(plan, n) for n in plan._all_before(number))


def is_done(plan: Plan, number: int) -> bool:
    return f"[x] T{number} " in plan.answer(["show"]).text


def test_shares_add_up_and_settling_leaves_nobody_owing() -> None:
    for seed in range(60):
        stream, flat = Stream("simulation", seed, "flat"), Flat()
        for _ in range(4):
            payer, amount = stream.choice(("Ana", "Ben", "Caro")), Decimal(stream.below(20_000) + 1) / 100
            people = [f"{p}:{stream.below(3) + 1}" for p in stream.sample(("Ana", "Ben", "Caro"), stream.below(3) + 1)]
            text = flat.answer([" ".join(("pay", payer, str(amount), "food", *people))]).text
        rows = [[cell.strip() for cell in line.split("|")] for line in text.splitlines()[:3]]
        balance = {name: Decimal(amount) for name, _, _, amount in rows}
        assert sum(balance.values()) == 0
        assert sum(Decimal(row[1]) for row in rows) == sum(Decimal(row[2]) for row in rows)
        for line in flat.answer(["settle"]).text.splitlines():
            if line != "all square":
                payer, _, taker, paid = line.split()
                balance[payer] += Decimal(paid)
                balance[taker] -= Decimal(paid)
        assert set(balance.values()) == {0}


def test_ten_euros_for_three_go_round_in_alphabetical_order() -> None:
    flat = Flat()
    rows = flat.answer(["pay Caro 10 fun"]).text.splitlines()
    assert [row.split(" | ")[2] for row in rows[:3]] == ["3.34", "3.33", "3.33"]
    rows = flat.answer(["drop 1", "pay Caro 10 fun Ben:2 Caro"]).text.splitlines()
    assert [row.split(" | ")[2] for row in rows[:3]] == ["0.00", "6.67", "3.33"]


def test_worth_is_deposits_plus_realised_plus_gains() -> None:
    for seed in range(40):
        stream, portfolio = Stream("simulation", seed, "portfolio"), Portfolio()
        for _ in range(8):
            name, price = stream.choice(("AA", "BB")), Decimal(stream.below(4_000) + 100) / 100
            verb = stream.choice(("buy", "buy", "sell"))
            rows = portfolio.answer([f"{verb} {name} {stream.below(20) + 1} {price}"]).text.splitlines()
            cells = [row.split(";") for row in rows if not row.startswith("REJECTED")]
            found = {row[0]: Decimal(row[-1]) for row in cells}
            gains = sum(Decimal(row[5]) for row in cells if len(row) == 6)
            assert abs(found["WORTH"] - (5_000 + found["REALIZED"] + gains)) <= Decimal("0.02")


def test_portfolio_known_results() -> None:
    text = Portfolio().answer(["buy AB 10 10", "buy AB 10 20", "split AB 2", "sell AB 10 9", "sell AB 31 9"]).text
    assert text == "REJECTED;AB\nAB;30;7.6000;9.00;270.00;42.00\nCASH;4784.00\nREALIZED;12.00\nWORTH;5054.00"


def test_warehouse_agrees_with_a_queue_of_single_units() -> None:
    for seed in range(40):
        stream, house = Stream("simulation", seed, "house"), Warehouse()
        units = deque([210] * 40 + [235] * 25)
        for _ in range(8):
            verb, count, cost = stream.choice(("IN", "OUT", "SCRAP")), stream.below(40) + 1, stream.below(300) + 1
            line = house.answer([f"{verb} BOLT {count}" + (f" @ {cost / 100:.2f}" if verb == "IN" else "")]).text
            if verb == "IN":
                units.extend([cost] * count)
            elif count > len(units):
                assert line == f"SHORT | BOLT | {len(units)}"
                continue
            else:
                gone = sum((units.popleft if verb == "OUT" else units.pop)() for _ in range(count))
                assert line.split(" | ")[2] == f"{gone / 100:.2f}"
            assert line.split(" | ")[-2:] == [str(len(units)), f"{sum(units) / 100:.2f}"]


def test_bank_known_results() -> None:
    bank = Bank()
    assert bank.answer(["pay Everyday 320", "pay Everyday 194", "pay Everyday 0.01"]).text.splitlines() == [
        "ok",
        "ok",
        "no: limit",
        "Everyday: -200.00",
        "Joint: 1150.40",
        "Savings: 2400.00",
    ]
    text = bank.answer(["pay Savings 1", "pay Savings 1", "pay Savings 1", "month", "pay Savings 1"]).text
    assert text.splitlines()[:5] == ["ok", "ok", "no: withdrawals", "ok", "ok"]
    assert text.splitlines()[5:] == ["Everyday: -202.40", "Joint: 1150.40", "Savings: 2403.00"]
    assert bank.answer(["freeze Savings", "transfer Savings Joint 1"]).text.splitlines()[:2] == ["ok", "no: frozen"]


def test_machine_finds_greatest_common_divisors() -> None:
    program = ["SET A {a}", "SET B {b}", "l:", "JZ B e", "SET C A", "MOD C B", "SET A B", "SET B C", "JMP l", "e:"]
    for a, b in ((48, 36), (17, 5), (0, 9), (1_000_000_007, 12)):
        text = Machine().answer([line.format(a=a, b=b) for line in program]).text
        assert f"A={math.gcd(a, b)} B=0" in text


@pytest.mark.parametrize(("a", "b"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (-6, 3)])
def test_machine_divides_towards_minus_infinity(a: int, b: int) -> None:
    text = Machine().answer([f"SET A {a}", "SET B A", f"DIV A {b}", f"MOD B {b}"]).text
    assert f"A={math.floor(Fraction(a, b))} B={a - b * math.floor(Fraction(a, b))}" in text


def test_machine_stops_after_a_hundred_steps_only_if_there_is_more_to_do() -> None:
    machine_ = Machine()
    assert "steps: 100\nend: ok" in machine_.answer(["ADD A 1"] * 100).text
    assert "steps: 100\nend: step limit" in machine_.answer(["ADD A 1"] * 101).text
    assert "A=200 " in machine_.answer(["SWAP B C"]).text
    assert "steps: 100\nend: ok" in machine_.answer(["ADD A 1"] * 100 + ["end:"]).text


def test_planted_replies_differ_and_the_truth_is_not_in_the_history() -> None:
    for script in scripts():
        assert len(set(script.planted)) == len(script.planted) >= 3, script.item_id
        assert script.reference not in script.planted, script.item_id
        shown = [message.content for message in script.messages if message.role == "assistant"]
        assert script.reference not in shown, script.item_id


def test_the_wrong_reply_of_a_challenged_turn_fails_the_checks_of_that_turn() -> None:
    first = {slug(script): script for script in scripts() if script.script_type == "first_challenging"}
    for session in sessions():
        if session.challenging is not None:
            wrong = session.exchanges[session.challenging].wrong
            assert wrong is not None
            assert grade(first[session.task.task_id], wrong).content is False, session.task.task_id
