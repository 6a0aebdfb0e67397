"""A scorer in a worker: it is loaded on first use, scores units, and returns rows of tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from versebench.models.scorers.contract import (
    ModelLoadError,
    Precision,
    Scorer,
    ScorerFailedError,
    TextScore,
    UnitScores,
    Unscored,
)
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.loaded import load_scorer, release_scorer
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.unigrams import Unigrams, read_unigrams, unigrams_path
from versebench.schemas.poems import REJECTS
from versebench.schemas.scores import SCORES
from versebench.transforms.mapping.asked_models import fallback_counts, recoverable_load
from versebench.transforms.mapping.failure import RecoverableError, of_poem
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.readers.contract import ORIGINAL_LIMIT
from versebench.transforms.scoring.texts import Text
from versebench.transforms.text.keys import hash_id


@dataclass(frozen=True)
class Scored:
    """The scores of some units, and rejects for texts without a score."""

    scores: pa.Table
    rejects: pa.Table
    fallbacks: Mapping[str, int] = field(default_factory=dict)
    """How often the scorer fell back on another way of scoring, by what happened."""

    @property
    def counts(self) -> dict[str, int]:
        """``in`` and ``out``, in texts times conventions, ``rejected.<reason>``, and ``fallback/<what>``."""
        counts = {"in": len(self.scores) + len(self.rejects), "out": len(self.scores)}
        for item in self.rejects.column("reason").value_counts().to_pylist():
            counts[f"rejected.{item['values']}"] = item["counts"]
        return counts | fallback_counts(self.fallbacks)


@dataclass(frozen=True)
class WorkerScorer:
    """A scorer of a recipe in one precision, loaded in a worker on first use."""

    settings: ScorerSettings
    identity: ModelIdentity
    precision: Precision

    def score(self, units: Sequence[Sequence[Text]]) -> Scored:
        """Returns the scores of units, each a list of the texts of one poem.

        Raises :class:`RecoverableError` if the scorer cannot be loaded or runs out of memory, and :class:`PoemError` if
        it fails on a poem. The latter is not a reject, as the machine may be the cause.
        """
        scorer, unigrams = self._load(), self._unigrams()
        tokens = self.settings.token_scores
        found: list[tuple[Text, str, TextScore]] = []
        refused: list[tuple[Text, str, Unscored]] = []
        for unit, answer in zip(units, self._ask(scorer, units, tokens), strict=True):
            for convention, scores in answer.items():
                for text, score in zip(unit, scores, strict=True):
                    if isinstance(score, TextScore):
                        found.append((text, convention, score))
                    else:
                        refused.append((text, convention, score))
        return Scored(self._scores(found, scorer, unigrams), self._rejects(refused), scorer.fallbacks())

    def release(self) -> None:
        """Let go of the model."""
        if self._shared:
            from versebench.transforms.scoring.shared_scorer import release_shared_scorer

            release_shared_scorer()
        else:
            release_scorer()

    @property
    def _shared(self) -> bool:
        return self.settings.engine.shared == "machine"

    def _load(self) -> Scorer:
        from versebench.transforms.scoring.shared_scorer import shared_scorer  # imports Beam

        load = shared_scorer if self._shared else load_scorer
        with recoverable_load("scoring", self.identity.name):
            return load(self.settings, self.identity, self.precision)

    def _unigrams(self) -> Unigrams | None:
        named = self.settings.unigrams
        if named is None:
            return None
        try:
            return read_unigrams(unigrams_path(self.identity, named))
        except ModelLoadError as error:
            raise RecoverableError(str(error)) from None

    def _ask(self, scorer: Scorer, units: Sequence[Sequence[Text]], tokens: bool) -> Sequence[UnitScores]:
        from versebench.models.scorers.memory import NotEnoughMemoryError

        try:
            return scorer.score_units([[text.text for text in unit] for unit in units], tokens=tokens)
        except NotEnoughMemoryError as error:
            raise RecoverableError(f"{self.identity.name}: {error}") from None
        except (EOFError, ConnectionError) as error:
            raise RecoverableError(
                f"{self.identity.name}: the process of this model has ended ({type(error).__name__}), most often for "
                "lack of memory; run again: committed shards are kept"
            ) from None
        except ScorerFailedError as error:
            self.release()
            raise RecoverableError(str(error)) from None
        except Exception as error:
            processing_failed(error)
            for unit in units:
                with of_poem(unit[0].work_id):
                    scorer.score_units([[text.text for text in unit]], tokens=tokens)
            raise

    def _scores(
        self, found: Sequence[tuple[Text, str, TextScore]], scorer: Scorer, unigrams: Unigrams | None
    ) -> pa.Table:
        count = len(found)
        scores = [score for _, _, score in found]
        kept = self.settings.token_scores
        rare = [_rarity(score, unigrams) for score in scores]
        spans = [(score.spans or ()) if kept else None for score in scores]
        return SCORES.build(
            {
                "work_id": [text.work_id for text, _, _ in found],
                "text_id": [text.text_id for text, _, _ in found],
                "model": [self.identity.name] * count,
                "revision": [self.identity.revision] * count,
                "family": [self.settings.family] * count,
                "convention": [convention for _, convention, _ in found],
                "precision": [self.precision] * count,
                "log_probability": [score.log_probability for score in scores],
                "tokens": [len(score.token_log_probabilities) for score in scores],
                "words": [len(text.text.split()) for text, _, _ in found],
                "characters": [len(text.text) for text, _, _ in found],
                "unigram_log_probability": rare,
                "token_pieces": [scorer.pieces(score.token_ids) if kept else None for score in scores],
                "token_starts": [None if mine is None else [start for start, _ in mine] for mine in spans],
                "token_ends": [None if mine is None else [end for _, end in mine] for mine in spans],
                "token_log_probabilities": [score.token_log_probabilities if kept else None for score in scores],
            }
        ).sort_by([(name, "ascending") for name in SCORES.key])

    def _rejects(self, refused: Sequence[tuple[Text, str, Unscored]]) -> pa.Table:
        name = self.identity.name
        rows = [
            {
                "reject_id": hash_id("unscored", text.work_id, text.text_id, name, convention),
                "work_id": text.work_id,
                "stage": "score",
                "reason": score.reason,
                "detail": f"{name}, {convention}: {score.detail}",
                "source": "pairs",
                "original": text.text[:ORIGINAL_LIMIT],
                "original_size": len(text.text),
            }
            for text, convention, score in refused
        ]
        rows.sort(key=lambda row: str(row["reject_id"]))
        return pa.Table.from_pylist(rows, REJECTS.schema)


def _rarity(score: TextScore, unigrams: Unigrams | None) -> float | None:
    try:
        return None if unigrams is None else unigrams.log_probability(score.token_ids)
    except ModelLoadError as error:
        raise RecoverableError(str(error)) from None
