"""A made-up study of all protocols, without a release."""

from collections.abc import Sequence
from tempfile import mkdtemp
from typing import Any

from versebench.studies.database.engine import Database
from versebench.studies.languages import Language
from versebench.studies.plan.items import rows_of_items, rows_of_pairs
from versebench.studies.plan.sample import sample_pairs
from versebench.studies.spec import Spec, with_profile
from versebench.studies.web.service import Service, make_service

STUDY = "0123456789abcdef"
CONSENT: dict[Language, str] = {
    "en": "You will read poems. **Answers** are stored. <script>alert(1)</script>",
    "de": "Sie lesen Gedichte. **Antworten** werden gespeichert.",
    "zh-Hans": "您将阅读一些诗。**回答**会被保存。",
    "zh-Hant": "您將閱讀一些詩。**回答**會被保存。",
}
PEOPLE = {
    "responsible": "A. Editor",
    "contact": "editor@example.org",
    "purpose": "A test",
    "ethics": "none required, because only programs answer",
    "payment": "none",
    "licence": "CC-BY-4.0",
    "retention_days": 30,
}
TASKS = ("swap_lines.v1", "swap_end_words.v1")
ITEM_PROTOCOLS = ("probability_human.v1", "match_style.v1", "rate_lines.v1")


def spec(protocols: Sequence[dict[str, Any]] | None = None, **values: Any) -> Spec:
    """A specification; by default of pairs, in both protocols about them."""
    parts = protocols or [
        {"protocol": "choose_original.v1", "tasks": list(TASKS), "items": 16},
        {"protocol": "altered_or_not.v1", "tasks": [TASKS[0]], "items": 16},
    ]
    numbers = {"items": 8, "most": 100, "judgements_per_item": 3}
    shared = {"name": "made-up", "title": "Made up", "people": PEOPLE, "consent": {"en": "consent.md"}}
    if "languages" in values:
        shared["consent"] = dict.fromkeys(values["languages"], "consent.md")
    return Spec.model_validate(with_profile({**shared, "protocols": parts, "judges": numbers, **values}))


def pairs(number: int = 40) -> dict[tuple[str, str], dict[str, Any]]:
    """Pairs of both tasks, each of a poem of its own."""
    return {(task, f"{task}-{place}"): _pair(task, place) for task in TASKS for place in range(number)}


def _pair(task: str, place: int) -> dict[str, Any]:
    name = f"{task}-{place}"
    return {
        "task": task,
        "pair_id": name,
        "work_id": f"work {name}",
        "original": f"a poem called {name}\nwith two lines",
        "corrupted": f"with two lines\na poem called {name}",
        "original_text_id": f"original {name}",
        "corrupted_text_id": f"corrupted {name}",
    }


def item_rows(number: int = 12) -> list[dict[str, Any]]:
    """Rows of a table of items, of the three protocols that read one."""
    return [_item(protocol, place) for protocol in ITEM_PROTOCOLS for place in range(number)]


def _item(protocol: str, place: int) -> dict[str, Any]:
    roles = ["evaluated", "other", "target", "other", "other"] if protocol == "match_style.v1" else ["human"]
    texts = [f"first line {place} of {role} {number}\nthe same\nthe same" for number, role in enumerate(roles)]
    return {
        "study": "other",
        "item": f"{protocol} {place}",
        "protocol": protocol,
        "task": None,
        "pair_id": None,
        "work_id": f"{protocol} work {place}",
        "stratum": f"s{place % 2}",
        "writer": "human",
        "texts": texts,
        "text_ids": [f"{protocol} {place} {number}" for number in range(len(roles))],
        "roles": roles,
        "authors": [f"author {number}" for number in range(len(roles))],
        "title": f"Title {protocol} {place}",
        "form": None,
        "answer": "second" if len(roles) > 1 else None,
        "gold": False,
        "practice": False,
        "simulated": False,
    }


def items(of: Spec, given: dict[tuple[str, str], dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    """The items of a specification, from made-up pairs and items."""
    made = given or pairs()
    sampled = sample_pairs(of, ((task, pair, row["work_id"]) for (task, pair), row in made.items()))
    return [{**row, "study": STUDY} for row in [*rows_of_pairs(of, sampled, made), *rows_of_items(of, item_rows())]]


def service(of: Spec, address: str) -> Service:
    """A study whose database has this address."""
    database = Database(address)
    journal = f"{database.file or mkdtemp()}.withdrawals"
    return make_service(STUDY, of, CONSENT, items(of), database, journal=journal)
