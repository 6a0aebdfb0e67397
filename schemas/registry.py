"""Every table by name. Documentation, validation and verification use this list."""

from versebench.schemas.acceptability import ACCEPTABILITY, UNCONTESTED
from versebench.schemas.annotation import ANNOTATION
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS, SYNONYMS
from versebench.schemas.ghostwriting import (
    ARTISTS,
    CORRELATIONS,
    CROSSINGS,
    GENERATED,
    LENGTHS,
    MEASURES,
    POINTS,
    SYLLABLES,
    VERSES,
)
from versebench.schemas.lexicon import LEXICON, WORDS
from versebench.schemas.model_answers import MODEL_ANSWERS, MODEL_CONFUSIONS, STYLE_SCORES
from versebench.schemas.pairs import ELIGIBILITY, OUTCOMES, PAIRS
from versebench.schemas.poems import POEMS, PROVENANCE, REJECTS
from versebench.schemas.proftap import PROFTAP_TABLES
from versebench.schemas.scores import COMPARISONS, DECISIONS, PRECISION_SAMPLE, RESULTS, SCORES
from versebench.schemas.splits import SPLITS
from versebench.schemas.studies import ANALYSIS_TABLES, EXPORT_TABLES, ITEMS
from versebench.schemas.table import Table
from versebench.schemas.verdicts import VERDICTS

STUDY_TABLES: dict[str, Table] = {
    name: table for name, table in {**EXPORT_TABLES, **ANALYSIS_TABLES}.items() if name != ITEMS.name
}
"""The tables by which studies are in a release: what judges answered, and what follows from it."""

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
        ACCEPTABILITY,
        UNCONTESTED,
        VERDICTS,
        VERSES,
        SYLLABLES,
        ARTISTS,
        GENERATED,
        MEASURES,
        POINTS,
        CROSSINGS,
        LENGTHS,
        CORRELATIONS,
        *PROFTAP_TABLES,
        ITEMS,
        STYLE_SCORES,
        MODEL_ANSWERS,
        MODEL_CONFUSIONS,
        *STUDY_TABLES.values(),
    )
}
