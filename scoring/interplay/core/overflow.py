"""Whether a server refused a request because it is longer than the model can take in, by what it said."""

import re
from typing import Final

CODE: Final = "context_length_exceeded"
"""What servers that speak OpenAI's protocol call it."""
_PHRASES: Final = re.compile(
    r"context_length_exceeded|context[ _](?:length|window|size)|maximum context|requested tokens|prompt is too long"
    r"|(?:input|prompt).{0,60}(?:exceeds?|too (?:long|large)|longer than)",
    re.IGNORECASE | re.DOTALL,
)


def is_overflow(message: str) -> bool:
    """Return whether an error's text is about a request that is too long."""
    return _PHRASES.search(message[:2_000]) is not None
