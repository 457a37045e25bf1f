"""Items played by the model that Inspect evaluates: every reply keeps its tokens, stop reason and reasoning."""

from inspect_ai.model import ChatMessage, ContentReasoning, ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import TypeAdapter

import interplay
from interplay.api.items import items_of
from interplay.core import canonical
from interplay.core.errors import ContextError

PREDICTION = "interplay_prediction"
"""Where a sample's store has the prediction, as the line of a submission."""
CHAT = TypeAdapter(list[ChatMessage])
REASONS = {"max_tokens": "length", "model_length": "length", "unknown": None}
"""Stop reasons that submissions call otherwise."""


@solver
def play(track: str, dataset: str | None = None) -> Solver:
    """Play an item of a *track* with the driver of the track; epoch 1 is trial 0."""
    items, rules = items_of(track, dataset), interplay.load_track(track)

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001  asks are not of one dialogue
        item, trial = items[str(state.sample_id)], state.epoch - 1

        async def chat(messages: list[dict[str, str]]) -> interplay.Reply:
            sent = CHAT.validate_python(messages)
            state.output = await get_model().generate(sent)
            state.messages = [*sent, state.output.message]
            return reply_of(state.output)

        try:
            prediction = await interplay.aplay(item, chat, trial=trial)
        except ContextError as error:
            if not rules.is_final(error):
                raise
            prediction = rules.failed(item, trial, str(error))
        state.store.set(PREDICTION, canonical.encode(prediction).decode())
        state.completed = True
        return state

    return solve


def reply_of(output: ModelOutput) -> interplay.Reply:
    """Return what a model replied; raise ``ContextError`` where a provider says instead that the prompt is too long."""
    usage, content = output.usage, output.message.content
    if output.stop_reason == "model_length" and not (usage and usage.output_tokens):
        raise ContextError(f"context_length_exceeded: {output.completion[:1_000]}")
    thoughts = [part for part in content if isinstance(part, ContentReasoning)]
    tokens = None
    if usage is not None:
        cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
        tokens = {"prompt_tokens": usage.input_tokens + cached, "completion_tokens": usage.output_tokens}
    reasoning = "\n".join((part.summary or "") if part.redacted else part.reasoning for part in thoughts)
    reason = REASONS.get(output.stop_reason, output.stop_reason)
    return interplay.Reply(output.completion, reason, tokens, reasoning or None)
