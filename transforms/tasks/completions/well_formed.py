"""Whether a line that a generator wrote is well formed as the last line of a poem, and its marks and capitals.

The rules are those of the shipped tagger and of dictionaries. They find what is certainly wrong; a line that passes
them may still make no sense.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from versebench.models.tagger.contract import Tagger, Token
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.models.tagger.two_opinions import second_opinion
from versebench.models.thesaurus.inflection import lemmas_of, readings
from versebench.transforms.tasks.articles import ARTICLES, articles_of
from versebench.transforms.text.words import words

WELL_FORMED = "well-formed.v3"
"""The name of these rules: part of what decides which candidates are made, so it changes with them."""

TAGGER = "verse-tagger.v1"
"""The tagger that finds verbs, whatever the recipe's tagger is."""

_FINAL = re.compile(r"[.!?…—][\"'”’»)\]]*$")
_AUXILIARIES = frozenset(
    "am is are was were has have had does do did can could will would shall should may might must cannot ought".split()
)
_CLITICS = ("n't", "'s", "'re", "'m", "'ll", "'d", "'ve")
_DANGLING = frozenset("a an the my your his its our their of at from with and or but than if as into upon".split())
_DEPENDENT = frozenset(
    "that though although because since if unless until till while whilst whereas which whose whom as than whatever "
    "whate'er whoever for from with by in on at to".split()
)
"""Words that can begin a last line only if the line before is not the end of a sentence."""
_COORDINATORS = frozenset("and but or nor yet so".split())
_RELATIVES = frozenset("who whom which when whenever where wherever".split())
_NOUNS = ("NOUN", "PROPN")
_PAIRS = {"“": "”", "(": ")", "[": "]"}
_STRAY_QUOTE = re.compile(r"(?<![^\W_])['‘]|(?<=[.,!?])['’]")
_MARK = re.compile(r"[“”()\[\]\"]")
_BE = frozenset("am is are was were be been".split())
_NEGATIVE = frozenset("not never no nothing nobody none neither nor nowhere cannot".split())
_SUBJECTS = frozenset("i you we they ye who that which".split())
_PRONOUNS = frozenset("i you he she it we they ye thou there".split())
_LINKS = _COORDINATORS | {"that", "for"}
_NEED_OBJECTS = frozenset(
    "say says said tell tells told bring brings brought give gives gave put puts make makes".split()
)
_OBJECTS = frozenset("what whatever whate'er which nothing something anything thing all as so".split())
"""Words that can be the object of a verb that ends the line, or stand for one."""


@dataclass(frozen=True)
class PlacedLine:
    """A line with its marks closed and its first letter adapted, and what is wrong with it; None if nothing is."""

    line: str
    fault: str | None


def placed_line(before: str, line: str) -> PlacedLine:
    """Adapts a last line to the text before it, and finds its first fault.

    A quotation or bracket that is open is closed at the end. The first letter is a capital after a final mark, or if
    all lines begin with one. Faults: ``open_marks`` (a mark that nothing opens or closes), ``repeated_word``,
    ``other_article``, ``dangling_end``, ``unknown_word``, ``double_negation``, ``no_object`` (*why do you say?*),
    ``fragment`` (a clause that depends on nothing, or a line that begins with *of*), ``new_clause`` (a pronoun
    begins a sentence, where the line before has no mark at its end, as if it went on), ``no_finite_verb``,
    ``no_main_clause`` (a line that begins with *and*, or a sentence, with verbs of dependent clauses only),
    ``no_subject``, ``bare_noun`` (*he was tree*), ``bare_verb`` (*he was wink*), ``no_agreement`` (*a little
    feet*), and ``uncertain_part_of_speech`` (of the end word, on which two taggers differ).
    """
    closing = closing_marks(before, line)
    if closing is None:
        return PlacedLine(line, "open_marks")
    line += closing
    spelt = [word.lower().replace("’", "'") for word in words(line)]
    if fault := _fault_of_words(spelt, before):
        return PlacedLine(line, fault)
    if fault := _fault_of_start(before, spelt):
        return PlacedLine(line, fault)
    text = before.rstrip("\n") + "\n" + line
    start = len(text) - len(line)
    found = [token for token in _tagger().tag([text])[0] if token.start >= start]
    if fault := _fault_of_tags(text, found):
        return PlacedLine(line, fault)
    return PlacedLine(with_capital(before, line, found), None)


