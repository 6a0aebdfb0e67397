"""A scorer of any family that DeepSpeed computes in rank processes: the same contract, from outside."""

from collections.abc import Sequence

from versebench.models.scorers.contract import Precision, ScorerFailedError, UnitScores
from versebench.models.scorers.deepspeed import scores, scoring
from versebench.models.scorers.deepspeed.launch import START_SECONDS, launch, remedied
from versebench.models.scorers.deepspeed.messages import Message
from versebench.models.scorers.deepspeed.processes import RankError
from versebench.models.scorers.deepspeed.start import Work
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.settings import ScorerSettings


class DeepspeedScorer:
    """A scorer whose model is in processes of its own. Asked by one thread at a time.

    ``process_ids`` are those processes. They end with :meth:`close`, with this object, and with this process.
    """

    def __init__(
        self,
        settings: ScorerSettings,
        identity: ModelIdentity,
        precision: Precision,
        *,
        start_seconds: float = START_SECONDS,
    ) -> None:
        """Raises :class:`ModelLoadError` with the remedy."""
        engine = settings.engine
        assert isinstance(engine, DeepspeedEngine)
        own_code = settings.run_code_of_the_model
        work = Work(scoring.__name__, settings.model_dump_json(), identity, engine, precision, own_code)
        self._name, self._ranks = identity.name, launch(work, start_seconds)
        self.process_ids = self._ranks.process_ids

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[UnitScores]:
        """The scores of each unit, as the family's own scorer gives them.

        Raises :class:`ScorerFailedError` if a process fails; then all processes have ended.
        """
        answer = self._ask({"units": [list(unit) for unit in units], "tokens": tokens})
        return scores.from_json(answer["scores"])

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """Return tokens as the tokenizer spells them."""
        found: list[str] = self._ask({"pieces": list(token_ids)})["pieces"]
        return found

    def fallbacks(self) -> dict[str, int]:
        """Return the fallbacks of the family's own scorer."""
        found: dict[str, int] = self._ask({"fallbacks": True})["fallbacks"]
        return found

    def close(self) -> None:
        """End the processes."""
        self._ranks.close()

    def _ask(self, request: Message) -> Message:
        try:
            return self._ranks.ask(request)
        except RankError as failure:
            raise ScorerFailedError(f"{self._name}: DeepSpeed cannot go on: {remedied(failure)}") from None
