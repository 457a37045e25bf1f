"""What is done mechanically to the references of all scripts, and how many replies must come out as a person says."""

import re
import time
from collections.abc import Callable, Iterable, Iterator

import pytest

from interplay.tracks.simulation import talk
from interplay.tracks.simulation.checks import reading
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay.tracks.simulation.track import is_decided
from interplay_builders.tracks.simulation.gates import gates
from tests.simulation.dress import may_fence, may_talk
from tests.simulation.whole import scripts, slug

Mutant = Callable[[Script], Iterable[str]]
NUMBER = re.compile(r"(?<![\w.,:#/-])[1-9]\d*(?!\w)")
MACHINE_READ = {"json_value", "json_sequence", "svg", "dot", "regex_cases", "entries"}
IN_PROSE = {"choir-cluster-trader", "detective-case-file", "encyclopaedia-stub-writer", "escape-room-workshop"} | {
    "log-extraction-rules", "form-field-patterns", "myth-debunker", "prompt-doctor", "station-operations-log"
} | {"village-school-lessons", "bistro-sommelier"}  # fmt: skip
"""Tasks whose replies hold numbers that no check reads: in running text, and in expressions that stay right."""


def _kinds(script: Script) -> set[str]:
    return {check.kind for check in script.checks}


def _is_block(script: Script) -> bool:
    return script.reference.startswith("```")


def _around(before: str = "", after: str = "") -> Mutant:
    return lambda script: (f"{before}{script.reference}{after}",)


def _talk(before: str = "", after: str = "") -> Mutant:
    """Return talk around replies of systems that do not talk; a machine that is not described may have its words."""
    return lambda script: (f"{before}{script.reference}{after}",) if gates.forbids_prose(script) else ()


def _talk_beside_a_block(script: Script) -> Iterator[str]:
    if may_talk(script):
        yield f"Sure, here it is:\n\n{script.reference}"
        yield f"I went through it step by step.\n{script.reference}\n\nLet me know if you need anything else."


def _in_a_block(info: str) -> Mutant:
    """Return references in a code block that the brief neither asks for nor forbids."""
    return lambda script: (f"```{info}\n{script.reference}\n```",) if may_fence(script) else ()


def _doubled(script: Script) -> Iterator[str]:
    yield f"{script.reference}\n{script.reference}"
    yield f"{script.reference}\n\n{script.reference}"


def _inside(change: Callable[[str], str]) -> Mutant:
    return lambda script: (change(script.reference),) if _is_block(script) else ()


def _numbers(change: Callable[[str], str]) -> Mutant:
    def mutants(script: Script) -> Iterator[str]:
        text = script.reference
        for found in () if slug(script) in IN_PROSE else NUMBER.finditer(text):
            if (changed := change(found[0])) != found[0]:
                yield f"{text[: found.start()]}{changed}{text[found.end() :]}"

    return mutants


def _typographic(script: Script) -> Iterator[str]:
    if not _kinds(script) & MACHINE_READ:
        yield re.sub(r"(?<!\w)-(?=\d)", "\u2212", script.reference)
        if not _is_block(script):
            yield script.reference.replace(" ", "\u00a0")


def _wide(script: Script) -> Iterator[str]:
    if script.family in {"desks", "worlds", "language"} and not _is_block(script):
        yield script.reference.replace(": ", ":  ")
        yield script.reference.replace(" | ", "  |  ")


def _key_twice(script: Script) -> Iterator[str]:
    if found := re.search(r'\{"(\w+)": ?', script.reference):
        start = found.start()
        yield f'{script.reference[:start]}{{"{found[1]}": 77, {script.reference[start + 1 :]}'


def _commented(script: Script) -> Iterator[str]:
    if "dot" in _kinds(script):
        yield script.reference.replace("{", "{\n  // removed the old one", 1)
    if "svg" in _kinds(script) and _is_block(script):
        yield script.reference.replace("</svg>", "<!-- a house -->\n</svg>")
        yield script.reference.replace("</svg>", "<desc>a house</desc>\n</svg>")


