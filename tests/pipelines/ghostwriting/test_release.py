"""Releases of n-gram models: from sources to a package, withheld and made again, with one and two workers."""

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.ghostwriting.recipes import ghostwriting_values
from tests.pipelines.running import REPOSITORY, make_release, write_recipe
from tests.pipelines.stages.test_sampling import table_of
from tests.pipelines.studies.releases import export_of, page_rows
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import generator_counts
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.rebuild import rebuild
from versebench.pipelines.lifecycle.release import Released, release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed
from versebench.release.folder.read import stream_release_table
from versebench.release.folder.withheld_verses import COPIED
from versebench.schemas.ghostwriting import GENERATED
from versebench.schemas.table import UPOS
from versebench.storage.manifest import read_table

TABLES = {
    *("poems", "annotation", "rejects", "verses", "syllables", "artists"),
    *("generated", "measures", "points", "crossings", "lengths", "correlations"),
}


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    folder = tmp_path_factory.mktemp("styles")
    return make_release(folder, ghostwriting_values(folder))


def rows(released: Released, table: str) -> list[dict[str, Any]]:
    shards = stream_release_table(released.folder, released.manifest, table)
    return [row for shard in shards for row in shard.to_pylist()]


def key_of(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in GENERATED.key)


def chain_of(folder: Path, **changes: Any) -> Chain:
    recipe = load_recipe(str(write_recipe(folder, ghostwriting_values(folder, **changes))), [])
    return Chain(recipe, str(folder / "root"), Runner())


def test_a_release_has_all_tables_and_is_intact(released: Released) -> None:
    assert set(released.manifest.tables) == TABLES
    assert list(verify(released.folder)) == []


def test_artists_have_their_kept_verses_and_the_others_are_refused(released: Released) -> None:
    artists = {row["name"]: row for row in rows(released, "artists")}
    assert {name: row["verses"] for name, row in artists.items()} == {"Ann": 13, "Ben": 12}
    reasons = Counter(row["reason"] for row in rows(released, "rejects"))
    assert reasons == {
        "no_artist": 1,
        "too_short": 1,
        "too_few_verses": 1,
        "not_verse.intro": 1,
        "not_verse.chorus": 1,
        "not_verse.guest": 1,
    }


def test_every_artist_has_every_verse_of_every_point(released: Released) -> None:
    generated = Counter((row["artist_id"], row["point"]) for row in rows(released, "generated"))
    artists = {row["artist_id"] for row in rows(released, "artists")}
    assert generated == {(artist, n): 3 for artist in artists for n in (1, 2, 3, 5)}
    assert len(rows(released, "measures")) == len(rows(released, "generated")) == 24
    assert len(rows(released, "points")) == 8


def test_copies_grow_with_the_order_and_the_crossing_is_known(released: Released) -> None:
    points = rows(released, "points")
    for artist in {row["artist_id"] for row in points}:
        shares = [row["copied_share"] for row in points if row["artist_id"] == artist]
        assert shares[0] < shares[-1]
        assert shares[-1] > 0.9
    assert {row["status"] for row in rows(released, "crossings")} <= {"inside", "extrapolated", "flat", "impossible"}
    assert {row["n"] for row in rows(released, "correlations")} <= {0, 1, 2}


def test_two_workers_make_the_same_bytes(released: Released, tmp_path: Path) -> None:
    folder = Path(released.folder).parents[3]
    again = make_release(tmp_path, ghostwriting_values(folder), Runner(workers=2))
    names = {path.name for path in Path(released.folder).iterdir()}
    assert names == {path.name for path in Path(again.folder).iterdir()}
    for name in names:
        assert (Path(released.folder) / name).read_bytes() == (Path(again.folder) / name).read_bytes(), name


