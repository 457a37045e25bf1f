"""Small Node.js scripts about the event loop: ticks, microtasks, thenables, awaits and immediates, run by node."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import lines, provenance, session
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
SIZES = {1: (4, 1), 2: (6, 1), 3: (9, 2), 4: (14, 3)}
"""Of each level: blocks of a script, and how deep they nest."""
KINDS = ("tick", "then", "micro", "immediate", "async", "thenable", "returned", "chain", "caught")
LOG = "console.log('?');"
BLOCKS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "tick": (("process.nextTick(() => {",), ("});",)),
    "then": (("Promise.resolve().then(() => {",), ("});",)),
    "micro": (("queueMicrotask(() => {",), ("});",)),
    "immediate": (("setImmediate(() => {",), ("});",)),
    "chain": (("Promise.resolve().then(() => {",), (f"}}).then(() => {{ {LOG} }});",)),
    "caught": (("Promise.reject(new Error('no')).catch(() => {",), (f"}}).finally(() => {{ {LOG} }});",)),
    "thenable": (
        ("new Promise((done) => done({", "  then(ok) {"),
        ("    ok();", "  },", f"}})).then(() => {{ {LOG} }});"),
    ),
}
"""What stands around a callback; a question mark is what is logged."""


def name(number: int) -> str:
    """Return A, B, ..., Z, A1, B1, ..."""
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number % 26]}{number // 26 or ''}"


@lru_cache
def task() -> TaskSpec:
    """Return the task, which names the version of Node.js."""
    return task_of(
        TEXTS,
        "event-loop-quiz",
        "event_loop",
        kind="stateless",
        provenance=provenance(f"Node.js {programs.version('node', '--version')}"),
    )


class _Author:
    """Writes scripts whose logs are letters and numbers in the order of the text."""

    def __init__(self, chance: Stream, level: int) -> None:
        self.chance, self.level, self.functions = chance, level, 0
        self.blocks, self.depth = SIZES[level]

    def script(self, share: float = 1) -> str:
        """Return a script of some of the blocks; what is logged is named in the order of the text."""
        rows = [LOG]
        for number in range(max(2, round(self.blocks * share))):
            rows += self.block(self.depth)
            if number % 3 == 2:
                rows.append(LOG)
        first, *parts = "\n".join((*rows, LOG)).split("?")
        return first + "".join(f"{name(n)}{part}" for n, part in enumerate(parts))

    def body(self, depth: int) -> list[str]:
        """Return the inside of a callback."""
        rows = [LOG]
        if depth > 1 and self.chance.below(3):
            rows += self.block(depth - 1)
        return ["  " + row for row in rows]

    def block(self, depth: int) -> list[str]:
        """Return statements that put something into a queue."""
        kinds = KINDS[: 4 if self.level == 1 else 6 if self.level == 2 else len(KINDS)]
        kind = self.chance.choice(kinds)
        if kind in ("async", "returned") and depth == self.depth:
            return self.function(depth, kind)
        head, tail = BLOCKS.get(kind, BLOCKS["chain"])
        indent = "  " * (len(head) - 1)
        return [*head, *(f"{indent}{row}" for row in self.body(depth)), *tail]

    def function(self, depth: int, kind: str) -> list[str]:
        """Return an async function and its call."""
        self.functions += 1
        title = f"f{self.functions}"
        waits = self.chance.choice(("await null;", "await Promise.resolve();", "await { then(ok) { ok(); } };"))
        rows = [f"async function {title}() {{", f"  {LOG}", f"  {waits}", *self.body(depth)]
        if kind == "returned":
            rows.append("  return Promise.resolve();")
        return [*rows, "}", f"{title}().then(() => {{ {LOG} }});"]


def printed(script: str) -> str:
    """Return what a script logs in a new process."""
    return programs.run(("node", "quiz.js"), files={"quiz.js": script}).strip("\n")


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of two or three scripts, the last one the largest."""
    shares = (0.6, 1) if level < 3 else (0.3, 0.5, 1)
    scripts = [_Author(chance, level).script(share) for share in shares]
    turns = [
        (phrase(chance, TEXTS["next" if n else "first"], code=script), printed(script))
        for n, script in enumerate(scripts)
    ]
    return session(task(), turns, _near(scripts[-1]), lines(turns[-1][1]))


def _near(script: str) -> Iterator[str]:
    """Yield the logs where ticks are microtasks, thenables and returned promises cost nothing, and by the text."""
    yield printed(script.replace("process.nextTick(", "queueMicrotask("))
    yield printed(script.replace("  return Promise.resolve();\n", "").replace("{ then(ok) { ok(); } }", "0"))
    yield printed(script.replace("setImmediate(", "queueMicrotask("))
    yield "\n".join(re.findall(r"console\.log\('(\w+)'\)", script))


FAMILY = Family(dialogue)
