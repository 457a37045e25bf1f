"""Put a dialogue into words: situation, rules, events as a numbered list, and a question."""

from collections.abc import Iterable, Iterator, Sequence

from interplay.core.randomness import Stream
from interplay.core.records import Message
from interplay_builders.tracks.company.knowledge import ALL, LATEST, YOU, Event
from interplay_builders.tracks.company.probes import Probe
from interplay_builders.tracks.company.story import Scene, Story
from interplay_builders.tracks.company.texts import Texts


def message(narrative: str, question: str, closing: str) -> Message:
    """Return the one message that shows a dialogue, the *narrative*, and asks *question*."""
    return Message(role="user", content=f"{narrative}\n\n{question}\n\n{closing}")


def asked(story: Story, texts: Texts, probe: Probe, stream: Stream) -> tuple[str, str]:
    """Return the question of *probe*, in a wording that *stream* chooses, and what is asked of the reply's form."""
    subject, wordings = probe.subject, getattr(texts.questions, probe.kind)
    question = stream.choice(wordings).format(
        a=story.people[subject.person],
        b=story.people[subject.other],
        label=story.topics[subject.topic][0],
        clause=story.clause(subject.topic, subject.value),
        people=joined(story.people),
    )
    return question, texts.closing.names if probe.kind == "recall" else texts.closing.yes_no


def narrative(story: Story, texts: Texts, stream: Stream) -> str:
    """Return situation, rules and events; *stream* chooses wordings."""
    return framed(story, texts, [*texts.rules, texts.rule_of_thinking], _lines(story, texts, stream))


def framed(scene: Scene, texts: Texts, rules: Iterable[str], lines: Iterable[str]) -> str:
    """Return situation, *rules* and the *lines* of what happens, as a numbered list."""
    listed = "\n".join(f"- {rule.replace('{room}', scene.setting.room)}" for rule in rules)
    numbered = "\n".join(f"{i}. {line}" for i, line in enumerate(lines, 1))
    happens = texts.diary if scene.voice == "noted" else texts.happens
    opening = scene.setting.opening.format(people=joined(scene.people))
    return f"{opening}\n\n{_start(scene, texts)}\n\n{listed}\n\n{happens}\n{numbered}"


def joined(names: Sequence[str]) -> str:
    """Return *names* as a list in a sentence."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def sentence(text: str) -> str:
    """Return *text* with a capital letter in front."""
    return text[:1].upper() + text[1:]


def _start(story: Scene, texts: Texts) -> str:
    """Return what is known at the start and by whom, and who is where."""
    known = texts.unknown
    if story.values:
        facts = "\n".join(f"- {sentence(story.clause(t, v))}." for t, v in story.values.items())
        known = f"{texts.known}\n{facts}"
    inside, out = (
        [name for i, name in enumerate(story.people) if (i in story.present_at_start) is wanted]
        for wanted in (True, False)
    )
    outside = texts.outside.format(names=joined(out), **_is(out)) if out else ""
    places = texts.places.format(inside=joined(inside), outside=outside, room=story.setting.room, **_is(inside))
    return f"{known}\n\n{places}"


def _is(names: Sequence[str]) -> dict[str, str]:
    return {"is": "is" if len(names) == 1 else "are"}


def _lines(story: Story, texts: Texts, stream: Stream) -> Iterator[str]:
    """Yield each event in words."""
    voice, known = texts.voices[story.voice], set(story.values)
    for event in story.events:
        name = _name(event, is_new=event.topic not in known)
        if event.kind == "change":
            known.add(event.topic)
        wordings: Sequence[str] = getattr(voice, name)
        yield _filled(story, event, stream.choice(wordings))


def _name(event: Event, *, is_new: bool) -> str:
    """Return the name of the wordings of an event."""
    whom = "all" if event.listener == ALL else "one"
    match event.kind:
        case "change":
            return "learn" if is_new else "change"
        case "tell":
            return f"tell_{whom}"
        case "pass":
            return f"latest_{whom}" if event.topic == LATEST else f"pass_{whom}"
        case _:
            return event.kind


def _filled(story: Story, event: Event, wording: str) -> str:
    names = {"a": story.people[event.listener], "b": story.people[event.speaker] if event.speaker != YOU else "you"}
    label = clause = ""
    if event.topic != LATEST:
        label = story.topics[event.topic][0]
        clause = story.clause(event.topic, event.value)
    filled = wording.format(label=label, clause=clause, Clause=sentence(clause), room=story.setting.room, **names)
    return sentence(filled)
