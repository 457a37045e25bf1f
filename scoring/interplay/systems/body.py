"""The body of a chat completions request."""

import json

from interplay.core.driver import Ask
from interplay.systems.base import Sampling

Arguments = dict[str, object]
"""A JSON object."""


def arguments(name: str, sampling: Sampling, ask: Ask, limit_key: str) -> Arguments:
    """Return what asks the model *name* for one reply; *limit_key* is what its server calls the limit of tokens."""
    seed = None if sampling.seed is None else sampling.seed + ask.trial
    limit = ask.max_tokens or sampling.max_tokens
    chosen = {"temperature": sampling.temperature, "seed": seed, limit_key: limit}
    found: Arguments = {"model": name, "messages": [{"role": m.role, "content": m.content} for m in ask.messages]}
    found |= {key: value for key, value in chosen.items() if value is not None}
    if ask.top_logprobs:
        found |= {"logprobs": True, "top_logprobs": ask.top_logprobs}
    if ask.schema is not None:
        shape = {"name": "reply", "strict": True, "schema": json.loads(ask.schema)}
        found["response_format"] = {"type": "json_schema", "json_schema": shape}
    return found
