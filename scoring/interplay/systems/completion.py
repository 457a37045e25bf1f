"""Chat completions: the body of a request, and what a server sent in reply, read without trusting it."""

import json
import math

import msgspec

from interplay.core.driver import Ask, Reply
from interplay.core.records import Message
from interplay.core.text import whole
from interplay.systems.pictures import content
from interplay.systems.spec import SystemSpec

MOST_LOGPROBS = 20
"""Maximum number of tokens for which a server returns probabilities."""
MOST_REASONING = 20_000
"""Characters kept of a model's reasoning: the last ones, which lead to the reply."""


def arguments(system: SystemSpec, ask: Ask, limit_key: str) -> dict[str, object]:
    """Return the JSON object that asks for one reply; *limit_key* is what the server calls the limit of tokens."""
    seed = None if system.sampling_seed is None else system.sampling_seed + ask.trial
    limit = ask.max_tokens or system.max_tokens
    parameters: dict[str, object] = {
        "temperature": system.temperature,
        "top_p": system.top_p,
        "seed": seed,
        limit_key: limit,
    }
    parameters["reasoning_effort"] = system.reasoning_effort
    messages = [{"role": m.role, "content": content(m)} for m in prompted(ask.messages, system.system_prompt)]
    body: dict[str, object] = {"model": system.model_name, "messages": messages}
    body |= {key: value for key, value in parameters.items() if value is not None}
    body |= system.extra_body or {}
    if ask.top_logprobs:
        body |= {"logprobs": True, "top_logprobs": ask.top_logprobs}
    if ask.schema is not None:
        shape = {"name": "reply", "strict": True, "schema": json.loads(ask.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": shape}
    return body


def prompted(messages: tuple[Message, ...], prompt: object) -> tuple[Message, ...]:
    """Return *messages* after a system prompt where there is one; it comes before one that the item has itself."""
    if not isinstance(prompt, str):
        return messages
    if messages and messages[0].role == "system":
        prompt, messages = f"{prompt}\n\n{messages[0].content}", messages[1:]
    return Message(role="system", content=prompt), *messages


class _Message(msgspec.Struct):
    content: str | None = None
    reasoning_content: object = None
    reasoning: object = None


class _Token(msgspec.Struct):
    token: str
    logprob: float


class _Position(msgspec.Struct):
    top_logprobs: list[_Token]


class _Logprobs(msgspec.Struct):
    content: list[_Position]


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: object = None
    logprobs: object = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: object = None


class NoCompletion(Exception):  # noqa: N818  says what was found
    """A body that is not a chat completion."""


def read(body: bytes) -> Reply:
    """Return the first choice's text and the token counts; raise ``NoCompletion`` that says what is wrong.

    No content is empty text, whatever was reasoned. Half surrogate pairs become question marks. Counts that are not
    counts are 0. Reasoning is what vLLM and DeepSeek send as ``reasoning_content``, OpenRouter as ``reasoning``.
    """
    try:
        completion = msgspec.convert(json.loads(body), _Completion)
    except msgspec.ValidationError as error:
        raise NoCompletion(f"{error}, in {_excerpt(body)}") from None
    except (ValueError, RecursionError):
        raise NoCompletion(f"found {_excerpt(body)}, expected JSON") from None
    if not completion.choices:
        raise NoCompletion(f"no choices, in {_excerpt(body)}")
    choice = completion.choices[0]
    usage = completion.usage if isinstance(completion.usage, dict) else {}
    prompt_tokens, total = _count(usage.get("prompt_tokens")), _count(usage.get("total_tokens"))
    message = choice.message
    thoughts = (text for text in (message.reasoning_content, message.reasoning) if isinstance(text, str))
    thought = total - prompt_tokens if prompt_tokens else 0  # some servers count reasoning in the total alone
    return Reply(
        text=whole(message.content or ""),
        prompt_tokens=prompt_tokens,
        completion_tokens=max(_count(usage.get("completion_tokens")), thought),
        finish_reason=whole(choice.finish_reason) if isinstance(choice.finish_reason, str) else None,
        logprobs=_first_token(choice.logprobs),
        reasoning=whole(next(filter(None, thoughts), "")[-MOST_REASONING:]),
    )


def _first_token(logprobs: object) -> tuple[tuple[str, float], ...] | None:
    """Return the probabilities of the first token, ``None`` where a server sends none or something else."""
    try:
        positions = msgspec.convert(logprobs, _Logprobs).content
    except msgspec.ValidationError:
        return None
    if not positions or not positions[0].top_logprobs:
        return None
    tokens = positions[0].top_logprobs[:MOST_LOGPROBS]
    return tuple((whole(t.token[:200]), min(0.0, t.logprob)) for t in tokens if math.isfinite(t.logprob))


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else 0


def _excerpt(body: bytes) -> str:
    text = " ".join(body[:400].decode("utf-8", "replace").split())
    return repr(text[:120]) + ("…" if len(text) > 120 else "")