def test_withheld_verses_and_copies_are_made_again_by_a_holder_of_the_sources(
    released: Released, tmp_path: Path
) -> None:
    withheld = release(chain_of(tmp_path, texts="withheld"))
    assert list(verify(withheld.folder)) == []
    assert {row["text"] for row in rows(withheld, "verses")} == {""}
    copied = {key_of(row) for row in rows(withheld, "measures") if row["copied_share"] == 1}
    verse = next(row for row in rows(withheld, "generated") if key_of(row) in copied)
    assert set(verse["text"].split()) == {COPIED}
    sources = [f"poems={tmp_path}/verses.jsonl", f"songs={tmp_path}/songs.txt"]
    made = rebuild(withheld.folder, sources, str(tmp_path / "other"), Runner())
    for table in ("verses", "generated"):
        assert table_of(Path(made.run.directory), table).to_pylist() == rows(released, table)


def test_a_withheld_release_with_studies_is_made_again_without_their_exports(tmp_path: Path) -> None:
    items = {"rate_lines": 1, "match_style": 0}
    first = make_release(tmp_path, ghostwriting_values(tmp_path, items=items))
    studies = [{"name": "lines", "path": export_of(tmp_path / "export", page_rows(first.folder))}]
    judged = ghostwriting_values(tmp_path, items=items, studies=studies, texts="withheld")
    withheld = make_release(tmp_path / "withheld", judged)
    assert list(verify(withheld.folder)) == []
    assert rows(withheld, "line_ratings")
    assert {text for row in rows(withheld, "items") for text in row["texts"]} == {""}
    shutil.rmtree(tmp_path / "export")
    sources = [f"poems={tmp_path}/verses.jsonl", f"songs={tmp_path}/songs.txt"]
    made = rebuild(withheld.folder, sources, str(tmp_path / "other"), Runner())
    for table in ("verses", "generated", "items"):
        assert table_of(Path(made.run.directory), table).to_pylist() == rows(first, table)


def test_other_sources_do_not_give_the_withheld_verses(tmp_path: Path) -> None:
    withheld = release(chain_of(tmp_path, texts="withheld"))
    path = tmp_path / "verses.jsonl"
    path.write_text(path.read_text().replace("door", "floor"))
    with pytest.raises(DataError, match="cannot be rebuilt from these sources"):
        rebuild(withheld.folder, [f"poems={path}", f"songs={tmp_path}/songs.txt"], str(tmp_path / "other"), Runner())


def test_a_missing_verse_of_a_generator_stops_the_release(tmp_path: Path) -> None:
    chain = chain_of(tmp_path)
    (count,) = generator_counts(chain)
    assert (count.artists, count.settings, count.expected, count.generated, count.measured) == (2, 12, 24, 24, 24)


