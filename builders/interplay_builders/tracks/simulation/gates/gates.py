"""Gates that every script must pass before it is frozen.

By itself: its reference passes all its checks; at least three planted replies fail, and so do the empty reply, a
refusal, the copied request and, where the brief forbids prose, the reference with prose around it. Its size and turns
are in bounds, no text is toxic or personal, and no earlier reply holds the answer. Together: no two dialogues or briefs
say nearly the same, and few answers are a state shown again.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from interplay.core.driver import Ask, drive
from interplay.core.records import Finding
from interplay.tracks.simulation import checks, hosts
from interplay.tracks.simulation.bots import BLIND, BOTS
from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.reading import body, collapsed
from interplay.tracks.simulation.records import Host, Script, Task
from interplay.tracks.simulation.scores import grade, passes
from interplay.tracks.simulation.track import TRACK
from interplay_builders.tracks.simulation.gates import decency, filler, near
from interplay_builders.tracks.simulation.sessions import wrapped

SCRIPTS, TASKS = "simulation/scripts.jsonl.gz", "simulation/tasks.jsonl.gz"
REFUSAL = "I'm sorry, but I can't help with that."
AFTERWORD = "Let me know if you would like anything else!"
LEAST_PLANTED = 3
MOST_TURNS = 4
BRIEF_WORDS = (40, 260)
MOST_REQUEST = 4_000
MOST_REPLY = 8_000
MOST_DIALOGUE = 14_000
"""Characters; a dialogue and a reply fit into the 4,096 tokens that a small model reads."""
MOST_HARD_TURNS, MOST_HARD_DIALOGUE, MOST_HARD_REPLY = 300, 100_000, 16_000
"""The same for scripts of the split hard, which may be long; a request of theirs may be as long as the dialogue."""
MOST_NONSENSE = 0.15
"""Share of the words of a reference that may be nonsense where checks decide; one word may be in any case.

Over all such scripts it is less than a hundredth, as a test holds the statistics to.
"""
SHORT = 40
"""Characters of an answer, blanks collapsed, that may well stand in an earlier reply by chance."""
MOST_REPEATS = 0.02
"""Share of the scripts with content checks whose answer may be an earlier reply: a state that is shown again."""
FORBIDS_PROSE = re.compile(
    r"\b(?:and )?(?:nothing (?:else|more|besides)|no (?:explanations?|commentary|comments?|prose|preamble|chatter)"
    r"|no (?:other|further|additional|extra|surrounding) (?:text|words?|output|prose|lines?)"
    r"|without (?:any )?(?:explanations?|commentary|comments?|prose|preamble|further text)"
    r"|(?:do not|don't|never) (?:explain|comment|add (?:any )?(?:explanations?|commentary|comments?|text)))\b",
    re.IGNORECASE,
)
"""What a brief says when it allows no prose around the answer."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A reply that must be rejected, and what it is."""

    name: str
    reply: str


def findings(scripts: Sequence[Script], tasks: Sequence[Task] = ()) -> Iterator[Finding]:
    """Yield a finding for each script, task and pair that fails a gate; without *tasks* briefs are not checked."""
    for script in scripts:
        yield from (_finding(SCRIPTS, f"{script.item_id}: {problem}") for problem in problems(script))
    for task in tasks:
        yield from (_finding(TASKS, f"{task.item_id}: {problem}") for problem in _brief_problems(task))
    yield from _doubled(scripts, tasks)
    yield from _too_many_repeats(scripts)


def problems(script: Script) -> Iterator[str]:
    """Yield what is wrong with one script by itself."""
    yield from _check_problems(script)
    yield from _size_problems(script)
    yield from _leaks(script)
    texts = (*(message.content for message in script.messages), script.reference, *script.planted)
    yield from dict.fromkeys(problem for text in texts for problem in decency.problems(text))


