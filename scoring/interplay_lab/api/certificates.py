"""Measure how well a judge judges."""

from pathlib import Path
from typing import Unpack

from msgspec.structs import replace

from interplay.api.opening import AnyPath, Dataset, apart, opened
from interplay.judging.judge import Mode, load
from interplay.running.options import Limits
from interplay.systems.spec import Asking, Rates, SystemSpec, parse
from interplay_lab.judging import certificates
from interplay_lab.judging.certificates import Certificate
from interplay_lab.site.certificates import write_page


def certify(
    *,
    judge: str,
    model: str,
    output: AnyPath,
    mode: Mode = "text",
    sample: int = 100,
    seed: int = 0,
    concurrency: int = 8,
    price: Rates | None = None,
    release: Dataset = None,
    **asked: Unpack[Asking],
) -> Certificate:
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
    defaults = SystemSpec(model="", temperature=loaded.file.temperature, max_tokens=loaded.file.max_tokens)
    spec = parse(model, replace(defaults, **{key: value for key, value in asked.items() if value is not None}))
    about = certificates.prepare(loaded, mode, spec, opened(release), sample, seed)
    limits = Limits(concurrency=concurrency, price=price)
    certificate = apart(lambda: certificates.examine(about, Path(output), limits))
    write_page(certificate, Path(output))
    return certificate
