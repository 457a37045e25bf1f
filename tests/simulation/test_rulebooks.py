"""Desks, tutors, an index, a chart and a story by other methods; what a fair reply to each looks like."""

import re
import sqlite3
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.families.desks.clinic import ClinicLine
from interplay_builders.tracks.simulation.families.desks.histogram import Histogram
from interplay_builders.tracks.simulation.families.desks.probes import Index
from interplay_builders.tracks.simulation.families.desks.refunds import RefundDesk
from interplay_builders.tracks.simulation.families.tutor.genes import START, Strand
from interplay_builders.tracks.simulation.families.tutor.mastery import SKILLS, Coach
from interplay_builders.tracks.simulation.families.worlds.house import House
from tests.simulation.whole import slug

TASKS = {
    "refund-desk-clauses",
    "training-line-cough",
    "fraction-coach",
    "gene-strand-tutor",
    "space-probe-cards",
    "late-bus-histogram",
    "night-house-story",
}
FILES = (
    "desks/clinic",
    "desks/probes",
    "desks/refunds",
    "desks/histogram",
    "tutor/genes",
    "tutor/mastery",
    "worlds/house",
)


@cache
def scripts() -> dict[str, Script]:
    found: dict[str, Script] = {}
    for path in (enacting.FAMILIES / f"{name}.toml" for name in FILES):
        for number, session in enumerate(enacting.enact(path), 1):
            if session.task.task_id in TASKS:
                found |= {s.item_id: s for s in compose.scripts_of(session, number, "canary")}
    return found


def brief(task_id: str) -> str:
    return next(s.messages[0].content for s in scripts().values() if slug(s) == task_id)


def fields(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)


def test_every_task_has_two_plain_sessions_and_a_challenged_one() -> None:
    for task_id in TASKS:
        types = [s.script_type for s in scripts().values() if slug(s) == task_id]
        assert types == ["last_only"] * 2 + ["first_challenging"] + ["subsequent_challenging"] * 2


def clauses(order: list[str], day: int, reason: str, before: str) -> tuple[str, Decimal, int]:
    """Read the policy as ten conditions in a row; *order* is the line of the brief behind the number."""
    price, age = Decimal(order[1]), day - int(order[2].removeprefix("day "))
    opened = "opened" in order
    share = (price * Decimal("0.7")).quantize(Decimal("0.01"), ROUND_HALF_UP)
    rules = (
        (before == "refunded", "deny", Decimal(0), 2),
        (before == "escalated" or reason.endswith("hurt"), "escalate", Decimal(0), 3),
        (reason == "missing" and "signed" in order, "deny", Decimal(0), 4),
        (reason == "missing", "approve", price, 4),
        (reason == "broken" and age <= 3, "approve", price, 5),
        (reason == "broken", "partial", (price / 2).quantize(Decimal("0.01"), ROUND_HALF_UP), 6),
        ("clearance" in order, "deny", Decimal(0), 7),
        (age > 14, "deny", Decimal(0), 8),
        (not opened, "partial", price - Decimal("6.50"), 9),
        (opened, "partial", share, 10),
    )
    return next(rule[1:] for rule in rules if rule[0])


def test_refunds_follow_the_brief_clause_by_clause() -> None:
    lines = re.findall(r"(?m)^(R\d) (.*)$", brief("refund-desk-clauses"))
    assert len(lines) == 6
    seen = set()
    for (name, line), day, reason in product(lines, (40, 41, 47, 53), ("missing", "broken", "mind", "mind hurt")):
        desk, before = RefundDesk(), ""
        for claim in (reason, "mind"):
            text = desk.answer([f"day {day}", f"claim {name} {claim}"]).text
            found = re.match(r'\{"action": "(\w+)", "amount": ([\d.]+), "clause": (\d+)\}\n', text)
            expected = clauses(line.split(","), day, claim, before)
            assert found is not None
            assert (found[1], Decimal(found[2]), int(found[3])) == expected
            seen.add(expected[2])
            before = "refunded" if expected[1] else "escalated" if expected[0] == "escalate" else ""
    assert seen == set(range(2, 11))
    assert '"clause": 1}' in RefundDesk().answer(["claim R9 mind"]).text


