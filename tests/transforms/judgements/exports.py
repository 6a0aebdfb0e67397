"""Made-up exports of studies."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from versebench.schemas.studies import EXPORT_TABLES
from versebench.transforms.text.draws import Draws

STUDY = "0123456789abcdef"
TASK = "swap_lines.v1"
Rows = dict[str, list[dict[str, Any]]]


def hashed(name: str, number: int) -> str:
    """Twenty hex digits."""
    return f"{Draws(0, name, str(number), 0).below(1 << 63):020x}"


def item(name: str, protocol: str, **values: Any) -> dict[str, Any]:
    """An item with the usual values."""
    return {
        "study": STUDY,
        "item": name,
        "protocol": protocol,
        "task": None,
        "pair_id": None,
        "work_id": hashed("work", int("".join(filter(str.isdigit, name)))),
        "stratum": "all",
        "writer": None,
        "texts": [],
        "text_ids": [],
        "roles": [],
        "authors": None,
        "title": None,
        "form": None,
        "answer": None,
        "gold": False,
        "practice": False,
        "simulated": True,
        **values,
    }


def judgement(judge: str, of: dict[str, Any], **values: Any) -> dict[str, Any]:
    """A judgement on an item with the usual values."""
    return {
        **{name: of[name] for name in ("study", "item", "protocol", "task", "pair_id", "work_id", "simulated")},
        "judge": judge,
        "place": 1,
        "position": 1,
        "chosen_text_id": None,
        "answer": "",
        "probability": None,
        "correct": None,
        "known": False,
        "late": False,
        "client_ms": None,
        "server_ms": 4000,
        "language": "en",
        "excluded": None,
        **values,
    }


def judge(name: str, **values: Any) -> dict[str, Any]:
    """A judge with the usual values."""
    numbers = dict.fromkeys(("items", "answered", "gold_asked", "gold_right", "known"), 0)
    words = {"looked_up": None, "language": "en", "excluded": None, "finished": True, "simulated": True}
    return {"study": STUDY, "judge": name, **numbers, **words, **values}


def _placed(row: dict[str, Any], places: Counter[str]) -> dict[str, Any]:
    places[row["judge"]] += 1
    return {**row, "place": places[row["judge"]]}


def export_tables(rows: Rows) -> dict[str, pa.Table]:
    """The tables of an export; judges who judged are added, and the answers of each have places in order."""
    places = Counter[str]()
    rows = {**rows, "judgements": [_placed(row, places) for row in rows.get("judgements", [])]}
    named = {row["judge"] for row in rows.get("judges", [])}
    judged = {row["judge"]: row["simulated"] for row in rows.get("judgements", [])}
    judges = [judge(name, simulated=judged[name]) for name in sorted(set(judged) - named)]
    all_judges = [*rows.get("judges", []), *judges]
    whole = {**rows, "judges": [{**row, "answered": places[row["judge"]]} for row in all_judges]}
    return {
        name: table.build_rows(sorted(whole.get(name, []), key=lambda row: tuple(row[key] for key in table.key)))
        for name, table in EXPORT_TABLES.items()
    }


def pair_items(number: int, protocol: str = "choose_original.v1") -> list[dict[str, Any]]:
    """Pairs of poems of their own."""
    return [
        item(
            f"i{place:06d}",
            protocol,
            task=TASK,
            pair_id=hashed("pair", place),
            texts=["an original", "a corruption"],
            text_ids=[hashed("original", place), hashed("corrupted", place)],
            roles=["original", "corrupted"],
            answer="first",
        )
        for place in range(number)
    ]


def choice(name: str, of: dict[str, Any], *, right: bool, **values: Any) -> dict[str, Any]:
    """A choice between the two texts of a pair."""
    chosen = of["text_ids"][0 if right else 1]
    return judgement(name, of, chosen_text_id=chosen, answer="first" if right else "second", correct=right, **values)


def choices(judges: int, items: Sequence[dict[str, Any]], share: float, seed: int = 0) -> Iterator[dict[str, Any]]:
    """Every judge answers every item, right with a probability."""
    for number in range(judges):
        draws = Draws(seed, "right", str(number), 0)
        for of in items:
            yield choice(f"j{number:03d}", of, right=draws.uniform() < share)


def poem_items(titles: int, writers: Sequence[str]) -> list[dict[str, Any]]:
    """A poem by each writer under each title."""
    return [
        item(f"p{place:03d}{number}", "probability_human.v1", writer=writer, title=f"title {place}")
        for place in range(titles)
        for number, writer in enumerate(writers)
    ]


def style_page(name: str, artist: str, others: Sequence[str], writer: str = "human") -> dict[str, Any]:
    """A page of style matching: a verse, and four to choose from."""
    shown = [artist, artist, *others]
    return item(
        name,
        "match_style.v1",
        writer=writer,
        texts=["a verse"] * len(shown),
        text_ids=[hashed(f"{name} verse", number) for number in range(len(shown))],
        roles=["evaluated", "target", *["other"] * len(others)],
        authors=shown,
    )


def style_choice(name: str, page: dict[str, Any], artist: str) -> dict[str, Any]:
    """The choice of an artist's verse on a page."""
    place = page["authors"].index(artist, 1)
    right = page["roles"][place] == "target"
    return judgement(name, page, chosen_text_id=page["text_ids"][place], answer=str(place), correct=right)
