"""Every stage, declared once: what it needs, how it runs, and which of its tables a release contains.

To add a stage, write its module, declare it here, and add it to :data:`STAGES` and to ``titles.py``.
"""

from typing import Any

from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.acceptability import (
    count_uncontested,
    identify_acceptability,
    mark_contested,
    marked_runs,
)
from versebench.pipelines.stages.annotate import annotate, identify_tagger
from versebench.pipelines.stages.candidates import Offered, identify_generator, identify_selectors, model_tasks, offer
from versebench.pipelines.stages.clean import clean
from versebench.pipelines.stages.compare import compare
from versebench.pipelines.stages.corrupt import corrupt
from versebench.pipelines.stages.declaration import Runs, Stage, Work, committed_as
from versebench.pipelines.stages.ghostwriting.artists import Gathered, gather_artists
from versebench.pipelines.stages.ghostwriting.items import check_items, make_items
from versebench.pipelines.stages.ghostwriting.measure import find_points, measure_verses
from versebench.pipelines.stages.ghostwriting.model_answers import answer_tables, check_answering, score_styles
from versebench.pipelines.stages.ghostwriting.verses import cut_verses
from versebench.pipelines.stages.ghostwriting.write import check_generators, write_verses
from versebench.pipelines.stages.ingest import ingest
from versebench.pipelines.stages.judgements import Held, Place, check_studies, take_judgements
from versebench.pipelines.stages.lexicon import Lexicon, check_own_words, lexicon, list_words
from versebench.pipelines.stages.proftap.line_index import check_database
from versebench.pipelines.stages.proftap.poems import gather_poems, write_poems
from versebench.pipelines.stages.proftap.titles import check_poets, choose_titles
from versebench.pipelines.stages.score import Series, identify_models, score, series_runs
from versebench.pipelines.stages.split import split
from versebench.pipelines.stages.stage import Committed


def _pronounced(work: Work) -> Lexicon:
    return Lexicon.of(work.recipe, work.of(WORDS), work.of(LEXICON))


def _kept(work: Work) -> Committed:
    """The poems that later stages use."""
    return work.of(SPLIT if SPLIT.applies(work.recipe) else CLEAN)


def _offer(work: Work) -> list[Offered]:
    return offer(work.recipe, work.root, work.runner, _kept(work), work.of(ANNOTATE), _pronounced(work), work.previous)


def _corrupt(work: Work) -> Committed:
    offered = work.of(CANDIDATES) if CANDIDATES.applies(work.recipe) else []
    return corrupt(work.recipe, work.root, work.runner, _kept(work), work.of(ANNOTATE), offered, work.previous)


def _score(work: Work) -> list[Series]:
    recipe = work.recipe
    return score(recipe.models, recipe.seed, work.root, work.runner, work.of(CORRUPT), _kept(work))


def _compare(work: Work) -> Committed | None:
    series = work.of(SCORE)
    return compare(work.root, work.runner, series, _kept(work))


def _is_ghostwriting(recipe: Recipe) -> bool:
    return isinstance(recipe, GhostwritingRecipe)


def _ghostwriting(work: Work) -> GhostwritingRecipe:
    assert isinstance(work.recipe, GhostwritingRecipe), "the stage applies"
    return work.recipe


def _gathered(work: Work) -> Gathered:
    gathered = gather_artists(_ghostwriting(work), work.root, work.runner, work.of(VERSES))
    check_items(_ghostwriting(work), gathered)
    return gathered


def _written(work: Work) -> Runs:
    return write_verses(_ghostwriting(work), work.root, work.runner, work.of(ARTISTS))


def _measured(work: Work) -> Committed:
    return measure_verses(_ghostwriting(work), work.root, work.runner, work.of(ARTISTS), work.of(WRITE))


def _points(work: Work) -> Committed:
    return find_points(_ghostwriting(work), work.root, work.runner, work.of(ARTISTS), work.of(MEASURE))


def _asks_for_items(recipe: Recipe) -> bool:
    return isinstance(recipe, GhostwritingRecipe) and recipe.items is not None


def _items(work: Work) -> Committed:
    inputs = work.of(ARTISTS), work.of(WRITE), work.of(MEASURE)
    return make_items(_ghostwriting(work), work.root, work.runner, *inputs)


def _is_proftap(recipe: Recipe) -> bool:
    return isinstance(recipe, ProftapRecipe)


def _proftap(work: Work) -> ProftapRecipe:
    assert isinstance(work.recipe, ProftapRecipe), "the stage applies"
    return work.recipe


def _gathered_poems(work: Work) -> Committed:
    inputs = _kept(work), work.of(TITLES), work.of(POEMS)
    return gather_poems(_proftap(work), work.root, work.runner, *inputs)


