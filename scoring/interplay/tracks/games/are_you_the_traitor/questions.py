"""What a player of Are You the Traitor is asked: the subjects of a question, each with the labels that it is about."""

from functools import lru_cache

from interplay.tracks.games.shared.asked import Subject, asked_for, unknown
from interplay.tracks.games.shared.heard import DOUBT, TRUST
from interplay.tracks.games.shared.lines import pattern

TOPICS = {
    **dict.fromkeys(("role", "guard", "team", "vouch"), "ask_role"),
    **dict.fromkeys(("wizard", "which_wizard", "prove"), "ask_prove"),
    **dict.fromkeys(("key", "key_who", "key_plan"), "ask_key"),
    **dict.fromkeys(("traitor", "accused"), "ask_traitor"),
    **dict.fromkeys(("traitor_who", "suspect", "accuse"), "ask_suspect"),
}
"""Subject -> kind of question as the tables of habits know it; all other subjects give nothing away."""
OTHER = "ask_other"
"""The kind of a question about something else."""
_FIRST = ("ask_key", "ask_traitor", "ask_suspect", "ask_prove", "ask_role")
"""Which kind a question is that asks for several: the one that tells most about who asks."""
_ABOUT_OTHERS = (
    ("accused", r"\b(?:think|say|believe|claim|agree|tell|told)s?\b.*\byou (?:are|were|seem|look|sound|act)\b"),
    ("vouch", r"\bwhy (?:should|would|does|do)\b.*\b(?:trust|believe|rely on) you\b|\bwhy should\b.*\byou\b"),
    ("prove", r"\byou\b.*\b(?:good|evil|right|real|better)\b.*\b(?:rather than|instead of|not|over|than) p[1-6]"),
    ("why", r"^why|\bhow come\b|\bwhat (?:makes|made) you\b|\b(?:reason|basis|evidence)\b"),
    ("past", r"^(?!what|how|who|whom).*\b(?:did|have|had) you (?:\w+ ){0,2}(?:ask|s(?:ay|aid)|t(?:ell|old)|claim|accus|mention|mean|den(?:y|ied)|promis|nam|vot)"),
    ("past", r"^(?!what|how|who|whom).*\byou (?:just |also |really |even |already |once )?(?:asked|said|claimed|told|accused|denied|mentioned|promised|named)\b"),
    ("heard", r"\bwhat (?:did|has|have|does|was|is)\b.*\b(?:sa(?:y|id)|tell|told|claim|answer|ask|reply)|\bremind me\b"),
    ("maybe", r"^(?:does|do|did|will|would|has|is|can) p[1-6] (?:know|think|want|trust|like|believe|suspect|aware)"),
    ("ties", r"\b(?:you and p[1-6]|p[1-6] and you)\b|^are you (?:\w+ ){0,4}(?:with|for|against) p[1-6]|\bin league\b|\bteamed up\b"),
    ("key_plan", r"\b(?:give|bring|hand|pass|deliver|take)\b.*\bkey\b|\bkey\b.*\bto p[1-6]"),
    ("pact", r"\blet us\b|\bshall we\b|\bjoin\b|\bback me\b|\btogether\b|\bvote\b|\bhelp me\b|\bsupport\b|\baccuse\b"),
    ("pick_trust", rf"^(?!.*(?:{DOUBT}))(?=.*(?:{TRUST}|\bkey\b)).*\bp[1-6]\b.*\b(?:or|and|vs|versus)\b.*\bp[1-6]\b"),
    ("pick", r"\bp[1-6]\b.*\b(?:or|and|vs|versus)\b.*\bp[1-6]\b"),
    ("key_about", r"\b(?:ha(?:s|ve)|holds?|holder|got|carr\w+|is|be)\b.*\bkey\b|\bkey ?holder|\bkey\b.*\b(?:is|be) with"),
    ("about", r""),
)
_ABOUT_SELF = (
    ("quiet", r"\b(?:quiet|silent|silence|so little|not (?:said|spoken))\b"),
    ("why", r"^why (?:did|do|have|are|were|would|must) you\b(?!.*\b(?:lie|lying|evil|hid\w*|pretend\w*|claim\w*)\b)"),
    ("accused", r"^if you are\b(?!.*\bwizard).*\bwhy (?:have|did|do|are|were)\b|\bwhy\b.*\byou\b.*\b(?:lie|lying|evil|hid\w*|pretend\w*|claim\w*)\b|\bthat is my\b|\byou are no\b|\bi am the (?:real|actual|only|true)\b"),
    ("accused", r"^i (?:do not|can not|hardly|never|still do not) (?:think|believe|buy|feel|trust)\b.*\byou\b|^i doubt\b.*\byou\b"),
    ("asker", r"\b(?:that|proof|prove|know|if) i am\b"),
    ("asker", r"\bwho i am\b|\bwho am i\b|\bwhat i am\b|\bmy role\b|\btake me for\b|\bmake of me\b|\bthink of me\b"),
    ("role", r"\b(?:what|who) are you$|\b(?:traitor|guard|key ?holder)(?: \w+)? or (?:the |a )?(?:traitor|guard|key|evil|good)\b"),
    ("goal", r"\b(?:way|plan|strategy|method|approach)\b.*\b(?:traitor|find|catch)\b"),
    ("goal", r"\bhow\b.*\b(?:find|catch|identify|spot|figure out|unmask)\b"),
    ("goal", r"\bwhat (?:have you done|will you do|are you doing|did you do)\b"),
    ("accused", r"\bsay to that\b|\byour response\b|\bwhat do you say\b|\bhow do you respond"),
    ("meant", r"\bdid you mean\b|\bwhat does that mean\b|\bwhat do you mean\b|\bexplain (?:that|what you said)"),
    ("accused", r"\bstop (?:lying|pretending|playing|hiding|acting|dodging|evading)|\blie to (?:me|us)\b|\bfool(?:ing)? (?:me|us)\b"),
    ("feel", r"\bhow\b.*\bfeel|\b(?:scared|afraid|bored|enjoy\w*|having fun)\b"),
    ("thanks", r"\b(?:thank you|thanks|good luck|best of luck|cheers|goodbye)\b"),
    ("asker", r"\b(?:think|say|guess|suppose|suspect)\b.*\bi (?:am|have|was|hold|got|might|could|would)\b"),
    ("vouch", r"\b(?:safe|okay|wise|can i|could i|should i)\b.*\btell you\b"),
    ("goal", r"\bkey ?holder\b.*\b(?:once|when|if) you\b"),
    ("guard", r"^guard or\b|\bor the guard\b|\bguard or (?:not|no)\b"),
    ("goal", r"\b(?:hop(?:e|ing)|trying|want|looking) to (?:find|learn|do|achieve|get)\b|\bwhat (?:do|are) you (?:want|after)\b"),
    ("believed", r"\b(?:believe|trust|doubt|suspect|follow|accuse) me\b|\bam i\b|\b(?:buy|accept|agree|concede)\b.*\bi am\b"),
    ("believed", r"\bmy (?:story|claim|word|answer)s?\b|\bme (?:is|to be)\b|\bbelieve (?:that )?i\b"),
    ("prove", r"\b(?:if|suppose|say|assum\w+|imagine|let us say)\b.*\bi (?:had|held|hold|have|got|were|was)\b.*\bkey"),
    ("prove", r"\b(?:differ|set you apart|stand out)"),
    ("past", r"^(?:have|did) you (?:ever |really |just |already |also )*(?:ask|say|said|tell|told|claim|accuse)"),
    ("vouch", r"\b(?:count|rely|depend) on you|^(?!.*\bwizard).*\btrust you\b|^(?!.*\bwizard).*\bwhy should (?:i|we|any\w+|they|nobody|the rest)\b.*\byou\b"),
    ("vouch", r"^(?!.*\bwizard).*(?:\bwhy\b.*\b(?:trust|believe|listen)|\breason\b.*\btrust|\bvouch for you|\bearn\b.*trust)"),
    ("key_plan", r"\bshould\b.*\b(?:receive|get|have|take|own)\b.*\bkey\b"),
    ("key_who", r"^(?!is it you\b).*(?:\bwho|\bwhere|\bwhich of|\bexpect|\bguess|\bany(?:one|body)\b|\bclue|\bidea)\b(?!.*\byou have\b).*\bkey"),
    ("key_plan", r"\b(?:i need|you want|you like) the key\b|\bkey (?:to )?(?:go|goes|end up)\b|\bhand it over\b|\bgive it to me\b"),
    ("key_plan", r"\bkey\b.*\b(?:give|bring|hand|pass|deliver) (?:it )?(?:to|over)\b|\b(?:give|bring|pass|hand(?:ed)?|gave|given|brought|deliver|do with|use)\b.*\bkey\b"),
    ("key", r"\b(?:you|your|yours|yourself)\b(?! (?:think|know|believe|guess|expect|suspect)).*\bkey\b|\bkey\b.*\b(?:you|yours|your (?:hand|possession|pocket|bag)\w*)\b"),
    ("key_who", r"\bkeys?\b(?! (?:fact|point|question|thing|moment))|\bkey ?holder"),
    ("accuse", r"\bwho\w*\b.*\b(?:accus|vote|go after|target|stop for)|\b(?:accus|vote|point)\w* (?:at |for )?(?:who|now)"),
    ("accuse", r"\bwho\b.*\b(?:going down|get rid of|goes first|be gone)\b"),
    ("team", r"\b(?:enemy|friend|ally|side|opponent) (?:of|with|to)\b"),
    ("which_wizard", r"\b(?:trust|believe|prefer|choose|pick)\b.*\bwizard\b.*\bwhich\b"),
    ("which_wizard", r"\bwh(?:ich|o|om)\b(?!.*\bare you(?:$|,| the\b| of\b)).*\bwizard|\bwizards?\b.*\b(?:trust|believe|think is)\b"),
    ("which_wizard", r"^(?!.*\byou\b).*\bwizards\b|\b(?:trust|believe)\b.*\bwizards\b|\b(?:of|about|between) (?:the |both |the two )wizards\b"),
    ("which_wizard", r"\b(?:two|both|either|other) wizards?\b.*\b(?:who|which|trust|say)|\bwho is (?:the )?(?:good|evil)\b"),
    ("guard", r"\bare you\b.*\bguard\b|\byou\b.*\b(?:really|truly)\b.*\bguard\b|\byou (?:are|be) (?:the |a )?guard\b"),
    ("wizard", r"\b(?:are|is it|be) (?:you|your)\b.*\bwizard|\bwizards?,|\bwhich (?:one )?are you\b|\bside\b.*\bwizard|\bwizard are you"),
    ("team", r"\b(?:wh(?:ich|at|ose)|your|same|my|our|right) (?:team|side|camp|faction|allegiance)|\bgood (?:\w+ )?or (?:the )?(?:evil|bad)\b"),
    ("team", r"^(?!.*\bwizard).*(?:\bare you|\byou are)\b.*\b(?:good|evil|bad|loyal|with us|friend|ally)\b(?!.*\bat\b)|\bloyal|\bfriend or\b|\bon the good\b"),
    ("prove", r"\bwizard"),
    ("team", r"\bone of (?:ours|us|them|theirs|mine|the good|the bad)\b"),
    ("heard", r"\bwho\b.*\b(?:claim|said|say)\w*\b(?!.*\byou are\b)|\banyone\b.*\b(?:claim|said)|\bclaim\w* so far"),
    ("heard", r"\bwho\b.*\bguard\b|\bwhich (?:one|player)\b.*\bguard\b"),
    ("traitor", r"\b(?:are|were|call\w*|take|not) you\b.*\btraitor|\byou (?:are|were|be|must|could|might)\b.*\btraitor"),
    ("traitor", r"\btraitor\b.*\b(?:you|yourself)\b(?! (?:think|suspect|reckon|believe|guess|accuse|say|look|want|know))|\bor you\b"),
    ("traitor_who", r"^(?:name|point|pick|guess|find)\b.*\btraitor|\b(?:think|suppose|reckon)\b(?!.*\byou are\b).*\btraitor\b"),
    ("traitor_who", r"\b(?:who|which|whom|find|catch|spot|idea|clue|guess|theory|look)\w*\b.*\btraitor"),
    ("traitor", r"\btraitor\b.*\b(?:as|at|could|are|for) you\b|\byou (?:\w+ ){0,4}traitor\b"),
    ("traitor_who", r"\btraitor"),
    ("stop", r"\bstop(?:ped|ping)?\b|\bend (?:the|this)|\bto end\b|\bready to (?:stop|accuse|decide|call|end)|\bare you ready$|\bwait\b|\b(?:keep|go on|continue|carry on) (?:talking|asking|going|the)|\b(?:more|longer) (?:talk|time)"),
    ("suspect", rf"\b(?:who|whom|any\w+|some\w+|which)\b(?!.*\byou (?:are|were|lie)\b).*(?:{DOUBT})"),
    ("stop", r"\banother (?:question|round)|\bcall it\b|\bhurry|\benough\b"),
    ("vouch", r"\bonly (?:a|the) good\b|\bsay something\b"),
    ("vouch", r"\bprove\b|\bproof\b|\bconvince\b|\btrust you\b|\bbelieve you\b|\bnot (?:be )?lying\b"),
    ("vouch", r"\bhow (?:should|can|could|do|would|will)\b.*\b(?:choose|decide|tell who|be sure|know that)\b"),
    ("past", r"^(?!what|how|who|whom).*\b(?:did|have|had) you (?:\w+ ){0,2}(?:ask|s(?:ay|aid)|t(?:ell|old)|claim|accus|mention|mean|den(?:y|ied)|promis|nam|vot)"),
    ("past", r"^(?!what|how|who|whom).*\byou (?:just |also |really |even |already |once )?(?:asked|said|claimed|told|accused|denied|mentioned|promised|named)\b"),
    ("why", r"^why|\bhow come\b|\bwhat (?:makes|made) you\b|\bhow (?:did|do) you (?:know|come|get|decide)"),
    ("accused", r"\byou\b.*\b(?:lying|lied|lie|liar|evil|suspicious|nervous|shady|hiding|dodg\w*|evasive|fishy|bluff\w*)\b"),
    ("accused", r"\b(?:not|never|hard to|hardly) (?:trust|believe|buy) (?:you|a word|that|it|this)|\bi (?:suspect|accuse) you"),
    ("accused", r"\bliar\b|\byour (?:story|claim|answer|word|behaviou?r|excuse|version)s?\b.*\b(?:not|no|odd|strange|wrong|vague|chang\w+|keeps?|shift\w*|inconsistent|holes?)|\bcontradict|\bdefend your|\bdefen[cs]e\b|\byou (?:would )?(?:confess|admit)"),
    ("accused", r"\b(?:stop|quit) (?:lying|hiding|pretending)|\bdo not (?:lie|pretend)|\bdeny\b|\bfor yourself\b|\bexplain yourself|\bconfess\b"),
    ("role", r"\broles?\b|\bwho (?:are you|do you say you are)\b|\bwhat (?:are you(?:$| (?:in|here|this|really|exactly|then|supposed))|do you do\b)|\byou (?:claim|really) to be"),
    ("role", r"\bdealt\b|\bcards on the table|\breveal yourself|\bwho am i talking\b|\bassigned\b|\byou get\b"),
    ("role", r"\bintroduce|\b(?:part|job|identity|position|function|card|occupation|profession|character)\b|\b(?:about|describe) yourself|\bwho you are\b"),
    ("role", r"\bwhich of (?:the|us|them)\b.*\bare you\b|\bwhat are you playing|\btake you for\b|\bwhat you are\b|\bdo you claim\b|\bare you (?:the|a)\b"),
    ("other", r"\b(?:the others|people|they|everybody|others) (?:trust|believe|suspect|think)\b"),
    ("trust", rf"\b(?:who|whom|which|anyone|anybody|someone|somebody|name)\b(?!.*(?:{DOUBT})).*{TRUST}"),
    ("suspect", rf"(?:{DOUBT})"),
    ("suspect", r"\bpoint (?:your|a) finger|\bbelieve everybody|\bmoney\b|\bread on\b|\bwhat do you (?:think|make)\b"),
    ("suspect", r"\byour (?:gut|instinct|theory|guess|hunch|read|take)"),
    ("notes", r"\bnotice|\bheard?\b|\bseen?\b|\bsaw\b|\blearn|\bfind out|\bfound out|\bso far\b|\bsum up|\bsummar|\b(?:you|we) know\b"),
    ("notes", r"\bobserv|\binformation\b|\bclues?\b|\bspotted\b"),
    ("pact", r"\btogether\b|\bteam up\b|\bwork with\b|\balliance\b|\bally\b|\bcooperat|\bshare\b|\bdeal\b|\bhelp (?:me|us|each)\b|\bjoin\b"),
    ("accuse", r"\bwho (?:are|do|should|would|will|shall) (?:we|you)\b.*\b(?:after|for|take|get|go)\b"),
    ("goal", r"\b(?:move|want|need|goal|aim|target|plan|strategy|intend|going to do|looking for|do next|next step|after)\b"),
    ("purse", r"\bin your (?:hand|pocket|bag)s?\b"),
    ("purse", r"\b(?:treasure|gold|points|rings?|rich|score|purse|goblets|pyramids|statue)\b"),
    ("hello", r"\b(?:how are|how is|hi|hello|hey|good (?:morning|evening|day)|greetings|thank|nice|fun|enjoy|luck|doing)\b"),
)
_OTHERS = tuple((kind, pattern(words)) for kind, words in _ABOUT_OTHERS)
_SELVES = tuple((kind, pattern(words)) for kind, words in _ABOUT_SELF)
_BLAMED = pattern(
    r"^(?:i think |i feel |every\w+ (?:can see |knows )?|it is clear |clearly |that )*(?:that )?you (?:are|seem|look|sound|keep|were|have been|"
    r"act|must|just|never|always|did|do not)\b(?!.*\b(?:right|nice|smart|clever|welcome|honest|friend|good|great|trust)\b)"
)
_WIZARDS = pattern(r"\b(?:magician|mage|sorcerer|sorceress|warlock|witch|spellcaster)")
_NO_WIZARDS = pattern(r"\bnon ?wizards?\b|\bthree of us\b")
_EVIL = pattern(r"\b(?:wicked|malicious|sinister|vile|baddie|bad (?:guy|one|person)|villain|crook)\b")
_ECHO = pattern(r"^(?:what about|how about|and)? ?(?:you|yours|yourself)(?:, \w+| then| though)?$")
_STATED = frozenset(("accused", "thanks", "key_plan", "pact", "stop", "hello", "believed", "guard", "about", "traitor", "team", "key", "wizard"))
"""Subjects that a statement can raise without asking."""


