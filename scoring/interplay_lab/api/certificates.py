"""Measure how well a judge judges."""

import tempfile
from pathlib import Path
from typing import Literal, Unpack

from msgspec.structs import replace

from interplay.api.opening import AnyPath, Dataset, apart, opened
from interplay.core import canonical
from interplay.core.errors import ModelError, UnknownName
from interplay.core.text import noop
from interplay.judging.judge import load
from interplay.running.options import Limits
from interplay.systems.spec import Asking, Rates, SystemSpec, parse
from interplay_lab.judging.asking import calls
from interplay_lab.judging.asking.cache import cache_path
from interplay_lab.judging.certificate import making, pages
from interplay_lab.judging.certificate.records import Certificate


def certify(
    *,
    judge: str,
    model: str,
    output: AnyPath,
    to: AnyPath | None = None,
    mode: Literal["text", "json", "logprobs"] = "text",
    sample: int = making.SAMPLE,
    seed: int = 0,
    concurrency: int = 8,
    max_calls: int | None = None,
    max_cost: float | None = None,
    price: Rates | None = None,
    release: Dataset = None,
    **asked: Unpack[Asking],
) -> Certificate:
    """Measure a judge on replies whose quality is known. The same call resumes an interrupted one.

    Args:
        judge: ``scoring``, ``pairwise``, or the path of a judge's TOML file.
        model: The model that plays the judge: ``openai:NAME`` or ``local:NAME``.
        output: The certificate to write; replies are kept beside it. ``score`` reads it as ``certificates=``.
        to: A folder in which to write the certificate as ``certificate.html`` and ``certificate.md``.
        mode: How the verdict is asked for.
        sample: Scripts to make probes of; a script has about 14.
        seed: Which scripts are drawn.
        concurrency: Requests at once.
        max_calls: Stop before sending more requests than this.
        max_cost: Stop before spending more US dollars than this; needs *price*.
        price: Dollars for a million tokens of prompts and of completions, for the cost of 1,000 verdicts.
        release: A release, or its directory; by default the one that comes with the package.
        **asked: How the model is asked, as for ``judge``.

    Returns:
        The certificate: ``verdict`` is "certified" or "not certified", ``problems`` say why.

    Raises:
        RecordError: The judge rates neither replies nor pairs, or the release has no script that a program decides.
        UnknownName: There is no such judge, model or mode.
        BudgetError: *max_calls* or *max_cost* is used up; the same call resumes.
        ModelError: Requests failed; the same call sends these again.

    Example:
        >>> import interplay
        >>> interplay.certify(judge="scoring", model="gpt-4o", output="certificate.json")
        Traceback (most recent call last):
        interplay.core.errors.UnknownName: unknown judge model 'gpt-4o'; expected openai:NAME or local:NAME
    """
    loaded = load(judge)
    calls.model_name(model)
    if max_cost is not None and price is None:
        raise UnknownName("max_cost needs a price: pass price=(prompt, completion), dollars for a million tokens")
    defaults = SystemSpec(model="", temperature=loaded.file.temperature, max_tokens=loaded.file.max_tokens)
    spec = parse(model, replace(defaults, **{key: value for key, value in asked.items() if value is not None}))
    limits = Limits(concurrency=concurrency, max_calls=max_calls, max_cost=max_cost, price=price)
    examination = making.prepare(loaded, mode, spec, opened(release), sample, seed)
    return apart(lambda: carry_out(examination, Path(output), None if to is None else Path(to), limits))


def carry_out(
    examination: making.Examination, output: Path, to: Path | None, limits: Limits, on_progress: calls.engine.Progress = noop
) -> Certificate:
    """Ask the judge, and write the certificate to *output*, and pages to the folder *to*."""
    with tempfile.TemporaryDirectory() as folder:
        judgments = Path(folder) / "judgments.jsonl"
        result = calls.run(examination.call, judgments, cache_path(output), limits, on_progress)
        if not result.written:
            raise ModelError(
                f"{len(result.failures):,} requests failed, so {output} was not written; the same command sends these "
                f"again. One of them: {result.failures[0]}"
            )
        certificate = making.certificate(examination, judgments, limits.price)
    canonical.write_atomically(output, [canonical.encode(certificate) + b"\n"])
    if to is not None:
        pages.write(certificate, to)
    return certificate