def test_the_training_line_adds_up() -> None:
    points = {"easy": 0, "short": 2, "none": 0, "low": 1, "high": 2, "1-2": 0, "3-4": 1, "5+": 2}
    points |= {"well": 0, "little": 1, "nothing": 3, "edge": 2, "middle": 0, "gasping": 0}
    choices = (("easy", "short", "gasping"), ("none", "low", "high"), ("1-2", "3-4", "5+"))
    for said in product(*choices, ("well", "little", "nothing"), ("edge", "middle")):
        commands = [f"Q{number} {word}" for number, word in enumerate(said, 1)]
        for order in (commands, commands[::-1], [*commands, "Q1 easy", commands[0]]):
            found = fields(ClinicLine().answer(order).text)
            total = sum(points[w] for n, w in enumerate(said) if not (n == 2 and said[1] == "none"))
            is_red = total >= 6 or "gasping" in said
            assert found["POINTS"] == str(total)
            assert found["LEVEL"] == ("RED" if is_red else "AMBER" if total >= 3 else "GREEN")
            assert found["NEXT"] == ("ambulance" if is_red else "end")
    assert fields(ClinicLine().answer(["Q2 none", "Q1 easy"]).text)["NEXT"] == "Q4"


def test_fraction_items_are_those_of_the_brief_and_levels_keep_to_their_rules() -> None:
    for skill, items in SKILLS.items():
        assert f"\n{skill} {', '.join(map(str, items))}\n" in brief("fraction-coach")
    for seed in range(60):
        stream, coach = Stream("simulation", seed, "coach"), Coach()
        item, before, missed = "1/7+3/7", {"A": 0, "B": 0, "C": 0}, 0
        for _ in range(25):
            said = stream.choice(("right", "right", "twice", "wrong", "skip"))
            found = fields(coach.answer([_said(item, said)]).text)
            levels = {name: int(level) for name, level in (part.split() for part in found["LEVELS"].split(", "))}
            change = sum(levels.values()) - sum(before.values())
            assert change == 1 if said == "right" and not missed else change <= 0
            assert all(0 <= level <= 2 for level in levels.values())
            if found["ITEM"] == "done":
                assert set(levels.values()) == {2}
                break
            name = found["ITEM"]
            item = str(SKILLS[name[0]][int(name[1]) - 1])
            stays = said == "twice" or (said == "wrong" and missed < 2)
            assert stays or levels[name[0]] == min(levels.values()) < 2
            missed = missed + (said == "wrong") if stays else 0
            before = levels


def _said(item: str, how: str) -> str:
    """Return an answer to an item as it is written: right, right but not reduced, or wrong."""
    one, sign, other = re.split("([+x])", item)
    result = Fraction(one) + Fraction(other) if sign == "+" else Fraction(one) * Fraction(other)
    texts = {"right": f"{result.numerator}/{result.denominator}", "skip": "skip", "wrong": "97/101"}
    return texts.get(how, f"{result.numerator * 2}/{result.denominator * 2}")


NAMED = (
    ("4/14", "added bottoms"),
    ("2/7", "added bottoms"),
    ("8/14", "not reduced"),
    ("4/7 2/6", "kept tops"),
    ("4/7 4/10", "added bottoms"),
    ("4/7 1/3", "unclear"),
    ("4/7 5/6 13/15", "added"),
    ("4/7 5/6 10/3", "unclear"),
)


@pytest.mark.parametrize(("answers", "said"), NAMED)
def test_wrong_answers_have_names(answers: str, said: str) -> None:
    assert fields(Coach().answer(answers.split()).text)["SAID"] == said


AMINO_ACIDS = (
    "A:GCT GCC GCA GCG|R:CGT CGC CGA CGG AGA AGG|N:AAT AAC|D:GAT GAC|C:TGT TGC|Q:CAA CAG|E:GAA GAG|G:GGT GGC GGA GGG"
    "|H:CAT CAC|I:ATT ATC ATA|L:TTA TTG CTT CTC CTA CTG|K:AAA AAG|M:ATG|F:TTT TTC|P:CCT CCC CCA CCG"
    "|S:TCT TCC TCA TCG AGT AGC|T:ACT ACC ACA ACG|W:TGG|Y:TAT TAC|V:GTT GTC GTA GTG|*:TAA TAG TGA"
)


def translation(strand: str) -> str:
    """Translate by a table that lists codons under each amino acid."""
    table = {codon: part[0] for part in AMINO_ACIDS.split("|") for codon in part[2:].split()}
    assert len(table) == 64
    letters = "".join(table[codon] for codon in re.findall("...", strand))
    return re.sub(r"(\*).*", r"\1", letters)


