"""A few limericks of the sample, committed through the stages before completion, in any number of shards."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa

from versebench.schemas.poems import POEMS
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import Manifest, assemble, write_manifest
from versebench.storage.run import Run
from versebench.transforms.annotation.annotate_shard import AnnotateShard
from versebench.transforms.candidates.poems_to_ask import FindPoemsToAsk, PoemsToAsk
from versebench.transforms.prosody.lexicon.list_words import ListWords
from versebench.transforms.prosody.lexicon.pronounce_words import PronounceWords
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.prosody.rhymes.settings import AMERICAN
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.text.keys import shards_of, text_id, work_id

SAMPLE = Path(__file__).parents[4] / "samples" / "limericks.json"
PRONOUNCER, COUNTER, SEED = "verse-ear", "pronunciation", 7


@dataclass(frozen=True)
class Corpus:
    """The committed poems and words, and where further runs may go."""

    root: str
    shards: int
    source: AnnotatedSource
    recall: Recall

    def tried(self, task: CompleteLine, limit: int = 2**64 - 1) -> PoemsToAsk:
        """The poems that a task tries: those with a rank up to a limit."""
        found = FindPoemsToAsk(self.source, self.recall, (task,), SEED)
        directory, manifest = committed(self.root, "wanted", self.shards, found)
        return PoemsToAsk(directory, manifest, task.label, limit)


def corpus(root: Path, shards: int, texts: list[str], languages: Mapping[str, str] = MappingProxyType({})) -> Corpus:
    """Texts as cleaned poems; ``languages`` holds the language of a text that is not in English."""
    base = str(root / str(shards))
    table = _poems(texts, languages)
    places = shards_of(table.column("work_id").to_pylist(), shards)

    def poems_of(shard: int) -> ShardOutput:
        return ShardOutput({"poems": table.filter(pa.array([place == shard for place in places], pa.bool_()))})

    poems, cleaned = committed(base, "clean", shards, poems_of)
    words, listed = committed(base, "words", shards, ListWords(poems, cleaned))
    lexicon, _ = committed(base, "lexicon", 1, PronounceWords(words, listed, PRONOUNCER, COUNTER, 1))
    recall = Recall(words, listed, lexicon, PRONOUNCER, COUNTER, AMERICAN)
    annotate = AnnotateShard(poems, cleaned, recall, "verse-tagger.v1", "wordnet")
    annotated_directory, annotated = committed(base, "annotate", shards, annotate)
    return Corpus(base, shards, AnnotatedSource(poems, cleaned, annotated_directory, annotated), recall)


def committed(root: str, stage: str, shards: int, task: Callable[[int], ShardOutput]) -> tuple[str, Manifest]:
    """The folder and the manifest of a stage that is run in this process."""
    run = Run(root, stage, "0" * 16, shards)
    manifest = assemble(run, {}, [commit_shard(run, shard, task(shard)) for shard in range(shards)])
    write_manifest(run, manifest)
    return run.directory, manifest


def sample(count: int) -> list[str]:
    """The first limericks of the sample."""
    rows = json.loads(SAMPLE.read_text(encoding="utf-8"))
    return [row["limerick"] for row in rows if row["limerick"].count("\n") == 4][:count]


def _poems(texts: list[str], languages: Mapping[str, str]) -> pa.Table:
    rows: list[dict[str, Any]] = sorted(
        (
            {
                "work_id": work_id("sample", None, text),
                "text_id": text_id(text),
                "parent_id": None,
                "first_line": None,
                "language": languages.get(text, "english"),
                "form": "limerick",
                "source": "sample",
                "source_id": None,
                "author": None,
                "title": None,
                "licence": "CC0-1.0",
                "text": text,
                "attributes": "{}",
                "topics": [],
                "included_words": [],
            }
            for text in texts
        ),
        key=lambda row: row["work_id"],
    )
    return pa.Table.from_pylist(rows, POEMS.schema)
