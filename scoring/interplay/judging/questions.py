"""Subjects as requests: the prompt, its digest, and the key under which its answer is kept."""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from interplay.core import canonical, replies
from interplay.core.driver import Ask, Reply, request_sha256
from interplay.core.records import System
from interplay.judging import prompts, verdicts
from interplay.judging.judge import Judge, Mode
from interplay.judging.records import Judgment
from interplay.judging.subjects import Subject
from interplay.judging.verdicts import Reading
from interplay.systems.completion import MOST_LOGPROBS

LONGEST_ERROR = 2_000
LONGEST_REPLY = 1_000_000
"""Characters that are written of a reply."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Who judges, and how: a judge, the model that plays it, and the mode in which it is asked."""

    judge: Judge
    model: System
    mode: Mode

    @property
    def digest(self) -> str:
        """Return the digest of everything but the prompt that determines an answer."""
        return canonical.sha256(canonical.encode([self.judge.digest, self.model, self.mode]))


@dataclass(frozen=True, slots=True)
class Question:
    """One request to a judge. ``key`` names everything that determines the answer."""

    subject: Subject
    ask: Ask
    prompt_sha256: str
    key: str


def questions(panel: Panel, subjects: Iterable[Subject]) -> Iterator[Question]:
    """Yield the request for each subject, in the same order."""
    digest = panel.digest
    for subject in subjects:
        ask = ask_of(panel.judge, panel.mode, subject.material)
        prompt = request_sha256(ask)
        key = canonical.sha256(f"{digest} {prompt} {subject.item_sha256}".encode())
        yield Question(subject, ask, prompt, key)


def ask_of(judge: Judge, mode: Mode, material: prompts.Material) -> Ask:
    """Return the request that shows *material* to *judge*."""
    return Ask(
        prompts.messages(judge, mode, material),
        material,
        max_tokens=1 if mode == "logprobs" else None,
        top_logprobs=MOST_LOGPROBS if mode == "logprobs" else 0,
        schema=prompts.verdict_schema(judge.file.verdict, material.most) if mode == "json" else None,
    )


def reading(judge: Judge, mode: Mode, material: prompts.Material, reply: Reply) -> Reading:
    """Return the verdict of a reply to a request that showed *material*."""
    texts = [part.text for part in material.texts]
    return verdicts.read(judge.file.verdict, mode, reply, most=material.most, texts=texts)


def verdict_of(panel: Panel, question: Question, reply: Reply) -> Reading:
    """Return the verdict of a reply to *question*, as it is read from what is stored of it."""
    kept = dataclasses.replace(reply, text=stored(reply.text))
    return reading(panel.judge, panel.mode, question.subject.material, kept)


def stored(text: str) -> str:
    """Return what is written of a reply: all of it, or else the end of what it says, where the verdict stands.

    A reply that is too long and says nothing after its reasoning keeps its beginning, which tells that.
    """
    if len(text) <= LONGEST_REPLY:
        return text
    return replies.visible(text)[-LONGEST_REPLY:] or text[:LONGEST_REPLY]


def judgment(panel: Panel, question: Question, reply: Reply, reading: Reading) -> Judgment:
    """Return the record of a reply and of what was read from it."""
    return replace(
        _about(panel, question),
        reply=stored(reply.text),
        verdict=reading.verdict,
        unscored=reading.unscored,
        finish_reason=None if reply.finish_reason is None else reply.finish_reason[:100],
        logprobs=reply.logprobs,
        usage=reply.usage,
    )


def failure(panel: Panel, question: Question, error: str) -> Judgment:
    """Return the record of a request that got no reply."""
    return replace(_about(panel, question), unscored=f"no reply: {error}"[:LONGEST_ERROR])


def _about(panel: Panel, question: Question) -> Judgment:
    """Return the record without what came of the request."""
    subject = question.subject
    return Judgment(
        item_id=subject.item_id,
        trial=subject.trial,
        part=subject.part,
        order=subject.order,
        judge=panel.judge.name,
        judge_digest=panel.judge.digest,
        prompt_sha256=question.prompt_sha256,
    )
