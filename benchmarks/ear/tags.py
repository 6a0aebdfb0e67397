"""How well a tagger knows the parts of speech of end words: 1,000 labelled by hand, of 200 poems of five lines.

Half of the poems are of ``samples/limericks.json``, half are public-domain verse that is not part of the repository;
without its folder, that half is left out. The labels, ``samples/end_words_upos.csv``, were made by reading, before any
tagger had run, after the guidelines of UD English EWT; ``also`` holds other labels that can be defended. The tagger is
heard as the annotation hears it. Beside the end words: accuracy on EWT's test part, whose tokens are given, and speed.
"""

import csv
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.measure import machine
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.spacy_tagger import SHIPPED, UNUSED, load_tagger
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.transforms.annotation.annotation import annotate, annotated_poems
from versebench.transforms.annotation.readers import Readers
from versebench.transforms.prosody.rhymes.groups import pairs_of_lines
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.statistics.accuracy import Interval, clustered_interval
from versebench.transforms.text.words import tokens

ROOT = Path(__file__).parents[2]
LABELS = ROOT / "samples" / "end_words_upos.csv"
SAMPLE = ROOT / "samples" / "limericks.json"
PUBLIC_DOMAIN = Path("limericks") / "public_domain.jsonl"
EWT_TEST = Path("ud-ewt") / "en_ewt-ud-test.conllu.gz"
PROCESSES = (1, 2)
ROUNDS = 3
TEXTS = 4_000  # poems that the speed is measured on: those of the sample, again and again


@dataclass(frozen=True)
class Label:
    """The end word of a line (from 1), its part of speech, and others that can be defended."""

    corpus: str
    poem: str
    line: int
    word: str
    upos: str
    also: tuple[str, ...] = ()

    @property
    def accepted(self) -> tuple[str, ...]:
        """All parts of speech that can be defended."""
        return (self.upos, *self.also)


@dataclass(frozen=True)
class Heard:
    """A label, and what the tagger says."""

    label: Label
    found: str

    @property
    def strict(self) -> bool:
        """Whether the tagger gives the better label."""
        return self.found == self.label.upos

    @property
    def lenient(self) -> bool:
        """Whether the tagger gives a label that can be defended."""
        return self.found in self.label.accepted


@dataclass(frozen=True)
class HeardPair:
    """Two end words of one rhyme group."""

    one: Heard
    other: Heard

    @property
    def same(self) -> bool:
        """Whether the better labels are equal."""
        return self.one.label.upos == self.other.label.upos

    @property
    def found_same(self) -> bool:
        """Whether the tagger gives both one label: the task may swap them."""
        return self.one.found == self.other.found

    @property
    def strict(self) -> bool:
        """Whether the tagger decides as the better labels do."""
        return self.found_same == self.same

    @property
    def lenient(self) -> bool:
        """Whether the tagger decides as some labels do that can be defended."""
        choices = product(self.one.label.accepted, self.other.label.accepted)
        return any((one == other) == self.found_same for one, other in choices)


Poem = Sequence[Heard]


def read_labels(path: Path = LABELS) -> list[Label]:
    """The labels in the order of the file: poem by poem, line by line."""
    with path.open(encoding="utf-8", newline="") as rows:
        return [
            Label(row["corpus"], row["id"], int(row["line"]), row["word"], row["upos"], tuple(row["also"].split()))
            for row in csv.DictReader(rows)
        ]


def read_texts(data: Path) -> dict[str, dict[str, str]]:
    """The poems by id, of each corpus that is there."""
    texts = {"sample": {poem["id"]: poem["limerick"] for poem in json.loads(SAMPLE.read_text(encoding="utf-8"))}}
    if (data / PUBLIC_DOMAIN).is_file():
        with (data / PUBLIC_DOMAIN).open(encoding="utf-8") as rows:
            texts["public_domain"] = {poem["id"]: "\n".join(poem["lines"]) for poem in map(json.loads, rows)}
    return texts


def hear(labels: Iterable[Label], texts: Mapping[str, str], tagger: Tagger) -> list[Poem]:
    """The labels of a corpus with what the tagger says, poem by poem.

    Raises ``ValueError`` if the line that a label is of ends in another word.
    """
    labelled: dict[str, list[Label]] = {}
    for label in labels:
        labelled.setdefault(label.poem, []).append(label)
    alike = {"language": ["english"] * len(labelled), "form": ["limerick"] * len(labelled)}
    works = pa.table({"work_id": list(labelled), **alike, "text": [texts[poem] for poem in labelled]})
    readers = Readers(tagger, SoundMemory(load_pronouncer("verse-ear")), load_thesaurus("wordnet"))
    heard: list[Poem] = []
    for poem in annotated_poems(works, annotate(works, readers)):
        lines = []
        for label in labelled[poem.work_id]:
            end = poem.end_word(label.line - 1)
            if end is None or poem.text[end.start : end.end] != label.word:
                raise ValueError(f"line {label.line} of {label.poem} does not end in {label.word!r}")
            lines.append(Heard(label, end.upos))
        heard.append(lines)
    return heard


