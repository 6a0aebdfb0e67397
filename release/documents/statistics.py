"""Figures of the poems of a release: those that the papers print of their corpus, and origins of pronunciations."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

import pyarrow as pa

from versebench.models.pronunciation.contract import is_guess
from versebench.release.documents.facts import CorpusStatistics, GroupStatistics, PronouncedWords
from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.text.words import tokens


def corpus_statistics(shards: Iterable[pa.Table]) -> CorpusStatistics:
    """Statistics of some shards of poems. A word is a token with a letter or digit; case is ignored."""
    authors: Counter[str] = Counter()
    types: set[str] = set()
    word_tokens = poems = 0
    last_lines: Counter[int] = Counter()
    for shard in shards:
        authors.update(author for author in shard.column("author").to_pylist() if author is not None)
        for text in shard.column("text").to_pylist():
            lines = [[line[token.word_start : token.word_end] for token in tokens(line)] for line in text.split("\n")]
            for line in lines:
                types.update(word.lower() for word in line)
                word_tokens += len(line)
            last_lines[len(lines[-1])] += 1
            poems += 1
    mean, deviation = mean_and_deviation(last_lines)
    top = sum(count for _, count in authors.most_common(10))
    return CorpusStatistics(
        poems=poems,
        authors=len(authors),
        share_of_ten_most_prolific=top / authors.total() if authors else 0.0,
        word_types=len(types),
        word_tokens=word_tokens,
        last_line_words_mean=mean,
        last_line_words_deviation=deviation,
    )


def language_of(form: str) -> str:
    """The language of poems whose rows name none: that of their form; ``undetermined`` if the form has any language."""
    language = FORMS[form].language if form in FORMS else ANY_LANGUAGE
    return "undetermined" if language == ANY_LANGUAGE else language


def group_statistics(shards: Iterable[tuple[pa.Table, pa.Table]], form: str) -> tuple[GroupStatistics, ...]:
    """The poems by form and language, the largest group first, from (poems, annotation) of every shard.

    Words are those of the annotation, split by the rules of the language. ``form`` is used for poems whose rows have
    none.
    """
    groups: dict[tuple[str, str], _Group] = {}
    for poems, annotation in shards:
        words = dict(zip(*(annotation.column(name).to_pylist() for name in ("work_id", "word_line")), strict=True))
        forms, languages = _texts(poems, "form", form), _texts(poems, "language", language_of(form))
        rows = poems.select(["work_id", "author", "text"]).to_pylist()
        for row, *key in zip(rows, forms, languages, strict=True):
            groups.setdefault((key[0], key[1]), _Group()).add(row["author"], row["text"], words.get(row["work_id"], ()))
    ordered = sorted(groups.items(), key=lambda item: (-item[1].poems, item[0]))
    return tuple(
        GroupStatistics(*key, group.poems, len(group.authors), group.lines, group.words) for key, group in ordered
    )


@dataclass
class _Group:
    poems: int = 0
    authors: set[str] = field(default_factory=set)
    lines: int = 0
    words: int = 0

    def add(self, author: str | None, text: str, words: Sequence[int]) -> None:
        self.poems += 1
        self.authors |= set() if author is None else {author}
        self.lines += sum(bool(line) for line in text.split("\n"))
        self.words += len(words)


def _texts(shard: pa.Table, column: str, default: str) -> list[str]:
    """The values of a column, with a default for null values or if the table lacks the column."""
    if column not in shard.column_names:
        return [default] * len(shard)
    return [default if value is None else value for value in shard.column(column).to_pylist()]


def mean_and_deviation(counts: Mapping[int, int]) -> tuple[float, float]:
    """Mean and standard deviation of values, given the count of each; 0 for both without values."""
    total = sum(counts.values())
    if not total:
        return 0.0, 0.0
    mean = sum(value * count for value, count in counts.items()) / total
    return mean, sqrt(sum((value - mean) ** 2 * count for value, count in counts.items()) / total)


def pronounced_words(shards: Iterable[pa.Table]) -> PronouncedWords:
    """The origins of the pronunciations in some shards of the annotation: entries, rules, guesses or none."""
    origins: Counter[str] = Counter()
    for shard in shards:
        counts = shard.column("word_origin").combine_chunks().flatten().value_counts()
        origins.update({item["values"]: item["counts"] for item in counts.to_pylist()})
    guesses = sum(count for origin, count in origins.items() if is_guess(origin))
    rules = sum(count for origin, count in origins.items() if "+" in origin and not is_guess(origin))
    return PronouncedWords(origins.total() - guesses - rules - origins[""], rules, guesses, origins[""])