def host_problems(host: Host, others: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with a game: the reference fails, or an uninformed bot or one of *others* in the end passes.

    The *others* are secrets of the same rules; at least three do not fit the answers of the reference.
    """
    if not _wins(host, BOTS["reference"]):
        yield "the reference fails, expected a secret that its answers fit"
    yield from (f"bot-{name} passes, expected it to fail" for name in BLIND if _wins(host, BOTS[name]))
    played = drive(TRACK.episode(host, 0), BOTS["reference"])
    wrong = {text for text in others if not hosts.grade(host, replace(played, response=text)).strict}
    if len(wrong) < LEAST_PLANTED:
        yield f"found {len(wrong)} other secrets that the answers rule out, expected at least {LEAST_PLANTED}"


def must_fail(script: Script) -> Iterator[Wrong]:
    """Yield every reply that the script's checks must reject."""
    yield Wrong("the empty reply", "")
    yield Wrong("a refusal", REFUSAL)
    yield Wrong("the copied request", script.messages[-1].content)
    if forbids_prose(script):
        yield Wrong("the reference with prose before it", wrapped(script.reference))
        yield Wrong("the reference with prose after it", wrapped(script.reference, before="", after=AFTERWORD))
    for name in BLIND if script.level is not None else ():  # each written script has a baseline that luck may help
        yield Wrong(f"the reply of bot-{name}", BOTS[name](Ask(script.messages, script)))
    yield from (Wrong(f"planted reply {number}", text) for number, text in enumerate(script.planted, 1))


def forbids_prose(script: Script) -> bool:
    """Return whether nothing but the answer may be said: the brief says so, or a check wants one fenced block only."""
    fenced = (checks.params_of(check) for check in script.checks if check.kind == "fenced" and check.role == "format")
    is_fenced = any(isinstance(params, FencedParams) and not params.talk for params in fenced)
    return is_fenced or FORBIDS_PROSE.search(script.messages[0].content) is not None


def repeats(script: Script) -> bool:
    """Return whether the answer is, as a whole, an earlier reply: in a stateful task the same state shown again."""
    answer = collapsed(body(script.reference))
    return len(answer) >= SHORT and any(collapsed(body(reply)) == answer for reply in _earlier(script))


def _wins(host: Host, bot: Callable[[Ask], str]) -> bool:
    return bool(hosts.grade(host, drive(TRACK.episode(host, 0), bot)).strict)


def _check_problems(script: Script) -> Iterator[str]:
    failed = [r for r in grade(script, script.reference).results if r.result.verdict != "pass"]
    yield from (f"the reference fails {r.kind}: {r.result.reason or r.result.verdict}" for r in failed)
    if not script.checks:
        return
    has_content = any(check.role == "content" for check in script.checks)
    yield from _loose_problems(script, has_content=has_content)
    if has_content and len(set(script.planted)) < LEAST_PLANTED:
        yield f"found {len(set(script.planted))} planted wrong replies, expected at least {LEAST_PLANTED}"
    for wrong in must_fail(script):
        if passes(script, wrong.reply):
            yield f"{wrong.name} passes all checks, expected it to fail one"


def _loose_problems(script: Script, *, has_content: bool) -> Iterator[str]:
    """Yield why the checks of a script marked as checkable do not decide it."""
    if script.decided_by == "judge":
        return
    if not has_content:
        yield 'found no content check, expected one, or decided_by = "judge"'
    words, nonsense = filler.loose(script)
    if nonsense > max(1, MOST_NONSENSE * words):
        yield f"{nonsense} of {words} words of the reference can be nonsense, expected at most {MOST_NONSENSE:.0%}"


def _size_problems(script: Script) -> Iterator[str]:
    asked = [message.content for message in script.messages if message.role == "user"]
    roles = tuple(message.role for message in script.messages)
    is_hard = script.level is not None
    turns, longest = (MOST_HARD_TURNS, MOST_HARD_DIALOGUE) if is_hard else (MOST_TURNS, MOST_DIALOGUE)
    request = longest if is_hard else MOST_REQUEST
    if not 1 <= script.turns <= turns:
        yield f"found {script.turns} turns, expected 1 to {turns}"
    if roles != (("user", "assistant") * script.turns)[:-1]:
        yield f"found messages of {', '.join(roles)}, expected {script.turns} of the user, who begins and ends"
    if len(script.strategies) != script.turns:
        yield f"found {len(script.strategies)} strategies, expected one for each of {script.turns} turns"
    if any(not text.strip() or len(text) > request for text in asked):
        yield f"found an empty request or one of more than {request:,} characters"
    most = MOST_HARD_REPLY if is_hard else MOST_REPLY
    if len(script.reference) > most:
        yield f"found a reference of {len(script.reference):,} characters, expected at most {most:,}"
    size = sum(len(message.content) for message in script.messages)
    if size > longest:
        yield f"found a dialogue of {size:,} characters, expected at most {longest:,}"


def _leaks(script: Script) -> Iterator[str]:
    """Yield a problem where an earlier reply of a stateless task contains the answer verbatim.

    A short answer may stand anywhere by chance. In a stateful task finding the right part of what was shown is the
    task itself, so only whole repeats count there, and only their number: see ``repeats``.
    """
    answer = collapsed(body(script.reference))
    if script.kind != "stateless" or len(answer) < SHORT:
        return
    for turn, reply in enumerate(_earlier(script), 1):
        if answer in collapsed(reply):
            yield f"the reply of turn {turn} holds the answer, expected no reply that gives it away"


def _earlier(script: Script) -> list[str]:
    return [message.content for message in script.messages if message.role == "assistant"]


def _brief_problems(task: Task) -> Iterator[str]:
    words = len(task.brief.split())
    if not BRIEF_WORDS[0] <= words <= BRIEF_WORDS[1]:
        yield f"found a brief of {words} words, expected {BRIEF_WORDS[0]} to {BRIEF_WORDS[1]}"
    yield from decency.problems(f"{task.name}\n{task.request_type}")


def _doubled(scripts: Sequence[Script], tasks: Sequence[Task]) -> Iterator[Finding]:
    """Yield a finding for each id or dialogue that occurs twice, and for each pair that says nearly the same."""
    for item_id, count in Counter(script.item_id for script in scripts).items():
        if count > 1:
            yield _finding(SCRIPTS, f"{item_id}: found {count} scripts of this id, expected one")
    first: dict[object, str] = {}
    for script in scripts:
        if (other := first.setdefault(script.messages, script.item_id)) != script.item_id:
            yield _finding(SCRIPTS, f"{script.item_id}: found the messages of {other}, expected others")
    briefs = [(task.item_id, task.brief) for task in tasks]
    for file, texts in ((TASKS, briefs), (SCRIPTS, _requests(scripts, tasks))):
        for pair in near.near_duplicates(texts):
            shared = f"{pair.similarity:.0%} of all word {near.WORDS}-grams shared with {pair.other}"
            yield _finding(file, f"{pair.first}: found {shared}, expected less than {near.THRESHOLD:.0%}")


def _requests(scripts: Sequence[Script], tasks: Sequence[Task]) -> list[tuple[str, str]]:
    """Return (dialogue, what the user asks in it without the brief); scripts of one dialogue share requests."""
    briefs = {task.item_id: task.brief for task in tasks}
    longest: dict[str, Script] = {}
    for script in scripts:
        name = script.item_id.rpartition("/")[0] or script.item_id
        longest[name] = max(longest.get(name, script), script, key=lambda s: s.turns)
    return [(name, _asked(script, briefs.get(script.task_id))) for name, script in longest.items()]


def _asked(script: Script, brief: str | None) -> str:
    asked = [message.content for message in script.messages if message.role == "user"]
    first = [] if brief is None else [asked[0].removeprefix(brief)]
    return "\n".join((*first, *asked[1:]))


def _too_many_repeats(scripts: Sequence[Script]) -> Iterator[Finding]:
    checked = [script for script in scripts if any(check.role == "content" for check in script.checks)]
    repeated = [script.item_id for script in checked if script.kind == "stateful" and repeats(script)]
    most = max(2, math.floor(MOST_REPEATS * len(checked)))
    if len(repeated) > most:
        named = ", ".join(repeated[:20])
        yield _finding(
            SCRIPTS, f"found {len(repeated)} answers that are earlier replies, expected at most {most}: {named}"
        )


def _finding(file: str, message: str) -> Finding:
    return Finding(severity="error", file=file, message=message)
