"""What a player of Two Rooms and a Boom is asked: the subjects of a question, each with whom or what it is about."""

from functools import lru_cache

from interplay.tracks.games.shared.asked import Subject, asked_for, unknown
from interplay.tracks.games.shared.heard import DOUBT, TRUST
from interplay.tracks.games.shared.lines import pattern

TOPICS = {
    **dict.fromkeys(("team", "is_team", "both", "accused", "share", "vouch"), "ask_team"),
    **dict.fromkeys(("role", "is_role", "stay"), "ask_role"),
    **dict.fromkeys(("news", "send_about"), "ask_news"),
}
"""Subject -> kind of question as the tables of habits know it; all other subjects give nothing away."""
OTHER = "ask_other"
"""The kind of a question about something else."""
_FIRST = ("ask_news", "ask_role", "ask_team")
_MOVE = r"\b(?:send|sent|sending|swap\w*|trade|go|leave|stays?|keep|move|moved|hostage|pick|choose|chosen|ship|kick|vote|remove|throw|toss)\b|\bget rid\b"
_PAST = (
    r"^(?!what|how|who|whom|when).*\b(?:did|have|had) you (?:\w+ ){0,2}(?:ask|s(?:ay|aid)|t(?:ell|old)|claim|mention|mean|promis|lie)"
    r"|^(?!what|how|who|whom|when).*\byou (?:just |also |really |already |once )?(?:asked|said|claimed|told|mentioned|promised|lied)\b"
)
_ABOUT_OTHERS = (
    ("why", r"^why|\bhow come\b|\bwhat (?:makes|made) you\b"),
    ("past", _PAST),
    ("maybe", r"^(?:does|do|did|will|would|has|is|can) p[1-6] (?:know|think|want|trust|like|believe|suspect|aware)"),
    ("past", r"\b(?:you told|did you (?:tell|say|write)|you (?:said|wrote)|have you (?:told|written)|(?:note|message)\b.*) (?:\w+ ){0,3}(?:to )?p[1-6]"),
    ("past", r"\b(?:truthful|honest|straight) (?:with|to) p[1-6]|\blie to p[1-6]"),
    ("leader", r"\bwho\b.*\blead|\b(?:is|does|are) (?:it )?p[1-6] (?:the |our |your |who )?lead(?:er|s|ing)?\b"),
    ("pact", r"\bgood word\b|\b(?:tell|ask|warn|report to|convince|speak to|talk to|say to) p[1-6]|\bpass\b.*\bon\b"),
    ("met", r"\b(?:have|did|had) you\b.*\b(?:spoken|talk|talked|speak|met|meet|chat|chatted|asked|ask)\b"),
    ("news", r"\bwhat\b.*\b(?:say|said|tell|told|heard|hear|know|came)\b"),
    ("pact", r"\bjoin me\b|\bback me\b|\bhelp me\b|\bwork (?:together|with)\b"),
    ("send_about", _MOVE),
    ("news", r""),
)
_ABOUT_SELF = (
    ("accused", r"\bwhy\b.*\byou\b.*\b(?:lie|lying)\b"),
    ("vouch", r"\bhow (?:do|can|could|would|should) (?:i|we) (?:know|tell|be (?:sure|certain)|trust)\b"),
    ("vouch", r"^why should (?:i|we|any\w+)\b.*\b(?:trust|believe|keep|listen|tell)"),
    ("why", r"^why|\bhow come\b|\bwhat (?:makes|made) you\b|\bwhat is the reason\b"),
    ("past", r"\b(?:note|message)s?\b|\b(?:did|have) you (?:write|wrote|written|report)"),
    ("accused", r"\blie to me\b|\blying to me\b|\bfool(?:ing)? me\b|\btrick(?:ing)? me\b"),
    ("share", r"\bboth (?:say|tell|show|reveal)|\bwhat we are\b|\bat the same time\b"),
    ("who_is", r"\b(?:heard|hear|learn\w*|news|information|idea|found)\b(?!.*\byou (?:are|have)\b).*\b(?:president|bomb)"),
    ("asker", r"\b(?:do|would|could) you (?:think|say|believe|guess) (?:that )?i (?:am|might|could)\b"),
    ("vouch", r"\b(?:safe|okay|wise|can i|could i|should i)\b.*\btell you\b|\bin good hands\b"),
    ("plan", r"\bwhat (?:you are after|you want|do you want|do you need|are you after|would you like)\b"),
    ("plan", r"^(?:if|suppose|imagine|say)\b.*\b(?:what|how)\b|\bwhat (?:do|should|would|shall|can) we\b"),
    ("pact", r"^(?:so )?are you (?:in|up for it|up for that|game|with me)$"),
    ("believed", r"\b(?:believe|trust|doubt|suspect) me\b|\bmy (?:story|claim|word|answer)s?\b|\bam i (?:lying|honest)\b"),
    ("team", r"\bare you\b.*\b(?:on|in|for|from) (?:my|our) (?:side|team)\b|\bare you (?:my|our|a) (?:friend|ally|mate|teammate)\b"),
    ("asker", r"\bwho i am\b|\bwho am i\b|\bwhat i am\b|\bmy (?:team|colour|role|side)\b(?!.*\b(?:you|same)\b)|\btake me for\b"),
    ("asker", r"\bam i (?:the |a )?(?:president|bomber|red|blue)\b|\b(?:make|think) of me\b|\bguess (?:who|what) i\b"),
    ("accused", r"\bwhy\b.*\byou\b.*\b(?:lie|lying)\b|\byou (?:lied|are lying|lie)\b|\bliar\b|\bare you lying\b|\byou are bluffing\b"),
    ("accused", r"^i (?:do not|can not|hardly|never|still do not) (?:think|believe|buy|trust)\b.*\byou|^i doubt\b|\btelling (?:me |us )?the truth\b"),
    ("accused", r"\bhonest with me\b|\bdeceiv|\byou are hiding\b|\bhiding something\b|\bbeing honest\b|\bis that true\b"),
    ("vouch", r"\bwhy should (?:i|we|any\w+)\b.*\b(?:trust|believe|keep|listen)|\bprove\b|\bproof\b|\bconvince\b|\btrust you\b"),
    ("vouch", r"\bbelieve you\b|\b(?:count|rely|depend) on you\b"),
    ("past", _PAST),
    ("met_who", rf"^(?!.*(?:{DOUBT}|{TRUST})).*\b(?:who|whom|which|anyone|anybody)\b.*\b(?:you|have)\b.*\b(?:spoken|talked?|talking|speak|met|meet|chat\w*|asked)\b"),
    ("stay", r"\byou\b.*\b(?:go|going|mov(?:e|ed|ing)|sent|switch\w*|swap\w*|transfer\w*|cross\w*|relocat\w*)\b.*\b(?:other|over|across|next)\b"),
    ("who_is", r"\b(?:president|bomber)\b(?!.*\byou\b).*\b(?:in (?:our|this|my|the|your)|sits?|here|room)\b"),
    ("send_me", r"\b(?:keep|send|choose|pick|swap|trade|move|want|leave|hand|ship) (?:me|us)\b|\blet (?:me|us) (?:stay|go|leave|out|over|remain)\b|\bget me\b|\bhold on to me"),
    ("send_me", r"\b(?:can|could|may|should|must|need to|have to|want to|will|would like to|shall) i (?:to )?(?:stay|go|leave|move)"),
    ("send_me", r"\bi (?:\w+ ){0,3}(?:stay|go|leave|move|be sent|be moved|get out|get away)\b"),
    ("send_who", r"\b(?:who\w*|any(?:one|body)|some(?:one|body))\b.*(?:\bget rid\b|\b(?:go|goes|leave|leaves|stay|stays|out|over|move)\b|send|sent|hostage|swap|trade|pick|choose|kick)"),
    ("stay", r"\b(?:keep|send|mov|swapp?|trad|pick|choos|hold|exchang)(?:e|ing)? you\b|\bwhere (?:you|do you)\b.*\b(?:be|end|go|want)\b|\bcertain room\b"),
    ("stay", r"\byou\b.*\b(?:want|like|prefer|rather|need|have|happy|mind)\b.*\b(?:stay|go|going|leave|move|moved|sent|remain|end up|be in)"),
    ("stay", r"\byou\b.*\b(?:be|being|get|getting) (?:a |the |our )?(?:hostage|swapped|sent|traded|moved|exchanged|switched|shipped)"),
    ("stay", r"\bmatter where you|\bmatter\b.*\byou (?:end|go|are)\b|\bstay or\b|\byou (?:staying|going|leaving)\b|\bstay here\b"),
    ("elsewhere", r"\bother room\b|\bover there\b|\bnext door\b|\bother side of the\b|\byour (?:old|previous|last|first) room\b"),
    ("elsewhere", r"\bwhere you (?:were|came|come)|\bwhere (?:have you been|were you|did you come)"),
    ("send_who", r"\bhostage|\bdecided\b|\byour (?:choice|decision|pick)\b|\bsend(?:ing)? (?:away|over|out|next)\b"),
    ("both", r"\b(?:team|colour|side)s?\b.*\b(?:and|or)\b.*\b(?:role|card|special)|\brole\b.*\b(?:and|or)\b.*\b(?:team|colour|side)\b"),
    ("both", r"\byour (?:full )?card\b|\beverything about you|\btell me (?:all|everything)$|\babout (?:you|yourself)$|\bidentity\b"),
    ("share", r"\b(?:i will|i would|i can|i could|shall i|if i|i)\b.*\b(?:tell|show|share)\b.*\b(?:mine|if you|first|too|my)\b"),
    ("share", r"\b(?:share|exchange|trade|swap|show)\b.*\b(?:colours?|teams?|roles?|cards?|info\w*|secrets?|each other|both|us)\b"),
    ("share", r"\beach other\b.*\b(?:colours?|teams?|cards?|roles?)|\bquid pro quo\b|\btell me yours\b|\bswap notes\b"),
    ("role", r"\b(?:president|bomber)\b.*\b(?:or|neither)\b.*\b(?:neither|bomber|president|none|ordinary)\b"),
    ("who_is", r"\b(?:who|where|which|find|any idea|know|clue|guess)\b(?!.*\byou (?:are|have)\b).*\b(?:president|bomb)"),
    ("who_is", r"\b(?:is|(?<!you )are|could|might) (?:the |our |their )(?:president|bomber)\b|\bthe (?:president|bomber) (?:is )?(?:here|in)\b"),
    ("team", r"\btogether or apart\b|\bblue\b.*\bor\b.*\bred\b|\bred\b.*\bor\b.*\bblue\b"),
    ("is_role", r"\b(?:protect|keep safe|blow|explosion|detonat\w+)\b"),
    ("is_role", r"\b(?:are|be) (?:you|your)\b.*\b(?:president|bomb)|\byou (?:are|have|carry|hold|must|might|could)\b.*\b(?:president|bomb)"),
    ("is_role", r"\byou\b.*\b(?:president|bomb(?:er)?|explosive)\b|\b(?:president|bomber)\b.*\byou\b"),
    ("team", r"\bone of (?:ours|us|them|theirs|mine|the good|the bad)\b|\bare we\b"),
    ("who_team", r"\b(?:is|are) there (?:any|a|another|other)\b.*\b(?:reds?|blues?)\b|\bany (?:other )?(?:reds?|blues?)\b"),
    ("who_team", r"\b(?:who|which (?:one|player)|anyone|anybody|how many|whom)\b.*\b(?:reds?|blues?|side|team|us|friend\w*|allies|ally)\b"),
    ("is_team", r"\b(?:red|blue)\b"),
    ("team", r"\b(?:teams?|colours?|colou?red|sides?|loyalt|allegiance|friend or foe|friend|ally|teammate|enemy|foe)\b|\bwith us\b"),
    ("role", r"\brole|\bspecial|\bpart\b|\bwho (?:are you|you are)\b|\bwhat you are$|\bshould know about\b|\btwo that count|\bimportant\b|\bjob\b|\bwhat are you(?:$| (?:really|exactly|then|in|playing))"),
    ("role", r"\bdealt\b|\bidentity\b|\bcharacter\b|\bcard\b|\byour secret\b|\bordinary\b|\bneither\b|\bmatter\b"),
    ("trust", rf"\b(?:who|whom|any\w+|which|some\w+|name|pick)\b(?!.*(?:{DOUBT})).*{TRUST}"),
    ("suspect", rf"\b(?:who|whom|any\w+|which|some\w+|name|pick)\b.*(?:{DOUBT})"),
    ("leader", r"\bleads?\b|\bleader\b|\bin charge\b|\bboss\b"),
    ("plan", r"\b(?:should|shall|can|do) we\b|\bplan\b|\bstrategy\b|\bnext\b|\badvice\b|\brecommend\b|\bsuggest|\bdo now\b|\bshould i\b"),
    ("plan", r"\b(?:goal|aim|want|need|looking for|trying)\b"),
    ("notes", r"\bnews\b|\bheard?\b|\bseen?\b|\bsaw\b|\blearn|\bfind out|\bfound out|\bso far\b|\bsummar|\bknow\b|\binfo|\bnotice"),
    ("notes", r"\b(?:the|those|these) (?:others|other two|people)\b|\beverybody\b|\beveryone\b|\bsum up\b|\bpicked up\b|\bgossip\b"),
    ("pact", r"\btogether\b|\bteam up\b|\bwork with\b|\balliance\b|\bcooperat|\bhelp\b|\bjoin\b|\bdeal\b|\bsupport\b|\bpass on\b"),
    ("who_team", r"\b(?:who|whom)\b"),
    ("thanks", r"\b(?:thank\w*|good luck|best of luck|all the best|cheers|bye|goodbye|see you)\b"),
    ("feel", r"\b(?:feel|feeling|nervous|scared|afraid|worried|bored|enjoy\w*|fun)\b"),
    ("hello", r"\b(?:how are|how is|hi|hello|hey|good (?:morning|evening|day)|greetings|thank\w*|nice|fun|enjoy\w*|luck|doing|feel\w*)\b"),
)
_OTHERS = tuple((kind, pattern(words)) for kind, words in _ABOUT_OTHERS)
_SELVES = tuple((kind, pattern(words)) for kind, words in _ABOUT_SELF)
_ECHO = pattern(r"^(?:what about|how about|and)? ?(?:you|yours|yourself)(?:, \w+| then| though)?$")
_BLAMED = pattern(
    r"^(?:i think |i feel |i bet |so )*(?:that )?you (?:seem|look|sound|act)\b(?!.*\b(?:right|nice|smart|honest|friend\w*|calm|good)\b)"
)
_PRESIDENT = pattern(r"\b(?:prez|potus|head of state)\b")
_ROLE = pattern(r"\b(?:president|bomb|blow|explosion|detonat)")
_COLOUR = pattern(r"\b(?:blue|red)\b")
_SAID_OF_YOU = pattern(r"\b(?:told|tells?|says?|said|thinks?|claims?|heard|believes?)\b.*\byou are\b.*\b(?:blue|red|president|bomber)\b")
_ROLE_OWN = pattern(r"\b(?:i am|i have|my role)\b.*\b(?:president|bomb|special|role|plain)")
_STATED = frozenset(("accused", "thanks", "pact", "share", "send_me", "send_about", "is_role", "vouch", "hello", "is_team"))
"""Subjects that a statement can raise without asking."""


