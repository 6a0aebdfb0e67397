"""Attributes: further fields of a source that poems keep, as a canonical JSON object."""

import json
from collections.abc import Mapping

from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.sources.normalise import Normalisation, normalise_line

_TRUE, _FALSE = frozenset({"true", "1", "yes"}), frozenset({"false", "0", "no"})
_TRUTHS = frozenset({"is_limerick"})
"""Attributes that are true or false, in any spelling of the source."""


def attributes(
    fields: Mapping[str, object],
    mapping: Mapping[str, str],
    rules: Normalisation,
    further: Mapping[str, str] | None = None,
) -> str | Refusal:
    """Returns the attributes of a row as a JSON object with sorted keys; null and blank fields are left out.

    ``further`` attributes do not come from a field, and take the place of those of their name.
    A value that is not a text, a number, true, false, or a list of texts is refused as ``wrong_type``.
    """
    kept: dict[str, object] = {}
    for name, column in mapping.items():
        value = fields.get(column)
        attribute = _truth(name, value) if name in _TRUTHS else _attribute(name, value, rules)
        if isinstance(attribute, Refusal):
            return attribute
        if attribute is not None:
            kept[name] = attribute
    kept.update(further or {})
    return json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def with_attributes(kept: str, notes: Mapping[str, object]) -> str:
    """Returns attributes of :func:`attributes` with further ones; those of the source go first if names are equal."""
    if not notes:
        return kept
    values = {**notes, **json.loads(kept)}
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _attribute(name: str, value: object, rules: Normalisation) -> object:
    if isinstance(value, str):
        return normalise_line(value, rules) or None
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return [line for line in (normalise_line(item, rules) for item in value) if line] or None
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and abs(value) < float("inf")):
        return value
    return Refusal(
        "wrong_type", f"{name} is of type {type(value).__name__}; expected a text, a number or a list of texts"
    )


def _truth(name: str, value: object) -> bool | Refusal | None:
    if value is None or value == "":
        return None
    word = str(value).lower()
    if isinstance(value, bool | int | str) and word in _TRUE | _FALSE:
        return word in _TRUE
    return Refusal("wrong_type", f"{name} is {str(value)[:40]!r}; expected true or false")
