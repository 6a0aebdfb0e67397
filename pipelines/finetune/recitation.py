"""Whether a trained model recites: poems for titles that it learned, beside poems for titles that were held out.

ProFTAP, appendix B: asked for a title and form of its training data, the fine-tuned model tends to recite the poem.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from versebench.models.poets.causal import CausalPoetSettings
from versebench.models.poets.contract import PoetError, Request
from versebench.pipelines.errors import DataError
from versebench.pipelines.finetune.poems import TitledPoem
from versebench.storage import filesystem
from versebench.transforms.finetune.settings import Finetune
from versebench.transforms.proftap.prompts import messages
from versebench.transforms.proftap.titles import title_key
from versebench.transforms.proftap.write_shard import compared, poem_of
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import lines_of
from versebench.transforms.reuse.rules import verdicts

ANSWERS = "recitation.jsonl"
LEARNED, UNSEEN = "learned", "unseen"
_TOKENS = 256
"""Most tokens of a poem; the longest form of the prompts has far fewer."""


def held_out(poems: Sequence[TitledPoem], titles: int, seed: int) -> tuple[list[TitledPoem], list[TitledPoem]]:
    """The poems that are learned, and one for each of so many titles that are not.

    Raises :class:`DataError` if there are not as many titles left to learn and to ask for.
    """
    first = _first_titles(poems, len(poems), seed)
    if titles and len(first) < 2 * titles:
        raise DataError(
            f"recitation.titles is {titles}, which needs {2 * titles} titles, and the data has {len(first)}; lower it, "
            "or set it to 0 for no report"
        )
    held = {title_key(poem.title) for poem in first[:titles]}
    return [poem for poem in poems if title_key(poem.title) not in held], first[:titles]


def _first_titles(poems: Sequence[TitledPoem], titles: int, seed: int) -> list[TitledPoem]:
    """The first poem of each title, in the order of a hash of seed and title."""
    first: dict[str, TitledPoem] = {}
    for poem in poems:
        first.setdefault(title_key(poem.title), poem)
    order = sorted(first, key=lambda title: hashlib.sha256(f"{seed}\x1f{title}".encode()).hexdigest())
    return [first[title] for title in order[:titles]]


def recitation(
    recipe: Finetune, revision: str | None, learned: Sequence[TitledPoem], unseen: Sequence[TitledPoem], folder: Path
) -> dict[str, dict[str, int]]:
    """Ask the trained model, write its answers beside the adapter, and count what they repeat.

    Returns for learned and for unseen titles: how many were asked, how many answers have a poem, how many are the
    person's poem of that title, and how many repeat learned lines by each rule. Raises :class:`DataError`.
    """
    poems = {LEARNED: _first_titles(learned, len(unseen), recipe.seed), UNSEEN: unseen}
    index = LineIndex.of(lines_of([compared(poem.text) for poem in learned]))
    try:
        poet = CausalPoetSettings(
            poet="causal.v1",
            name=recipe.name,
            model=recipe.base.model,
            revision=revision,
            precision=recipe.base.precision,
            adapter=str(folder),
            most_tokens=min(_TOKENS, recipe.training.tokens),
        ).load(recipe.seed)
        rows = [row for group, of_group in poems.items() for row in _asked(recipe.prompt, poet, group, of_group, index)]
    except PoetError as error:
        raise DataError(f"{folder}: the trained model cannot be asked: {error}") from None
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    filesystem.write_bytes(str(folder / ANSWERS), lines.encode())
    return {group: _counts([row for row in rows if row["titles"] == group]) for group in poems}


def _asked(prompt: str, poet: Any, group: str, poems: Sequence[TitledPoem], index: LineIndex) -> list[dict[str, Any]]:
    requests = [
        Request(title_key(poem.title), poem.title, messages(prompt, poem.title, poem.form), 1) for poem in poems
    ]
    answers = poet.write(requests)
    made = [poem_of(request, answer) for request, answer in zip(requests, answers, strict=True)]
    judged = verdicts([compared(each.text) for each in made], index)
    return [
        {
            "titles": group,
            "title": poem.title,
            "form": poem.form,
            "text": each.text,
            "reason": each.reason,
            "recited": each.text is not None and compared(each.text) == compared(poem.text),
            "exact_reuse": verdict.exact,
            "near_reuse": verdict.near,
        }
        for poem, each, verdict in zip(poems, made, judged, strict=True)
    ]


def _counts(rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    counted = {name: sum(bool(row[name]) for row in rows) for name in ("recited", "exact_reuse", "near_reuse")}
    return {"asked": len(rows), "poems": sum(row["text"] is not None for row in rows), **counted}
