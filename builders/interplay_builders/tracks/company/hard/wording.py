"""Put a dialogue of the split ``hard`` into words: situation, rules, what happens, and a question."""

from interplay.core.randomness import Stream
from interplay_builders.tracks.company.hard.draw import Script
from interplay_builders.tracks.company.hard.minds import NOBODY, Act
from interplay_builders.tracks.company.hard.shortcuts import Subject
from interplay_builders.tracks.company.knowledge import ALL
from interplay_builders.tracks.company.texts import HardTexts, Texts
from interplay_builders.tracks.company.wording import framed, joined, sentence


def asked(script: Script, texts: HardTexts, subject: Subject, stream: Stream) -> str:
    """Return the question about *subject*, in a wording that *stream* chooses."""
    group = joined([script.people[person] for person in subject.group])
    things = joined([label for label, _ in script.topics])
    words = {"people": joined(script.people), "group": group, "things": things, "room": script.setting.room}
    return stream.choice(texts.questions[subject.kind]).format(**words)


def narrative(script: Script, shared: Texts, texts: HardTexts, stream: Stream) -> str:
    """Return situation, rules and what happens; *stream* chooses wordings."""
    lines = (_line(script, shared, texts, act, stream) for act in script.acts)
    return framed(script, shared, (*texts.rules, *texts.rules_of_thinking), lines)


def _line(script: Script, shared: Texts, texts: HardTexts, act: Act, stream: Stream) -> str:
    """Return an act in words."""
    further = texts.voices[script.voice]
    whom = "all" if act.listener == ALL else "one"
    names = [f"{act.kind}_{whom}" if act.kind in {"tell", "pass", "news", "update"} else act.kind]
    if act.eavesdropper != NOBODY:
        names.append(f"{'spots' if act.spotted else 'overhears'}_{whom}")
        if whom == "one":  # what is said aside can be overheard, a message cannot
            names[0] = f"aside_{act.kind}"
    wordings = (further[name] if name in further else getattr(shared.voices[script.voice], name) for name in names)
    return " ".join(sentence(_filled(script, act, stream.choice(choices))) for choices in wordings)


def _filled(script: Script, act: Act, wording: str) -> str:
    a, b, x = (
        script.people[person] if person >= 0 else "you" for person in (act.listener, act.speaker, act.eavesdropper)
    )
    label = clause = ""
    if act.topic >= 0:
        label, clause = script.topics[act.topic][0], script.clause(act.topic, act.value)
    words = {"a": a, "b": b, "x": x, "label": label, "clause": clause, "Clause": sentence(clause)}
    return wording.format(room=script.setting.room, **words)
