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
    from huggingface_hub.errors import HTTPError  # noqa: PLC0415  a network library: for those who need it

    try:
        yield
    except InterplayError:
        raise
    except (OSError, ValueError, RuntimeError, HTTPError) as error:
        raise kind(f"cannot {doing}: {reason(error, repo)}") from error


def reason(error: BaseException, repo: str) -> str:
    """Return why the Hub did not do what was asked, and what to do about it."""
    from huggingface_hub import constants, errors  # noqa: PLC0415

    told = _cause(error)
    if isinstance(told, errors.LocalTokenNotFoundError):
        return f"nobody is logged in to the Hub: {LOGIN}"
    if isinstance(told, errors.RevisionNotFoundError):
        return f"the Hub's {repo} has no such revision; {constants.ENDPOINT}/datasets/{repo}/refs lists those it has"
    if isinstance(told, errors.GatedRepoError):
        return f"{repo} is gated: ask for access at {constants.ENDPOINT}/datasets/{repo}, and {LOGIN}"
    if isinstance(told, errors.RepositoryNotFoundError):
        return f"the Hub shows you no dataset {repo}: check the name; if it is private, {LOGIN} that may read it"
    if isinstance(told, errors.HfHubHTTPError):
        return _refusal(told, repo)
    if isinstance(told, errors.OfflineModeIsEnabled) or (
        isinstance(told, errors.LocalEntryNotFoundError) and constants.HF_HUB_OFFLINE
    ):
        return "HF_HUB_OFFLINE is set, and the cache does not hold it: unset it, and run once with a network"
    if isinstance(told, errors.HTTPError):
        where = f"{constants.ENDPOINT} cannot be reached ({type(told).__name__}: {told})"
        return f"{where}: check the network, and HF_ENDPOINT where it is set; then {AGAIN}"
    return str(told) or type(told).__name__


def _cause(error: BaseException) -> BaseException:
    """Return the error of HTTP that *error* was raised from, or itself."""
    from huggingface_hub.errors import HTTPError, LocalEntryNotFoundError  # noqa: PLC0415

    inner = error.__cause__
    plain = isinstance(error, RuntimeError | LocalEntryNotFoundError)
    return inner if plain and isinstance(inner, HTTPError) else error


def _refusal(error: "HfHubHTTPError", repo: str) -> str:
    """Return what an answer of the Hub means, by its status."""
    status = error.response.status_code
    said = (error.server_message or "").strip()[:300]
    answer = f"the Hub answered {status}" + (f" ({said})" if said else "")
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
    """Return how long the Hub asks to wait: in its header of rate limits (``"api";r=0;t=55``), or in the standard one."""
    headers = error.response.headers
    limit = re.search(r";\s*r=0;\s*t=(\d{1,6})\b", headers.get("ratelimit", ""))
    after = re.fullmatch(r"\d{1,6}", headers.get("retry-after", "").strip())
    seconds = limit[1] if limit else after[0] if after else None
    return "a few minutes" if seconds is None else f"{int(seconds):,} seconds"
