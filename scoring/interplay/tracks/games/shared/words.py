"""The words and marks of ``moves``: labels, plain words around a move, doubt, retractions, ends of clauses.

All patterns are linear in the length of a text: repeated parts are bounded, or never begin like what follows them.
"""

import re


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.ASCII | re.IGNORECASE | re.VERBOSE | re.MULTILINE)


NOUNS = ("action", "answer", "move", "choice", "decision", "selection", "final", "pick", "vote")
"""Words that label a move; the first is the one that prompts ask for."""
KEYS = (*NOUNS, "final_answer", "play", "id")
"""Keys of an object that label a move."""


def label(nouns: str) -> re.Pattern[str]:
    """Return the pattern of a label at the start of a line, a sentence or a clause: one of *nouns* and its colon."""
    return _pattern(
        rf"""
        (?: ^[^\w\n{{]{{0,12}}+ | (?<=[.!?;:,)\]"—–>-])(?<!e\.g\.)[ \t]{{1,3}}[^\w\s{{]{{0,4}}+
          | [ \t](?=(?-i:Action)[*_`]{{0,3}}:) )
        (?P<lead>(?:(?:so|thus|hence|therefore|now|ok|okay|and|my|our|the|this|here|is|final|best|chosen|recommended),?
          [ \t]{{1,3}}){{0,5}})
        (?P<noun>{nouns})(?:[ \t](?:id|now|here|is))?
        [ \t]{{0,3}}[*_`"')\]]{{0,4}}[ \t]{{0,3}}(?:[:=→]|->|=>)[*_`]{{0,3}}
        """
    )


