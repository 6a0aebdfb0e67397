"""WordNet 3.0 as a thesaurus, from the table that ``training/make_synonyms.py`` derives from it.

Synonyms are the words of a synset. Adjectives also offer the words of the synsets that WordNet calls similar (the head
of a cluster and its satellites: big, huge): mostly stronger or narrower words, so they have an origin of their own and
come after the synonyms of every sense. Hypernyms are left out: a *chemoreceptor* cannot replace a nose in a poem.
"""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from versebench.models.thesaurus.choosing import Sense, admits, choose, spell
from versebench.models.thesaurus.contract import Candidate
from versebench.models.thesaurus.inflection import Reading, lexicon_version, readings

TABLE = Path(__file__).resolve().parents[1] / "resources" / "synonyms" / "wordnet.parquet"
POS: Final = {"NOUN": "noun", "PROPN": "noun", "VERB": "verb", "ADJ": "adjective", "ADV": "adverb"}
RELATIONS: Final = ("synonyms", "similar")
ORIGINS: Final = {"synonyms": "wordnet:synonym", "similar": "wordnet:similar"}


class WordNetThesaurus:
    """Looks words up in the shipped table, which is read on first use."""

    def __init__(self, table: Path = TABLE) -> None:
        self._path = table

    @property
    def name(self) -> str:
        """The data and the lexicon for inflection, with their versions."""
        return f"wordnet.v1:3.0+{lexicon_version()}"

    def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:
        """Return synonyms in the order of senses, then similar adjectives; see `choosing` for the exclusions."""
        spelt = spell(word)
        if spelt is None or upos not in POS:
            return ()
        found = list(self._rows(spelt, upos))
        senses = ((reading, _sense(row, relation)) for relation in RELATIONS for reading, row in found)
        return choose(spelt, upos, senses)

    def holds(self, word: str) -> bool:
        """Return whether the word or its lemma has synonyms or similar words, as any part of speech."""
        spelt = spell(word)
        return spelt is not None and any(
            admits(spelt, upos, self._lemmas[i]) for upos in POS for _, place in self._find(spelt, upos) for i in place
        )

    def _rows(self, word: str, upos: str) -> Iterator[tuple[Reading, dict[str, Any]]]:
        for reading, place in self._find(word, upos):
            rows = self._table.slice(place.start, len(place)).to_pylist()
            yield from ((reading, row) for row in rows)

    def _find(self, word: str, upos: str) -> Iterator[tuple[Reading, range]]:
        for reading in readings(word.lower(), upos):
            if place := self._places.get((reading.lemma, POS[upos])):
                yield reading, place

    @cached_property
    def _table(self) -> Any:
        from pyarrow import parquet

        return parquet.read_table(self._path, use_threads=False)

    @cached_property
    def _lemmas(self) -> list[str]:
        lemmas: list[str] = self._table["lemma"].to_pylist()
        return lemmas

    @cached_property
    def _places(self) -> dict[tuple[str, str], range]:
        """The rows of each word in lower case and part of speech, which are adjacent in the table."""
        lemmas = [lemma.lower() for lemma in self._lemmas]
        keys = list(zip(lemmas, self._table["pos"].to_pylist(), strict=True))
        starts = [i for i, key in enumerate(keys) if i == 0 or keys[i - 1] != key]
        return {keys[i]: range(i, end) for i, end in zip(starts, [*starts[1:], len(keys)], strict=True)}


def _sense(row: dict[str, Any], relation: str) -> Sense:
    name = f"{row['lemma']}.{row['pos']}.{row['sense']}"
    return Sense(row["lemma"], name, tuple(row[relation]), ORIGINS[relation])
