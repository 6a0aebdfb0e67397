"""Classes of syllables by which a scanner weighs whether they bear a beat."""

from collections.abc import Mapping

PRIMARY, SECONDARY, BESIDE, WEAK, TAIL = "primary", "secondary", "beside", "weak", "tail"
"""Syllables of longer words: stressed; half stressed, apart from the stressed one or beside it (sunset); unstressed
beside a stressed one; unstressed apart from any."""

_ARTICLES = frozenset("a an the th' th".split())
_POSSESSIVES = frozenset("my thy his her its our your their mine thine".split())
_PRONOUNS = frozenset(
    """i me you thou thee ye he him she it we us they them 'em i'm i'll i'd i've he's he'll he'd she's she'll she'd
    it's we're we'll we've you're you'll they're they'll thou'rt thou'lt 'tis 'twas 'twill 'twere who whom whose which
    what that's who's""".split()
)
_AUXILIARIES = frozenset(
    """am is are was were be been art wast wert do does did dost doth didst have has had hast hath hadst will would
    shall should can could may might must wilt wouldst shalt shouldst canst couldst mayst mightst let""".split()
)
_PREPOSITIONS = frozenset(
    """of to in on at by for from with as than o'er o' i' through thro' thro up down out off near ere since till until
    but like past round""".split()
)
_CONJUNCTIONS = frozenset("and or nor an'".split())
_SUBJUNCTIONS = frozenset("if that when while where though tho' lest because how why so whilst then there".split())
_QUANTIFIERS = frozenset("this these those all each some such no both much more most yon not".split())
_BY_WORD: Mapping[str, str] = {
    word: name
    for name, words in (
        ("quantifier", _QUANTIFIERS),
        ("subjunction", _SUBJUNCTIONS),
        ("conjunction", _CONJUNCTIONS),
        ("preposition", _PREPOSITIONS),
        ("auxiliary", _AUXILIARIES),
        ("pronoun", _PRONOUNS),
        ("possessive", _POSSESSIVES),
        ("article", _ARTICLES),
    )
    for word in words
}
_BY_TAG: Mapping[str, str] = {
    "NOUN": "noun",
    "PROPN": "noun",
    "VERB": "verb",
    "ADJ": "adjective",
    "ADV": "adverb",
    "NUM": "adjective",
    "INTJ": "interjection",
    "PRON": "pronoun",
    "DET": "quantifier",
    "AUX": "auxiliary",
    "ADP": "preposition",
    "CCONJ": "conjunction",
    "SCONJ": "subjunction",
    "PART": "preposition",
}
_CONTENT = frozenset("noun verb adjective adverb interjection".split())
_KEEPS_CLASS = frozenset("article possessive conjunction quantifier".split())
"""Words that stay in their class whatever the tagger says."""

MONOSYLLABLES = tuple(dict.fromkeys((*_BY_WORD.values(), *_BY_TAG.values())))
"""The classes of words of one syllable."""

CLASSES = (PRIMARY, SECONDARY, BESIDE, WEAK, TAIL, *MONOSYLLABLES)


def class_of_monosyllable(word: str, upos: str) -> str:
    """The class of a word of one syllable, by its spelling and tag; one without a tag outside the lists is a noun."""
    by_word = _BY_WORD.get(word.lower().replace("’", "'"), "")
    by_tag = _BY_TAG.get(upos, "")
    if by_word in _KEEPS_CLASS or (by_word and by_tag not in _CONTENT):
        return by_word
    return by_tag or by_word or "noun"


def weighs(word: str, upos: str) -> bool:
    """Whether a word of one syllable is a noun, verb, adjective, adverb or interjection outside the lists."""
    return word.lower().replace("’", "'") not in _BY_WORD and class_of_monosyllable(word, upos) in _CONTENT


def classes_of(stresses: str) -> tuple[str, ...]:
    """The classes of the syllables of a longer word, by its stress digits. One without a main stress keeps its best."""
    main = "1" if "1" in stresses else "2"
    return tuple(_class(stresses, place, main) for place in range(len(stresses)))


def _class(stresses: str, place: int, main: str) -> str:
    if stresses[place] == main:
        return PRIMARY
    beside = stresses[max(0, place - 1) : place] + stresses[place + 1 : place + 2]
    if stresses[place] != "0":
        return BESIDE if main in beside else SECONDARY
    return WEAK if beside.strip("0") else TAIL
