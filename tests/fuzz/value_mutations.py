"""Inputs that are still JSON, or nearly: valid values with parts deleted, repeated, renamed or replaced."""

import copy
import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.byte_mutations import DEEP

_RAW = {
    '"<deep>"': "[" * DEEP + "]" * DEEP,
    '"<deep object>"': '{"a":' * DEEP + "1" + "}" * DEEP,
    '"<digits>"': "9" * 5_000,
    '"<minus>"': "-" + "9" * 30,
    '"<overflow>"': "1e999",
    '"<half>"': '"\\ud800"',
}
"""Texts that stand for JSON that Python would not write."""

ODD: tuple[Any, ...] = (
    *(json.loads(name) for name in _RAW),
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        0.5,
        -0.0,
        1e308,
        float("nan"),
        float("inf"),
        2**31,
        2**63,
        2**64,
        10**25,
        -(10**12),
    ),
    *(
        "",
        " ",
        "\0",
        "a\nb",
        "a/b",
        "../x",
        ".",
        "..",
        "/etc/passwd",
        "x" * 300,
        "\u202e",
        "\ufeff",
        "\ud800",
        "é",
        "ß",
    ),
    *([], {}, [[]], [{}], {"": 1}, {"\ud800": 1}, {"a": {"b": [None]}}, ["a", "b"], [1, "a", None]),
)
"""Values that are of the wrong type, size or spelling nearly everywhere."""

_PLACES = st.integers(0, 1 << 30)


@st.composite
def mutated_value(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> Any:
    """A value of lists, dicts and scalars after up to five changes."""
    root = {"": copy.deepcopy(draw(values))}
    for _ in range(draw(st.integers(1, 5))):
        owner, key = _place(draw, root)
        change = draw(st.sampled_from(("replace", "replace", "delete", "repeat", "rename", "swap")))
        if change == "replace" or owner is root:
            owner[key] = copy.deepcopy(draw(st.sampled_from(ODD)))
        elif change == "delete":
            del owner[key]
        elif change == "swap":
            other, there = _place(draw, root)
            owner[key] = copy.deepcopy(other[there])
        elif isinstance(owner, list):
            owner[key:key] = [copy.deepcopy(owner[key])] * draw(st.sampled_from((1, 2, 40)))
        else:
            owner[draw(st.sampled_from(("", "a", "name", "\0", "é", str(key) + "s", str(key).upper())))] = owner[key]
            if change == "rename":
                del owner[key]
    return root[""]


def _place(draw: st.DrawFn, root: dict[str, Any]) -> tuple[Any, Any]:
    """A random item of the value, with what holds it."""
    places = list(_places(root))
    return places[draw(_PLACES) % len(places)]


def _places(owner: Any) -> list[tuple[Any, Any]]:
    keys = list(owner) if isinstance(owner, dict) else range(len(owner))
    here: list[tuple[Any, Any]] = [(owner, key) for key in keys]
    return here + [place for key in keys if isinstance(owner[key], dict | list) for place in _places(owner[key])]


@st.composite
def json_text(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> bytes:
    """JSON of a value, with a key said twice now and then, and what :data:`_RAW` stands for written out."""
    text = json.dumps(draw(values), ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from((None, 1))))
    for name, raw in _RAW.items():
        text = text.replace(name, raw)
    if draw(st.integers(0, 9)) == 0:
        text = text.replace("{", '{"name": 1, "name": 2, ', 1)
    return text.encode("utf-8", "surrogatepass")


def fuzzed_json(
    values: list[Any], render: Callable[[st.SearchStrategy[Any]], st.SearchStrategy[bytes]] = json_text
) -> st.SearchStrategy[bytes]:
    """Texts of values that were changed."""
    return render(mutated_value(st.sampled_from(values)))