def closing_marks(before: str, line: str) -> str | None:
    """The marks that close what a text and its last line leave open; None if they are not balanced even then.

    Straight quotation marks open and close in turns. Within a line a bracket or quotation may not be left open.
    """
    if _STRAY_QUOTE.search(line):
        return None
    open_before = _open_marks(before)
    still_open = None if open_before is None else _open_marks(line, open_before, line=True)
    if still_open is None or len(still_open) > len(open_before or ()):
        return None
    return "".join(_PAIRS.get(mark, mark) for mark in reversed(still_open))


def _open_marks(text: str, opened: Sequence[str] = (), *, line: bool = False) -> list[str] | None:
    """The marks that are open at the end of a text or a line; None if a mark closes what is not open."""
    found = list(opened)
    for match in _MARK.finditer(text):
        mark = match.group()
        opens = mark == '"' and '"' not in found
        if mark == '"' and not opens and _opens_a_word(text, match.start()):
            if line:
                return None
            continue  # some poems mark a quotation again where it goes on
        if mark in _PAIRS or opens:
            found.append(mark)
        elif found and _PAIRS.get(found[-1], found[-1]) == mark:
            found.pop()
        else:
            return None
    return found


def _opens_a_word(text: str, place: int) -> bool:
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return (not before or before.isspace()) and after.isalnum()


def _fault_of_words(spelt: Sequence[str], before: str) -> str | None:
    if any(one == other for one, other in pairwise(spelt)):
        return "repeated_word"
    if any(one in ARTICLES and one not in articles_of(other) for one, other in pairwise(spelt)):
        return "other_article"
    if spelt and spelt[-1] in _DANGLING:
        return "dangling_end"
    own = {word.lower().replace("’", "'") for word in words(before)}
    if not all(word in own or _is_known(word) for word in spelt):
        return "unknown_word"
    if sum(map(_is_negative, spelt)) > 1:
        return "double_negation"
    return "no_object" if spelt[-1] in _NEED_OBJECTS and _OBJECTS.isdisjoint(spelt) else None


def _is_negative(word: str) -> bool:
    return word in _NEGATIVE or word.endswith("n't")


def _fault_of_start(before: str, spelt: Sequence[str]) -> str | None:
    """``fragment``: it begins with *of*, or with a word that makes it depend on a sentence, after one that has ended.

    ``new_clause``: it begins with a pronoun as a subject, alone or after *and*, *that* or the like, and the line before
    goes on to its end without a mark.
    """
    first = next(iter(spelt), "")
    if first == "of" or (first in _DEPENDENT and _FINAL.search(before.rstrip())):
        return "fragment"
    subject = spelt[1] if first in _LINKS and len(spelt) > 1 else first
    goes_on = before.rstrip()[-1:].isalnum()
    return "new_clause" if goes_on and subject.partition("'")[0] in _PRONOUNS else None


def _is_known(word: str) -> bool:
    from versebench.transforms.tasks.completions.metre import is_word  # loads the dictionaries

    return is_word(word) or is_word(word.capitalize()) or len(lemmas_of(word)) > 1


def _fault_of_tags(text: str, found: Sequence[Token]) -> str | None:
    spoken = [token for token in found if text[token.start].isalnum()]
    if not has_finite_verb(text, spoken):
        return "no_finite_verb"
    if not has_main_clause(text, found):
        return "no_main_clause"
    first = text[spoken[0].start : spoken[0].end].lower()
    if first in _AUXILIARIES and "?" not in text[spoken[0].start :]:
        return "no_subject"
    if fault := _fault_of_end([(text[token.start : token.end].lower(), token.upos) for token in spoken]):
        return fault
    return "uncertain_part_of_speech" if second_opinion(text, list(_tagged(text)))[-1].upos == "X" else None


def _fault_of_end(spoken: Sequence[tuple[str, str]]) -> str | None:
    word, upos = spoken[-1]
    former = spoken[-2][0] if len(spoken) > 1 else ""
    as_noun, as_verb = ({reading.tag for reading in readings(word, kind)} for kind in ("NOUN", "VERB"))
    if former in _BE and upos == "NOUN" and as_noun == {"NN"}:
        return "bare_noun"
    if former in _BE and upos == "VERB" and as_verb <= {"VB", "VBP"}:
        return "bare_verb"
    before = [earlier for earlier, part in spoken[:-1] if part != "ADJ"]
    if not before or before[-1] not in ARTICLES:
        return None
    return "no_agreement" if as_noun == {"NNS"} else None