def test_without_an_artist_of_enough_verses_there_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="none of 3 artists has 100 verses of at least 20 tokens") as raised:
        chain_of(tmp_path, artists={"fewest_verses": 100}).run_all()
    assert "artists.fewest_verses" in str(raised.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"weighting": "evenes"}, "did you mean 'evenness'"),
        ({"generators": [{"generator": "ngram.v1", "orders": [0]}]}, "orders"),
        ({"generators": [{"generator": "ngram.v1", "orders": [10]}]}, "orders"),
        ({"generators": [{"generator": "ngram.v1", "ordrs": [2]}]}, "did you mean 'orders'"),
        ({"generators": [{"generator": "ngram.v1"}, {"generator": "ngram.v1"}]}, "listed twice"),
        ({"generators": []}, "generators"),
        ({"rhyme": {"detector": "verse-rhymes.v9"}}, "verse-rhymes.v1"),
        ({"similarity": {"weighting": "smooth"}}, "did you mean 'smooth.v1'"),
        ({"verses": {"tokens": "words.v1"}}, "verse-words.v1"),
        ({"profile": "potash"}, "potash2016"),
        (
            {"generators": [{"generator": "lstm.v1", "iterations": 900}]},
            "at iteration 900, before the last point, 16000",
        ),
        ({"generators": [{"generator": "lstm.v2"}]}, "lstm.v1"),
        ({"form": "jueju", "clean": {"filters": [{"filter": "form.v1"}]}}, "rhyme density is known for english only"),
    ],
)
def test_a_wrong_value_is_an_error_that_names_the_nearest(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(RecipeError, match=message):
        load_recipe(str(write_recipe(tmp_path, ghostwriting_values(tmp_path, **changes))), [])


def test_a_profile_sets_what_the_recipe_leaves_open(tmp_path: Path) -> None:
    changes = {"profile": "potash2016", "similarity": {"near": 0.7}, "weighting": "product"}
    recipe: Any = load_recipe(str(write_recipe(tmp_path, ghostwriting_values(tmp_path, **changes))), [])
    assert (recipe.rhyme.detector, recipe.similarity.weighting) == ("hirjee-brown.v1", "potash2016")
    assert recipe.verses.tokens == "treebank.v1"
    assert (recipe.similarity.near, recipe.weighting) == (0.7, "product")


def test_a_network_writes_at_its_iterations_and_leaves_no_checkpoint(tmp_path: Path) -> None:
    network = {"generator": "lstm.v1", "width": 8, "embedding": 4, "iterations": 30, "every": 5, "checkpoint": 10}
    chain = chain_of(tmp_path, generators=[network], points={"every": 10, "last": 30})
    chain.run_all()
    (count,) = generator_counts(chain)
    assert (count.settings, count.expected, count.generated, count.measured) == (7, 14, 14, 14)
    pointed = chain.run("points")["points"]
    rows = [row for shard in range(pointed.run.shards) for row in points_of(pointed, shard)]
    assert {(row["x"], row["verses"]) for row in rows} == {(0.0, 2), (10.0, 2), (20.0, 2), (30.0, 1)}
    assert list((tmp_path / "root" / "checkpoints").glob("*")) == []


def points_of(pointed: Committed, shard: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_table(pointed.run.directory, pointed.manifest, "points", shard).to_pylist()
    return found


def test_the_shipped_recipes_are_valid() -> None:
    sample = load_recipe(str(REPOSITORY / "recipes/ghostwriting-sample.yaml"), [])
    paper: Any = load_recipe(str(REPOSITORY / "recipes/ghostwriting.yaml"), [])
    assert sample.kind == paper.kind == "ghostwriting"
    lstm = next(each for each in paper.generators if each.generator == "lstm.v1")
    points = [min(iteration, paper.points.last) // paper.points.every for iteration, _ in lstm.points]
    assert [points.count(place) for place in range(9)] == [20] * 8 + [5]


def test_words_have_no_part_of_speech_unless_a_tagger_is_named(released: Released, tmp_path: Path) -> None:
    untagged = {code for row in rows(released, "annotation") for code in row["word_upos"]}
    assert untagged == {UPOS.index("X")}
    annotated = chain_of(tmp_path, tagger="verse-tagger.v1").annotate()
    tagged = {
        code for row in table_of(Path(annotated.run.directory), "annotation").to_pylist() for code in row["word_upos"]
    }
    assert UPOS.index("NOUN") in tagged


def test_pairs_need_a_tagger(tmp_path: Path) -> None:
    values = {**ghostwriting_values(tmp_path), "kind": "pairs", "tasks": [{"task": "swap_lines.v1"}], "tagger": "none"}
    for key in ("artists", "generators"):
        del values[key]
    recipe = load_recipe(str(write_recipe(tmp_path, values)), [])
    with pytest.raises(RecipeError, match="tasks need parts of speech"):
        Chain(recipe, str(tmp_path / "root"), Runner()).run("annotate")


def test_the_report_has_words_for_figures_and_folds_its_validation(released: Released) -> None:
    report = (Path(released.folder) / "report.html").read_text()
    figures, _, validation = report.partition('<h2 id="validation">')
    assert "mean length of a verse" in figures
    assert "mean_tokens" not in figures
    assert validation.index("<details>") < validation.index('aria-labelledby="checks-table"')
