"""Every table by name: the one list that the documentation, validation and verification go by."""

from schemas.annotation import ANNOTATION
from schemas.candidates import ATTEMPTS, COMPLETIONS, SYNONYMS
from schemas.lexicon import LEXICON, WORDS
from schemas.pairs import ELIGIBILITY, OUTCOMES, PAIRS
from schemas.poems import POEMS, PROVENANCE, REJECTS
from schemas.scores import COMPARISONS, DECISIONS, PRECISION_SAMPLE, RESULTS, SCORES
from schemas.splits import SPLITS
from schemas.table import Table
from schemas.verdicts import VERDICTS

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        POEMS,
        PROVENANCE,
        REJECTS,
        WORDS,
        LEXICON,
        SPLITS,
        ANNOTATION,
        COMPLETIONS,
        SYNONYMS,
        ATTEMPTS,
        ELIGIBILITY,
        PAIRS,
        OUTCOMES,
        SCORES,
        PRECISION_SAMPLE,
        DECISIONS,
        RESULTS,
        COMPARISONS,
        VERDICTS,
    )
}