@lru_cache(maxsize=4096)
def subjects(question: str, asked: int) -> tuple[Subject, ...]:
    """Return what the one with the label *asked* is asked, in order."""
    return asked_for(question, asked, lambda words, labels, last: _subject(words, labels, asked, last), _STATED)


def _subject(words: str, labels: tuple[int, ...], asked: int, last: str) -> Subject:
    text = _PRESIDENT.sub("president", words).removesuffix(f", p{asked}").replace(f"is p{asked}", "are you").replace(f"p{asked}", "you")
    if labels and _SAID_OF_YOU.search(text):
        labels = ()
    if labels:
        return Subject(next(kind for kind, words in _OTHERS if words.search(text)), labels)
    if _ECHO.search(text):
        return Subject("role" if _ROLE_OWN.search(last) else "team")
    kind = next((kind for kind, words in _SELVES if words.search(text)), "")
    if not kind:
        kind = "accused" if _BLAMED.search(text) else unknown(text)
    return Subject(kind, (), _named(kind, text))


def _named(kind: str, text: str) -> str:
    """Return the role or the colour that a question of some kinds names, empty where it names none."""
    if kind in ("is_role", "who_is"):
        found = _ROLE.search(text)
        return "president" if found is None else found[0] if found[0] == "president" else "bomber"
    found = _COLOUR.search(text) if kind == "is_team" else None
    return "" if found is None else found[0]


def topic(question: str, asked: int) -> str:
    """Return what a question is about: ``ask_team``, ``ask_role``, ``ask_news`` of a third player, or another thing."""
    heard = {TOPICS.get(subject.kind, OTHER) for subject in subjects(question, asked)}
    return next((kind for kind in _FIRST if kind in heard), OTHER)