def _judged(work: Work) -> Committed:
    """Judgements of what the release holds: poems, pairs, verses of artists and generators, poems of the test."""
    recipe = work.recipe
    pairs = _place(work.of(CORRUPT)) if CORRUPT.applies(recipe) else None
    verses = _place(work.of(ARTISTS).committed) if ARTISTS.applies(recipe) else None
    generated = work.of(WRITE).values() if WRITE.applies(recipe) else ()
    decided = [series.decisions for series in work.of(SCORE)] if SCORE.applies(recipe) else ()
    answers = answer_tables(work.of(ITEMS), work.of(STYLE_SCORES)) if STYLE_SCORES.applies(recipe) else {}
    held = Held(
        _place(_kept(work)),
        pairs,
        verses,
        tuple(map(_place, generated)),
        tuple(map(_place, decided)),
        _place(work.of(TEST_POEMS)) if TEST_POEMS.applies(recipe) else None,
        answers.get("model_answers"),
    )
    return take_judgements(recipe, work.root, work.runner, held)


def _place(committed: Committed) -> Place:
    return committed.run.directory, committed.manifest


def _asks_models(recipe: Recipe) -> bool:
    items = recipe.items if isinstance(recipe, GhostwritingRecipe) else None
    return items is not None and bool((items.models or recipe.models) and items.match_style)


def _check_candidate_models(recipe: Recipe) -> None:
    identify_generator(recipe)
    identify_selectors(recipe)


INGEST = Stage(
    name="ingest",
    run=lambda work: ingest(work.recipe, work.root, work.runner),
    runs=committed_as("ingest"),
    tables=("poems", "rejects"),
    keeps="poems",
)
WORDS = Stage(
    name="words",
    needs=(INGEST,),
    run=lambda work: list_words(work.recipe, work.root, work.runner, work.of(INGEST)),
    runs=committed_as("words"),
)
LEXICON = Stage(
    name="lexicon",
    needs=(WORDS,),
    run=lambda work: lexicon(work.recipe, work.root, work.runner, work.of(WORDS)),
    check=check_own_words,
    runs=committed_as("lexicon"),
)
CLEAN = Stage(
    name="clean",
    needs=(INGEST, WORDS, LEXICON),
    run=lambda work: clean(work.recipe, work.root, work.runner, work.of(INGEST), _pronounced(work)),
    runs=committed_as("clean"),
    tables=("poems", "rejects"),
    keeps="poems",
)
SPLIT = Stage(
    name="split",
    needs=(CLEAN,),
    applies=lambda recipe: recipe.splits is not None,
    run=lambda work: split(work.recipe, work.root, work.runner, work.of(CLEAN), work.previous),
    runs=committed_as("split"),
    tables=("poems", "splits", "rejects"),
    keeps="poems",
)
ANNOTATE = Stage(
    name="annotate",
    needs=(WORDS, LEXICON, CLEAN, SPLIT),
    check=identify_tagger,
    run=lambda work: annotate(work.recipe, work.root, work.runner, _kept(work), _pronounced(work)),
    runs=committed_as("annotate"),
    tables=("annotation",),
    keeps="annotation",
)
CANDIDATES = Stage(
    name="candidates",
    needs=(WORDS, LEXICON, CLEAN, SPLIT, ANNOTATE),
    applies=lambda recipe: bool(model_tasks(recipe)),
    check=_check_candidate_models,
    needs_extra=("score", "a task that needs a model"),
    run=_offer,
    runs=lambda offered: {f"candidates {each.task.offered_as}": each.committed for each in offered},
    tables=("completions", "synonyms", "attempts"),
)
CORRUPT = Stage(
    name="corrupt",
    needs=(CLEAN, SPLIT, ANNOTATE, CANDIDATES),
    applies=lambda recipe: bool(recipe.tasks),
    run=_corrupt,
    runs=committed_as("corrupt"),
    tables=("pairs", "outcomes"),
)
SCORE = Stage(
    name="score",
    needs=(CLEAN, SPLIT, CORRUPT),
    applies=lambda recipe: bool(recipe.models and recipe.tasks),
    check=lambda recipe: identify_models(recipe.models),
    needs_extra=("score", "scoring"),
    run=_score,
    runs=series_runs,
    tables=("scores", "decisions", "rejects"),
    keeps="scores",
)
COMPARE = Stage(
    name="compare",
    needs=(CLEAN, SPLIT, SCORE),
    applies=SCORE.applies,
    run=_compare,
    runs=lambda compared: {} if compared is None else {"compare": compared},
)

ACCEPTABILITY = Stage(
    name="acceptability",
    needs=(CLEAN, SPLIT, CORRUPT),
    applies=lambda recipe: recipe.acceptability is not None,
    check=identify_acceptability,
    needs_extra=("score", "the check of acceptability"),
    run=lambda work: mark_contested(work.recipe, work.root, work.runner, work.of(CORRUPT), _kept(work)),
    runs=marked_runs,
    tables=("acceptability",),
)
UNCONTESTED = Stage(
    name="uncontested",
    needs=(CLEAN, SPLIT, SCORE, ACCEPTABILITY),
    applies=lambda recipe: SCORE.applies(recipe) and ACCEPTABILITY.applies(recipe),
    run=lambda work: count_uncontested(work.root, work.runner, work.of(SCORE), work.of(ACCEPTABILITY), _kept(work)),
    runs=committed_as("uncontested"),
)

