"""The dataset card of a release: a README for people, with front matter for Hugging Face's hub."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import yaml

from versebench.release.documents.contested import contested_rows
from versebench.release.documents.facts import ExamplePair, FileFacts, ReleaseFacts
from versebench.release.documents.ghostwriting import crossings_by_artist
from versebench.release.documents.statistics import language_of
from versebench.release.templates import candidates, papers, render_markdown, views
from versebench.release.templates.matrices import LEVEL
from versebench.release.templates.order import series_names, series_order, task_names
from versebench.schemas.registry import TABLES
from versebench.transforms.prosody.languages.registry import LANGUAGES

if TYPE_CHECKING:
    from markupsafe import Markup

# Identifiers that the hub uses for licences of poems and annotations.
_LICENCES = frozenset(
    {
        "apache-2.0",
        "cc",
        "cc-by-2.0",
        "cc-by-2.5",
        "cc-by-3.0",
        "cc-by-4.0",
        "cc-by-nc-2.0",
        "cc-by-nc-3.0",
        "cc-by-nc-4.0",
        "cc-by-nc-nd-3.0",
        "cc-by-nc-nd-4.0",
        "cc-by-nc-sa-2.0",
        "cc-by-nc-sa-3.0",
        "cc-by-nc-sa-4.0",
        "cc-by-nd-4.0",
        "cc-by-sa-3.0",
        "cc-by-sa-4.0",
        "cc0-1.0",
        "mit",
        "odbl",
        "odc-by",
        "pddl",
        "unlicense",
    }
)
_SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))
_ROWS_AT_ONCE = 10_000


@dataclass(frozen=True)
class Field:
    """One column of a table, as the card lists it."""

    name: str
    kind: str
    description: str
    unit: str


@dataclass(frozen=True)
class TableCard:
    """One table of the release, with the paths of its files as a loader expects them."""

    name: str
    description: str
    rows: int
    paths: str | list[str]
    pattern: str
    fields: tuple[Field, ...]


def render_card(facts: ReleaseFacts) -> str:
    """The card as Markdown with YAML front matter; equal facts give equal text."""
    tables = _tables(facts.files)
    return render_markdown(
        "card.md",
        front_matter=_front_matter(facts),
        facts=facts,
        tables=tables,
        splits=list(dict.fromkeys(file.split for file in facts.files if file.split and file.rows)),
        snippets=_snippets(tables, _default_table(facts)),
        funnel=views.funnel(facts),
        comparison=views.comparison(facts),
        forms=views.forms(facts),
        groups=views.groups(facts),
        titles=task_names([task.task for task in facts.tasks]),
        completions=candidates.completion_rows(facts.completions),
        synonyms=candidates.synonym_rows(facts.synonyms),
        papers=papers if views.papers_apply(facts) else None,
        matrices=views.matrices(facts),
        reductions=views.reductions(facts),
        contested_rows=contested_rows(facts),
        series=series_names(series_order(facts.models, facts.results)),
        level=LEVEL,
        crossings={} if facts.ghostwriting is None else crossings_by_artist(facts.ghostwriting),
        example=facts.examples[0] if facts.examples else None,
        difference=_difference(facts.examples[0]) if facts.examples else "",
    )


def _front_matter(facts: ReleaseFacts) -> Markup:
    from markupsafe import Markup

    # Each value is one line: a text of several lines could contain the line that ends the front matter.
    return Markup(yaml.safe_dump(_metadata(facts), sort_keys=False, allow_unicode=True, width=10**6))


def _metadata(facts: ReleaseFacts) -> dict[str, object]:
    rows = sum(file.rows for file in facts.files if file.table == _default_table(facts))
    return {
        "pretty_name": " ".join(facts.title.split()),
        **_licence(facts.licence),
        **_language(facts),
        "annotations_creators": ["machine-generated"],
        "language_creators": ["found"],
        "source_datasets": ["original"],
        "size_categories": [next((name for limit, name in _SIZES if rows < limit), "n>10M")],
        **_purpose(facts),
        **({"configs": configs} if (configs := _configs(facts)) else {}),
    }


def _purpose(facts: ReleaseFacts) -> dict[str, list[str]]:
    """The tasks and tags under which the hub lists the release."""
    if facts.has_pairs:
        return {
            "task_categories": ["text-classification", "text-generation"],
            "task_ids": ["acceptability-classification", "language-modeling"],
            "tags": ["poetry", facts.form, "minimal-pairs", "benchmark", "bpomp", "versebench"],
        }
    if facts.ghostwriting is not None:
        return {
            "task_categories": ["text-generation"],
            "task_ids": ["language-modeling"],
            "tags": ["poetry", "ghostwriting", "style", "rhyme", "versebench"],
        }
    if facts.proftap is not None:
        return {
            "task_categories": ["text-generation"],
            "task_ids": ["language-modeling"],
            "tags": ["poetry", "proftap", "turing-test", "classical-chinese", "versebench"],
        }
    forms = dict.fromkeys(group.form for group in facts.groups)
    return {
        "task_categories": ["text-generation"],
        "task_ids": ["language-modeling"],
        "tags": ["poetry", *forms, "corpus", "versebench"],
    }


def _language(facts: ReleaseFacts) -> dict[str, list[str]]:
    named = [group.language for group in facts.groups] or [language_of(facts.form)]
    codes = list(dict.fromkeys(LANGUAGES[name].code for name in named if name in LANGUAGES))
    return {"language": codes} if codes else {}


def _default_table(facts: ReleaseFacts) -> str:
    if facts.ghostwriting is not None:
        return "generated"
    if facts.proftap is not None:
        return "test_poems"
    return "pairs" if facts.has_pairs else "poems"


def _licence(licence: str) -> dict[str, str]:
    slug = re.sub(r"[^a-z0-9.]+", "-", licence.lower()).strip("-")
    return {"license": slug} if slug in _LICENCES else {"license": "other", "license_name": slug or "unknown"}


def _configs(facts: ReleaseFacts) -> list[dict[str, object]]:
    """A configuration for each table with rows. The loader refuses tables and splits without rows."""
    return [
        # Without a number the loader uses the size of the first row group, which can be 0.
        {"config_name": table, "data_files": data_files, "batch_size": _ROWS_AT_ONCE}
        | ({"default": True} if table == _default_table(facts) else {})
        for table in _table_names(facts.files)
        if (data_files := _data_files(table, facts.files))
    ]


def _data_files(table: str, files: Sequence[FileFacts]) -> list[dict[str, object]]:
    """The splits of a table that have rows, with their files. The hub calls a table without splits ``train``."""
    splits = dict.fromkeys(file.split for file in files if file.table == table and file.rows)
    return [{"split": split or "train", "path": _paths(table, files, split)} for split in splits]


def _table_names(files: Sequence[FileFacts]) -> list[str]:
    present = {file.table for file in files if file.table and file.name.endswith(".parquet")}
    return [name for name in TABLES if name in present] + sorted(present.difference(TABLES))


def _paths(table: str, files: Sequence[FileFacts], split: str | None = None) -> str | list[str]:
    """A pattern that matches exactly the files of a table, or of one split; a list of the files if no pattern does."""
    mine = [file for file in files if file.table == table and file.name.endswith(".parquet")]
    names = [file.name for file in mine if split in (None, file.split)]
    folder, stem = names[0].rpartition("/")[0], f"{table}-{split}" if split else table
    pattern = f"{folder}/{stem}-*-of-*.parquet" if folder else f"{stem}-*-of-*.parquet"
    matched = [file.name for file in files if fnmatchcase(file.name, pattern)]
    return pattern if matched == names else names


def _tables(files: Sequence[FileFacts]) -> list[TableCard]:
    return [
        TableCard(
            name,
            TABLES[name].description if name in TABLES else "This version of versebench does not know this table.",
            sum(file.rows for file in files if file.table == name),
            (paths := _paths(name, files)),
            paths if isinstance(paths, str) else ", ".join(paths),
            _fields(name),
        )
        for name in _table_names(files)
    ]


def _fields(table: str) -> tuple[Field, ...]:
    if table not in TABLES:
        return ()
    return tuple(
        Field(field.name, _kind(str(field.type)), *_described(field.metadata or {})) for field in TABLES[table].schema
    )


def _kind(kind: str) -> str:
    listed = re.fullmatch(r"list<\w+: (\w+)>", kind)
    return f"list of {listed[1]}" if listed else kind


def _described(metadata: Mapping[bytes, bytes]) -> tuple[str, str]:
    unit = metadata.get(b"unit", b"none").decode()
    return metadata.get(b"description", b"").decode(), "" if unit == "none" else unit


def _snippets(tables: Sequence[TableCard], default: str) -> list[str]:
    """Code that reads all rows of the default table, or of the first one with rows, with each library."""
    readable = [table for table in tables if table.rows]
    if not readable:
        return []
    table = next((table for table in readable if table.name == default), readable[0])
    paths = json.dumps(table.paths, ensure_ascii=False)
    name = table.name if table.name.isidentifier() else "table"
    files = f"sorted(glob({paths}))" if isinstance(table.paths, str) else paths
    imports = "from glob import glob\n\n" if isinstance(table.paths, str) else ""
    config = json.dumps(table.name, ensure_ascii=False)
    return [
        # The library names a data set by the last part of its path, and "." has none.
        "from os import getcwd\n\nfrom datasets import load_dataset\n\n"
        f'{name} = load_dataset(getcwd(), {config}, split="all")',
        f"{imports}import pandas as pd\n\n{name} = pd.concat(map(pd.read_parquet, {files}), ignore_index=True)",
        f"import polars as pl\n\n{name} = pl.read_parquet({paths})",
        f"import duckdb\n\n{name} = duckdb.read_parquet({paths})",
        f"{imports}import pyarrow.parquet as pq\n\n{name} = pq.read_table({files}, page_checksum_verification=True)",
        f'import mlcroissant as mlc\n\n{name} = mlc.Dataset("croissant.json").records({config})',
    ]


def _difference(pair: ExamplePair) -> str:
    """The pair line by line, in the format of a patch."""
    original, corrupted = pair.original.split("\n"), pair.corrupted.split("\n")
    if len(original) != len(corrupted):
        return "\n".join([*(f"- {line}" for line in original), *(f"+ {line}" for line in corrupted)])
    lines: list[str] = []
    for before, after in zip(original, corrupted, strict=True):
        lines += [f"  {before}"] if before == after else [f"- {before}", f"+ {after}"]
    return "\n".join(lines)
