"""Measures of generated verses, some of which have no token, no sound, or nothing in common with the artist."""

import math
from typing import Any

from versebench.schemas.ghostwriting import MEASURES, POINTS
from versebench.transforms.ghostwriting.measure_shard import MeasureRules, measured
from versebench.transforms.ghostwriting.point_shard import PointRules, measured_points
from versebench.transforms.ghostwriting.rhymes import RhymeRules

OWN = [
    {"verse_id": f"{place:020x}", "text": text}
    for place, text in enumerate(
        ("the cat sat on the mat\nand that was that", "a sea so free\nwas over the tree", "night light is bright\n!")
    )
]
RULES = MeasureRules("verse-words.v1", "smooth.v1", RhymeRules("verse-ear", True, "verse-rhymes.v1", "evenness"))
ARTIST = {
    "artist_id": "0" * 20,
    "density_weighted": 0.3,
    "own_similarity": 0.2,
    "mean_tokens": 10.0,
    "stdev_tokens": 2.0,
}


def generated(texts: list[str], of_point: int = 2) -> list[dict[str, Any]]:
    return [
        {
            "artist_id": ARTIST["artist_id"],
            "generator": "lstm.v1",
            "point": place // of_point,
            "number": place % of_point,
            "text": text,
            "tokens": len(text.split()),
        }
        for place, text in enumerate(texts)
    ]


def test_a_verse_without_tokens_has_neither_density_nor_similarity() -> None:
    empty, mark, strange, near = measured(OWN, generated(["", "!", "zebra", "the cat sat"]), RULES)
    assert (empty["similarity"], empty["second_similarity"], empty["nearest"]) == (None, None, None)
    assert (empty["density"], empty["copied_share"], empty["longest_copy"], empty["identical"]) == (None, 0, 0, False)
    assert (mark["density"], mark["nearest"]) == (None, OWN[2]["verse_id"])
    assert (strange["similarity"], strange["nearest"]) == (0, None)
    assert near["similarity"] > 0.5
    table = MEASURES.build_rows([empty, mark, strange, near])
    assert table.column("similarity").null_count == 1


def test_points_leave_such_a_verse_out_of_their_means_and_count_it() -> None:
    texts = ["", "the cat sat on the mat", "", "", "night light is bright", "a sea so free"]
    rows = measured(OWN, generated(texts), RULES)
    rules = PointRules({"lstm.v1": 1}, {"lstm.v1": 2}, {"lstm.v1": 2}, 1)
    points, crossing, lengths = measured_points(ARTIST, "lstm.v1", rows, rules)
    first, second, third = points
    assert (first["verses"], first["heard"], first["similarity"]) == (2, 1, rows[1]["similarity"])
    assert (second["verses"], second["heard"], second["similarity"], second["density"]) == (2, 0, None, None)
    assert math.isclose(third["similarity"], (rows[4]["similarity"] + rows[5]["similarity"]) / 2)
    assert POINTS.build_rows(points).num_rows == 3
    assert crossing["points"] == 2
    assert [row["longest"] for row in lengths] == [6]
