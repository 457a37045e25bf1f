"""What a judge says about submissions."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, Unpack

from msgspec.structs import replace

from interplay.api.opening import AnyPath, Dataset, apart, opened, paths_of
from interplay.core.errors import UnknownName
from interplay.judging.judge import Judge, load
from interplay.running.options import Limits
from interplay.systems.spec import Asking, Rates, SystemSpec, parse
from interplay_lab.judging import certificates
from interplay_lab.judging.asking import calls
from interplay_lab.judging.asking.cache import cache_path
from interplay_lab.judging.asking.engine import JudgingResult
from interplay_lab.site.certificates import write_page


def judge(
    files: AnyPath | Iterable[AnyPath],
    *,
    judge: str,
    model: str,
    output: AnyPath,
    where: Mapping[str, str] | None = None,
    mode: Literal["text", "json", "logprobs"] = "text",
    concurrency: int = 8,
    max_calls: int | None = None,
    max_cost: float | None = None,
    price: tuple[float, float] | None = None,
    requests_per_minute: float | None = None,
    record_errors: bool = False,
    release: Dataset = None,
    **asked: Unpack[Asking],
) -> JudgingResult:
    """Ask a judge about a submission, or about which of two is better. The same call resumes an interrupted one.

    Args:
        files: A submission, or two for a judge that compares.
        judge: ``scoring``, ``points``, ``pairwise``, ``clue``, or the path of a judge's TOML file.
        model: The model that plays the judge: ``openai:NAME`` or ``local:NAME``.
        output: The judgments to write; replies are kept beside it. ``score`` reads them as ``judgments=``.
        where: Only items with these values, such as ``{"subset": "hard"}``.
        mode: How the verdict is asked for.
        concurrency: Requests at once.
        max_calls: Stop before sending more requests than this.
        max_cost: Stop before spending more US dollars than this.
        price: Dollars for a million tokens of prompts and of completions.
        requests_per_minute: Send no more than this.
        record_errors: Write requests that failed as unscored, instead of writing nothing.
        release: The release of the submissions, or its directory; by default the one that comes with the package.
        **asked: How the model is asked, such as ``base_url``: see ``run``. ``temperature`` and ``max_tokens`` are the
            judge's own by default.

    Returns:
        What was asked and what it cost; ``written`` is false while requests failed that can be tried again.

    Raises:
        RecordError: A submission holds errors, or there is nothing to judge.
        UnknownName: There is no such judge, model or mode, or *max_cost* has no price to go by.
        BudgetError: *max_calls* or *max_cost* is used up; the same call resumes.
        OutputError: *output* holds other judgments, or cannot be written.
        FatalModelError: The model cannot be asked at all.

    Example:
        >>> import interplay
        >>> root = interplay.open_release().root
        >>> replies = root / "baselines/bot-faulty-50/simulation.jsonl.gz"
        >>> interplay.judge(replies, judge="scorin", model="openai:gpt-4o", output="judged.jsonl")
        Traceback (most recent call last):
        interplay.core.errors.UnknownName: unknown judge 'scorin' (did you mean 'scoring'?)...
    """
    loaded = load(judge)
    spec = _spec(loaded, model, asked)
    if max_cost is not None and price is None:
        raise UnknownName("max_cost needs a price: pass price=(prompt, completion), dollars for a million tokens")
    limits = Limits(
        concurrency=concurrency,
        max_calls=max_calls,
        max_cost=max_cost,
        price=price,
        requests_per_minute=requests_per_minute,
        record_errors=record_errors,
    )
    about = tuple((where or {}).items())
    call = calls.prepare(loaded, mode, spec, opened(release), paths_of(files), about)
    return apart(lambda: calls.run(call, Path(output), cache_path(Path(output)), limits))


def certify(
    *,
    judge: str,
    model: str,
    output: AnyPath,
    mode: Literal["text", "json", "logprobs"] = "text",
    sample: int = 100,
    seed: int = 0,
    concurrency: int = 8,
    price: Rates | None = None,
    release: Dataset = None,
    **asked: Unpack[Asking],
) -> certificates.Certificate:
    """Measure a judge on replies whose quality is known. The same call resumes an interrupted one.

    Args:
        judge: ``scoring``, ``pairwise``, or the path of a judge's TOML file.
        model: The model that plays the judge: ``openai:NAME`` or ``local:NAME``.
        output: The certificate to write, with a page and replies beside it. ``score`` takes it in ``judgments=``.
        mode: How the verdict is asked for.
        sample: Scripts to make probes of; each has about 14.
        seed: Which scripts are drawn.
        concurrency: Requests at once.
        price: US dollars for a million tokens of prompts and of completions, for the cost of 1,000 verdicts.
        release: A release, or its directory; by default the one that comes with the package.
        **asked: How the model is asked, as for ``judge``.

    Returns:
        The certificate: ``verdict`` is "certified" or "not certified", ``problems`` say why.

    Raises:
        RecordError: The judge rates neither replies nor pairs, or the release has no script that a program decides.
        UnknownName: There is no such judge, model or mode.
        ModelError: Requests failed; the same call sends these again.

    Example:
        >>> import interplay
        >>> interplay.certify(judge="scoring", model="gpt-4o", output="certificate.json")
        Traceback (most recent call last):
        interplay.core.errors.UnknownName: unknown judge model 'gpt-4o'; expected openai:NAME or local:NAME
    """
    loaded = load(judge)
    spec = _spec(loaded, model, asked)
    probes, call = certificates.prepare(loaded, mode, spec, opened(release), sample, seed)
    limits = Limits(concurrency=concurrency, price=price)
    certificate = apart(lambda: certificates.examine(probes, call, seed, Path(output), limits))
    write_page(certificate, Path(output))
    return certificate


def _spec(judge: Judge, model: str, asked: Mapping[str, Any]) -> SystemSpec:
    defaults = SystemSpec(model="", temperature=judge.file.temperature, max_tokens=judge.file.max_tokens)
    return parse(model, replace(defaults, **{key: value for key, value in asked.items() if value is not None}))
