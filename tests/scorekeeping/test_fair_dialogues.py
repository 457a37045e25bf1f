"""Whole dialogues of fair people in several styles: nothing that they say may count against them."""

import pytest

from interplay.core.driver import Ask
from interplay.tracks.scorekeeping.informative import informative
from interplay.tracks.scorekeeping.records import Item
from interplay.tracks.scorekeeping.rules import plan_of
from interplay.tracks.scorekeeping.scores import grade
from tests.scorekeeping import examples


def dialogue(values: dict[str, str], asked: tuple[str, ...], updates: dict[int, tuple[str, str]]) -> Item:
    """Return an item of the corrections split with these events."""
    rules = {"tag": "plain", "answers": "asked", "failures": 10, "attempts": 3}
    return examples.item(asked=asked, updates=updates, values=values, **rules)


JOB = dialogue(
    values={
        "bachelor": "Marine Biology",
        "industry-experience": "a decade",
        "highest-education": "Master of Arts",
        "other-skills": "beekeeping",
        "availability": "after the summer holidays",
    },
    asked=(
        "bachelor",
        "industry-experience",
        "other-skills",
        "industry-experience",
        "other-skills",
        "highest-education",
        "bachelor",
        "other-skills",
        "availability",
        "highest-education",
        "availability",
        "other-skills",
        "industry-experience",
        "highest-education",
    ),
    updates={
        4: ("other-skills", "grant writing"),
        5: ("industry-experience", "eight years"),
        6: ("bachelor", "Musicology"),
        10: ("availability", "from June onwards"),
        11: ("highest-education", "Doctor of Education"),
    },
)
MEAL = dialogue(
    values={
        "appetizer": "bruschetta",
        "drink": "apple cider",
        "main-dish": "beef stroganoff",
        "dessert": "apple strudel",
        "salad": "tabbouleh",
    },
    asked=(
        "salad",
        "drink",
        "salad",
        "drink",
        "appetizer",
        "dessert",
        "appetizer",
        "main-dish",
        "dessert",
        "main-dish",
        "drink",
        "dessert",
        "appetizer",
        "salad",
    ),
    updates={
        3: ("drink", "sangria"),
        4: ("salad", "som tam"),
        8: ("appetizer", "garlic mushrooms"),
        9: ("main-dish", "moussaka"),
        10: ("dessert", "pistachio gelato"),
    },
)
TRIP = dialogue(
    values={
        "from": "Jaipur",
        "to": "Kathmandu",
        "by": "helicopter",
        "class": "second class",
        "when": "in early February",
    },
    asked=("by", "from", "class", "from", "by", "class", "to", "when", "to", "when", "class", "to", "when", "from"),
    updates={
        4: ("by", "rental car"),
        5: ("from", "Winnipeg"),
        7: ("class", "couchette"),
        8: ("to", "Cape Town"),
        11: ("to", "Valparaiso"),
    },
)
PEOPLE: dict[str, tuple[Item, str, str, list[str]]] = {
    "job polite": (
        JOB,
        "ASIDE: yes",
        "ASIDE: no",
        [
            "ANSWER: My first degree was in Marine Biology.",
            "ANSWER: I have a decade of practical experience in industry, thank you for asking.",
            "ANSWER: Well, apart from all that I'm rather good at beekeeping!",
            "ANSWER: As I said, it's a decade.",
            "ANSWER: Actually, it's grant writing now rather than beekeeping.",
            "ANSWER: The most advanced degree I have earned is a Master of Arts.",
            "ANSWER: Of course. It's no longer Marine Biology; please put down Musicology.",
            "ANSWER: Grant writing.",
            "ANSWER: I could be available after the summer holidays.",
            "ANSWER: That would be my Master of Arts.",
            "ANSWER: I told you after the summer holidays, but I can now start from June onwards.",
            "ANSWER: Under other skills you can put grant writing, please.",
            "ANSWER: Sorry, I should correct myself: not a decade but eight years.",
            "ANSWER: My top qualification is a Doctor of Education (previously Master of Arts).",
        ],
    ),
    "job terse md": (
        JOB,
        "**ASIDE:** Yes",
        "**ASIDE:** No",
        [
            "**ANSWER:** Marine Biology",
            "**ANSWER: a decade**",
            "ANSWER: **beekeeping**",
            "`ANSWER: a decade`",
            "**Answer:** *grant writing*",
            "> ANSWER: Master of Arts",
            'ANSWER: "Musicology"',
            "answer: grant writing.",
            "**ANSWER**: after the summer holidays",
            "- ANSWER: Master of Arts",
            "ANSWER: From June onwards",
            "### ANSWER: Grant Writing",
            "```\nANSWER: eight years\n```",
            "ANSWER: Doctor of Education",
        ],
    ),
    "rest chatty": (
        MEAL,
        "ASIDE: Yes, they know.",
        "ASIDE: No, not any more or not yet.",
        [
            "ANSWER: I'll have the tabbouleh, please!",
            "ANSWER: An apple cider would be lovely, thanks.",
            "ANSWER: No worries! The tabbouleh.",
            "ANSWER: I've changed my mind about the apple cider – sangria instead, please.",
            "ANSWER: Could I get the bruschetta to start?",
            "ANSWER: We shall end with the apple strudel.",
            "ANSWER: No problem, it's the bruschetta.",
            "ANSWER: For the main course I have settled on beef stroganoff.",
            "ANSWER: Put down the apple strudel for me, please.",
            "ANSWER: I've switched from beef stroganoff to moussaka.",
            "ANSWER: Sangria, as I said a moment ago – not the apple cider any more.",
            "ANSWER: Tell the chef I'd now like pistachio gelato instead of the apple strudel.",
            "ANSWER: I'd like garlic mushrooms rather than the bruschetta.",
            "ANSWER: Instead of tabbouleh I would like the som tam, please.",
        ],
    ),
    "rest think": (
        MEAL,
        "<think>hm</think>ASIDE: yes",
        "<think>hm</think>ASIDE: no",
        [
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: tabbouleh",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: apple cider",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: tabbouleh",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: sangria",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: bruschetta",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: apple strudel",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: bruschetta",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: beef stroganoff",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: apple strudel",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: moussaka",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: sangria",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: pistachio gelato",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: garlic mushrooms",
            "<think>My list has bruschetta, sangria, moussaka. He asks.</think>\n\nANSWER: som tam",
        ],
    ),
    "trav full": (
        TRIP,
        "Aside: Yes.",
        "Aside: No.",
        [
            "ANSWER: Please book me a helicopter.",
            "ANSWER: My point of departure would be Jaipur.",
            "ANSWER: Second class, please.",
            "ANSWER: The city to list is Jaipur.",
            "ANSWER: I'd prefer a rental car now; I no longer want the helicopter.",
            "ANSWER: The ticket should show second class.",
            "ANSWER: The final stop of my trip is Kathmandu.",
            "ANSWER: I want to travel in early February.",
            "ANSWER: My destination has changed from Kathmandu to Cape Town.",
            "ANSWER: In early February – same as I told you before.",
            "ANSWER: Sure: couchette. (I had said second class earlier.)",
            "ANSWER: It should say Valparaiso, not Cape Town.",
            "ANSWER: I will travel in early February.",
            "ANSWER: It was Jaipur, but it's Winnipeg now.",
        ],
    ),
    "trav echoing": (
        TRIP,
        "ASIDE: **Yes**",
        "ASIDE: **No**",
        [
            "ANSWER: The kind of vehicle or vessel you should book for me is: helicopter",
            "ANSWER: And my point of departure would be Jaipur",
            "ANSWER: As for the fare category, my choice is second class",
            "ANSWER: Coming back to the start of the trip, you should list Jaipur",
            "ANSWER: The means of transport I want is a rental car",
            "ANSWER: Concerning the class, still second class",
            "ANSWER: Kathmandu is the place to enter as the final stop",
            "ANSWER: in early February",
            "ANSWER: I am going to Cape Town, from Jaipur",
            "ANSWER: in early February",
            "ANSWER: couchette",
            "ANSWER: Valparaiso",
            "ANSWER: As before, in early February, to Valparaiso by rental car",
            "ANSWER: Winnipeg",
        ],
    ),
}


@pytest.mark.parametrize(("item", "yes", "no", "answers"), PEOPLE.values(), ids=PEOPLE.keys())
def test_what_fair_people_say_scores_100(item: Item, yes: str, no: str, answers: list[str]) -> None:
    said = iter(answers)

    def reply(ask: Ask) -> str:
        at = examples.situation(ask)
        return next(said) if at.kind == "answer" else yes if at.shared else no

    plan = plan_of(item)
    episode = grade(plan, examples.play_with(item, reply))
    unfilled = [text for text, r in zip(answers, episode.rounds[1:], strict=True) if not r.slot_filled]
    assert unfilled == []
    assert len(informative(plan)) >= 18
    assert (episode.status, episode.score, episode.main_score) == ("played", 100.0, 100.0)