TAGGED = _pattern(rf"<({'|'.join(NOUNS)})>[ \t\n]{{0,9}}([^<\n]{{1,300}}|[^\n]{{1,300}}?)[ \t\n]{{0,9}}</\1>")
DRESS = re.compile(r"</?(?:b|i|strong|em|p|code|span)>")
"""Tags of HTML that change the looks only."""
BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*+)\}")
LATEX = re.compile(r"\\(?:text|texttt|mathrm|mathbf|textbf)\{([^{}]*)\}")
LINE = re.compile(r"\s*+(?:```\w{0,20}[ \t]{0,9}\n\s*+)?([^\n]*)")
"""The rest of a line, or the next one that is not empty."""
SENTENCE = re.compile(r"(?<=[.!?;])(?<!e\.g\.)(?<!i\.e\.)[ \t]+(?!or\b)")
BULLET = re.compile(r"(?:[-•–+*]|\(?[0-9]{1,2}[.)])[ \t]+")
SPACED = re.compile(r"(?<=[0-9]),[ \t]+(?=[0-9]|col)")
"""A comma inside a pair of numbers."""
CONTRAST = _pattern(r"\bnot\b(?![ \t]only)(?:[^.;!?\n]|[.](?=[^ ])){1,80}?[ ,]but\b")
"""What is denied before what is meant: "not this but"."""
PERFECT = re.compile(r"\bhave (?=(?:chosen|decided|picked|selected)\b)", re.IGNORECASE)
CLAUSE = _pattern(
    r"""
    ,[ \t]+(?:but[ \t]+)? | [ \t]{1,3}[-–—]{1,3}[ \t] | — | [ \t]\((?=[a-z]) | [ \t](?:\#|//)[ \t]
    | [ \t]but[ \t](?=(?:i|we|now)\b|[^,;]{1,60}[ ](?:is|looks|seems|wins)\b)
    | [ \t](?=so[ ](?:i|we|my|let|the)\b)
    """
)
CONCLUSION = _pattern(r"(?:and[ ])?(?:so|therefore|thus|hence)\b")
CUT = _pattern(
    r"""
    [ \t](?:because|since|as|so|to|and|or|which|for|instead|rather|over|given|in[ ]order|it[ ]is)\b
    | [ \t]\( | :(?=[ \t]) | [ \t]?/(?![0-9]) | [ \t]&
    """
)
"""Where a move may end and something else begins."""
TURN = re.compile(r"\s*+(?:but|yet|however)\b")
JOINT = _pattern(r"[ \t,]*((?:or|and|to|with|then)(?=[ \t])|/|&)[ \t]*")
"""What joins a second move to a first one."""
OPTION = _pattern(
    r"""
    [^\w\n]{0,9}+ (?=\w) (?:(?:or|and|either|alternatively|else|one|another)\b[^\w\n]{0,5}+){0,3}
    (?:(?:option|alternative|plan|variant|possibility|candidate|idea)\b[^\w\n]{0,5}+
      (?:(?:[a-z]|[0-9]{1,2}|one|two|three)\b)? [^\w\n]{0,9}+)?
    """
)
"""The heading of a move that is one of several."""
CHOICE = _pattern(
    r"\b(?:choos|choice|chosen|pick|select|deci|vot(?:e|ing)\b|answer|action|final|go(?:ing)?[ ]with|submit|play)"
)
"""Words of choice, behind which the short name of a move is enough."""
MINE = _pattern(
    r"""
    [^\w\n]{0,3}+(?:so[ ]|and[ ])?(?:my|our)[ ](?:[a-z]{2,20}[ ]){1,3}?(?:is|will[ ]be|goes[ ]to)[ ]
    (?=[a-z]{1,30}[_:])
    """
)
"""What is mine is the id behind it, whatever it is called: "my order is"."""
THING = re.compile(r"\b(?:an?|the|me|my|our|best|better|good|great|optimal|right|safest|strongest|that)[ \t]+$", re.I)
MORE = _pattern(r"[ ,]*(?:to|and|so|for)\b")
"""Around a word that may be a move: before it where it is a thing, and behind it where more is done."""
ARROW = re.compile("[ ]?(?:→|⇒|➔|➡️?|-{1,2}>|=>)[ ]?")
HYPHEN = re.compile("(?<=[a-zA-Z0-9])[-\u2010\u2011](?=[a-zA-Z])")
_NOUN = r"(?:answer|action|move|choice|reply|line|vote|bid|offer|proposal|order)\b"
_LAST = r"(?:that|this|it|my|the)(?:[ ](?:last|above|previous|earlier))?"
_THAT = rf"(?:{_LAST}[ ]{_NOUN}|(?:that|it|this)(?=[ ]?[.,;!\n]|$))"
RETRACTED = _pattern(
    rf"""
    \bi(?:['’]ll|[ ](?:will|must|hereby|now|have[ ]to|want[ ]to))?[ ](?:(?:withdraw|retract|revoke|cancel)[ ]{_THAT}
        |take[ ](?:that|it|this|everything|my[ ][a-z]{{2,12}})[ ]back\b|(?:make|have|give)[ ]no[ ]{_NOUN}
        |(?:no[ ]longer|don['’]t|do[ ]not)[ ]stand[ ]by\b)
    | (?:^|(?<=[.!?;:,…—–-])|\bplease)[ \t]{{0,3}}(?:(?:ignore|disregard|forget|scrap|scratch|strike|cancel)[ ]{_THAT}
        |(?:both|either|any|each|all)(?:[ ](?:of[ ](?:them|these)|one))?[ ](?:is|are|would[ ]be|will|works?|looks?)
          [ ](?:equally[ ]|just[ ]as[ ])?(?:fine|good|ok|okay|possible|do|right)\b(?=[ ]?[.;!\n]|$))
    | (?:^|(?<=[.!?;:,…—–-]))[ \t]{{0,3}}(?:(?:oh|hm{{1,5}}|but|ah|um|and|or|well|actually|wait)
      [,.!…]{{0,3}}[ \t]{{1,3}})?(?:no|wait|actually|correction|scratch[ ]that|hold[ ]on|never[ ]?mind|oops|sorry
      |on[ ]second[ ]thoughts?|my[ ]mistake|(?:just[ ])?(?:kidding|joking)|rather)
    [ \t]{{0,3}}(?:[,.:;!…—–-]|$)
    """
)
"""Words that take back what was stated before them."""
DOUBT = _pattern(
    r"""
    \b(?:not|never|no|none|nobody|neither|nor|cannot|[a-z]{2,6}n['’]t|without|refus[a-z]+|reject[a-z]*
    |avoid[a-z]*|hate[sd]?|dislike|regret|if|unless|whether|maybe|perhaps|would|could|might|should
    |may|any|anything|anyone|anybody|everyone|everybody|every|everything|whatever|they|them|their|he|she|his|her|opponents?
    |opponent['’]s|rival|partner|you|your|previous|last|earlier|played|chose|said|says|example
    |format|form|valid|instance|suppose|pretend|kidding|joking|mistake|illegal|wrong)\b
    | [{}] | \ball[ \t]*$ | ^[ \t]*or\b
    | ^[ \t]*(?:that|it|this|which)\b.{0,20}\b(?:los|bad|worse|worst|fail|terrible|awful)
    """
)
"""Words that make a sentence refuse a move, doubt it, or tell of somebody else's or of an example."""
REASON = _pattern(
    r"""
    [ \t]*(?:because|since|as|for(?![ ](?:example|instance))|given|after|although|though|while|considering
    |instead[ ]of|rather[ ]than|over|unlike)\b
    """
)
"""Words that begin a reason or a comparison, in which doubt is about something else."""
_BEFORE = """
a action alright am an and answer at be believe best better bid bidding card cell certainly choice choose choosing
chosen clear clearly column continuation correct decide decided decision definitely disc do drop dropping easily final
finally for go goes going good great guess hence here here's i i'd i'll i'm i've immediately in into is it it's just
keep let let's like make making mark me move my now obvious obviously ok okay on optimal option order our pick picked
picking piece place placing play playing please position propose put putting rather reply right row safest say seems
select selected selecting shall simply so square strongest submit sure surely take taking thank thanks that that's the
therefore think this thus to token turn use using vote voting want we we'll well will winning with yes
"""
BEFORE = frozenset(_BEFORE.split())
"""Words that may stand before a move in a sentence that states it."""
_AFTER = """
a action answer at best better bid choice clearly correct decision final good here immediately is it its looks me move
my now obviously once optimal option our pick please right safest seems simply strongest the then to vote winning wins
"""
AFTER = frozenset(_AFTER.split())
"""Words that may stand behind it."""
