"""The text of a recipe for a surveyed folder, with comments on everything that was seen."""

import json
import re
from collections.abc import Iterator
from math import ceil
from pathlib import Path

from versebench.pipelines.recipe.init.survey import FoundSource, Survey

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_NO_TEXTS = frozenset({"yes", "no", "true", "false", "null", "on", "off", "y", "n"})
"""Words that YAML reads as other values."""
_ALLOWED = 0.05
"""The default of ``ingest.max_unreadable_share``."""


def recipe_text(folder: str, survey: Survey) -> str:
    """Returns the YAML of a recipe that runs at once. Files that are no source stand in comments, with the reason."""
    return "\n".join(_lines(folder, survey)) + "\n"


def _lines(folder: str, survey: Survey) -> Iterator[str]:
    used = [source for source in survey.sources if source.problem is None]
    name = "-".join(re.findall(r"[a-z0-9]+", Path(folder).resolve().name.lower()))[:60] or "corpus"
    yield f"# Written by versebench init for {_shown(folder)}. Change any line; docs/RECIPE.md lists all keys."
    languages = {source.language for source in used}
    makes_pairs = languages == {"english"}
    yield f"kind: {'pairs' if makes_pairs else 'corpus'}"
    yield f"name: {_value(name)}"
    yield "version: 1.0.0"
    yield f"title: {_value(name.replace('-', ' ').capitalize())}"
    yield "creators: [unknown]  # Who is responsible for the release, as in [Family, Given]."
    yield "licence: unknown  # Licence of the release as a whole, such as CC-BY-4.0."
    forms = [source.form for source in used for _ in range(source.poems)]
    form = max(dict.fromkeys(forms), key=forms.count)
    yield f"form: {form}  # Guessed from the numbers of lines; a source may have another."
    yield "ingest:"
    yield "  markup: markup.v1  # &quot; becomes a quotation mark, <br> a line end; _italics_ lose their underscores."
    yield "  names: names.v1  # Lear, Edward and Edward Lear are one author."
    simplified = any(source.simplified for source in used)
    if simplified:
        yield "  simplified: accept  # Texts in simplified characters; their rhymes and tones have gaps."
    yield from _unreadable(used)
    if "english" in languages:
        yield "# ear:  # Remove these marks if names or dialect words are refused; rows as in: Vloon, rhymes with moon"
        yield "#   lexicon: words.csv"
    yield "clean:"
    chinese = languages == {"classical-chinese"}
    if chinese and simplified:  # the profile classical refuses simplified characters
        yield "  filters: [{filter: chinese_text.v1}]"
    else:
        yield f"  profile: {'classical' if chinese else 'verse'}"
    if chinese:
        yield "tagger: none"
    yield "sources:"
    for source in survey.sources:
        yield from _source(source, form) if source.problem is None else _no_source(source.path, source.problem)
    for file in survey.left_out:
        yield from _no_source(str(file.path), str(file.problem))
    if makes_pairs:
        yield "tasks:  # versebench tasks lists all."
        yield "  - {task: swap_end_words.v1}"
        yield "  - {task: swap_lines.v1}"
        yield "  - {task: delete_words.v1, words: 1}"
        yield "# models:  # Remove these marks to score the pairs; versebench models lists what is shipped."
        yield "#   - {model: gpt2-verse}"


def _unreadable(sources: list[FoundSource]) -> Iterator[str]:
    poems = sum(source.poems for source in sources)
    refused = sum(sum(source.refused.values()) for source in sources)
    if refused > _ALLOWED * (poems + refused):
        share = min(1.0, ceil(20 * (refused / (poems + refused)) + 1) / 20)
        yield f"  max_unreadable_share: {share}  # {refused} of the first {poems + refused} rows are no poems."


def _source(source: FoundSource, form: str) -> Iterator[str]:
    files = "1 file" if source.files == 1 else f"{source.files} files"
    refused = ", ".join(f"{count} {reason}" for reason, count in source.refused.items())
    yield f"  # {files}; of the first rows {source.poems} are poems{f'; refused: {refused}' if refused else ''}."
    if source.columns:
        yield f"  # Columns: {_shown(', '.join(source.columns))}."
    yield f"  - name: {_value(source.name)}"
    yield f"    path: {_value(source.path)}"
    yield f"    format: {source.format}"
    if source.encoding is not None:
        yield f"    encoding: {source.encoding}  # Guessed; look at words with accents in the release."
    yield "    licence: unknown"
    if source.language != "english":
        yield f"    language: {source.language}"
    if source.form != form:
        yield f"    form: {source.form}"
    if source.fields:
        fields = ", ".join(f"{name}: {_value(column)}" for name, column in source.fields.items())
        yield f"    fields: {{{fields}}}"


def _no_source(path: str, problem: str) -> Iterator[str]:
    yield f"  # Left out: {_shown(path)}: {_shown(problem)}."


def _shown(text: str) -> str:
    """A text for a comment, which must stay on one line."""
    return "".join(character if character.isprintable() else "?" for character in text)[:300]


def _value(text: str) -> str:
    """A text as YAML; a JSON string is one."""
    if _PLAIN.fullmatch(text) and text.lower() not in _NO_TEXTS:
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())
