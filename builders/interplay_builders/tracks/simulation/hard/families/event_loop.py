"""Small Node.js scripts about the event loop: ticks, microtasks, thenables, awaits and immediates, run by node."""

import re
from collections.abc import Iterator, Mapping

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import lines, session, task_by, turns_of
from interplay_builders.tracks.simulation.hard.words import texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
task = task_by(TEXTS, "event-loop-quiz", "event_loop", programs.NODE, "stateless")
SIZES = {1: (6, 2), 2: (11, 3), 3: (12, 3), 4: (14, 3)}
"""Of each level: blocks of a script, and how deep they nest."""
POOLS = {2: (4, 90, 101), 3: (7, 500, 499), 4: (7, 1500, 997)}
"""Of levels with a pool: workers, jobs, and the modulus of the jobs' numbers."""
CASES = (
    "return n;",
    "await null; return n;",
    "return Promise.resolve(n);",
    "await { then(ok) { ok(); } }; return n;",
    "await new Promise((ok) => process.nextTick(ok)); return n;",
    "await new Promise((ok) => setImmediate(ok)); return n;",
    "for (let i = 0; i < n % 4; i++) await null; return n;",
    "try { await Promise.reject(n); } catch { await null; } return n;",
    "return Promise.reject(n).catch(() => n).finally(() => {});",
)
POOL = """let left = {left}, seed = {seed};
async function job(n) {{
  switch (n % {count}) {{
{cases}
  }}
}}
async function worker(id) {{
  while (left-- > 0) {{
    const n = seed = (seed * {factor} + {term}) % {modulus};
    await job(n);
    console.log(id + n);
    if (n % 5 === 0) seed += 2;
  }}
}}
for (const id of [{ids}]) worker(id + ':').then(() => console.log(id + ' done'));"""
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
        if share == 1 and self.level in POOLS:
            rows += self.pool(*POOLS[self.level]).split("\n")
        first, *parts = "\n".join((*rows, LOG)).split("?")
        return first + "".join(f"{name(n)}{part}" for n, part in enumerate(parts))

    def pool(self, workers: int, jobs: int, modulus: int) -> str:
        """Return workers that share jobs: which job a worker gets depends on when it was done with the last one."""
        cases = [f"    case {n}: {code}" for n, code in enumerate(self.chance.shuffled(CASES)[: 4 + self.level])]
        cases.append(f"    default: return job(n {self.chance.choice('+-')} 1);")
        ids = ", ".join(f"'{letter}'" for letter in "pqrstuv"[:workers])
        numbers = {"seed": self.chance.below(modulus), "factor": 3 + self.chance.below(20), "modulus": modulus}
        parts = {"cases": "\n".join(cases), "count": len(cases), "left": jobs, "ids": ids, **numbers}
        return POOL.format(term=1 + self.chance.below(30), **parts)

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
    shares = (0.6, 1) if level < 3 else (0.2, 0.3, 1)
    scripts = [_Author(chance, level).script(share) for share in shares]
    turns = turns_of(chance, TEXTS, scripts, map(printed, scripts))
    return session(task(), turns, _near(scripts[-1]), lines(turns[-1][1]))


def _near(script: str) -> Iterator[str]:
    """Yield the logs where ticks are microtasks, thenables and returned promises cost nothing, and by the text."""
    yield printed(script.replace("process.nextTick(", "queueMicrotask("))
    yield printed(script.replace("  return Promise.resolve();\n", "").replace("{ then(ok) { ok(); } }", "0"))
    yield printed(script.replace("setImmediate(", "queueMicrotask("))
    yield "\n".join(re.findall(r"console\.log\('(\w+)'\)", script))


FAMILY = Family(dialogue)
