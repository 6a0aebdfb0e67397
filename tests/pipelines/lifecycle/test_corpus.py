"""A recipe of a corpus goes from its sources to a package, and to the next version, without tasks or models."""

import json
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mlcroissant as mlc
import pytest

from tests.browser import browser, problems
from tests.pipelines.running import REPOSITORY, sample_rows, versebench_here, write_recipe
from tests.pipelines.stages.test_registry import SPLITS, corpus_values
from tests.pipelines.stages.test_sampling import table_of
from versebench.pipelines.chain.assemble import assemble
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import stage_counts
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.rebuild import rebuild
from versebench.pipelines.lifecycle.release import Released, release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.roots.why import why
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.validation.counts import handovers

TABLES = {"poems", "splits", "annotation", "rejects"}
ROWS = sample_rows()
LONG_IN_THE_MIDDLE = "\n".join(
    (
        "There was a cat",
        "Who sat on a mat",
        "And slept through the night and the whole of the day",
        "And then, when it woke, it would hurry away",
        "And look for another old hat.",
    )
)
FEW, MORE = ROWS[:25] + ROWS[-15:], ROWS[:40] + ROWS[-15:]


@dataclass(frozen=True)
class Corpus:
    """Two versions of a corpus under one root, the second after its source grew."""

    folder: Path
    first: Released
    second: Released

    @property
    def root(self) -> Path:
        return self.folder / "root"


def chain_of(folder: Path, rows: list[dict[str, Any]], **changes: Any) -> Chain:
    (folder / "poems.json").write_text(json.dumps(rows))
    source = {"name": "sample", "path": str(folder / "poems.json"), "format": "oedilf-json", "licence": "CC0-1.0"}
    values = corpus_values(**{"version": "auto", "splits": SPLITS, "sources": [source], **changes})
    return Chain(load_recipe(str(write_recipe(folder, values)), []), str(folder / "root"), Runner())


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus")
    return Corpus(folder, *(release(chain_of(folder, rows)) for rows in (FEW, MORE)))


@pytest.fixture
def chain(corpus: Corpus) -> Chain:
    """The chain of the second version, all of whose runs are there."""
    return chain_of(corpus.folder, MORE)


def documents(corpus: Corpus) -> dict[str, str]:
    folder = Path(corpus.second.folder)
    return {path.name: path.read_text() for path in folder.iterdir() if path.suffix not in (".parquet", ".zip")}


def test_it_holds_every_row_as_a_poem_or_a_reject(corpus: Corpus) -> None:
    for released, rows in ((corpus.first, FEW), (corpus.second, MORE)):
        tables = released.manifest.tables
        assert tables.keys() == TABLES
        assert tables["poems"].rows + tables["rejects"].rows == len(rows)
        assert tables["poems"].rows == tables["annotation"].rows == tables["splits"].rows > 20
        assert tables["rejects"].rows > 5
        assert list(verify(released.folder)) == []


def test_every_stage_hands_on_what_the_next_one_takes(chain: Chain) -> None:
    stages, assembled = stage_counts(chain), assemble(chain).manifest
    assert [stage.stage for stage in stages] == ["ingest", "clean", "split", "annotate"]
    assert [stage.accounted for stage in stages] == [stage.rows_in for stage in stages]
    passed = list(handovers(stages, [], assembled))
    assert {one.of.partition(",")[0] for one in passed} == {"poems", "annotation", "rejects"}
    assert [one.given for one in passed] == [one.taken for one in passed]
    fewer = {**assembled.tables, "annotation": replace(assembled.tables["annotation"], rows=1)}
    lost = [one.of for one in handovers(stages, [], replace(assembled, tables=fewer)) if one.given != one.taken]
    assert lost == ["annotation, released"]


def test_only_suites_of_what_there_is_are_applied(corpus: Corpus) -> None:
    found = documents(corpus)
    suites = {suite["suite"] for suite in json.loads(found["checkpoint.json"])["suites"]}
    assert suites == {"summary", "conservation", "handovers", "unique_ids", "split_leakage", "drift"}
    assert {row["table"] for row in json.loads(found["validation.json"])} == TABLES | suites


def test_a_recipe_can_ask_that_poems_have_the_metre_of_their_form(tmp_path: Path) -> None:
    """A limerick whose long lines stand in the middle is one of nine."""
    rows = [*ROWS[:8], {**ROWS[0], "id": "long", "limerick": LONG_IN_THE_MIDDLE}]
    with pytest.raises(DataError, match="metre_claims: ExpectColumnPairValuesAToBeGreaterThanB") as stopped:
        release(chain_of(tmp_path, rows, clean={"profile": "verse"}, as_claimed=0.95))
    assert "form='limerick'" in str(stopped.value)
    released = release(chain_of(tmp_path, rows, clean={"profile": "verse"}, as_claimed=0.85))
    suites = json.loads((Path(released.folder) / "checkpoint.json").read_text())["suites"]
    assert "metre_claims" in {suite["suite"] for suite in suites}


def test_its_report_can_be_read_by_everyone(corpus: Corpus) -> None:
    with browser() as opened:
        assert problems(Path(corpus.second.folder) / "report.html", opened) == []