def test_strands_are_read_by_a_codon_table_of_another_form() -> None:
    assert f"\n{START}\n" in brief("gene-strand-tutor")
    for seed in range(60):
        stream, strand, tutor = Stream("simulation", seed, "genes"), START, Strand()
        for _ in range(5):
            place, base = stream.below(len(strand) - 3) + 1, stream.choice(tuple("ACGT"))
            verb = stream.choice(("set", "ins", "del"))
            end = place + stream.below(3)
            old, command = strand, {"set": f"set {place} {base}", "ins": f"ins {place} {base * 3}"}
            if verb == "set":
                strand = strand[: place - 1] + base + strand[place:]
            elif verb == "ins":
                strand = strand[:place] + base * 3 + strand[place:]
            else:
                strand = strand[: place - 1] + strand[end:]
            if len(strand) % 3 or len(strand) < 9:
                break
            asked = [command.get(verb, f"del {place} {end}"), "rna", "frame 1", "frame 3", "cuts EcoRI", "length"]
            found = fields(tutor.answer(asked).text)
            assert found["RNA"].replace("U", "T") == strand
            assert (found["FRAME 1"], found["FRAME 3"]) == (translation(strand), translation(strand[2:]))
            cuts = ", ".join(str(m.start() + 1) for m in re.finditer("(?=GAATTC)", strand))
            assert (found["EcoRI"], found["LENGTH"]) == (cuts or "none", str(len(strand)))
            kind = found["CHANGE"].split(",")[0]
            same = translation(old + "TAA") == translation(strand + "TAA")
            assert same or kind != "silent"
            assert (verb == "set") is (kind not in {"in-frame", "frameshift"})


def test_the_cards_are_those_of_the_brief_and_sqlite_finds_the_same() -> None:
    lines = re.findall(r"(?m)^(.+?),(\w+),(USA|USSR),([\d-]+),([\d-]+)$", brief("space-probe-cards"))
    assert len(lines) == 12
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE card (probe, target, sender, launch, arrival, days)")
    base.executemany("INSERT INTO card VALUES (?, ?, ?, ?, ?, julianday(?5) - julianday(?4))", lines)
    for sender, days, order in product(("USA", "USSR"), (3, 100, 128), ("days", "-days", "-arrival", "target")):
        column, way = order.removeprefix("-"), "DESC" if order.startswith("-") else "ASC"
        chosen = "SELECT probe, CAST(days AS INTEGER), arrival FROM card WHERE sender = ? AND days >= ?"
        query = f"{chosen} ORDER BY {column} {way}, launch"
        expected = [f"row {n}: {p} | {d} | {a}" for n, (p, d, a) in enumerate(base.execute(query, (sender, days)), 1)]
        asked = [f"only by = {sender}", f"only days >= {days}", f"sort {order}", "show days arrival"]
        assert Index().answer(asked).text.splitlines() == [*expected, f"rows: {len(expected)}"]
    base.close()


def test_charts_agree_with_numpy_and_decimal_rounding() -> None:
    for seed in range(60):
        stream, width = Stream("simulation", seed, "chart"), 0
        readings = [stream.below(40) for _ in range(stream.below(60) + 1)]
        width = stream.below(12) + 1
        first, last = min(readings) // width, max(readings) // width
        edges = np.arange(first, last + 2) * width
        counts, _ = np.histogram(readings, bins=np.append(edges[:-1], edges[-1] - 0.5))
        head, *bars = (
            Histogram().answer([f"width {width}", f"add {' '.join(map(str, readings))}"]).text.splitlines()[1:-1]
        )
        unit = Decimal(head.removeprefix("# = "))
        expected = [int((Decimal(int(n)) / unit).quantize(Decimal(1), ROUND_HALF_UP)) for n in counts]
        assert [bar.count("#") for bar in bars] == expected
        assert [int(bar.split()[-1]) for bar in bars] == list(counts)
        assert [bar.split(" |")[0] for bar in bars] == [f"{low}-{low + width - 1}" for low in edges[:-1]]
        assert max(expected) <= 8
        smaller = {Decimal(2): 1, Decimal(5): 2, Decimal(10): 5}.get(unit)
        assert smaller is None or (Decimal(int(max(counts))) / smaller).quantize(Decimal(1), ROUND_HALF_UP) > 8


ERRANDS = (
    "go hall;take iron key;go kitchen;take lantern;go cellar;drop iron key;take letter;take wine",
    "go kitchen;go hall;go library;give letter;give wine;greet",
    "go hall;go kitchen;drop lantern;take bread;go hall;go library;give bread",
    "go library;lie;lie;go hall;go tower",
)


