"""Patterns for how people and models announce, doubt and decorate a move in English, used by ``moves``.

All are linear in the length of a line: a repeated part never begins like the part that follows it.
"""

import re


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.ASCII | re.IGNORECASE | re.VERBOSE)


LABEL = _pattern(
    r"""
    \b(?:(?:my|the|your|our|this|final|best|chosen|selected|next|new|recommended|action|move)[ \t]+){0,4}
    (?:answer|action|move|choice|decision|reply|response|selection|pick|play|vote|bid|id|output|column|cell|square
      |position|proposal|conclusion|verdict|result|command|submission)
    (?:[ \t]+(?:id|now|here|this[ ]turn|for[ ]this[ ]turn)){0,2}
    [ \t]*(?: [:=→] | -> | =>
      | [ \t](?:is|will[ ]be|would[ ]be|shall[ ]be|must[ ]be|goes[ ]to)\b(?:[ \t]*:|[ \t]to\b)? )
    """
)
"""Words that announce a move, with their colon or verb: ``Action:``, "My final answer is"."""

_CHOICES = r"""
    (?:choose|pick|select|play|take|go[ ]with|go[ ]for|go[ ]to|submit|vote[ ]for|vote|bid|make|mark|drop|place|put|do
      |use|opt[ ]for|decide[ ]on|settle[ ]on|settle[ ]for|propose|answer|guess|accept)
"""
CHOOSING = _pattern(
    rf"""
    \b(?:
      (?:i|we)(?:['’]ll|[ ]will|[ ]shall|['’]m[ ]going[ ]to|[ ]am[ ]going[ ]to|['’]d[ ]like[ ]to|[ ]want[ ]to)?
        (?:[ ](?:now|therefore|thus|then|hereby|so|just|simply|would[ ]like[ ]to))?[ ]{_CHOICES}
      | (?:let['’]s|let[ ]me|let[ ]us)[ ]{_CHOICES}
      | (?:i['’]m|i[ ]am)[ ](?:choosing|playing|selecting|picking|taking|going[ ](?:with|for)|voting[ ]for|bidding)
      | (?:choosing|playing|selecting|picking|going[ ](?:with|for))
    )\b
    (?:[ ](?:my|the|a|disc|mark|next|move|action|option|to[ ]play|in|into|at|on|id|is|piece|of|bid|for)\b)*+[ \t]*:?
    """
)
"""Words of choice before a move: "I choose", "I'll go with the action", "let's play"."""

SUBJECT = _pattern(
    r"""
    (?:(?:so|therefore|thus|hence|ok|okay|well|then)[,:]?[ ])?
    (?:i(?:['’]ll|[ ]will|['’]m[ ]going[ ]to)?|let['’]s|let[ ]me|we)[ ](?:(?:now|just|simply)[ ])?
    """
)
"""A subject before a move that is itself a verb: "I fold.", "Let's check."."""

FILLER = _pattern(
    r"(?:so|therefore|thus|hence|okay|ok|alright|sure|here[ ]is[ ]my[ ]move|here['’]s[ ]my[ ]move)[,:.!]?"
)
"""Words that may stand before the mark of the seat without weakening it."""

JOINTS = frozenset({"so", "and", "that", "then", "thus", "hence", "therefore", "think", "believe", "say", "but", "now"})
"""Words that may stand before "my move is" in its clause."""

CORRECTION = _pattern(r"\b(?:no|wait|actually|rather|correction|sorry|or)[,:.;]?$")
"""Words just before a move that take back an earlier one."""

OTHERS = _pattern(
    r"""
    \b(?:not|never|previous|last|earlier|opponent|opponent['’]s|their|his|her|alternative|alternatively|other|another
    |possible|legal|available|illegal|bad|worst|worse|example|if|could|might|candidate|second|instead)\b
    """
)
"""Words before a label, in its sentence, that make it refer to another move."""

DOUBTFUL = _pattern(
    r"""
    \? | \b(?:not|never|cannot|can['’]t|won['’]t|don['’]t|doesn['’]t|isn['’]t|avoid|instead|rather[ ]than|unless|if
    |would|could|might|may|should|either|or|maybe|perhaps|opponent|already|taken|worse|risky|example|alternatively|consider
    |considered|considering|option|options|previous|last|earlier)\b
    """
)
"""Words that make a mentioned move a thought and not a decision."""

ARTICLE = _pattern(r"(?:to|the|a|an|column|action|move|option|cell|square|id)[ \t]+")
BESIDE = _pattern(r"[\"'”’)]*[ \t]*(?:,|/(?![0-9])|&|\bor\b|\band\b)[ \t]*(?:\b(?:or|and)\b)?[ \t]*")
"""Words and marks that join a second move to a first one."""

CUT = _pattern(
    r"""
    [.!;](?=[ \t]|$) | ,(?=[ \t]) | [ ]\( | \)(?=[ \t]) | [ ][-–—](?=[ ]) | — | :(?=[ \t]) | ["”](?=[ \t]) | /(?![0-9])
    | [ ](?:because|since|as|so|to|and|or|for|which|in|it|with|here|now|this|that|again|next|also|but|if|at|on|is|was
      |looks|seems|first|then)\b
    """
)
"""Positions where a move may end and its explanation begin."""

BULLET = _pattern(r"(?:[-•–+*]|>+|\#{1,6}|\(?[0-9]{1,2}[.)])[ \t]+")
BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*+)\}")
LATEX = re.compile(r"\\(?:text|texttt|mathrm|mathbf|textbf)\{([^{}]*)\}")
CLAUSE_END = _pattern(r"[.!?;](?=[ \t]|$) | ,[ ](?=(?:so|therefore|hence|thus|rather|but|hence)\b)")
MARKS = " \t\"'“”\u2018’«».,;:!"
"""Characters that may stand around a move in a sentence."""
PAIRS = frozenset({("(", ")"), ("[", "]"), ("<", ">"), ("$", "$")})