def test_no_page_speaks_of_tasks_or_models(corpus: Corpus) -> None:
    found = documents(corpus)
    assert not (Path(corpus.second.folder) / "harness.zip").exists()
    for gone in ('id="tasks"', 'id="examples"', 'id="results"', "minimal pairs", "RANLP"):
        assert gone not in found["report.html"]
    for gone in ("## An example", "## Results", "### The tasks", "inimal pairs", "Corruptions", "RANLP"):
        assert gone not in found["README.md"]
    assert f"A corpus of {corpus.second.manifest.tables['poems'].rows} poems." in found["README.md"]
    assert "| Limerick `limerick` | English `english` |" in found["README.md"]
    row = '<th scope="row">Limerick <code>limerick</code></th><td>English <code>english</code></td>'
    assert row in found["report.html"]
    assert not json.loads(found["recipe.json"]).keys() & {"tasks", "models", "generator", "selectors"}
    assert "corpus" in json.loads((Path(corpus.second.folder) / ".zenodo.json").read_text())["keywords"]


def test_croissant_describes_every_table(corpus: Corpus) -> None:
    data = mlc.Dataset(jsonld=f"{corpus.second.folder}/croissant.json")
    assert {one.id for one in data.metadata.record_sets} == TABLES


def test_growth_is_a_minor_version_that_changes_says(corpus: Corpus) -> None:
    assert [Path(one.folder).name for one in (corpus.first, corpus.second)] == ["1.0.0", "1.1.0"]
    page = documents(corpus)["CHANGES.md"]
    added = corpus.second.manifest.tables["poems"].rows - corpus.first.manifest.tables["poems"].rows
    assert f"- poems: {added} rows added." in page
    first, second = (table_of(Path(one.folder), "splits").to_pylist() for one in (corpus.first, corpus.second))
    assert all(row in second for row in first)
    ran = versebench_here("diff", corpus.first.folder, corpus.second.folder, "--json")
    assert (ran.code, json.loads(ran.out)["change"]) == (0, "minor"), ran.err


def test_nothing_new_is_nothing_done(corpus: Corpus, chain: Chain) -> None:
    assert not release(chain).made


def test_what_became_of_a_poem(corpus: Corpus) -> None:
    kept, refused = (
        table_of(Path(corpus.second.folder), table).to_pylist()[0]["work_id"] for table in ("poems", "rejects")
    )
    of_release = "small-1.1.0"
    assert [step.stage for step in why(str(corpus.root), kept, of_release)] == ["ingest", "clean", "split", "annotate"]
    assert why(str(corpus.root), refused, of_release)[-1].outcome == "rejected"
    ran = versebench_here("show", corpus.second.folder)
    assert ran.code == 0
    assert f"poems {kept}" in ran.out + ran.err


def test_the_record_names_the_stages_that_ran(corpus: Corpus) -> None:
    record = json.loads((corpus.root / "records" / "small-1.1.0.json").read_text())
    assert list(record["stages"]) == [
        *("annotate", "assemble", "clean", "ingest", "lexicon", "split", "validate", "words")
    ]
    assert all((corpus.root / folder).is_dir() for folder in record["stages"].values())


def test_a_stage_that_it_does_not_ask_for_is_refused_or_has_no_run(chain: Chain) -> None:
    with pytest.raises(RecipeError, match=r"corrupt: this recipe does not need this stage; it needs ingest, "):
        chain.corrupt()
    assert (chain.run("corrupt"), chain.candidates(), chain.score(), chain.compare()) == ({}, [], [], None)


def test_withheld_texts_are_made_again_by_a_holder_of_the_source(corpus: Corpus, tmp_path: Path) -> None:
    shutil.copytree(corpus.root, tmp_path / "root", ignore=shutil.ignore_patterns("releases", "records"))
    released = release(chain_of(tmp_path, MORE, texts="withheld"))
    assert set(table_of(Path(released.folder), "poems").column("text").to_pylist()) == {""}
    made = rebuild(released.folder, [f"sample={tmp_path}/poems.json"], str(tmp_path / "root"), Runner())
    full = table_of(Path(corpus.second.folder), "poems").sort_by("work_id")
    assert table_of(Path(made.run.directory), "poems").sort_by("work_id").to_pylist() == full.to_pylist()


def test_the_shipped_recipe_makes_a_corpus_of_which_every_row_is_known(tmp_path: Path) -> None:
    recipe = load_recipe(str(REPOSITORY / "recipes" / "corpus-sample.yaml"), [])
    released = release(Chain(recipe, str(tmp_path / "root"), Runner()))
    tables, counts = released.manifest.tables, released.manifest.counts
    assert tables.keys() == TABLES
    assert tables["poems"].rows + tables["rejects"].rows == counts["ingest/in"] >= len(ROWS)
    assert list(verify(released.folder)) == []


def test_a_corpus_has_no_accuracies_to_report(corpus: Corpus) -> None:
    folder = corpus.second.folder
    ran = versebench_here("report", folder)
    assert ran.code == 1
    assert f"{folder} has no accuracies, because it is a corpus (kind: corpus)" in ran.message
    assert f"versebench show {folder} lists its tables" in ran.message