VERSES = Stage(
    name="verses",
    needs=(INGEST, CLEAN, SPLIT),
    applies=_is_ghostwriting,
    run=lambda work: cut_verses(_ghostwriting(work), work.root, work.runner, work.of(INGEST), _kept(work)),
    runs=committed_as("verses"),
    tables=("verses", "rejects"),
    keeps="verses",
)
ARTISTS = Stage(
    name="artists",
    needs=(VERSES,),
    applies=_is_ghostwriting,
    run=_gathered,
    runs=lambda gathered: {"artists": gathered.committed},
    tables=("verses", "syllables", "artists", "rejects"),
    keeps="verses",
    by_artist=True,
)
WRITE = Stage(
    name="write",
    needs=(ARTISTS,),
    applies=_is_ghostwriting,
    check=check_generators,
    run=_written,
    runs=lambda written: {f"write {name}": run for name, run in written.items()},
    tables=("generated",),
    by_artist=True,
)
MEASURE = Stage(
    name="measure",
    needs=(ARTISTS, WRITE),
    applies=_is_ghostwriting,
    run=_measured,
    runs=committed_as("measure"),
    tables=("measures",),
    by_artist=True,
)
POINTS = Stage(
    name="points",
    needs=(ARTISTS, MEASURE),
    applies=_is_ghostwriting,
    run=_points,
    runs=committed_as("points"),
    tables=("points", "crossings", "lengths"),
    by_artist=True,
)
ITEMS = Stage(
    name="items",
    needs=(ARTISTS, WRITE, MEASURE),
    applies=_asks_for_items,
    run=_items,
    runs=committed_as("items"),
    tables=("items",),
    by_artist=True,
)
STYLE_SCORES = Stage(
    name="style-scores",
    needs=(ARTISTS, ITEMS),
    applies=_asks_models,
    check=check_answering,
    run=lambda work: score_styles(_ghostwriting(work), work.root, work.runner, work.of(ARTISTS), work.of(ITEMS)),
    runs=lambda scored: scored,
    tables=("style_scores", "rejects"),
    by_artist=True,
)
TITLES = Stage(
    name="titles",
    needs=(CLEAN, SPLIT),
    applies=_is_proftap,
    check=check_poets,
    run=lambda work: choose_titles(_proftap(work), work.root, work.runner, _kept(work)),
    runs=committed_as("titles"),
    tables=("titles",),
)
POEMS = Stage(
    name="poems",
    needs=(CLEAN, SPLIT, TITLES),
    applies=_is_proftap,
    check=check_database,
    run=lambda work: write_poems(_proftap(work), work.root, work.runner, _kept(work), work.of(TITLES)),
    runs=lambda written: {f"write-poems {name}": run for name, run in written.items()},
    tables=("poem_attempts",),
)
TEST_POEMS = Stage(
    name="test-poems",
    needs=(CLEAN, SPLIT, TITLES, POEMS),
    applies=_is_proftap,
    run=_gathered_poems,
    runs=committed_as("test-poems"),
    tables=("test_poems", "reuse", "items"),
)
JUDGEMENTS = Stage(
    name="judgements",
    needs=(CLEAN, SPLIT, CORRUPT, SCORE, ARTISTS, WRITE, ITEMS, STYLE_SCORES, TEST_POEMS),
    applies=lambda recipe: bool(recipe.studies),
    check=check_studies,
    needs_extra=("release", "figures about judges"),
    run=_judged,
    runs=committed_as("judgements"),
)

STAGES: dict[str, Stage[Any]] = {
    stage.name: stage
    for stage in (
        INGEST,
        WORDS,
        LEXICON,
        CLEAN,
        SPLIT,
        ANNOTATE,
        CANDIDATES,
        CORRUPT,
        SCORE,
        COMPARE,
        ACCEPTABILITY,
        UNCONTESTED,
        VERSES,
        ARTISTS,
        WRITE,
        MEASURE,
        POINTS,
        ITEMS,
        STYLE_SCORES,
        TITLES,
        POEMS,
        TEST_POEMS,
        JUDGEMENTS,
    )
}
"""Every stage by its name, each after those that it needs."""


def stages_of(recipe: Recipe) -> tuple[Stage[Any], ...]:
    """The stages that a recipe needs: its goals, judgements, and what these need, each after those that it needs."""
    needed: set[str] = set()
    for goal in (*recipe.goals, JUDGEMENTS.name):
        needed.update(stage.name for stage in stages_for(recipe, STAGES[goal]))
    return tuple(stage for name, stage in STAGES.items() if name in needed)


def stages_for(recipe: Recipe, stage: Stage[Any]) -> tuple[Stage[Any], ...]:
    """A stage after the stages that it needs and that apply to a recipe; empty if it does not apply itself."""
    if not stage.applies(recipe):
        return ()
    earlier = dict.fromkeys(needed for need in stage.needs for needed in stages_for(recipe, need))
    return *earlier, stage
