"""Grades of samples, and the headline of each track as a metric of Inspect."""

import math
from typing import Any

import msgspec
import numpy as np
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, ci, mean, metric, scorer, stderr
from inspect_ai.solver import TaskState

import interplay
from interplay.adapters.inspect.play import PREDICTION
from interplay.api.items import items_of
from interplay.core import intervals
from interplay.scoring.groups import numbered


@scorer(metrics=[mean()])  # each task has its own
def graded(track: str, dataset: str | None = None) -> Scorer:
    """Grade the prediction in a sample's store; the value is the headline's, the metadata have all metrics."""
    items, rules = items_of(track, dataset), interplay.load_track(track)
    name = rules.headline.pooled.of[0] if rules.headline.pooled else rules.headline.name

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  the item holds the right answer
        item, text = items[str(state.sample_id)], state.store.get(PREDICTION)
        if text is None:
            return Score.unscored(reason="no_response", explanation="the item was not played")
        prediction = msgspec.json.decode(text, type=rules.prediction)
        grade = rules.grader(item)(prediction)  # `inspect score` reads it from a log, whoever wrote that
        metadata, reason = {"values": grade.values, "status": grade.status}, rules.explain(item, grade)
        value = grade.values.get(name)
        if value is None or name in rules.undefined(item):
            return Score.unscored(explanation=reason, metadata=metadata)
        return Score(value=value, answer=getattr(prediction, "response", None), explanation=reason, metadata=metadata)

    return score


def metrics_of(track: str) -> list[Metric | dict[str, list[Metric]]]:
    """Return the metrics of a track: Inspect's own where the headline is a plain mean over items."""
    rules = interplay.load_track(track)
    if rules.headline.pooled:
        return [horizon_of_half(track), mean()]
    if rules.equal:
        return [mean_by_part(track)]
    return [mean(), stderr(cluster="cluster"), ci(cluster="cluster")]


@metric
def horizon_of_half(track: str) -> Metric:
    """Return ``h50`` with its 90% interval: infinite above all levels of the items, 0 below, NaN where undefined."""
    pooled: Any = interplay.load_track(track).headline.pooled

    def compute(scores: list[SampleScore]) -> Value:
        half = pooled.estimate([(entry.sample_metadata, (entry.score.as_float(),)) for entry in scores])
        beyond = math.inf if half.above else 0.0 if half.text else math.nan
        return {"h50": beyond if half.value is None else half.value, "lower": half.low, "upper": half.high}

    return compute


@metric
def mean_by_part(track: str) -> Metric:
    """Return ``score``, the mean over games of each game's weighted mean, with the 95% interval of a report."""
    rules = interplay.load_track(track)

    def compute(scores: list[SampleScore]) -> Value:
        known: list[dict[str, Any]] = [entry.sample_metadata or {} for entry in scores]
        values = np.array([[entry.score.as_float()] for entry in scores])
        weights = np.array([[float(entry["weight"])] for entry in known])
        parts = numbered([entry[rules.equal] for entry in known])
        clusters = numbered([(entry[rules.equal], entry["cluster"]) for entry in known])
        moments = intervals.moments(values, weights, parts, clusters, np.array([intervals.MAX_DIFFERENCE]))
        bounds = intervals.interval(moments, 0, rules.cluster_unit, rules.headline.scale)
        return {"score": float(moments.mean[0]), "lower": bounds.low, "upper": bounds.high}

    return compute
