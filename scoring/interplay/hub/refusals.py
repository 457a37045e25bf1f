"""What the Hub refuses, or why it cannot be reached, in words that say what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from huggingface_hub import constants, errors

from interplay.core.errors import InterplayError

AGAIN = "run the same command again: finished work is not repeated"
LOGIN = "run `hf auth login`, or set HF_TOKEN to a token of https://huggingface.co/settings/tokens"
HTTP_ERROR: type[Exception] = errors.HTTPError  # type: ignore[attr-defined]  # it is the HTTP client's, and differs
"""The base of all errors of HTTP, of the HTTP client that this version of huggingface_hub uses."""
_XET_ERRORS = (getattr(errors, name, None) for name in ("XetError", "XetDownloadError"))  # these differ by version
_ODD_ANSWERS = (AssertionError, AttributeError, LookupError, TypeError)
CLIENT_ERRORS = (OSError, ValueError, RuntimeError, HTTP_ERROR, *filter(None, _XET_ERRORS), *_ODD_ANSWERS)
"""The bases of what huggingface_hub raises, some of them where an answer has not the parts that it expects."""


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
    except CLIENT_ERRORS as error:
        raise kind(f"cannot {doing}: {reason(error, repo)}") from error


def reason(error: BaseException, repo: str) -> str:
    """Return why the Hub did not do what was asked, and what to do about it."""
    cause = _cause(error)
    page = f"{constants.ENDPOINT}/datasets/{repo}"
    offline = "HF_HUB_OFFLINE is set, and it is not in the cache: unset it, and run once with a network"
    unreachable = f"{constants.ENDPOINT} cannot be reached ({type(cause).__name__}: {cause})"
    reasons: tuple[tuple[type[BaseException], str], ...] = (
        (errors.LocalTokenNotFoundError, f"not logged in to the Hub: {LOGIN}"),
        (errors.OfflineModeIsEnabled, offline),
        (errors.RevisionNotFoundError, f"{repo} has no such revision; {page}/tree/main lists those it has"),
        (errors.GatedRepoError, f"{repo} is gated: ask for access at {page}, and {LOGIN}"),
        (errors.RepositoryNotFoundError, f"the Hub shows you no dataset {repo}: check its name; if private, {LOGIN}"),
        (errors.HfHubHTTPError, _refusal(cause, repo) if isinstance(cause, errors.HfHubHTTPError) else ""),
        (HTTP_ERROR, f"{unreachable}: check the network, and HF_ENDPOINT where it is set; then {AGAIN}"),
    )
    source = f" ({type(cause.__cause__).__name__}: {cause.__cause__})" if cause.__cause__ is not None else ""
    plain = f"{type(cause).__name__}: {cause}{source}"
    return next((words for kind, words in reasons if isinstance(cause, kind)), plain)


def _cause(error: BaseException) -> BaseException:
    """Return the error of HTTP or of being offline that *error* was raised from, or itself."""
    inner = error.__cause__
    wraps = isinstance(error, RuntimeError | errors.LocalEntryNotFoundError)
    return inner if wraps and isinstance(inner, (HTTP_ERROR, errors.OfflineModeIsEnabled)) else error


def _refusal(error: errors.HfHubHTTPError, repo: str) -> str:
    """Return what an answer of the Hub means, by its status."""
    status = error.response.status_code
    message = (error.server_message or "").strip()[:300]
    answer = f"the Hub answered {status}" + (f" ({message})" if message else "")
    match status:
        case 401:
            return f"{answer}: your token is unknown; {LOGIN}"
        case 403:
            return f"{answer}: your token has no permission for this on {repo}; {LOGIN} with write access"
        case 409 | 412:
            return f"{answer}: {repo} was changed at the same time, or already exists; {AGAIN}"
        case 429:
            return f"{answer}: the rate limit is reached; wait {_wait(error)}, then {AGAIN}"
        case _ if status >= 500:
            return f"{answer}: the server has a problem; wait a few minutes, then {AGAIN}"
    return answer


def _wait(error: errors.HfHubHTTPError) -> str:
    """Return how long the Hub asks to wait: in its own header of limits (``"api";r=0;t=55``), or in HTTP's."""
    headers = error.response.headers
    limit = re.search(r";\s*r=0;\s*t=(\d{1,6})\b", headers.get("ratelimit", ""))
    after = re.fullmatch(r"\d{1,6}", headers.get("retry-after", "").strip())
    seconds = limit[1] if limit else after[0] if after else None
    return "a few minutes" if seconds is None else f"{int(seconds):,} seconds"
