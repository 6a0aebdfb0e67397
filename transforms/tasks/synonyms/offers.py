"""What was found for the end words of poems, as the task that chooses among it sees it."""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.transforms.annotation.offers import Offered, Offers

_COLUMNS = ("work_id", "start", "end", "synonym", "word", "similarity_rank", "log_probability_rank", "sense")


def offers_of(synonyms: pa.Table, attempts: pa.Table, label: str) -> dict[str, Offers]:
    """The synonyms of each poem for the task of a label, in the order of their table, by work id.

    ``ranks`` are those by the masked and by the causal model, then the number of the word's sense among its own, the
    most usual first, and, where the thesaurus was asked about the synonym too, that of the synonym's sense.
    """
    offered: dict[str, list[Offered]] = {}
    mine = synonyms.filter(pc.equal(synonyms.column("task"), label))
    for work, start, end, synonym, word, by_masked, by_causal, sense in zip(
        *(mine.column(name).to_pylist() for name in _COLUMNS), strict=True
    ):
        ranks = (by_masked, by_causal, *(int(one.rsplit(".", 1)[1]) for one in sense.split("=")))
        offered.setdefault(work, []).append(Offered(start, end, synonym, (word, synonym), ranks))
    tried = attempts.filter(pc.equal(attempts.column("task"), label))
    reasons = zip(tried.column("work_id").to_pylist(), tried.column("reason").to_pylist(), strict=True)
    return {work: Offers(tuple(offered.get(work, ())), reason) for work, reason in reasons}
