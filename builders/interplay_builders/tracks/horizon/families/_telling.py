"""Who was told what: long dialogues of the company track as sessions, which report what everybody knows by then."""

from collections.abc import Mapping
from typing import Self

from interplay.core.randomness import Stream
from interplay.tracks.horizon.records import Line
from interplay_builders.tracks.company import long, texts
from interplay_builders.tracks.company.knowledge import ALL, LATEST, YOU, Company, Event
from interplay_builders.tracks.company.story import Story
from interplay_builders.tracks.company.wording import joined
from interplay_builders.tracks.horizon.base import Command, Effect


class Telling:
    """What everybody believes, what the report counts of it, and numbers of people and things by their names."""

    def __init__(self, dialogue: long.Dialogue, order: int) -> None:
        story = dialogue.story
        self.story, self.order, self.labels = story, order, dialogue.probes
        self.company = story.beliefs_at_start()
        self.people = {name: number for number, name in enumerate(story.people)}
        self.topics = {label: number for number, (label, _) in enumerate(story.topics)}

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.company = self.company.copy()
        return new

    def obey(self, command: Command) -> Effect:
        """Let something happen; return who hears what from whom, or who comes or goes, or what is so from now on."""
        event = self._event(command)
        effect = _effect(self.company, event)
        self.company.apply(event)
        return effect

    def values(self) -> tuple[str, ...]:
        return tuple(map(str, long.report(self.company, self.order)))

    def _event(self, command: Command) -> Event:
        """Return the event that a command, as made by ``_command``, stands for."""
        texts_ = [str(arg) for arg in command.args]
        people = [self.people[text] for text in texts_ if text in self.people]
        topic = next((self.topics[text] for text in texts_ if text in self.topics), LATEST)
        kind, _, whom = command.verb.partition("_")
        match kind:
            case "news":
                return Event("change", topic=topic, value=texts_[1])
            case "tell":
                return Event("tell", YOU, people[0] if whom == "one" else ALL, topic)
            case "correct":
                return Event("correct", topic=topic)
            case "leave":
                return Event("leave", listener=people[0])
            case "join":
                return Event("join", listener=people[0])
        return Event("pass", people[0], people[1] if whom == "one" else ALL, topic)


def _effect(company: Company, event: Event) -> Effect:
    match event.kind:
        case "change":
            return event.kind, event.topic, event.value
        case "leave" | "join":
            is_moving = (event.listener in company.present) is (event.kind == "leave")
            return (event.kind, event.listener) if is_moving else ()
        case "correct":
            who = company.outdated(event.topic)
            return (event.kind, event.topic, company.current[event.topic], who) if who else ()
    content = company.content(event)
    is_public = event.listener == ALL
    listeners = tuple(sorted(company.present - {event.speaker})) if is_public else (event.listener,)
    is_silent = None in content or (is_public and event.speaker not in {YOU, *company.present})
    return () if is_silent or not listeners else ("say", event.speaker, *content, listeners)


def _command(story: Story, event: Event) -> Command:
    """Return an event with names in place of numbers."""
    room, whom = story.setting.room, "all" if event.listener == ALL else "one"
    listener = room if event.listener == ALL else story.people[event.listener]
    speaker = "" if event.speaker == YOU else story.people[event.speaker]
    label = "" if event.topic == LATEST else story.topics[event.topic][0]
    clause = "" if event.topic == LATEST else story.clause(event.topic, event.value)
    match event.kind:
        case "change":
            return Command("news", (label, clause))
        case "tell":
            return Command(f"tell_{whom}", (listener, label, clause))
        case "correct":
            return Command("correct", (label,))
        case "leave" | "join":
            return Command(event.kind, (listener, room))
        case "pass" if event.topic == LATEST:
            return Command(f"latest_{whom}", (speaker, listener))
    return Command(f"pass_{whom}", (speaker, listener, label))


class Knowledge:
    """A family of sessions in which people are told things; *order* 1 counts what they know, 2 what they think."""

    def __init__(self, name: str, order: int) -> None:
        self.name = name
        self.order = order

    def script(self, stream: Stream, level: int) -> tuple[Telling, tuple[Command, ...]]:
        """Draw a dialogue of *level* events, 8 to 16,384; raise ``ValueError`` for another number."""
        dialogue = long.dialogue(stream, level, self.order)
        return Telling(dialogue, self.order), tuple(_command(dialogue.story, event) for event in dialogue.story.events)

    def facts(self, start: Telling) -> Mapping[str, str]:
        story, shared = start.story, texts.texts()
        inside = [name for number, name in enumerate(story.people) if number in story.present_at_start]
        outside = [name for name in story.people if name not in inside]
        rules = [f"- {rule.replace('{room}', story.setting.room)}" for rule in shared.rules]
        return {
            "opening": story.setting.opening.format(people=joined(story.people)),
            "inside": joined(inside),
            "outside": joined(outside),
            "room": story.setting.room,
            "things": story.setting.things,
            "rules": "\n".join(rules),
            "thinking": shared.rule_of_thinking,
            "unknown": shared.unknown,
        }

    def report(self, start: Telling) -> tuple[Line, ...]:
        return tuple(Line(label=label, kind="number") for label in start.labels)

    def question(self, engine: Telling, stream: Stream) -> Command:
        """Draw a question about a thing that has been found out."""
        topics = tuple(engine.company.current)
        if not topics or not stream.below(5):
            return Command("who_is_in", (engine.story.setting.room,))
        about, person = engine.story.topics[stream.choice(topics)][0], stream.choice(engine.story.people)
        return stream.choice((Command("knows", (person, about)), Command("who_knows", (about,))))