def pairs(poem: Poem) -> list[HeardPair]:
    """The pairs of different end words that rhyme in a limerick: what the task decides upon."""
    found = [HeardPair(poem[one], poem[other]) for one, other in pairs_of_lines("AABBA", (0, 1, 2, 3, 4))]
    return [pair for pair in found if pair.one.label.word.casefold() != pair.other.label.word.casefold()]


def share(groups: Iterable[Sequence[bool]]) -> Interval:
    """The share of what is right, grouped by poem; at least one poem has something to check."""
    counts = [(len(group), sum(group)) for group in groups if group]
    return clustered_interval(
        pairs=sum(count for count, _ in counts),
        correct=sum(right for _, right in counts),
        poems=len(counts),
        correct_squared=sum(right * right for _, right in counts),
        correct_times_pairs=sum(right * count for count, right in counts),
        pairs_squared=sum(count * count for count, _ in counts),
    )


def corpus_figures(poems: Sequence[Poem]) -> dict[str, Any]:
    """What the tagger is worth on a corpus."""
    rhymes = [pairs(poem) for poem in poems]
    decided = [pair for one in rhymes for pair in one]
    swapped = [pair for pair in decided if pair.found_same]
    return {
        "words": sum(map(len, poems)),
        "strict": asdict(share([[word.strict for word in poem] for poem in poems])),
        "lenient": asdict(share([[word.lenient for word in poem] for poem in poems])),
        "pairs": len(decided),
        "pairs_strict": asdict(share([[pair.strict for pair in one] for one in rhymes])),
        "pairs_lenient": asdict(share([[pair.lenient for pair in one] for one in rhymes])),
        "same": sum(pair.same for pair in decided),
        "found_same": len(swapped),
        "wrongly_same": sum(not pair.strict for pair in swapped),
        "wrongly_same_lenient": sum(not pair.lenient for pair in swapped),
    }


def confusions(poems: Iterable[Poem]) -> list[dict[str, Any]]:
    """What the tagger takes for what, the most frequent first, with the words in the order of the corpus."""
    wrong = [word for poem in poems for word in poem if not word.strict]
    counted = Counter((word.label.upos, word.found) for word in wrong)
    return [
        {
            "label": label,
            "found": found,
            "words": count,
            "not_defensible": sum(
                not word.lenient for word in wrong if (word.label.upos, word.found) == (label, found)
            ),
            "examples": [word.label.word for word in wrong if (word.label.upos, word.found) == (label, found)],
        }
        for (label, found), count in counted.most_common()
    ]


def ewt_accuracy(tagger: str, path: Path) -> float:
    """The share of the tokens of EWT's test part that are tagged right; tokens are given, sentences stand alone."""
    import spacy

    from training.train_tagger import accuracy, read_conllu

    nlp = spacy.load(SHIPPED.get(tagger) or tagger.removeprefix("spacy:").split("==")[0], exclude=UNUSED)
    return accuracy(nlp, list(read_conllu(path)))


_tagger: Tagger
_ready: Barrier


def words_per_second(tagger: str, texts: Sequence[str], processes: int) -> dict[str, float]:
    """Words of lines, marks not counted: the best of some runs, in processes that have loaded all.

    By the clock, and by the processor time of all processes: the clock of a machine that has other work says little.
    """
    context = get_context("spawn")
    parts = [list(texts[start::processes]) for start in range(processes)]
    clock = processor = float("inf")
    with context.Pool(processes, _load, (tagger, texts[:100], context.Barrier(processes))) as pool:
        for _ in range(ROUNDS):
            pool.map(_wait, range(processes), chunksize=1)
            start = time.perf_counter()
            used = pool.map(_tag, parts, chunksize=1)
            clock = min(clock, time.perf_counter() - start)
            processor = min(processor, sum(used))
    words = sum(len(list(tokens(line))) for text in texts for line in text.split("\n"))
    return {"clock": words / clock, "processor": words / processor}


def _load(tagger: str, texts: Sequence[str], ready: Barrier) -> None:
    global _tagger, _ready
    _tagger, _ready = load_tagger(tagger), ready
    _tagger.tag(texts)


def _wait(_: int) -> None:
    _ready.wait()


def _tag(texts: Sequence[str]) -> float:
    start = time.process_time()
    _tagger.tag(texts)
    return time.process_time() - start


def measure(data: Path, tagger: str) -> dict[str, Any]:
    """All figures of a tagger; those whose data are not there are left out."""
    texts, loaded = read_texts(data), load_tagger(tagger)
    labels = read_labels()
    heard = {
        corpus: hear([label for label in labels if label.corpus == corpus], found, loaded)
        for corpus, found in texts.items()
    }
    everything = [poem for poems in heard.values() for poem in poems]
    corpora = {**heard, "all": everything} if len(heard) > 1 else heard
    verse = list(texts["sample"].values())
    repeated = (verse * (TEXTS // len(verse) + 1))[:TEXTS]
    return {
        "tagger": loaded.name,
        "machine": machine(),
        "corpora": {corpus: corpus_figures(poems) for corpus, poems in corpora.items()},
        "confusions": confusions(everything),
        "ewt_test": ewt_accuracy(tagger, data / EWT_TEST) if (data / EWT_TEST).is_file() else None,
        "words_per_second": {processes: words_per_second(tagger, repeated, processes) for processes in PROCESSES},
    }