PASSING: dict[str, tuple[Mutant, int]] = {
    "a blank in front": (_around(" "), 640),
    "thoughts in front": (_around("<think>Let me see.\n```\nx\n```\n</think>\n\n"), 640),
    "thoughts without their opening mark": (_around("It may be 7.</think>\n"), 640),
    "a byte-order mark": (_around("\ufeff"), 640),
    "empty lines behind": (_around("", "\n \n"), 640),
    "line breaks of another system": (lambda s: (s.reference.replace("\n", "\r\n"),), 640),
    "typographic minus and blanks": (_typographic, 600),
    "two blanks after colons and around bars": (_wide, 300),
    "a block, where it does no harm": (_in_a_block("text"), 60),
    "talk around a block, where the brief leaves room for it": (_talk_beside_a_block, 200),
}
FAILING: dict[str, tuple[Mutant, int]] = {
    "the whole reply twice": (_doubled, 1_280),
    "a greeting in front": (_talk("Sure, here it is:\n\n"), 150),
    "an announcement in front": (_talk("Here is the result:\n"), 150),
    "an offer behind": (_talk("", "\n\nLet me know if you need anything else."), 150),
    "a hope behind": (_talk("", "\nI hope this helps!"), 150),
    "signs that nobody sees": (_around("", "\U000e0041\U000e0042"), 640),
    "thoughts without an end": (_around("<think>"), 640),
    "words behind the fence": (_inside(lambda t: t.replace("```", "```text Not certain, could also be 42", 1)), 100),
    "words behind a fence that does no harm": (_in_a_block("text Not certain, could also be 42"), 60),
    "a block without its end": (_inside(lambda text: text.removesuffix("```").rstrip()), 100),
    "words at the top of the block": (_inside(lambda text: re.sub(r"^(```.*)", r"\1\nHere it is:", text)), 100),
    "words at the end of the block": (_inside(lambda text: text.removesuffix("```") + "Hope this helps!\n```"), 100),
    "needless zeros": (_numbers(lambda number: f"0{number}"), 1_900),
    "needless signs": (_numbers(lambda number: f"+{number}"), 1_900),
    "a comma between two digits": (_numbers(lambda n: f"{n[0]},{n[1]}" if len(n) == 2 else n), 500),
    "a key twice, wrong first": (_key_twice, 25),
    "comments": (_commented, 20),
}


def _decided(mutant: Mutant, *, talks: bool | None = None) -> Mutant:
    """Return replies to scripts that a program decides, or to those whose brief allows talk, or forbids it."""

    def mutants(script: Script) -> Iterable[str]:
        shape = talk.form(script.reference, script.checks)
        may_talk = shape is not None and shape.may_talk
        is_asked = talks is None or ("thoughts" not in _kinds(script) and may_talk == talks)
        return mutant(script) if is_decided(script) and is_asked else ()

    return mutants


def _withdrawn(script: Script) -> Iterator[str]:
    """Yield the answer and behind it one of many sentences that withdraw it."""
    yield f"{script.reference}\n\n{WITHDRAWALS[sum(script.item_id.encode()) % len(WITHDRAWALS)]}"


def _dressed(script: Script) -> Iterator[str]:
    """Yield the answer as a list and in bold, where it is lines of plain text."""
    lines = script.reference.split("\n")
    is_plain = not _is_block(script) and not _kinds(script) & MACHINE_READ
    if is_plain and all(reading.undressed(line) == line for line in lines):
        for form in ("- {}", "* {}", "**{}**", "`{}`"):
            yield "\n".join(form.format(line) if line.strip() else line for line in lines)


def _lines_dropped(script: Script) -> Iterator[str]:
    """Yield the answer without one of its lines; a graph need not name its nodes in lines of their own."""
    lines = [] if "dot" in _kinds(script) else script.reference.split("\n")
    for number, line in enumerate(lines):
        if len(lines) > 1 and re.search(r"\w", line) and not line.startswith("```"):
            yield "\n".join(lines[:number] + lines[number + 1 :])


def _other_block(script: Script) -> Iterator[str]:
    """Yield the answer, and behind it the same with other figures, in a block and bare."""
    other = re.sub(r"\d", lambda match: str((int(match[0]) + 1) % 10), script.reference).strip("`\n")
    if other != script.reference.strip("`\n"):
        yield f"{script.reference}\n\nOr:\n\n```\n{other}\n```"


