"""The poems that a poet is trained on: what is left out, what is held out, and how a text is written."""

import gzip
import json
from collections import Counter
from pathlib import Path

from training.poets.corpus import TitledCorpus, TitledPoem, build_titled, is_held_out, read_titled, sample_titles

COUPLET, OTHER = "鐵軌穿雲去，孤燈接夜明。", "一聲長笛後，千里是歸程。"


def corpus(tmp_path: Path, rows: list[tuple[str, list[str]]]) -> TitledCorpus:
    with gzip.open(tmp_path / "poems.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps({"title": title, "paragraphs": lines}) + "\n" for title, lines in rows)
    left_out: Counter[str] = Counter()
    return build_titled(read_titled(tmp_path / "poems.jsonl.gz", left_out), left_out)


def lines(number: int) -> list[str]:
    """A poem that differs from others in one of three places."""
    return [COUPLET, OTHER.replace("千", "一二三"[number % 3])]


def trained_title() -> str:
    return next(title for title in ("遠行", "江樓", "山中") if not is_held_out(title))


def test_a_text_is_form_title_and_couplets() -> None:
    poem = TitledPoem("夜车", ("铁轨穿云去", "孤灯接夜明", "一声长笛后", "千里是归程"))
    assert poem.prompt + poem.text == "绝句《夜车》\n铁轨穿云去，孤灯接夜明。\n一声长笛后，千里是归程。"


def test_poems_that_are_not_patterned_or_flawed_are_left_out_by_reason(tmp_path: Path) -> None:
    title = trained_title()
    rows = [(title, lines(number)) for number in range(3)]
    rows += [
        (title, lines(0)),
        (title, [COUPLET, "一聲長笛後，□里是歸程。"]),
        (title, [COUPLET, "一聲長笛，千里歸程。"]),
    ]
    made = corpus(tmp_path, rows)
    reasons = Counter({reason.split(",")[0]: count for reason, count in made.left_out.items()})
    assert reasons["another record of the same poem"] == 1
    assert reasons["a note"] == 1
    assert reasons["not 4 to 24 lines"] == 1
    assert made.left_out["a character that occurs fewer than 3 times"] == 2  # 二 and 三, in one poem each


def test_titles_of_the_sample_are_never_trained_on(tmp_path: Path) -> None:
    banned = min(sample_titles())
    title = trained_title()
    same = [COUPLET, OTHER]
    others = [[COUPLET, OTHER, *more] for more in ([COUPLET, OTHER], [OTHER, COUPLET])]
    made = corpus(tmp_path, [(banned, [OTHER, COUPLET]), *((title, poem) for poem in [same, *others])])
    assert made.left_out["a title of the sample corpus"] == 1
    assert {poem.title for poem in made.train} == {made.train[0].title}
    assert len(made.train) == 3


def test_held_out_titles_are_not_trained_on(tmp_path: Path) -> None:
    held_out = next(title for title in map(chr, range(0x4E00, 0x5000)) if is_held_out(title))
    poems = [[COUPLET, OTHER], [OTHER, COUPLET], [COUPLET, OTHER, COUPLET, OTHER]]
    made = corpus(tmp_path, [*((trained_title(), poem) for poem in poems), (held_out, [COUPLET, COUPLET])])
    assert [is_held_out(poem.title) for poem in made.held_out] == [True]
    assert not any(is_held_out(poem.title) for poem in made.train)