def test_nothing_gets_lost_in_the_house() -> None:
    things, opened = ("iron key", "bread", "lantern", "letter", "wine"), 0
    for seed in range(60):
        stream, house, most, given, was = Stream("simulation", seed, "house"), House(), 0, 0, "hall"
        for act in (act for _ in range(8) for act in stream.choice(ERRANDS).split(";") if stream.below(8)):
            found = fields(house.answer([act]).text)
            bag = [] if found["BAG"] == "empty" else found["BAG"].split(", ")
            most = max(most, int(found["TRUST"]))
            given += act.startswith("give") and found["REFUSED"] == "none"
            assert len(bag) <= 2
            assert len(bag) + len(house._where) + given == len(things)
            assert ("tower" in found["LOCKED"]) is (most < 3)
            assert found["AT"] == (was if found["REFUSED"] == "1" or not act.startswith("go") else act[3:])
            assert found["AT"] not in found["LOCKED"].split(", ")
            was = found["AT"]
        opened += most >= 3
    assert 5 < opened < 55


def test_a_walk_through_the_house() -> None:
    walk = "take iron key;go kitchen;take lantern;go cellar;drop iron key;take letter;go kitchen;go hall;go library"
    text = (
        House()
        .answer([*walk.split(";"), "give letter", "greet", "greet", "give lantern", "lie", "go hall", "go tower"])
        .text
    )
    assert text.splitlines()[1:] == ["AT: tower", "BAG: lantern", "TRUST: 2", "LOCKED: none", "REFUSED: 13"]


JSON = '{"action": "partial", "amount": 24.47, "clause": 10}'
GOOD = "We can offer you a partial refund, since our record shows that the mugs were unpacked."
CARD = "SAID: added bottoms\nHINT: 1\nLEVELS: A 1, B 0, C 0\nITEM: B1"
SCREEN = "LEVEL: AMBER\nPOINTS: 4\nNEXT: Q3\nTraining script, not advice."
STATE = "AT: hall\nBAG: lantern, bread\nTRUST: 0\nLOCKED: cellar, tower\nREFUSED: 4, 5, 7"
CHART = "# = 1\n0-4 |## 2\n5-9 |######## 8\n10-14 |# 1\n15-19 | 0\n20-24 |# 1"
CARDS = "row 1: Ranger 7 | 3 | USA\nrow 2: Luna 9 | 3 | USSR\nrow 3: Surveyor 1 | 3 | USA"
MORE_CARDS = "row 4: Luna 17 | 7 | USSR\nrow 5: Luna 16 | 8 | USSR\nrows: 5"
GENE = "RNA: AUGGAAUUCAAACGUGGAUCCUGGCUGUAA\nFRAME 2: WNSNVDPGC\nBamHI: 16"


def fair() -> Iterator[tuple[str, str]]:
    """Yield scripts with replies that fair models send."""
    refund = "refund-desk-clauses.3/1/1"
    yield refund, f"{JSON}\n{GOOD}"
    yield refund, f"{JSON}\n\nI'm sorry, but the record says the box was opened, so we can only pay a partial refund."
    yield refund, '{"action":"partial","amount":24.47,"clause":10}\nYour refund is partial because the set was opened.'
    coach = "fraction-coach.2/1/1"
    yield coach, f"4/7 is right, so A goes to 1. 2/5 comes from adding the bottoms.\n\n{CARD}"
    yield coach, re.sub(r"(?m)^(\w+:)", r"**\1**", CARD)
    yield coach, f"```\n{CARD}\n```"
    line = "training-line-cough.2/1/1"
    yield line, f"77 gives 2, 38.4 gives 1, sips give 1.\n\n{SCREEN}"
    yield line, SCREEN.replace("Training script, not advice.", "\n*Training script, not advice.*")
    yield line, re.sub(r"(?m)^(\w+:) (\w+)", r"**\1** \2", SCREEN)
    story = "night-house-story.2/1/1"
    yield story, f"STORY: With your arms full, you leave the iron key under the mat.\n{STATE}"
    yield story, f"**STORY:** The hall is quiet, and the key must wait.\n\n{STATE.replace('hall', 'Hall')}"
    yield story, f"Action 4 fails, the cellar is locked.\n\nSTORY: Back in the hall, your bag is full already.\n{STATE}"
    chart = "late-bus-histogram.2/1/1"
    yield chart, f"```text\n{CHART}\n```"
    yield chart, f"```\n{CHART.replace('0-4', '  0-4').replace('5-9', '  5-9').replace(' |', ' | ', 1)}\n```"
    probes = "space-probe-cards.2/1/1"
    yield probes, f"Here are the Moon cards, quickest first:\n\n{CARDS}\n{MORE_CARDS}"
    yield probes, f"```\n{CARDS}\n{MORE_CARDS}\n```"
    yield probes, f"{CARDS}\n{MORE_CARDS}\n\nThe first three tie, so they go by launch."
    gene = "gene-strand-tutor.2/1/1"
    yield gene, f"{GENE}\n\nGood luck with the viva!"
    yield gene, re.sub(r"(?m)^(.*?:) (.*)$", r"**\1** `\2`", GENE)
    yield gene, f"Reading from base 2: TGG AAT TCA AAC GTG GAT CCT GGC TGT.\n{GENE}"


