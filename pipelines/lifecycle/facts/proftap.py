"""Gather what the documents say about a Turing test, from the tables of a release."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from versebench.models.poets.causal_settings import CausalPoetModel
from versebench.models.poets.contract import PoetSettings
from versebench.models.scorers.identity import identify
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.proftap.line_index import database_counts
from versebench.pipelines.stages.registry import POEMS
from versebench.pipelines.stages.stage import Committed
from versebench.release.documents.facts import CandidateModel
from versebench.release.documents.proftap.facts import PoetFacts, ProftapFacts, ShownTitle, WriterFacts
from versebench.release.documents.proftap.reuse import repeated_poems
from versebench.schemas.proftap import HUMAN
from versebench.storage.manifest import read_table

REFUSED = "refused/"
"""Prefix of the counts of answers that became no poem of the test."""

MOST_REUSE = 12
"""Poems with repeated lines that the report shows."""

MOST_TITLES = 6
"""Titles whose poems the report shows."""

Row = dict[str, Any]


def proftap_facts(chain: Chain, assembled: Committed) -> ProftapFacts | None:
    """The facts about a Turing test; None for a release of another kind."""
    recipe = chain.recipe
    if not isinstance(recipe, ProftapRecipe):
        return None
    titles, poems = _rows(assembled, "titles"), _rows(assembled, "test_poems")
    counts: dict[str, Mapping[str, int]] = {HUMAN: {}}
    counts |= {name: run.manifest.counts for name, run in chain.result(POEMS).items()}
    unknown = {name for title in titles for name in title["training_unknown"]}
    database = database_counts(recipe, chain.root)
    asked = Counter(row["writer"] for row in _rows(assembled, "poem_attempts", ["writer"]))
    return ProftapFacts(
        titles=len(titles),
        poets=tuple(
            PoetFacts(
                poet.name,
                poet.title,
                recipe.prompt_of(poet),
                _drawing(poet),
                poet.name in unknown,
                _refused(counts[poet.name]),
            )
            for poet in recipe.poets
        ),
        writers=tuple(_writer(writer, of, asked[writer], poems) for writer, of in counts.items()),
        enforced=recipe.reuse.enforced,
        attempts=recipe.reuse.attempts,
        database=len(recipe.reuse.database),
        database_poems=database["poems"],
        database_without_lines=database["without_lines"],
        database_lines=database["lines"],
        equivalence=recipe.equivalence,
        reuse=repeated_poems(_rows(assembled, "reuse"), poems, titles, MOST_REUSE),
        shown=_shown(titles, poems, list(counts)),
    )


def poet_models(recipe: Recipe) -> Iterator[CandidateModel]:
    """The language models that a recipe names as poets."""
    for poet in recipe.poets if isinstance(recipe, ProftapRecipe) else ():
        if isinstance(poet, CausalPoetModel):
            identity = identify(poet.model, poet.revision)
            adapter = ", with an adapter" if poet.adapter is not None else ""
            yield CandidateModel(f"{poet.name}{adapter}", identity.name, identity.revision, poet.precision)


def _drawing(poet: PoetSettings) -> str:
    how = poet.drawing()
    if how is None:
        return ""
    temperature, top_p = ("the server's" if value is None else f"{value:g}" for value in (how.temperature, how.top_p))
    most = "" if how.most_tokens is None else f", at most {how.most_tokens:,} tokens"
    return f"temperature {temperature}, top-p {top_p}{most}"


def _refused(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    refused = {name.removeprefix(REFUSED): n for name, n in counts.items() if name.startswith(REFUSED)}
    return tuple(sorted(refused.items(), key=lambda of: (-of[1], of[0])))


def _writer(writer: str, counts: Mapping[str, int], attempts: int, poems: Sequence[Row]) -> WriterFacts:
    own = [poem for poem in poems if poem["writer"] == writer]
    holds = {
        name: sum(poem[name] for poem in own)
        for name in ("one_level_rhyme", "regulated", "patterned", "exact_reuse", "near_reuse")
    }
    return WriterFacts(
        writer=writer,
        poems=len(own),
        unpaired=counts.get("unpaired", 0),
        attempts=attempts,
        forms=_most_common(poem["form"] for poem in own),
        yan=_most_common(poem["yan"] for poem in own),
        repeated=sum(poem["repeated_characters"] > 0 for poem in own),
        **holds,
    )


def _most_common(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(values).items(), key=lambda of: (-of[1], of[0])))


def _shown(titles: Sequence[Row], poems: Sequence[Row], writers: Sequence[str]) -> tuple[ShownTitle, ...]:
    """The first titles of the draw with their poems, the human poem first."""
    of = {(poem["title_id"], poem["writer"]): tuple(poem["text"].split("\n")) for poem in poems}
    first = sorted(titles, key=lambda row: row["place"])[:MOST_TITLES]
    return tuple(
        ShownTitle(
            row["title"],
            tuple((writer, of[row["title_id"], writer]) for writer in writers if (row["title_id"], writer) in of),
        )
        for row in first
    )


def _rows(assembled: Committed, table: str, columns: Sequence[str] | None = None) -> list[Row]:
    run, manifest = assembled.run, assembled.manifest
    shards = (read_table(run.directory, manifest, table, shard, columns) for shard in range(run.shards))
    return [row for rows in shards for row in rows.to_pylist()]
