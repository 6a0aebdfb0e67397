"""Merriam-Webster's Collegiate Thesaurus, the one that the papers used, through its API.

Every answer is cached on disk and never requested again: the cache makes a run repeatable, although the service may
change its answers. A run whose answers are all cached needs no key. The terms of the key apply to the answers: they are
for its owner's use, and no release contains them.
"""

from collections.abc import Iterator
from pathlib import Path

from versebench.models.thesaurus.answer_cache import AnswerCache
from versebench.models.thesaurus.choosing import Sense, admits, choose, spell
from versebench.models.thesaurus.contract import Candidate, ThesaurusError
from versebench.models.thesaurus.inflection import Reading, lexicon_version, readings
from versebench.models.thesaurus.webster_answers import UPOS, Entry, clean_synonym, read_answer
from versebench.models.thesaurus.webster_client import Access, WebsterClient

ORIGIN = "merriam-webster:synonym"


class MerriamWebsterThesaurus:
    """Requests each word once, in lower case, and reads its entries.

    An entry counts for the word if its headword is the word or a lemma of it, or if its stems name the word; for the
    candidates' form see `inflection`.
    """

    def __init__(self, cache: Path, key: str | None = None, access: Access | None = None) -> None:
        self._cache = AnswerCache(cache)
        self._client = WebsterClient(key, access or Access())
        self._entries: dict[str, list[Entry]] = {}

    @property
    def name(self) -> str:
        """The rules and the lexicon for inflection. Only the cached answers show which edition answered."""
        return f"merriam-webster.v1+{lexicon_version()}"

    def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:
        """Return synonyms in the thesaurus's order; see `choosing` for the exclusions.

        Raises:
            ThesaurusError: The service cannot be used; the message says what to do.
        """
        spelt = spell(word)
        if spelt is None:
            return ()
        return choose(spelt, upos, self._senses(spelt, upos))

    def holds(self, word: str) -> bool:
        """Return whether any entry for the word has synonyms, as any part of speech. Raises like `synonyms`."""
        spelt = spell(word)
        if spelt is None:
            return False
        return any(
            any(entry.meta.syns) and any(admits(spelt, upos, entry.headword) for upos in UPOS.get(entry.part, ("X",)))
            for entry in self._look_up(spelt.lower())
        )

    def _senses(self, word: str, upos: str) -> Iterator[tuple[Reading, Sense]]:
        for entry in self._look_up(word.lower()):
            if upos not in UPOS.get(entry.part, ()):
                continue
            for reading in _readings_of(entry, word.lower(), upos):
                for number, words in enumerate(entry.meta.syns, start=1):
                    name = f"{entry.meta.id}.{entry.part}.{number}"
                    yield reading, Sense(entry.headword, name, tuple(map(clean_synonym, words)), ORIGIN)

    def _look_up(self, word: str) -> list[Entry]:
        if word not in self._entries:
            self._entries[word] = [entry for entry in self._answer(word) if entry.stands_for(word)]
        return self._entries[word]

    def _answer(self, word: str) -> list[Entry]:
        """Return a valid answer from disk, else from the service. Only valid answers are cached."""
        try:
            if (kept := self._cache.read(word)) is not None:
                return read_answer(kept)
        except ValueError:
            pass  # a damaged file: the new answer replaces it
        answer = self._client.fetch(word)
        try:
            entries = read_answer(answer)
        except ValueError as error:
            raise ThesaurusError(
                f"Merriam-Webster's thesaurus answered {word!r} with {error}: check the address of the service"
            ) from None
        self._cache.write(word, answer)
        return entries


def _readings_of(entry: Entry, word: str, upos: str) -> list[Reading]:
    """Return the readings of the word with this headword; all readings if it spells its lemma otherwise (color)."""
    every = readings(word, upos)
    return [reading for reading in every if reading.lemma == entry.headword.lower()] or list(every)
