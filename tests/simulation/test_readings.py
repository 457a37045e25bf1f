"""Briefs that a hasty reader could take in two ways: each way that the words allow passes, the other does not."""

from functools import cache

import pytest

from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import build
from interplay_builders.tracks.simulation.dialogues import enacting

MAID_FIRST = """ENTRY: 1
FACTS: The maid Irma states that she came up at 21:20 and found the case empty. Madame Coppens had left room 12 for \
the casino at 20:30, the collar in its case. The case is exhibit A, a hairpin beside it exhibit B.
CONFLICTS: none
EXHIBITS: A, B"""
OLD_CONFLICT = """ENTRY: 4
FACTS: The pawnbroker on Kapellestraat says that the ticket was issued to a woman in grey gloves on Monday at noon. \
The collar vanished on Tuesday evening. Both gloves were returned to Arany, and the ticket stays with us.
CONFLICTS: The ticket was issued before the collar vanished. De Wael and Arany still contradict each other{end}
EXHIBITS: A, D, F"""
EVENTS = """0540 | ECLSS | Condenser gives back 6 litres
0610 | CREW | Meal call
0615 | PWR | Amber light on string two of the port array
{more}0655 | ECLSS | Sato swaps a CO2 canister
TOTALS | crew 5 | water 406 L | canisters 6"""
CLEARED = "0622 | PWR | Amber light clears on its own\n"
CARD = """Name: Stormswap
Pitch: {pitch}
Customer: Employers in city centres who want a small perk for their staff
Why now: Offices are filling up again and look for cheap reasons to come in.
First week: Ask three receptions for a corner and collect what lies broken there.
Break-even: 175 customers"""
QUESTION = """Last: right, 魚 is 11
Last: right, 耳 is ear
Last: wrong, 犬 is inu
Score 8 | Streak 0 | Lives 1
Queue: 馬 犬 石 車
Q9 strokes: 花
A) {a}
B) {b}
C) {c}
D) {d}
Memo: A big person 大 with a dot: the dog at his shoulder says inu."""
PAGE = """PAGE: 3
CROSS: M5 Bbtt x M3 BbTt
EXPECTED: blue hairy 24, blue smooth 24, white hairy 8, white smooth 8
REMARK: Both parents carry one hidden b, so petals come out three blue to one white; only M3 carries T, and only once, \
so stems come out {stems}."""
ANGRY = """formal | {formal} | The claimant sent {formal} letters.
neutral | {neutral} | He gets {neutral} before lunch.
informal | {informal} | Don't get {informal} with me."""
PLAN = """```
[x] T1 empty the cupboards
[ ] T2 new pipes
[{wiring}] T3 new wiring
[-] T4 tiles < T2
[-] T5 paint < {paint}
ready: {ready}
```"""

ALLOWED = [
    *(("moonbell-gene-notebook.3/2/3", PAGE.format(stems=stems)) for stems in (
        "one hairy to one smooth", "1 hairy : 1 smooth", "one hairy for every smooth", "evenly split into both",
        "1:1, hairy and smooth", "as many hairy as smooth",
    )),
    ("synonym-finder.4/3/2", ANGRY.format(formal="ireful", neutral="cross", informal="shirty")),
    ("synonym-finder.4/3/3", ANGRY.format(formal="irate", neutral="tetchy", informal="ratty")),
    ("todo-dependencies.3/3/2", PLAN.format(wiring="x", paint="T4", ready="T2")),
    ("detective-case-file.3/1/1", MAID_FIRST),
    ("detective-case-file.3/3/4", OLD_CONFLICT.format(end=" about the key.")),
    ("station-operations-log.4/1/1", EVENTS.format(more=CLEARED)),
    ("kanji-quiz-machine.3/3/3", QUESTION.format(a=3, b=5, c=7, d=10)),
    ("startup-idea-generator.3/3/2", CARD.format(pitch="Board the morning train with a dry brolly lent by your boss.")),
    ("prompt-doctor.2/1/1", """Role: You are the web editor of a neighbourhood repair café.
Task: Announce the café of Saturday 14 June for our website, with its 6 tables and Bruno at the toasters.
Rules:
- Keep the tone warm and the sentences short.
- Invite people to mend along.
- Do not invent opening hours.
Output: One headline and one paragraph of plain text.
Kept: 14, 6, Bruno"""),
]  # fmt: skip
REFUSED = [
    *(
        ("moonbell-gene-notebook.3/2/3", PAGE.format(stems=stems))
        for stems in (
            "three hairy to one smooth",
            "all of them hairy at last",
        )
    ),
    ("synonym-finder.4/3/3", ANGRY.format(formal="furious", neutral="tetchy", informal="ratty")),
    ("synonym-finder.4/3/3", ANGRY.format(formal="irate", neutral="cross", informal="ratty")),
    ("todo-dependencies.3/3/2", PLAN.format(wiring=" ", paint="T3, T4", ready="T2, T3")),
    ("detective-case-file.3/1/1", MAID_FIRST.replace("21:20", "20:40")),
    ("station-operations-log.4/1/1", EVENTS.format(more="")),
    ("station-operations-log.4/1/1", EVENTS.format(more=CLEARED + "0630 | CREW | Everybody goes back to bed\n")),
    ("kanji-quiz-machine.3/3/3", QUESTION.format(a=10, b=3, c=5, d=7)),
    ("startup-idea-generator.3/3/2", CARD.format(pitch="Leave it at work this morning and have it repaired by six.")),
]


@cache
def scripts() -> dict[str, Script]:
    """Return the scripts of all families by their ids."""
    rows = build.standard("canary").files[0].rows
    return {row.item_id: row for row in rows if isinstance(row, Script)}


@pytest.mark.parametrize(("item", "reply"), ALLOWED)
def test_what_the_words_allow_passes(item: str, reply: str) -> None:
    assert grade(scripts()[item], reply).strict


@pytest.mark.parametrize(("item", "reply"), REFUSED)
def test_what_the_words_exclude_fails(item: str, reply: str) -> None:
    assert not grade(scripts()[item], reply).strict


@pytest.mark.slow
def test_no_example_in_a_brief_is_an_answer() -> None:
    briefs = {session.task.item_id: session.task.brief for session in enacting.sessions()}
    for script in scripts().values():
        lines = [line for line in script.reference.split("\n") if line and not line.startswith("```")]
        has_figures = any(character.isdigit() for line in lines if len(line) > 8 for character in line)
        assert not has_figures or not all(line in briefs[script.task_id] for line in lines), script.item_id