def _tagged(text: str) -> Iterator[Token]:
    """The tokens of a text that are not marks."""
    return (token for token in _tagger().tag([text])[0] if text[token.start].isalnum() or text[token.start] in "'’")


def has_finite_verb(text: str, found: Sequence[Token]) -> bool:
    """Whether some tagged tokens of a line hold a verb with a tense, a modal verb or an auxiliary, or an order."""
    tokens = [(text[token.start : token.end].lower().replace("’", "'"), token.upos) for token in found]
    spoken = [(word, upos) for word, upos in tokens if any(map(str.isalnum, word))]
    return any(_is_finite(place, spoken) for place in range(len(spoken)))


def has_main_clause(text: str, found: Sequence[Token]) -> bool:
    """Whether some finite verb of a line is not that of a dependent clause, if the line must have one.

    It must after the end of a sentence, or if it begins with *and* or the like. A word that begins a dependent clause
    takes the next finite verb before a comma. Questions are not looked at.
    """
    spoken: list[tuple[str, str]] = []
    after_comma: set[int] = set()
    for token in found:
        word = text[token.start : token.end].lower().replace("’", "'")
        if word == ",":
            after_comma.add(len(spoken))
        elif any(map(str.isalnum, word)):
            spoken.append((word, token.upos))
    before, line = text[: found[0].start].rstrip(), text[found[0].start :]
    if "?" in line or not (spoken[0][0] in _COORDINATORS or _FINAL.search(before)):
        return True
    dependent = False
    for place in range(len(spoken)):
        dependent = dependent and place not in after_comma
        if _begins_dependent_clause(place, spoken):
            dependent = True
        elif _is_finite(place, spoken) and not _follows_auxiliary(place, spoken):
            if not dependent:
                return True
            dependent = False
    return False


def _begins_dependent_clause(place: int, spoken: Sequence[tuple[str, str]]) -> bool:
    word, upos = spoken[place]
    after_noun = place > 0 and spoken[place - 1][1] in _NOUNS
    if word == "that":
        return upos == "SCONJ" or (upos == "PRON" and after_noun)
    return (upos == "SCONJ" and word not in ("for", "so")) or (place > 0 and word in _RELATIVES)


def _follows_auxiliary(place: int, spoken: Sequence[tuple[str, str]]) -> bool:
    """Whether a verb belongs to an auxiliary before it, with at most adverbs between."""
    former = [token for token in spoken[:place] if token[1] not in ("ADV", "PART")]
    return bool(former) and former[-1][0] in _AUXILIARIES


def _is_finite(place: int, spoken: Sequence[tuple[str, str]]) -> bool:
    word, upos = spoken[place]
    if upos not in ("VERB", "AUX"):
        return False
    if word in _AUXILIARIES or word.endswith(_CLITICS):
        return True
    tags = {reading.tag for reading in readings(word, "VERB")}
    if tags & {"VBD", "VBZ"}:
        return True
    if not tags & {"VB", "VBP"}:
        return False
    earlier = [former for former, _ in spoken[:place]]
    if "to" in earlier[-2:]:
        return False
    plural = any(part == "NOUN" and former.endswith("s") for former, part in spoken[:place])
    return not earlier or plural or not _SUBJECTS.isdisjoint(earlier)


def with_capital(before: str, line: str, found: Sequence[Token]) -> str:
    """A line whose first letter is a capital or not as the lines before it ask; names and *I* keep theirs."""
    first = next((place for place, letter in enumerate(line) if letter.isalpha()), None)
    if first is None:
        return line
    lines = [former for former in before.split("\n") if former.strip()]
    initials = [next((letter for letter in former if letter.isalpha()), "") for former in lines]
    if all(map(str.isupper, initials)) or (lines and _FINAL.search(lines[-1].rstrip())):
        return line[:first] + line[first].upper() + line[first + 1 :]
    name = any(token.upos == "PROPN" for token in found[:1]) or words(line)[0].split("'")[0].split("’")[0] == "I"
    return line if name else line[:first] + line[first].lower() + line[first + 1 :]


@cache
def _tagger() -> Tagger:
    return load_tagger(TAGGER)
