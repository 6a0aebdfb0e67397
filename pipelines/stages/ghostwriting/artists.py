"""Artists: bring the verses of each artist together. From here on, shard i is artist i."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.own_words import own_words
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.ghostwriting import ARTISTS, SYLLABLES, VERSES
from versebench.schemas.poems import REJECTS
from versebench.storage import filesystem
from versebench.storage.manifest import read_run_manifest
from versebench.storage.run import Run
from versebench.transforms.ghostwriting.artist_shard import ArtistRules, ArtistShard
from versebench.transforms.ghostwriting.names import Artist, artists_of
from versebench.transforms.ghostwriting.rhymes import RhymeRules
from versebench.transforms.ghostwriting.spread_artists import Spread, groups_of, read_note
from versebench.transforms.near_duplicates import shingles

if TYPE_CHECKING:
    import apache_beam as beam

VERSION = "artists.v1"

MOST_ROWS = 100_000
"""Verses that are regrouped at once; it changes the memory and no result."""


@dataclass(frozen=True)
class Gathered:
    """The committed artists: artist ``i`` of ``artists`` is shard ``i``, which is empty if the artist was refused."""

    artists: tuple[Artist, ...]
    committed: Committed


def rhyme_rules(recipe: GhostwritingRecipe) -> RhymeRules:
    """How a recipe hears verses."""
    own = own_words(recipe.ear.lexicon)
    return RhymeRules(recipe.ear.pronunciations, recipe.rhyme.guesses, recipe.rhyme.detector, recipe.weighting, own)


def gather_artists(recipe: GhostwritingRecipe, root: str, runner: Runner, cut: Committed) -> Gathered:
    """The verses, syllables and figures of each artist, and the refused verses, under ``<root>/artists``.

    Raises :class:`DataError` if no artist has enough verses.
    """
    artists = artists_of(cut.manifest.counts)
    _warn_of_shared_names(artists, runner)
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {table.name: table.version for table in (VERSES, SYLLABLES, ARTISTS, REJECTS)},
        "inputs": {"verses": cut.manifest.tables["verses"].content_hash},
        "shingles": shingles.VERSION,
        "artists": [[artist.artist_id, artist.name, *artist.sources] for artist in artists],
        "verses": recipe.verses.model_dump(include={"fewest_tokens", "tokens"}),
        "fewest_verses": recipe.artists.fewest_verses,
        "similarity": recipe.similarity.model_dump(),
        "ear": recipe.ear.pronunciations,
        **own_words(recipe.ear.lexicon).described(),
        "rhyme": recipe.rhyme.model_dump(),
        "weighting": recipe.weighting,
    }
    run = stage_run(root, "artists", max(len(artists), 1), inputs)
    rules = ArtistRules(
        recipe.verses.fewest_tokens,
        recipe.artists.fewest_verses,
        recipe.verses.tokens,
        recipe.similarity.weighting,
        recipe.similarity.near,
        rhyme_rules(recipe),
    )
    if artists:
        committed = _gather(run, inputs, artists, rules, runner, cut)
    if not artists or not committed.manifest.counts["artists"]:
        raise DataError(_none_has_enough(recipe, cut, artists))
    return Gathered(artists, committed)


def _gather(
    run: Run,
    inputs: Mapping[str, Any],
    artists: tuple[Artist, ...],
    rules: ArtistRules,
    runner: Runner,
    cut: Committed,
) -> Committed:
    """The committed artists. Unless they were committed before, the verses are regrouped first."""
    if read_run_manifest(run, inputs) is not None:
        return run_stage(run, inputs, ArtistShard((), artists, rules), runner)
    with filesystem.temporary_folder(filesystem.join(run.root, run.stage, "spread")) as folder:
        return run_stage(run, inputs, ArtistShard(_spread(folder, runner, cut), artists, rules), runner)


def _spread(folder: str, runner: Runner, cut: Committed) -> tuple[Spread, ...]:
    from versebench.transforms.ghostwriting.regroup import SpreadArtists

    groups = groups_of(cut.manifest, MOST_ROWS)
    spread = SpreadArtists(folder, cut.run.directory, cut.manifest)

    def build(pipeline: "beam.Pipeline") -> None:
        _ = create(pipeline, "Groups", groups) | "SpreadArtists" >> spread

    notes = [filesystem.join(folder, f"spread-{number:05d}.json") for number, _ in groups]
    runner.run("artists: regrouping", len(groups), build, lambda: sum(map(filesystem.exists, notes)))
    return tuple(map(read_note, notes))


def _warn_of_shared_names(artists: tuple[Artist, ...], runner: Runner) -> None:
    for artist in artists:
        if len(artist.sources) > 1:
            runner.log.warned(
                f"artists: {artist.name!r} is in the sources {', '.join(artist.sources)} and counts as one artist; if "
                f"they are two, tell them apart in artists.map, as in {{{artist.sources[1]}:{artist.name}: "
                f"{artist.name} of {artist.sources[1]}}}"
            )


def _none_has_enough(recipe: GhostwritingRecipe, cut: Committed, artists: tuple[Artist, ...]) -> str:
    counts = cut.manifest.counts
    refused = sorted(((many, name) for name, many in counts.items() if name.startswith("rejected.")), reverse=True)
    reasons = ", ".join(f"{name.removeprefix('rejected.')}: {many}" for many, name in refused[:3]) or "none was refused"
    return (
        f"artists: none of {len(artists)} artists has {recipe.artists.fewest_verses} verses of at least "
        f"{recipe.verses.fewest_tokens} tokens ({counts['out']} verses were cut; {reasons}); check the authors of the "
        "sources, or set artists.fewest_verses lower"
    )
