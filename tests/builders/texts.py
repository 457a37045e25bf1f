"""A small domain for builder tests."""

from interplay_builders.tracks.scorekeeping.domains import Domain, SlotTexts


def domain(**values: tuple[str, ...]) -> Domain:
    """Return a domain with these values by slot; each slot has the fewest other texts that are allowed."""
    return Domain(
        name="tiny",
        title="Tiny",
        questioner="CLERK",
        partner="the clerk",
        opening="You want a thing.",
        unknown="The clerk has not heard of it.",
        slots={
            name: SlotTexts(
                label=name.upper(),
                values=found,
                requests=tuple(f"{w} {name}?" for w in ("Which", "What", "And the")),
                probes=tuple(f"{w} the clerk aware of the {name}?" for w in ("Is", "Was", "So is", "But is", "Now is")),
            )
            for name, found in values.items()
        },
    )