WITHDRAWALS = (
    "Please note that the last line is not correct.", "Correction: the figures are the other way round.",
    "On second thought, use the earlier one.", "Wait, that can't be right.", "This is false.", "The opposite is true.",
    "Just kidding, none of this is true.", "Do not trust this.", "I made this up.", "Sorry, I mixed that up.",
    "None of that happened.", "You were right after all.", "That was only an example.", "The real answer is a secret.",
    "I did not follow your rules here.", "No, wait.", "Nothing above counts.",
)  # fmt: skip
MUTATIONS: dict[str, tuple[Mutant, int, bool]] = {
    "a withdrawal behind": (
        _decided(_around("", "\n\nActually, all of the above is wrong; please ignore it.")),
        500,
        False,
    ),
    "a withdrawal in other words": (_decided(_withdrawn), 500, False),
    "a withdrawal in front": (_decided(_around("Ignore the answer below, it is made up.\n\n")), 500, False),
    "a doubt behind": (_decided(_around("", "\nThough perhaps it should be something else.")), 500, False),
    "an opening where talk is forbidden": (
        _decided(_around("Done! Let me walk you through it.\n"), talks=False),
        290,
        False,
    ),
    "an offer where talk is forbidden": (
        _decided(_around("", "\nLet me know what comes next!"), talks=False),
        290,
        False,
    ),
    "an opening and an offer where talk is allowed": (
        _decided(_around("Done! Let me walk you through it.\n\n", "\n\nLet me know what comes next!"), talks=True),
        180,
        True,
    ),
    "bullets and emphasis": (_decided(_dressed), 900, True),
    "a line dropped": (_decided(_lines_dropped), 2_000, False),
    "another answer behind": (_decided(_other_block), 400, False),
}


LINEAR = ("toy-cluster.2/2/3", "two-sql-windows.3/3/2", "fraction-coach.2/3/2", "mars-colony.4/1/1")
"""A script with a block, with thoughts, with labelled lines, and with running text."""


def _wrong(mutant: Mutant, *, passes: bool) -> tuple[int, list[str]]:
    """Return how many replies were tried, and the scripts that say the opposite of *passes*."""
    tried, wrong = 0, []
    for script in scripts().values():
        for reply in mutant(script):
            tried += 1
            wrong += [script.item_id] if grade(script, reply).strict is not passes else []
    return tried, wrong


@pytest.mark.parametrize("name", MUTATIONS)
def test_an_answer_is_closed(name: str) -> None:
    mutant, least, passes = MUTATIONS[name]
    tried, wrong = _wrong(mutant, passes=passes)
    assert (tried >= least, wrong) == (True, [])


@pytest.mark.parametrize("name", PASSING)
def test_what_means_nothing_passes(name: str) -> None:
    mutant, least = PASSING[name]
    tried, wrong = _wrong(mutant, passes=True)
    assert (tried >= least, wrong) == (True, [])


@pytest.mark.parametrize("name", FAILING)
def test_what_a_person_refuses_fails(name: str) -> None:
    mutant, least = FAILING[name]
    tried, wrong = _wrong(mutant, passes=False)
    assert (tried >= least, wrong) == (True, [])


def test_scripts_of_form_alone_are_few() -> None:
    form_only = [s.item_id for s in scripts().values() if all(check.role == "format" for check in s.checks)]
    assert form_only == []


@pytest.mark.parametrize(
    "piece",
    [
        ">",
        "> ",
        "- ",
        "* ",
        "**",
        "`",
        "```\n",
        "| ",
        "a: ",
        "x = 1 ",
        "1 ",
        "7: ok\n",
        "wrong ",
        "\n",
        " \u2013 a",
        ".",
    ],
)
def test_talk_is_read_in_linear_time(piece: str) -> None:
    taken = []
    for size in (10_000, 100_000):
        reply, times = (piece * size)[:size], []
        for _ in range(3):
            started = time.process_time()
            for script in (scripts()[name] for name in LINEAR):
                grade(script, reply)
            times.append(time.process_time() - started)
        taken.append(min(times))
    assert taken[1] < 30 * taken[0] + 0.05
