"""Cut the works of a shard into verses by artist; parts that are no verse are refused."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.ghostwriting import VERSES
from versebench.schemas.poems import REJECTS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.names import Roster, artist_id, counted, refused_verse, verse_id
from versebench.transforms.lyrics.song import GUEST, VERSE, LyricsError
from versebench.transforms.lyrics.tokenizers import tokenized
from versebench.transforms.lyrics.verses import Part, song_parts, stanza_parts
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.readers.contract import ORIGINAL_LIMIT

STAGE = "verses"
Row = dict[str, Any]


@dataclass(frozen=True)
class CutRules:
    """How works are cut: the sources whose works are cut at headings, lines of a verse, tokenizer, and artists."""

    songs: frozenset[str]
    most_lines: int
    tokens: str
    roster: Roster


@dataclass(frozen=True)
class CutShard:
    """The verses of a shard of works, and the parts that are none.

    The texts are those that were ingested, with their stanza breaks, of the works that were kept.
    """

    directory: str
    ingested: Manifest
    kept_directory: str
    kept: Manifest
    rules: CutRules

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``verses`` and ``rejects``.

        Counts: ``in``, ``out``, ``rejected.<reason>``, and verses by source and artist.
        """
        poems = read_table(self.directory, self.ingested, "poems", shard)
        kept = read_table(self.kept_directory, self.kept, "poems", shard, ["work_id"])
        poems = poems.filter(pc.is_in(poems.column("work_id"), kept.column("work_id").combine_chunks()))
        return cut_works(poems, self.rules)


@dataclass
class _Sorted:
    """Verses and refused parts of some works."""

    verses: list[Row] = field(default_factory=list)
    rejects: list[Row] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def refuse(self, work: Mapping[str, Any], first_line: int, text: str, refusal: Refusal) -> None:
        self.counts[f"rejected.{refusal.reason}"] += 1
        place = f"line {first_line}: " if first_line else ""
        owner = {name: work[name] for name in ("work_id", "source", "source_id")}
        reject_id = refused_verse(work["work_id"], str(first_line))
        self.rejects.append(reject(STAGE, reject_id, owner, text, Refusal(refusal.reason, place + refusal.detail)))


def reject(stage: str, reject_id: str, owner: Mapping[str, Any], text: str, refusal: Refusal) -> Row:
    """The row of a refused verse or part. ``owner`` has its work, source and source id."""
    return {
        **owner,
        "reject_id": reject_id,
        "stage": stage,
        "reason": refusal.reason,
        "detail": refusal.detail,
        "kept_work_id": owner.get("kept_work_id"),
        "original": text[:ORIGINAL_LIMIT],
        "original_size": len(text),
    }


def cut_works(poems: pa.Table, rules: CutRules) -> ShardOutput:
    """The verses of some works, and the parts that are none."""
    made = _Sorted()
    for work in poems.to_pylist():
        _cut_work(work, rules, made)
    made.verses.sort(key=lambda row: (row["artist_id"], row["verse_id"]))
    made.rejects.sort(key=lambda row: str(row["reject_id"]))
    counts = {"in": len(made.verses) + len(made.rejects), "out": len(made.verses), **made.counts}
    return ShardOutput({"verses": VERSES.build_rows(made.verses), "rejects": REJECTS.build_rows(made.rejects)}, counts)


def _cut_work(work: Row, rules: CutRules, made: _Sorted) -> None:
    if not (work["author"] or "").strip():
        made.refuse(work, 0, work["text"], Refusal("no_artist", "the work has no author; map the field in the source"))
        return
    try:
        parts = list(_parts(work, rules))
        verses = [(part, _verse(work, part, rules)) for part in parts]
    except LyricsError as error:
        made.refuse(work, 0, work["text"], Refusal("unclosed_section", str(error)))
        return
    except Exception as error:
        made.refuse(work, 0, work["text"], processing_failed(error))
        return
    if not verses:
        made.refuse(work, 0, work["text"], Refusal("no_verse", "no section of the work has a line"))
    for part, verse in verses:
        if isinstance(verse, Refusal):
            made.refuse(work, part.first_line, "\n".join(part.lines), verse)
        else:
            name, row = verse
            made.verses.append(row)
            made.counts[counted(work["source"], name)] += 1


def _parts(work: Row, rules: CutRules) -> Iterator[Part]:
    if work["source"] in rules.songs:
        return song_parts(work["text"], work["author"])
    return stanza_parts(work["text"], rules.most_lines)


def _verse(work: Row, part: Part, rules: CutRules) -> tuple[str, Row] | Refusal:
    """The artist and the row of a verse, or why it is refused."""
    name: str | None = rules.roster.named(work["source"], work["author"])
    if part.kind == GUEST:
        name = rules.roster.known(work["source"], part.singer)
    if name is None or part.kind not in (VERSE, GUEST):
        detail = f"the section {part.heading!r} is no verse of {work['author']}"
        return Refusal(f"not_verse.{part.kind}", detail)
    if not rules.roster.uses(name):
        return Refusal("artist_not_named", f"{name!r} is not in artists.names")
    lines = tokenized("\n".join(part.lines), rules.tokens)
    return name, {
        "artist_id": artist_id(name),
        "verse_id": verse_id(work["work_id"], part.first_line),
        "work_id": work["work_id"],
        "section": part.heading,
        "first_line": part.first_line,
        "text": "\n".join(part.lines),
        "tokens": sum(map(len, lines)),
        "lines": len(part.lines),
        "cluster": verse_id(work["work_id"], part.first_line),
        "own_similarity": None,
        "own_nearest": None,
    }
