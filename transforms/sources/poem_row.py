"""From a row of a source to the columns of a poem, or a refusal."""

from collections.abc import Mapping
from typing import Any

from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.registry import form_called, in_language, nearest_form
from versebench.transforms.prosody.languages.classical_chinese.language import CLASSICAL_CHINESE
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.sources.attributes import attributes, with_attributes
from versebench.transforms.sources.attribution import cut_attribution
from versebench.transforms.sources.markup import MARKUP_V1, without_markup
from versebench.transforms.sources.names import NAMES_V1, given_first
from versebench.transforms.sources.normalise import Normalisation, normalise, normalise_line
from versebench.transforms.sources.source import PlacedSource
from versebench.transforms.text.chinese import characters
from versebench.transforms.text.keys import text_id, work_id


def poem_row(fields: Mapping[str, object], source: PlacedSource, rules: Normalisation) -> dict[str, Any] | Refusal:
    """Returns the columns of :data:`versebench.schemas.poems.POEMS` for one row, or why the row is refused."""
    found = {name: fields[column] for name, column in source.mapping.items() if fields.get(column) is not None}
    text = _text(found, fields, source)
    notes: dict[str, object] = {}
    if rules.markup == MARKUP_V1:
        text = _without_markup(text, found, notes)
    normal = text if isinstance(text, Refusal) else normalise(text, rules)
    if isinstance(normal, Refusal):
        return normal
    normal, named = cut_attribution(normal) if rules.attributions == "cut" else (normal, "")
    scalars = {name: _scalar(name, found.get(name)) for name in ("source_id", "author", "title", "licence")}
    lists = {name: _strings(name, found.get(name)) for name in ("topics", "included_words")}
    form = _form(found.get("form"), source)
    kept = attributes(fields, source.attribute_mapping, rules, {"attribution_line": named} if named else {})
    for value in (*scalars.values(), *lists.values(), form, kept):
        if isinstance(value, Refusal):
            return value
    if problem := _script_problem(normal, source.language, rules):
        return Refusal(*problem.split(": ", 1))
    lines = {name: normalise_line(str(value), rules) or None for name, value in scalars.items() if value is not None}
    author = _author(lines.get("author") or source.author, rules, notes)
    return {
        "work_id": work_id(source.name, lines.get("source_id"), normal),
        "text_id": text_id(normal),
        "parent_id": None,
        "first_line": None,
        "source": source.name,
        "source_id": lines.get("source_id"),
        "author": author,
        "title": lines.get("title"),
        "licence": lines.get("licence") or source.licence,
        "language": source.language,
        "form": form,
        "text": normal,
        "attributes": with_attributes(str(kept), notes),
        **{name: _lines(values, rules) for name, values in lists.items()},
    }


def _without_markup(text: str | Refusal, found: dict[str, object], notes: dict[str, object]) -> str | Refusal:
    """The text without markup; the other texts of the row lose theirs in place, and ``notes`` says what was changed."""
    changes: set[str] = set()
    for name in ("author", "title"):
        if isinstance(value := found.get(name), str):
            found[name], changed = without_markup(value)
            changes |= set(changed)
    if not isinstance(text, Refusal):
        text, changed = without_markup(text)
        changes |= set(changed)
    if changes:
        notes["markup_removed"] = sorted(changes)
    return text


def _script_problem(text: str, language: str, rules: Normalisation) -> str | None:
    """The problem of the script of a text; simplified characters are none if the rules accept them."""
    if language == CLASSICAL_CHINESE.name and rules.simplified == "accept" and characters(text):
        return None
    return LANGUAGES[language].script_problem(text)


def _author(author: str | None, rules: Normalisation, notes: dict[str, object]) -> str | None:
    if author is None or rules.names != NAMES_V1 or (name := given_first(author)) == author:
        return author
    notes["author_as_given"] = author
    return name


def source_id(fields: Mapping[str, object], source: PlacedSource, rules: Normalisation) -> str | None:
    """The id of a row in its source, on one line, also for rows that are not poems; None if it cannot be read."""
    column = source.mapping.get("source_id")
    value = None if column is None else fields.get(column)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return normalise_line(str(value), rules) or None


def _names(fields: Mapping[str, object]) -> str:
    return ", ".join(sorted(fields)[:8]) or "none"


def _text(found: Mapping[str, object], fields: Mapping[str, object], source: PlacedSource) -> str | Refusal:
    if "text" not in found:
        wanted = source.mapping["text"]
        return Refusal("missing_field", f"no text in field {wanted!r}; the row has {_names(fields)}")
    value = found["text"]
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    if isinstance(value, list) and all(_is_stanza(stanza) for stanza in value):
        return "\n\n".join("\n".join(stanza) for stanza in value)
    if isinstance(value, str):
        return value
    return Refusal("wrong_type", f"the text is of type {type(value).__name__}; expected a string or a list of lines")


def _is_stanza(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(line, str) for line in value)


def _form(value: object, source: PlacedSource) -> str | Refusal | None:
    """The form that a row names, in the language of its source; if the row names none, the form of the source."""
    if value is None or value == "":
        return source.form
    form, language = form_called(str(value).strip()), source.language
    if form is None:
        return Refusal("unknown_form", f"unknown form {str(value)[:40]!r}; {nearest_form(str(value), language)}")
    if not in_language(form, language):
        found = f"{form.name} is a form of {form.language}, but the source is in {language}"
        return Refusal("form_of_another_language", f"{found}; {nearest_form(str(value), language)}")
    return form.name


def _scalar(name: str, value: object) -> str | Refusal | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return Refusal("wrong_type", f"{name} is of type {type(value).__name__}; expected a string")


def _strings(name: str, value: object) -> list[str] | Refusal:
    if value is None:
        return []
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    return Refusal("wrong_type", f"{name} is of type {type(value).__name__}; expected a list of strings")


def _lines(values: object, rules: Normalisation) -> list[str]:
    assert isinstance(values, list)
    return [line for line in (normalise_line(value, rules) for value in values) if line]
