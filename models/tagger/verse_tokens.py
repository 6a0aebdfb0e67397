"""Tokens of English verse that a tokenizer for newspapers gets wrong.

Verse drops syllables to keep its metre. Contractions that hold two words are split as Universal Dependencies splits
``it's`` ('t|is, thou|'lt); other elisions stay one token (o'er, th', walkin'). Each piece carries the norm of its
modern spelling, which the tagger reads beside the form itself: treebanks of modern prose do not contain ``ne'er``.

Used when a tagger is trained: a trained pipeline stores these rules in its tokenizer, and does not read this file.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language

Piece = tuple[str, str]  # the form as written, the modern spelling

WORDS = {
    "o'er": "over",
    "ne'er": "never",
    "e'er": "ever",
    "e'en": "even",
    "ev'n": "even",
    "ev'ry": "every",
    "e'ery": "every",
    "whate'er": "whatever",
    "where'er": "wherever",
    "whene'er": "whenever",
    "howe'er": "however",
    "whoe'er": "whoever",
    "wheresoe'er": "wherever",
    "whatsoe'er": "whatever",
    "heav'n": "heaven",
    "heav'nly": "heavenly",
    "ta'en": "taken",
    "giv'n": "given",
    "fall'n": "fallen",
    "stol'n": "stolen",
    "flow'r": "flower",
    "flow'rs": "flowers",
    "pow'r": "power",
    "pow'rs": "powers",
    "pray'r": "prayer",
    "num'rous": "numerous",
    "gen'rous": "generous",
    "wond'rous": "wondrous",
    "t'other": "other",
    "th'": "the",
    "o'": "of",
    "i'": "in",
    "an'": "and",
    "wi'": "with",
    "t'": "to",
    "tho'": "though",
    "altho'": "although",
    "thro'": "through",
    "ol'": "old",
    "roun'": "round",
    "yo'": "you",
    "oft'": "often",
    "'mid": "amid",
    "'midst": "amidst",
    "'mong": "among",
    "'mongst": "amongst",
    "'neath": "beneath",
    "'twixt": "between",
    "'tween": "between",
    "'gainst": "against",
    "'round": "round",
    "'bout": "about",
    "'till": "till",
    "'til": "until",
    "'fore": "before",
    "'gan": "began",
    "'scape": "escape",
    "'scaped": "escaped",
    "'em": "them",
    "thou": "you",
    "thee": "you",
    "ye": "you",
    "thy": "your",
    "thine": "your",
    "hath": "has",
    "hast": "have",
    "doth": "does",
    "dost": "do",
    "didst": "did",
    "hadst": "had",
    "wast": "was",
    "wert": "were",
    "wilt": "will",
    "shalt": "shall",
    "canst": "can",
    "couldst": "could",
    "wouldst": "would",
    "shouldst": "should",
    "mayst": "may",
    "may'st": "may",
    "would'st": "would",
    "should'st": "should",
    "could'st": "could",
    "saith": "says",
    "whilst": "while",
    "ere": "before",
    "oft": "often",
    "nought": "nothing",
    "naught": "nothing",
    "aught": "anything",
    "yon": "that",
    "amidst": "amid",
    "betwixt": "between",
    "nigh": "near",
    "thence": "there",
    "hither": "here",
    "thither": "there",
}
"""One token each: the form in lower case, and its modern spelling."""

SPLITS: dict[str, tuple[Piece, ...]] = {
    "'tis": (("'t", "it"), ("is", "is")),
    "'twas": (("'t", "it"), ("was", "was")),
    "'twere": (("'t", "it"), ("were", "were")),
    "'twill": (("'t", "it"), ("will", "will")),
    "'twould": (("'t", "it"), ("would", "would")),
    "is't": (("is", "is"), ("'t", "it")),
    "on't": (("on", "on"), ("'t", "it")),
    "o't": (("o", "of"), ("'t", "it")),
    "thou'rt": (("thou", "you"), ("'rt", "are")),
    "thou'lt": (("thou", "you"), ("'lt", "will")),
    "thou'st": (("thou", "you"), ("'st", "have")),
    "thou'dst": (("thou", "you"), ("'dst", "would")),
    "ye'll": (("ye", "you"), ("'ll", "will")),
    "ye're": (("ye", "you"), ("'re", "are")),
    "i'th'": (("i'", "in"), ("th'", "the")),
    "o'th'": (("o'", "of"), ("th'", "the")),
    "d'ye": (("d'", "do"), ("ye", "you")),
    "there'll": (("there", "there"), ("'ll", "will")),
}
"""Two words written as one, and how to split them."""

DROPPED_G = (
    r"(?!(?:beg|cab|rob|bas|cous|sat|lat|virg|orig|marg|coff|muff|dolph|gobl|viol|pumpk|napk|pengu|ru|with|urch|rais"
    r"|res|dubl|berl|mart|elf|ros|pipp|verm|jav|jasm|jerk|bobb|bod|cat|chagr|sh|medic|mus|pept|catk|lup|mocas|paraff)in)"
    r"(?!\w*a?ain)[a-z]*[aeiouy][a-z]*in['’]"
)
"""``walkin'`` as one token, but not a word that ends in -in (or -ain) before a closing quotation mark."""


def verse_rules() -> Iterator[tuple[str, list[Piece]]]:
    """Yield every spelling (case, apostrophe) of the words above, with its pieces."""
    entries = {**{word: ((word, norm),) for word, norm in WORDS.items()}, **SPLITS}
    for form, pieces in entries.items():
        for written in _cases(form):
            if written == "I'":  # the pronoun before a closing quotation mark
                continue
            for apostrophe in "'’" if "'" in form else "'":
                yield (
                    written.replace("'", apostrophe),
                    [(part.replace("'", apostrophe), norm) for part, norm in _cut(written, pieces)],
                )


def add_verse_tokens(nlp: "Language") -> None:
    """Add the elisions, contractions and dashes of verse to the tokenizer of an English pipeline."""
    from spacy import util

    tokenizer: Any = nlp.tokenizer  # compiled, without types
    orth, norm = nlp.vocab.strings["ORTH"], nlp.vocab.strings["NORM"]
    for written, pieces in verse_rules():
        tokenizer.add_special_case(written, [{orth: part, norm: modern} for part, modern in pieces])
    dash = r"-{2,}"
    tokenizer.prefix_search = util.compile_prefix_regex([dash, *(nlp.Defaults.prefixes or ())]).search
    tokenizer.suffix_search = util.compile_suffix_regex([dash, *(nlp.Defaults.suffixes or ())]).search
    tokenizer.token_match = re.compile(f"(?i:{DROPPED_G})$").match


def _cases(form: str) -> Iterator[str]:
    """Yield the form in lower case, with its first letter in upper case, and all in upper case."""
    first = next(i for i, letter in enumerate(form) if letter.isalpha())
    yield from dict.fromkeys((form, form[:first] + form[first].upper() + form[first + 1 :], form.upper()))


def _cut(written: str, pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    """Yield the pieces in the spelling of the written form."""
    start = 0
    for part, norm in pieces:
        yield written[start : start + len(part)], norm
        start += len(part)
