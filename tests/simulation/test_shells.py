"""git, R and PHP: the replies that were written down, read a second time by other means; fairness of their checks."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from interplay.core.errors import RecordError
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import Dialogue, read
from interplay_builders.tracks.simulation.families.consoles.console import Setup, recorded
from interplay_builders.tracks.simulation.families.consoles.record import computed
from interplay_builders.tracks.simulation.families.shells import php
from interplay_builders.tracks.simulation.families.shells.program import RECORDED

VERSIONS = {"git": ("git", "git version 2.39."), "rlang": ("R", "R version 4.2."), "php": ("php", "PHP 8.2.")}
FILES = {path.stem: path for path in enacting.files("shells")}
MENU = {"tea": 120, "samosa": 225, "platter": 8000}


@cache
def scripts() -> dict[str, Script]:
    found: dict[str, Script] = {}
    for path in FILES.values():
        for number, session in enumerate(enacting.enact(path), 1):
            found |= {script.item_id: script for script in compose.scripts_of(session, number, "canary")}
    return found


def replies(name: str, session: int) -> list[str]:
    """Return the true replies of a dialogue, counted from 0, without fences."""
    exchanges = list(enacting.enact(FILES[name]))[session].exchanges
    return [exchange.reply.removeprefix("```\n").removesuffix("\n```") for exchange in exchanges]


def dialogue(name: str, session: int) -> Dialogue:
    return read(FILES[name]).session[session]


def is_here(engine: str) -> bool:
    """Return whether the program behind an engine is here in the version that was asked."""
    program, version = VERSIONS[engine]
    if not shutil.which(program):
        return False
    return version in subprocess.run((program, "--version"), capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_recorded_replies_are_what_the_programs_print(path: Path) -> None:
    if not is_here(str(read(path).engine).partition(".")[0]):
        pytest.skip("this program cannot be run here")
    found = computed(path)
    assert found == {key: recorded(RECORDED)[key] for key in found}


def test_nothing_is_recorded_that_no_dialogue_asks_for() -> None:
    turns = [dialogue.turn for path in FILES.values() for dialogue in read(path).session]
    assert len(recorded(RECORDED)) == sum(map(len, turns))


def test_request_that_was_not_recorded_is_refused() -> None:
    with pytest.raises(RecordError, match="record them anew"):
        php.Page(Setup(style="page")).answer(["<?php", "https://example.org/"])


def test_no_reply_holds_a_hash_or_a_date() -> None:
    for session in range(3):
        for reply in replies("git-kitchen", session):
            assert not re.search(r"\b[0-9a-f]{7,40}\b|\b20\d\d\b", reply)


def test_history_is_what_rebase_fixup_and_reset_leave() -> None:
    start = ["start", "less salt", "rye"]
    topic = [*start, "add dill", "add mint"]
    before, rebased, fixed = replies("git-kitchen", 1)
    assert before.split("\n") == [start[0], *topic[3:]][::-1]
    assert rebased.split("\n")[:5] == topic[::-1]
    assert fixed.split("\n")[:4] == ["add dill", "herbs.txt", "dill", "mint"]
    _, reset, back, end = replies("git-kitchen", 2)
    assert reset.split("\n")[:3] == start[::-1]
    assert back.split("\n")[:3] == [*start, "basil", "honey bread"][:1:-1]
    assert end.split("\n")[:3] == ['Revert "basil"', "honey bread", "basil"]


def cart(queries: Sequence[str]) -> str:
    """Return the last page of the snack stall, whose prices are whole cents here."""
    held: dict[str, int] = {}
    percent = 0
    for query in queries:
        got = dict(parse_qsl(query, keep_blank_values=True))
        item, number = got.get("item", "").strip(), re.match(r"\s*[-+]?\d+", got.get("qty", "1"))
        if item in MENU:
            held[item] = held.get(item, 0) + (int(number[0]) if number else 0)
            held = {name: count for name, count in held.items() if count > 0}
        if got.get("code", "") not in {"", "0"}:
            percent = 20 if got["code"].lower() == "eid" else 0
    total = sum(MENU[name] * count for name, count in held.items()) * (100 - percent)
    assert total % 100 == 0
    shown = ", ".join(f"{name}={count}" for name, count in held.items()) or "empty"
    return f"visit: {len(queries)}\ncart: {shown}\ntotal: {total // 10_000:,}.{total // 100 % 100:02}"


def queue(queries: Sequence[str]) -> str:
    """Return the last page of the queue: an array of PHP with its keys, and the bug that the first is thrown out."""
    held: dict[int, str] = {}
    for query in queries:
        got = dict(parse_qsl(query))
        who = " ".join(word[:1].upper() + word[1:] for word in got.get("who", "").strip().lower().split(" "))
        names = list(held.values())
        if got["do"] == "join" and who not in names:
            held[max(held, default=-1) + 1] = who
        elif got["do"] == "vip":
            held = dict(enumerate([*names[:1], who, *names[1:]]))
        elif got["do"] == "next":
            held = dict(enumerate(names[1:]))
        elif got["do"] == "leave":
            held.pop(next((key for key, name in held.items() if name == who), 0), None)
    keys = ",".join(map(str, held))
    return f"queue: {' > '.join(held.values()) or 'nobody'}\nfirst: {held.get(0, 'gone')}\nkeys: {keys}"


@pytest.mark.parametrize(("session", "page"), [(1, cart), (2, queue)])
def test_php_pages_agree_with_python(session: int, page: type) -> None:
    queries: list[str] = []
    for turn, reply in zip(dialogue("php-homework", session).turn, replies("php-homework", session), strict=True):
        queries += [urlsplit(address).query for address in php.addresses(turn.request)]
        assert page(queries) == reply


def test_r_replies_agree_with_python() -> None:
    single, (_, groups), (_, _, _, end) = (replies("r-exam", session) for session in range(3))
    assert f"{29 / 3:.7g}" in single[0]
    assert f"[1] {-7 // 2}\n[1] {-7 % 2}\n[1] {' '.join(str(round(n + 0.5)) for n in range(3))}" in single[0]
    by_level = {"low": 40, "mid": 10, "high": 20 + 30}
    assert re.search(r"\s+".join([*by_level, *map(str, by_level.values())]), groups)
    kept = {"A1": 120, "B2": 85, "D4": 80, "E5": 60}
    assert f"[1] {85 / 60:.6f} {60 / 80:.6f}" in end
    assert f"{(kept['B2'] + kept['E5']) / 2}" in end and f"{(kept['A1'] + kept['D4']) / 2}" in end


@pytest.mark.parametrize("name", sorted(scripts()))
def test_fair_dress_passes(name: str) -> None:
    script = scripts()[name]
    reply = script.reference
    if reply.startswith("```"):
        block = reply.removeprefix("```\n").removesuffix("\n```")
        others = [f"```console\n{block}\n```", f"~~~\n{block}\n~~~", f"```\n{block.expandtabs(8)}\n```"]
    else:
        thoughts = "The second address changes the session, so I go through them in order.\nKeys stay as they are.\n\n"
        others = [thoughts + reply, f"```\n{reply}\n```", "\n".join(f"**{line}**  " for line in reply.split("\n"))]
    for other in others:
        graded = grade(script, other)
        assert graded.strict, [r.result.reason for r in graded.results]


@pytest.mark.parametrize("name", sorted(scripts()))
def test_state_given_twice_or_in_part_fails(name: str) -> None:
    script = scripts()[name]
    lines = script.reference.split("\n")
    for other in (f"{script.reference}\n{script.reference}", "\n".join((*lines[:1], *lines[2:]))):
        assert grade(script, other).strict is False
