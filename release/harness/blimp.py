"""A pair as a row of BLiMP (Warstadt et al. 2020): the layout that harnesses for minimal pairs read."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from versebench.transforms.text.words import tokens

FIELD = "poetics"
"""The value for all tasks of the key ``field``, with which BLiMP names a field of linguistics, such as syntax."""


def uid(task: str) -> str:
    """The name of a task as BLiMP's UID and as a file name, e.g. ``delete_words.v1-words-2``."""
    return re.sub(r"[^A-Za-z0-9._]+", "-", task)


def term(task: str) -> str:
    """The value of the key ``linguistics_term``: the task without version and parameters."""
    return task.partition(".v")[0]


def blimp_line(pair: Mapping[str, Any], split: str | None) -> str:
    """A row of the table ``pairs`` as a line of JSON, with the ids of its pair and its poem, and its split if any."""
    return json.dumps(_row(pair) | ({} if split is None else {"split": split})) + "\n"


def _row(pair: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "sentence_good": pair["original"],
        "sentence_bad": pair["corrupted"],
        "field": FIELD,
        "linguistics_term": term(pair["task"]),
        "UID": uid(pair["task"]),
        # Whole texts are compared: neither a prefix nor a single word makes up the difference.
        "simple_LM_method": True,
        "one_prefix_method": False,
        "two_prefix_method": False,
        "lexically_identical": _words(pair["original"]) == _words(pair["corrupted"]),
        "pairID": pair["pair_id"],
        "work_id": pair["work_id"],
    }


def _words(text: str) -> Counter[str]:
    """How often each word occurs in a text; case is ignored."""
    return Counter(
        line[token.word_start : token.word_end].casefold() for line in text.split("\n") for token in tokens(line)
    )
