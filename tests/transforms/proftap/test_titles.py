"""Which titles can be asked for, and which of them are drawn."""

from typing import Any

import pyarrow as pa
import pytest

from versebench.models.poets.training_titles import text_hash
from versebench.storage.manifest import Manifest
from versebench.transforms.proftap import title_shard
from versebench.transforms.proftap.settings import Titles
from versebench.transforms.proftap.title_shard import OfferTitles, choose, drawing_rank
from versebench.transforms.proftap.titles import asked_title, has_number, is_of_series


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("夜車", "夜车"),
        ("帝京篇十首 一", "帝京篇"),
        ("秋興八首 其二", "秋兴"),
        ("秋興八首其二", "秋兴"),
        ("詠懷·其三", "咏怀"),
        ("郊廟歌辭 武后享清廟樂章十首 第一", "郊庙歌辞武后享清庙乐章"),
        ("琵琶行 并序", "琵琶行"),
        ("贈武十七諤幷序", "赠武十七谔"),
        ("古意二首并序", "古意"),
        ("元日（時在長安）", "元日"),
        ("三五七言", "三五七言"),
        ("問劉十九", "问刘十九"),
        ("寄元九", "寄元九"),
        ("送杜十四之江南", "送杜十四之江南"),
        ("下第", "下第"),
        ("雜詩 四", "杂诗"),
        ("十五夜望月", "十五夜望月"),
        ("其一", "其一"),
        ("一", "一"),
        ("", ""),
    ],
)
def test_a_title_is_asked_for_without_series_notes_and_prefaces(title: str, asked: str) -> None:
    assert asked_title(title) == asked


@pytest.mark.parametrize("title", ["輞川集二十首 孟城坳", "其一"])
def test_a_title_that_names_a_series_within_does_not_fit(title: str) -> None:
    assert is_of_series(asked_title(title))


@pytest.mark.parametrize("title", ["下第", "喜張及第", "問劉十九"])
def test_numbers_of_persons_and_of_examinations_are_no_series(title: str) -> None:
    assert problem_of(title, series="refuse") is None


@pytest.mark.parametrize(("title", "has"), [("秋興八首其二", True), ("詠懷·其三", True), ("十五夜望月", False)])
def test_titles_with_a_number_are_known(title: str, has: bool) -> None:
    assert has_number(title) is has
    assert not is_of_series(asked_title(title))


MANIFEST = Manifest("", "", "", 1, {}, {}, {})
"""That of no run."""


def problem_of(title: str | None, trained_on: frozenset[int] = frozenset(), **rules: Any) -> str | None:
    return OfferTitles("", MANIFEST, Titles(**rules), trained_on, (), 0)._problem(title)


@pytest.mark.parametrize(
    ("title", "rules", "problem"),
    [
        (None, {}, "no_title"),
        ("（無題）", {}, "no_title"),
        ("夜車", {"longest": 1}, "long_title"),
        ("夜車", {"longest": 2}, None),
        ("夜車二首 一", {}, None),
        ("夜車二首 一", {"series": "refuse"}, "series"),
        ("雜詠八首上禮部李侍郎 幽琴", {}, "series"),
    ],
)
def test_a_poem_without_a_fitting_title_is_left_out_with_a_reason(
    title: str | None, rules: dict[str, Any], problem: str | None
) -> None:
    assert problem_of(title, **rules) == problem


@pytest.mark.parametrize("trained", ["琵琶行", "琵琶行并序"])
def test_a_title_that_a_poet_knows_is_left_out_with_and_without_its_preface(trained: str) -> None:
    assert problem_of("琵琶行并序", frozenset([text_hash(trained)])) == "trained_on"
    assert problem_of("琵琶引", frozenset([text_hash(trained)])) is None


def offered(number: int, title: str | None = None, yan: str = "5-yan") -> dict[str, Any]:
    return {"title_id": f"{number:020x}", "title": title or f"题{chr(0x4E08 + number)}", "yan": yan}


def lines_of(rows: list[dict[str, Any]]) -> dict[str, tuple[str, ...]]:
    return {row["title_id"]: (f"{row['title_id']}一", f"{row['title_id']}二") for row in rows}


def test_more_titles_are_the_same_ones_and_others() -> None:
    rows = [offered(number) for number in range(30)]
    few, many = (choose(rows, lines_of(rows), Titles(number=number), 3)[0] for number in (5, 12))
    assert many[:5] == few
    assert many == sorted(many, key=lambda row: drawing_rank(3, row["title_id"]))
    assert choose(rows[::-1], lines_of(rows), Titles(number=12), 3)[0] == many
    assert choose(rows, lines_of(rows), Titles(number=12), 4)[0] != many


def test_each_title_and_each_work_is_drawn_once() -> None:
    rows = [offered(number, f"题{chr(0x4E08 + number % 4)}") for number in range(12)]
    chosen, left_out = choose(rows, lines_of(rows), Titles(number=12), 3)
    assert (len(chosen), left_out) == (4, {"same_title": 8})
    rows = [offered(number) for number in range(6)]
    lines = lines_of(rows)
    first, second = (row["title_id"] for row in rows[:2])
    lines[second] = (lines[first][0], "另一行诗句")
    chosen, left_out = choose(rows, lines, Titles(number=6), 3)
    assert (len(chosen), left_out) == (5, {"same_work": 1})
    assert len({row["title_id"] for row in chosen} & {first, second}) == 1


def test_strata_have_half_of_the_titles_each() -> None:
    rows = [offered(number, yan=("5-yan", "7-yan", "others")[number % 3]) for number in range(60)]
    chosen, left_out = choose(rows, lines_of(rows), Titles(number=9, strata="yan"), 3)
    assert left_out == {"line_length": 51}
    yans = [row["yan"] for row in chosen]
    assert (yans.count("5-yan"), yans.count("7-yan")) == (5, 4)


def test_a_shard_offers_as_many_poems_of_each_stratum_as_the_test_may_need(monkeypatch: pytest.MonkeyPatch) -> None:
    five, seven = "鐵軌穿雲去\n孤燈接夜明", "鐵軌穿雲過遠城\n孤燈一夜接天明"
    rows = [
        {"work_id": f"{number:020x}", "title": f"題{chr(0x4E08 + number)}", "text": seven if number > 296 else five}
        for number in range(300)
    ]
    poems = pa.Table.from_pylist([{**row, "author": None} for row in rows])
    monkeypatch.setattr(title_shard, "read_table", lambda *_: poems)
    for titles, number in ((Titles(number=4, strata="yan"), 119), (Titles(number=4), 116)):
        yans = [
            row["yan"] for row in OfferTitles("", MANIFEST, titles, frozenset(), (), 0)(0).tables["titles"].to_pylist()
        ]
        assert len(yans) == number
        assert titles.strata == "none" or yans.count("7-yan") == 3
