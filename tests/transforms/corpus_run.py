"""A corpus from its files to its annotation, shard by shard and without Beam."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from tests.transforms.tasks.completions.corpus import committed
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.annotate_shard import AnnotateShard
from versebench.transforms.filters.clean import CleanShard
from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.ingest.commit_poems import CommitPoems
from versebench.transforms.ingest.drop_duplicates import read_note as read_spread
from versebench.transforms.ingest.drop_duplicates import spread_partition
from versebench.transforms.ingest.read_sources import ReadFile, read_file, read_note
from versebench.transforms.ingest.source_file import SourceFile
from versebench.transforms.prosody.lexicon.list_words import ListWords
from versebench.transforms.prosody.lexicon.pronounce_words import PronounceWords
from versebench.transforms.prosody.lexicon.recall import Recall
from versebench.transforms.prosody.rhymes.settings import VERSE, RhymeSettings
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.source import PlacedSource

_SHARDS = 2


@dataclass(frozen=True)
class CorpusRun:
    """The tables of each stage over all shards."""

    read: tuple[ReadFile, ...]
    ingested: pa.Table
    refused_by_ingest: pa.Table
    lexicon: pa.Table
    cleaned: pa.Table
    refused_by_clean: pa.Table
    annotation: pa.Table


def run_corpus(
    folder: Path,
    sources: Sequence[PlacedSource],
    filters: Sequence[Filter] = PROFILES["verse"],
    rhymes: RhymeSettings = VERSE,
) -> CorpusRun:
    """Ingest, lexicon, clean and annotate of some sources with one file each; they state form and language."""
    root = str(folder)
    files = [SourceFile(number, source.path, source) for number, source in enumerate(sources)]
    read = tuple(read_note(read_file(file, root, Normalisation(), 1 << 24, 1), 1) for file in files)
    spread = read_spread(spread_partition(0, root, [file.spill for file in read], _SHARDS), _SHARDS)
    poems, ingested = committed(root, "ingest", _SHARDS, CommitPoems((spread,)))
    words, listed = committed(root, "words", _SHARDS, ListWords(poems, ingested))
    pronounce = PronounceWords(words, listed, "verse-ear", "pronunciation", 1)
    lexicon, pronounced = committed(root, "lexicon", 1, pronounce)
    recall = Recall(words, listed, lexicon, "verse-ear", "pronunciation", rhymes)
    clean, cleaned = committed(root, "clean", _SHARDS, CleanShard(poems, ingested, recall, tuple(filters)))
    annotate = AnnotateShard(clean, cleaned, recall, "verse-tagger.v1", "wordnet")
    annotated_at, annotated = committed(root, "annotate", _SHARDS, annotate)
    return CorpusRun(
        read,
        _whole(poems, ingested, "poems"),
        _whole(poems, ingested, "rejects"),
        _whole(lexicon, pronounced, "lexicon"),
        _whole(clean, cleaned, "poems"),
        _whole(clean, cleaned, "rejects"),
        _whole(annotated_at, annotated, "annotation"),
    )


def _whole(directory: str, manifest: Manifest, table: str) -> pa.Table:
    return pa.concat_tables(read_table(directory, manifest, table, shard) for shard in range(manifest.shards))
