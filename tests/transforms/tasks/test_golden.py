"""What every versioned piece makes of some poems is pinned: another behaviour needs another name.

``python -m tests.transforms.tasks.test_golden`` writes what new names make, and changes nothing that is pinned. For a
name that was never released, delete its lines first.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.transforms.filters.stanzas import stanza
from tests.transforms.tasks.poems import CENTIPEDE, annotated, corrupt, every_task, words_of
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.excluded_words import ExcludedWords
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.filters.registry import FILTERS
from versebench.transforms.filters.rhyme_scheme import RhymeScheme
from versebench.transforms.sources.normalise import Normalisation, normalise
from versebench.transforms.tasks.contract import NotApplicable, Task
from versebench.transforms.tasks.registry import TASKS
from versebench.transforms.text.keys import pair_id, text_id, work_id
from versebench.transforms.text.words import end_word

COMMAND = "python -m tests.transforms.tasks.test_golden"
GOLDEN = Path(__file__).parent / "golden.json"
SEEDS = (0, 1, 2022)
TEXTS = {
    "centipede": CENTIPEDE,
    "river": """A river is rain with a plan:
"Past the mill, through the reeds," it began,
"To the sea, for a day
In the sun and the spray;
Then it's home by a cloud, if I can.\"""",
    "elisions": """'Tis walkin' an' talkin' I'm at,
Said O'Brien—'tis so!—to his cat,
“Tell 'em rock 'n' roll's dead,”
(So the dogs' mother said),
And he HUNG up his TV-shaped Hat!""",
    "lear": """There was an Old Man with a beard,
Who said, “It is just as I feared!—
Two Owls and a Hen,
Four Larks and a Wren,
Have all built their nests in my beard!”""",
    "short": "Hill\nStill\nDay…\nSpray\nUntil",
    "others": "床前明月光，\n疑是 地上霜。\nहिन्दी कविता\n🎂 cake 👩‍🍳 bake\nČeský straße—vloon",
}
TAGS = ["NOUN", "NOUN", "NOUN", "PROPN", "VERB"]


def poem(name: str) -> AnnotatedPoem:
    tags = [TAGS[len(word) % 5] for word in words_of(annotated(TEXTS[name]))]
    return annotated(TEXTS[name], tags, work=work_id("golden", name, TEXTS[name]))


def filters() -> dict[str, Filter]:
    profiles = [filter_ for profile in PROFILES.values() for filter_ in profile]
    known = {repr(filter_): filter_ for filter_ in (*profiles, RhymeScheme(groups_differ=True))}
    known["ExcludedWords(cat, mother)"] = ExcludedWords(words=["cat", "mother"])
    pinned = {type(filter_) for filter_ in known.values()}
    others = [kind.model_validate(kind.example) for kind in FILTERS.values() if kind not in pinned]
    return known | {repr(filter_): filter_ for filter_ in others}


def outcome(task: Task, name: str, seed: int) -> dict[str, Any]:
    made = corrupt(task, poem(name), seed)
    if isinstance(made, NotApplicable):
        return {"not_applicable": made.reason}
    spans = [[*one, *other] for one, other in zip(made.original_spans, made.corrupted_spans, strict=True)]
    identity = pair_id(poem(name).work_id, task.label, 0, TEXTS[name], made.text)
    return {"text": made.text, "spans": spans, "words": list(made.words), "pair_id": identity}


def everything() -> dict[str, Any]:
    """All that is pinned."""
    return {
        "tasks": {
            f"{task.label} {name} {seed}": outcome(task, name, seed)
            for task in every_task()
            for name in TEXTS
            for seed in SEEDS
        },
        "filters": {
            f"{label} {name}": refusal and [refusal.reason, refusal.detail]
            for label, filter_ in filters().items()
            for name, text in TEXTS.items()
            for refusal in [filter_.refuse(stanza(text))]
        },
        "words": {name: [end_word(line) for line in text.split("\n")] for name, text in TEXTS.items()},
        "ids": {name: [text_id(text), poem(name).work_id] for name, text in TEXTS.items()},
        "normal": {
            text: str(normalise(text, Normalisation())) for text in ("itâ€™s  so\r\n\r\n\r\n é ", "caf\udce9", "\x00")
        },
    }


def pinned() -> dict[str, Any]:
    values: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return values


@pytest.mark.parametrize("part", ["tasks", "filters", "words", "ids", "normal"])
def test_what_was_made_once_is_made_again(part: str) -> None:
    expected = pinned()[part]
    found = json.loads(json.dumps(everything()[part]))
    new = [key for key in found if key not in expected]
    assert not new, f"write what is new by {COMMAND}, and look at it: {new[:5]}"
    changed = [key for key in expected if found.get(key) != expected[key]]
    assert not changed, f"give what changed a new version: {changed[:5]}"


@pytest.mark.parametrize("part", ["tasks", "filters"])
def test_every_registered_name_is_pinned(part: str) -> None:
    made = every_task() if part == "tasks" else filters().values()
    kinds = TASKS.values() if part == "tasks" else FILTERS.values()
    assert {type(one) for one in made} >= set(kinds)


def write() -> None:
    """Add what is new; what is pinned stays as it is."""
    old = pinned()
    values = {part: {**made, **old[part]} for part, made in everything().items()}
    GOLDEN.write_text(json.dumps(values, ensure_ascii=True, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
