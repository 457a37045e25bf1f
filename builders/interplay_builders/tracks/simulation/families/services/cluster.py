"""A cluster that keeps deployments at the wanted number of pods, and updates them a few pods at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from interplay.core.records import Record
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.families.services.printing import block, table

WARMS_UP = 2
"""Ticks from a pod's start until it is ready."""
HEADER = ("NAME", "READY", "UP-TO-DATE", "PODS")
SHAPE = r"\s*(NAME READY UP-TO-DATE PODS|\S+ \d+/\d+ \d+ \d+|refused [a-z]+ \S+)\s*"


class Limits(Record, frozen=True):
    """How many pods the cluster takes."""

    quota: int


@dataclass(frozen=True, slots=True)
class Pod:
    """A pod and the tick in which it was started."""

    image: str
    started: int

    def is_ready(self, now: int) -> bool:
        """Return whether the pod is ready in tick *now*."""
        return now - self.started >= WARMS_UP


@dataclass(frozen=True, slots=True)
class Deployment:
    """What is wanted (``before`` is the image before the wanted one), and the pods there are, oldest first."""

    image: str
    replicas: int
    surge: int
    unavailable: int
    before: str = ""
    pods: tuple[Pod, ...] = ()

    def ready(self, now: int) -> tuple[Pod, ...]:
        """Return the pods that are ready."""
        return tuple(pod for pod in self.pods if pod.is_ready(now))

    def current(self) -> tuple[Pod, ...]:
        """Return the pods with the wanted image."""
        return tuple(pod for pod in self.pods if pod.image == self.image)


class Cluster:
    """The deployments by name, and the number of the last tick."""

    def __init__(self, setup: Limits) -> None:
        self._quota = setup.quota
        self._now = 0
        self._deployments: dict[str, Deployment] = {}

    def answer(self, commands: Sequence[str]) -> Answer:
        """Obey the commands; print the table, and below it what was refused."""
        verbs: Mapping[str, Callable[..., None]] = {
            "create": self._create,
            "scale": self._scale,
            "image": self._update,
            "undo": self._undo,
            "delete": self._delete,
            "tick": self._tick,
        }
        refused = []
        for command in commands:
            verb, *arguments = command.split()
            try:
                verbs[verb](*arguments)
            except PermissionError:
                refused.append(f"refused {verb} {arguments[0]}")
        return block((*table((HEADER, *self._rows())), *refused), SHAPE, "the table, or refused VERB NAME")

    def _rows(self) -> list[tuple[object, ...]]:
        return [
            (
                name,
                f"{len(deployment.ready(self._now))}/{deployment.replicas}",
                len(deployment.current()),
                len(deployment.pods),
            )
            for name, deployment in sorted(self._deployments.items())
        ]

    def _create(self, name: str, image: str, replicas: str, surge: str, unavailable: str) -> None:
        self._claim(name, int(replicas))
        self._deployments[name] = Deployment(image, int(replicas), int(surge), int(unavailable))

    def _scale(self, name: str, replicas: str) -> None:
        self._claim(name, int(replicas))
        self._deployments[name] = replace(self._deployments[name], replicas=int(replicas))

    def _claim(self, name: str, replicas: int) -> None:
        """Raise ``PermissionError`` where the wanted pods of all deployments would exceed the quota."""
        others = sum(deployment.replicas for other, deployment in self._deployments.items() if other != name)
        if others + replicas > self._quota:
            raise PermissionError(name)

    def _update(self, name: str, image: str) -> None:
        old = self._deployments[name]
        self._deployments[name] = replace(old, image=image, before=old.image)

    def _undo(self, name: str) -> None:
        self._update(name, self._deployments[name].before)

    def _delete(self, name: str) -> None:
        del self._deployments[name]

    def _tick(self, times: str = "1") -> None:
        for _ in range(int(times)):
            self._now += 1
            for name in sorted(self._deployments):
                trimmed = _trimmed(self._deployments[name], self._now)
                others = sum(len(deployment.pods) for other, deployment in self._deployments.items() if other != name)
                self._deployments[name] = _grown(trimmed, self._now, self._quota - others)


def _trimmed(deployment: Deployment, now: int) -> Deployment:
    """Return a deployment without the pods that have to go in this tick.

    Outdated ones go first while they are not ready, then, oldest first, while enough others are; of the wanted image
    the youngest go where there are too many.
    """
    current = deployment.current()[: deployment.replicas]
    outdated = [pod for pod in deployment.pods if pod.image != deployment.image and pod.is_ready(now)]
    ready = len(outdated) + sum(pod.is_ready(now) for pod in current)
    spare = max(ready - (deployment.replicas - deployment.unavailable), 0)
    return replace(deployment, pods=tuple(sorted((*outdated[spare:], *current), key=lambda pod: pod.started)))


def _grown(deployment: Deployment, now: int, room: int) -> Deployment:
    """Return a deployment with the pods that start in this tick; the cluster has *room* for so many of its pods."""
    missing = deployment.replicas - len(deployment.current())
    most = min(deployment.replicas + deployment.surge, room)
    started = max(min(missing, most - len(deployment.pods)), 0)
    return replace(deployment, pods=(*deployment.pods, *(Pod(deployment.image, now) for _ in range(started))))
