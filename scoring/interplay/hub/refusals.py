"""What the Hub refuses, or why it cannot be reached, in words that say what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interplay.core.errors import InterplayError

if TYPE_CHECKING:
    from huggingface_hub.errors import HfHubHTTPError

AGAIN = "run the same command again: what was finished is not repeated"
LOGIN = "run `hf auth login`, or set HF_TOKEN to a token of https://huggingface.co/settings/tokens"


@contextmanager
def explained(repo: str, doing: str, kind: type[InterplayError]) -> Iterator[None]:
    """Raise what *huggingface_hub* raises inside as an error of *kind*.

    Args:
        repo: The repository that is spoken about, ``owner/name``.
        doing: What cannot be done, for "cannot DOING".
        kind: The class of the error.
    """
    try:
        yield
    except InterplayError:
        raise
    except client_errors() as error:
        raise kind(f"cannot {doing}: {reason(error, repo)}") from error


def http_error() -> type[Exception]:
    """Return the base of all errors of HTTP, of the HTTP client that this version of huggingface_hub uses."""
    from huggingface_hub import errors  # noqa: PLC0415  a network library: for those who need it

    base: type[Exception] = errors.HTTPError  # type: ignore[attr-defined]  # it is the client's, and differs
    return base


def client_errors() -> tuple[type[Exception], ...]:
    """Return the bases of what huggingface_hub raises; those of Xet differ by version."""
    from huggingface_hub import errors  # noqa: PLC0415

    named = (getattr(errors, name, None) for name in ("XetError", "XetDownloadError"))
    return OSError, ValueError, RuntimeError, http_error(), *(kind for kind in named if kind is not None)


def reason(error: BaseException, repo: str) -> str:
    """Return why the Hub did not do what was asked, and what to do about it."""
    from huggingface_hub import constants, errors  # noqa: PLC0415

    cause = _cause(error)
    page = f"{constants.ENDPOINT}/datasets/{repo}"
    offline = "HF_HUB_OFFLINE is set, and the cache does not hold it: unset it, and run once with a network"
    unreachable = f"{constants.ENDPOINT} cannot be reached ({type(cause).__name__}: {cause})"
    reasons: tuple[tuple[type[BaseException], str], ...] = (
        (errors.LocalTokenNotFoundError, f"nobody is logged in to the Hub: {LOGIN}"),
        (errors.OfflineModeIsEnabled, offline),
        (errors.RevisionNotFoundError, f"{repo} has no such revision; {page}/tree/main lists those it has"),
        (errors.GatedRepoError, f"{repo} is gated: ask for access at {page}, and {LOGIN}"),
        (errors.RepositoryNotFoundError, f"the Hub shows you no dataset {repo}: check its name; if private, {LOGIN}"),
        (errors.HfHubHTTPError, _refusal(cause, repo) if isinstance(cause, errors.HfHubHTTPError) else ""),
        (http_error(), f"{unreachable}: check the network, and HF_ENDPOINT where it is set; then {AGAIN}"),
    )
    source = f" ({type(cause.__cause__).__name__}: {cause.__cause__})" if cause.__cause__ is not None else ""
    plain = f"{type(cause).__name__}: {cause}{source}"
    return next((words for kind, words in reasons if isinstance(cause, kind)), plain)


def _cause(error: BaseException) -> BaseException:
    """Return the error of HTTP or of being offline that *error* was raised from, or itself."""
    from huggingface_hub.errors import LocalEntryNotFoundError, OfflineModeIsEnabled  # noqa: PLC0415

    inner = error.__cause__
    wraps = isinstance(error, RuntimeError | LocalEntryNotFoundError)
    return inner if wraps and isinstance(inner, (http_error(), OfflineModeIsEnabled)) else error


def _refusal(error: "HfHubHTTPError", repo: str) -> str:
    """Return what an answer of the Hub means, by its status."""
    status = error.response.status_code
    message = (error.server_message or "").strip()[:300]
    answer = f"the Hub answered {status}" + (f" ({message})" if message else "")
    match status:
        case 401:
            return f"{answer}: it does not know your token; {LOGIN}"
        case 403:
            return f"{answer}: your token may not do this with {repo}; {LOGIN} that has the right to write to it"
        case 409 | 412:
            return f"{answer}: something else was changing {repo} at the same time, or it is there already; {AGAIN}"
        case 429:
            return f"{answer}: its limit of requests is reached; wait {_wait(error)}, then {AGAIN}"
        case _ if status >= 500:
            return f"{answer}: it has trouble of its own; wait a few minutes, then {AGAIN}"
    return answer


def _wait(error: "HfHubHTTPError") -> str:
    """Return how long the Hub asks to wait: in its own header of limits (``"api";r=0;t=55``), or in HTTP's."""
    headers = error.response.headers
    limit = re.search(r";\s*r=0;\s*t=(\d{1,6})\b", headers.get("ratelimit", ""))
    after = re.fullmatch(r"\d{1,6}", headers.get("retry-after", "").strip())
    seconds = limit[1] if limit else after[0] if after else None
    return "a few minutes" if seconds is None else f"{int(seconds):,} seconds"
