"""versebench: validated datasets from poems, and language models evaluated on them.

These functions are for notebooks and scripts: the code of the commands, with typed results. Each imports what it needs
when it is called; only :func:`make_release` needs Apache Beam. A mistake raises
:class:`versebench.pipelines.errors.UserError`, whose message says what to do.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from versebench.models.scorers.contract import TextScore, Unscored
    from versebench.pipelines.commands.scan import Scan
    from versebench.pipelines.notebook.opened_release import OpenedRelease
    from versebench.pipelines.notebook.pairs import Pair
    from versebench.transforms.prosody.rhymes.classify import Rhyme

__all__ = ["make_release", "open_release", "pairs", "rhymes", "scan", "score", "score_units"]


def scan(
    poem: str,
    *,
    accent: Literal["american", "british"] = "american",
    historical: bool = False,
    metre: str | None = None,
    lexicon: str | None = None,
) -> "Scan":
    """Scan a poem, as ``versebench scan`` does: the sounds of its words, its metre, its beats, and its rhymes.

    Args:
        poem: Lines of English verse; a blank line ends a stanza.
        accent: The accent in which lines rhyme.
        historical: Whether rhymes of older verse count, such as love/prove.
        metre: The metre to scan in; by default the one that fits best.
        lexicon: A CSV file of your own words with their phones, or with words that they rhyme with.

    Returns:
        The scan. ``print`` shows it with its marks over the text.
    """
    from versebench.pipelines.commands.scan import scan as run

    return run(poem, accent, historical=historical, metre=metre, lexicon=lexicon)


def rhymes(
    first: str,
    second: str,
    *,
    accent: Literal["american", "british"] = "american",
    historical: bool = False,
    lexicon: str | None = None,
) -> "Rhyme":
    """How two words or lines rhyme.

    Args:
        first: A word, or a line that ends with it.
        second: Another one.
        accent: The accent in which they rhyme.
        historical: Whether rhymes of older verse count, such as love/prove.
        lexicon: A CSV file of your own words with their phones, or with words that they rhyme with.

    Returns:
        The class of the rhyme and its distance from 0 to 1; ``.rhymes`` is true for a full rhyme.
    """
    from versebench.models.pronunciation.own_words import with_own_words
    from versebench.models.pronunciation.verse import VersePronouncer
    from versebench.pipelines.recipe.own_words import own_words
    from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
    from versebench.transforms.prosody.rhymes.settings import Accent, RhymeSettings

    pronouncer = with_own_words(VersePronouncer(), own_words(lexicon, "lexicon"))
    return SchemeFinder(pronouncer, RhymeSettings(Accent(accent), historical)).rhyme(first, second)


def score(
    texts: Sequence[str], model: str, *, precision: Literal["fp32", "bf16"] = "fp32", **settings: Any
) -> "list[TextScore | Unscored]":
    """The log-probabilities of texts, each scored by itself.

    Args:
        texts: The texts.
        model: A shipped model (``versebench models`` lists them), a folder, or an id on the hub.
        precision: In which the model is computed.
        settings: Other keys of a model in a recipe, such as ``family``, ``revision`` or ``start``.

    Returns:
        For each text, ``.log_probability`` in nats and the log-probability of each token; or why there is none, such as
        a text longer than the model's context.
    """
    return [answers[0] for answers in score_units([[text] for text in texts], model, precision=precision, **settings)]


def score_units(
    units: Sequence[Sequence[str]], model: str, *, precision: Literal["fp32", "bf16"] = "fp32", **settings: Any
) -> "list[list[TextScore | Unscored]]":
    """The same for units: each is a poem with its corruptions, scored together, which is faster.

    A release scores the texts of a poem so. The last bits of a score may depend on the unit, and on nothing else.
    """
    from versebench.pipelines.notebook.scores import score_units as run

    return run(units, model, {"precision": precision, **settings})


def pairs(
    poems: Sequence[str] | Mapping[str, str], task: str, *, form: str = "verse", seed: int = 0, **parameters: Any
) -> "list[Pair]":
    """Minimal pairs of English poems, as a release makes them, but without filters.

    Args:
        poems: The poems; or a mapping from work ids to poems, as draws depend on the id of a work.
        task: Versioned name of a task (``versebench tasks`` lists them).
        form: The form of the poems, such as ``limerick``; ``verse`` is any.
        seed: Seed of the draws.
        parameters: Parameters of the task, such as ``words=2``.

    Returns:
        The pairs of each poem in turn; a pair without a corruption states the reason.
    """
    from versebench.pipelines.notebook.pairs import make_pairs

    return make_pairs(poems, task, form, seed, parameters)


def open_release(folder: str) -> "OpenedRelease":
    """A release: its tables for Arrow, pandas or polars, and a joined view of pairs, scores and decisions.

    Args:
        folder: The folder of a release, such as ``build/releases/bpomp-sample/1.0.0``.
    """
    from versebench.pipelines.notebook.opened_release import open_release as run

    return run(folder)


def make_release(
    recipe: str, *, root: str = "build", workers: int | Literal["auto"] = "auto", overrides: Sequence[str] = ()
) -> "OpenedRelease":
    """Make a release, as ``versebench release`` does, and open it. Committed work is not repeated.

    The root stays locked until this process ends.

    Args:
        recipe: Path of the recipe.
        root: Folder of all runs and releases.
        workers: How many processes work; ``auto`` takes as many as cores, memory and shards allow.
        overrides: Keys of the recipe with other values, such as ``seed=7``.
    """
    from versebench.pipelines.notebook.made_release import make_release as run

    return run(recipe, root, workers, overrides)
