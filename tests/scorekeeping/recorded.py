"""Recorded clembench episodes as items and predictions of ours; the records are in upstream's own layout."""

import json
import math
import shutil
from dataclasses import dataclass
from pathlib import Path

import msgspec

from interplay.tracks.scorekeeping.records import Answer, Item, Prediction, ProbeReplies, Rules
from interplay_builders.importers.clembench import Instance, item_of

FAILED = "(a failed attempt, whose text was not recorded)"

CUT_ROUND_SINCE = CONTINUATION_INVALID_SINCE = {"v1.6", "v2.0"}
"""Versions recorded after the rules changed (21 February and 19 March 2024)."""


@dataclass(frozen=True)
class Recorded:
    """One episode and the scores that were published for it."""

    name: str
    item: Item
    prediction: Prediction
    turn_scores: dict[str, dict[str, float]]
    episode_scores: dict[str, float]


def load(folder: Path) -> Recorded:
    """Read one episode folder."""
    episode = json.loads((folder / "episode.json").read_text(encoding="utf-8"))
    instance = msgspec.json.decode((folder / "instance_from_clembench.json").read_bytes(), type=Instance)
    scores = json.loads((folder / "scores.json").read_text(encoding="utf-8"))
    rules = Rules(
        continuation="invalid" if episode["version"] in CONTINUATION_INVALID_SINCE else "accepted",
        after_failed_probe="stop" if episode["version"] in CUT_ROUND_SINCE else "finish",
    )
    return Recorded(
        name="/".join(folder.parts[-4:]),
        item=item_of(episode["experiment"], instance, rules),
        prediction=_prediction(episode),
        turn_scores=scores["turn scores"],
        episode_scores={k: v for k, v in scores["episode scores"].items() if not math.isnan(v)},
    )


def _prediction(episode: dict) -> Prediction:  # type: ignore[type-arg]
    return Prediction(
        item_id=f"{episode['experiment']}/{episode['episode']}",
        answers=tuple(Answer(round=n, text=text) for n, text in enumerate(episode["utterances"], 1)),
        probes=tuple(
            ProbeReplies(round=number, slot=probe["slot"], attempts=_attempts(probe))
            for number, probes in enumerate(episode["probes"])
            for probe in probes
        ),
    )


def _attempts(probe: dict) -> tuple[str, ...]:  # type: ignore[type-arg]
    """Return placeholders for the failed attempts, then the recorded last one; 6 tries mean that all five failed."""
    made = min(probe["tries"], 5)
    return (*[FAILED] * (made - 1), str(probe["answer"]))


def lay_out(folder: Path, root: Path) -> Path:
    """Write one episode folder below *root* as clembench-runs has it; return where."""
    episode = json.loads((folder / "episode.json").read_text(encoding="utf-8"))
    model = f"{episode['model']}--{episode['model']}"
    place: Path = root / model / "privateshared" / episode["experiment"] / f"episode_{episode['episode']}"
    place.mkdir(parents=True)
    shutil.copy(folder / "instance_from_clembench.json", place / "instance.json")
    probes = episode["probes"]
    turns = [
        _turn(said, probes[number] if number < len(probes) else [])
        for number, said in enumerate([None, *episode["utterances"]])
    ]
    (place / "interactions.json").write_text(json.dumps({"turns": turns, "probes": probes}), encoding="utf-8")
    return place


def _turn(said: str | None, probes: list) -> list[dict]:  # type: ignore[type-arg]
    """Return the events of a turn that matter: the answer, then every reply to a probe."""
    answers = [] if said is None else [("get message", said)]
    replies = [("probe answer", text) for probe in probes for text in _attempts(probe)]
    return [
        {"from": "Player 1", "to": "GM", "action": {"type": kind, "content": text}} for kind, text in answers + replies
    ]