@lru_cache(maxsize=4096)
def subjects(question: str, asked: int) -> tuple[Subject, ...]:
    """Return what the one with the label *asked* is asked, in order."""
    return asked_for(question, asked, lambda words, labels, last: _subject(words, labels, asked, last), _STATED)


def _subject(words: str, labels: tuple[int, ...], asked: int, last: str) -> Subject:
    text = words.removesuffix(f", p{asked}").replace(f"is p{asked}", "are you").replace(f"p{asked}", "you")
    if labels:
        return Subject(next(kind for kind, words in _OTHERS if words.search(text)), labels)
    if _ECHO.search(text):
        return Subject("role")
    text = _EVIL.sub("evil", _WIZARDS.sub("wizard", _NO_WIZARDS.sub("people", text)))
    kind = next((kind for kind, words in _SELVES if words.search(text)), "")
    if not kind or (kind == "suspect" and _BLAMED.search(text)):
        kind = "accused" if _BLAMED.search(text) else unknown(text)
    return Subject(kind)


def topic(question: str, asked: int = 0) -> str:
    """Return what a question is about, as its kind in the tables of habits."""
    heard = {TOPICS.get(subject.kind, OTHER) for subject in subjects(question, asked)}
    return next((kind for kind in _FIRST if kind in heard), OTHER)
