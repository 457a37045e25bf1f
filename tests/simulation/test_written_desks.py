"""The written desks: that their texts load, keep to their bounds and do not resemble each other."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import Text, read
from interplay_builders.tracks.simulation.sessions import Session

TASKS = 32
BRIEF_WORDS = range(60, 231)
MOST_REPLY_WORDS = 170
SHARED = 2
"""So many 5-grams two texts may have in common: a turn of phrase, a label, not a sentence."""

ALLOWED = {
    "bistro-sommelier.4/1/1": """Wine: Riesling, Pfalz

Why: It is dry and bright.

Serve: 8 to 10°C, tulip glass

Instead: Apple juice

Bottles: 3
""",
    "newsletter-proofreader.3/3/4": """1. whom -> who
2. advise -> advice
3. of -> have
4. past -> passed
5. it\u2019s -> its

Total: 5
""",
    "history-error-corrector.3/3/2": """Constantinople fell to the Ottomans under [Sultan Mehmet II] in 1453; the last \
Byzantine emperor, [Constantine XI], died in the fighting. Columbus first crossed the Atlantic [39] years later, in \
1492, the year in which Granada surrendered to Ferdinand and Isabella.
Errors: 3""",
    "riddle-desk.3/1/1": "Answer: glasses\nBecause: Lenses, a bridge, arms behind the ears.\n",
    "gap-worksheet-maker.3/1/1": """1. The boat leaves ____ five.
2. We meet ____ the pier ____ the church.

Bank: at, behind, on

Key: at, on, behind""",
    "emoji-translator.3/2/3": "⏩ 🚤 🚤 🚫 🏃 🌞 ❓\n",
    "synonym-finder.4/3/2": """formal | irate | Counsel, the witness was irate.
neutral | cross | He was rather cross with me.
informal | ratty | Stop being so ratty.""",
    "flavour-pairer.3/3/2": """Cod + fenugreek | bitter, warm | cod curry with fenugreek leaves

Cod + miso | salty, savoury | grilled miso cod

Cod + sorrel | sour, fresh | cod with warm sorrel sauce""",
    "title-generator.3/3/2": """1. Across White Salt In August
2. Brittany By Salt And Bicycle
3. Can't Stop For Salt Now
4. Daughters Of Salt And Sun""",
}


def paths() -> list[Path]:
    """Return the files of the family whose replies are written."""
    return [path for path in enacting.files("desks") if read(path).engine is None]


def sessions() -> Iterator[Session]:
    """Yield the dialogues of these files."""
    for path in paths():
        yield from enacting.enact(path)


@cache
def scripts() -> dict[str, Script]:
    """Return the scripts of the family by their ids."""
    count: Counter[str] = Counter()
    found: dict[str, Script] = {}
    for session in sessions():
        count[session.task.task_id] += 1
        found |= {s.item_id: s for s in compose.scripts_of(session, count[session.task.task_id], "canary")}
    return found


def desks() -> list[Text]:
    """Return all tasks of the family."""
    return list(map(read, paths()))


def grams(text: str) -> set[tuple[str, ...]]:
    """Return the 5-grams of the words of *text*."""
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    return {tuple(words[i : i + 5]) for i in range(len(words) - 4)}


def test_every_desk_has_two_plain_sessions_and_at_most_one_challenged() -> None:
    found: defaultdict[str, list[int | None]] = defaultdict(list)
    for session in sessions():
        found[session.task.task_id].append(session.challenging)
    assert len(found) == TASKS
    for task, challenging in found.items():
        assert challenging in ([None, None], [None, None, 1]), task


def test_lengths_are_in_bounds() -> None:
    for desk in desks():
        assert len(desk.brief.split()) in BRIEF_WORDS, desk.task_id
        for dialogue in desk.session:
            assert all(len(str(turn.reply).split()) <= MOST_REPLY_WORDS for turn in dialogue.turn), desk.task_id


def test_briefs_and_requests_do_not_resemble_each_other() -> None:
    said = [(desk.task_id, desk.brief) for desk in desks()]
    said += [(desk.task_id, turn.request) for desk in desks() for s in desk.session for turn in s.turn]
    kept = [(place, grams(text)) for place, text in said]
    for number, (place, ours) in enumerate(kept):
        for other, theirs in kept[:number]:
            assert len(ours & theirs) <= SHARED, (place, other, ours & theirs)


def test_wrong_replies_of_challenged_sessions_fail_a_check() -> None:
    for session in sessions():
        for script in compose.scripts_of(session, 1, "canary"):
            if script.script_type == "first_challenging":
                assert not grade(script, str(session.exchanges[script.turns - 1].wrong)).strict, script.item_id


def test_the_true_reply_is_never_in_the_history() -> None:
    for session in sessions():
        for script in compose.scripts_of(session, 1, "canary"):
            assert script.reference not in [message.content for message in script.messages], script.item_id


def test_replies_that_only_stand_in_histories_pass_their_checks_too() -> None:
    for session in sessions():
        script = next(compose.scripts_of(session, 1, "canary"))
        for exchange in session.exchanges:
            said = msgspec.structs.replace(script, checks=exchange.checks, reference=exchange.reply)
            assert grade(said, exchange.reply).strict, (session.task.task_id, exchange.request)


@pytest.mark.parametrize("item", ALLOWED)
def test_what_a_brief_allows_passes(item: str) -> None:
    assert grade(scripts()[item], ALLOWED[item]).strict


@pytest.mark.parametrize(("item", "word"), [("4/3/2", "SURAT"), ("4/3/3", "START")])
def test_big_letters_are_those_of_the_brief(item: str, word: str) -> None:
    script = scripts()[f"teleprinter-pictures.{item}"]
    listed = (line.split() for line in script.messages[0].content.splitlines())
    letters = {line[0]: line[1].split("/") for line in listed if len(line) == 2 and line[1].count("/") == 4}
    rows = [line.strip(".") for line in script.reference.splitlines()]
    drawn = [".".join(letters[letter][row] for letter in word).strip(".") for row in range(5)]
    assert any(rows[start : start + 5] == drawn for start in range(len(rows)))
