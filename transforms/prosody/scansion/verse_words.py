"""The words of a poem with pronunciations, parts of speech and pauses, as a scanner reads them."""

import re
from collections.abc import Callable, Iterator, Sequence

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.models.scanner.contract import VerseWord
from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.contract import Token as TaggedToken
from versebench.transforms.text.words import tokens

_DASHES = re.compile(r"--+|—|–|―")
_PAUSE = re.compile(r"[,.;:!?…—–―()]|--")

Word = tuple[int, int, bool]
"""The range of characters of a word in its line, and whether a pause follows."""


def verse_words(
    stanzas: Sequence[Sequence[str]], pronouncer: Pronouncer, tagger: Tagger
) -> list[list[list[VerseWord]]]:
    """The words of the lines of stanzas. All words are pronounced in one call; a stanza is tagged as one text."""
    found = [[list(words_of_line(line)) for line in stanza] for stanza in stanzas]
    spellings = dict.fromkeys(
        line[start:end]
        for stanza, places in zip(stanzas, found, strict=True)
        for line, words in zip(stanza, places, strict=True)
        for start, end, _ in words
    )
    sounds = dict(zip(spellings, pronouncer.pronounce(list(spellings)), strict=True))
    # Bytes that are not UTF-8 are lone surrogates, which the tagger refuses; "?" has the same length.
    tagged = tagger.tag(["\n".join(stanza).encode("utf-8", "replace").decode() for stanza in stanzas])
    result = []
    for stanza, places, tags in zip(stanzas, found, tagged, strict=True):
        upos = _Tags(tags)
        begin, lines = 0, []
        for line, words in zip(stanza, places, strict=True):
            lines.append(
                [
                    VerseWord(line[start:end], sounds[line[start:end]], upos.of(begin + start, begin + end), pause)
                    for start, end, pause in words
                ]
            )
            begin += len(line) + 1
        result.append(lines)
    return result


def tagged_words(
    lines: Sequence[str], pronunciations: Callable[[str], tuple[Pronunciation, ...]], tags: Sequence[TaggedToken]
) -> list[list[VerseWord]]:
    """The words of the lines of a text that was tagged as a whole."""
    upos, begin, result = _Tags(tags), 0, []
    for line in lines:
        result.append(
            [
                VerseWord(line[start:end], pronunciations(line[start:end]), upos.of(begin + start, begin + end), pause)
                for start, end, pause in words_of_line(line)
            ]
        )
        begin += len(line) + 1
    return result


def untagged_words(
    lines: Sequence[str], pronunciations: Callable[[str], tuple[Pronunciation, ...]]
) -> list[list[VerseWord]]:
    """The words of the lines of a stanza without parts of speech, where no tagger is at hand."""
    return [
        [
            VerseWord(line[start:end], pronunciations(line[start:end]), "", pause)
            for start, end, pause in words_of_line(line)
        ]
        for line in lines
    ]


def words_of_line(line: str) -> Iterator[Word]:
    """Yield the words of a line; a dash without spaces parts two words."""
    parted = _DASHES.sub(lambda dash: " " * len(dash[0]), line)
    found = tokens(parted)
    for number, token in enumerate(found):
        after = found[number + 1].word_start if number + 1 < len(found) else len(line)
        yield token.word_start, token.word_end, _PAUSE.search(line, token.word_end, after) is not None


class _Tags:
    """The tags of a text, asked for in the order of its words. A word of several parts has the tag of the first."""

    def __init__(self, tags: Sequence[TaggedToken]) -> None:
        self._tags = tags
        self._next = 0

    def of(self, start: int, end: int) -> str:
        """The tag of the word in this range; empty if the tagger found no token there."""
        while self._next < len(self._tags) and self._tags[self._next].end <= start:
            self._next += 1
        if self._next < len(self._tags) and self._tags[self._next].start < end:
            return self._tags[self._next].upos
        return ""