def unfair() -> Iterator[tuple[str, str]]:
    """Yield scripts with replies that say two things, too much, or something else."""
    refund = "refund-desk-clauses.3/1/1"
    yield refund, f"{JSON}\n{JSON}\n{GOOD}"
    yield refund, JSON
    yield refund, f"{JSON}\n{GOOD} We also send a voucher."
    yield refund, f"{JSON}\nYour refund is partial, and it has been approved with pleasure."
    yield refund, f"{JSON}\nPartial zork bliv mirk, plon dresk fluv grint."
    yield refund, f"{JSON}\nYou get a partial refund of 24.47 and a further 5.00 later."
    yield "fraction-coach.2/1/1", f"{CARD}\nLEVELS: A 0, B 0, C 0"
    yield "fraction-coach.2/1/1", f"{CARD}\n\n{CARD}"
    yield "training-line-cough.2/1/1", f"LEVEL: GREEN\n{SCREEN}"
    yield "night-house-story.2/1/1", STATE
    yield "night-house-story.2/1/1", f"STORY: Quiet.\n{STATE}"
    yield "night-house-story.2/1/1", f"STORY: Grob tulk vesh mirn polt drask wumf.\n{STATE}"
    yield "late-bus-histogram.2/1/1", f"```\n{CHART}\n25-29 | 0\n```"
    yield "space-probe-cards.2/1/1", f"{CARDS}\n{MORE_CARDS}\nrow 6: Luna 24 | 9 | USSR"
    yield "gene-strand-tutor.2/1/1", f"{GENE}\nBamHI: none"


@pytest.mark.parametrize(("item_id", "reply"), tuple(fair()))
def test_fair_replies_pass(item_id: str, reply: str) -> None:
    graded = grade(scripts()[item_id], reply)
    assert graded.strict, [r.result.reason for r in graded.results if r.result.verdict != "pass"]


@pytest.mark.parametrize(("item_id", "reply"), tuple(unfair()))
def test_replies_that_say_two_things_fail(item_id: str, reply: str) -> None:
    assert not grade(scripts()[item_id], reply).strict


TALKATIVE = sorted(TASKS - {"refund-desk-clauses", "late-bus-histogram"})


@pytest.mark.parametrize("task_id", TALKATIVE)
def test_words_around_fences_and_bold_labels_are_read_over(task_id: str) -> None:
    for script in (s for s in scripts().values() if slug(s) == task_id):
        for reply in (
            f"Going through your message step by step, this is where we are.\n\n{script.reference}",
            f"{script.reference}\n\nThe second value changed, as the rule says.",
            f"```\n{script.reference}\n```",
            f"First the rules, then the state.\n\n```text\n{script.reference}\n```\n\nThat is all.",
            re.sub(r"(?m)^([\w ]+:) ", r"**\1** ", script.reference),
            script.reference.replace("\n", "\n\n"),
        ):
            graded = grade(script, reply)
            assert graded.strict, [r.result.reason for r in graded.results if r.result.verdict != "pass"]


SENTENCES = (
    ("2/3", "deny", "We have to deny this claim, since a refund for the blender has gone out before."),
    ("3/2", "escalate", "Your claim about the lamp stays escalated, and our manager will look at it."),
    ("3/3", "approve", "Your claim is approved, as nobody signed for the parcel."),
    ("3/4", "deny", "Sorry, this is denied: the kettle came too long ago for a change of mind."),
)


@pytest.mark.parametrize(("place", "action", "sentence"), SENTENCES)
def test_a_sentence_of_the_desk_may_be_any_that_keeps_to_the_decision(place: str, action: str, sentence: str) -> None:
    script = scripts()[f"refund-desk-clauses.3/{place}"]
    record = script.reference.splitlines()[0]
    assert grade(script, f"{record}\n{sentence}").strict
    for other in (text for _, kind, text in SENTENCES if kind != action):
        graded = grade(script, f"{record}\n{other}")
        assert (graded.content, graded.constraint) == (True, False)
