"""Tables of the candidates that models proposed: completions, synonyms, and attempts to find them."""

import pyarrow as pa

from versebench.schemas.pairs import TASK
from versebench.schemas.poems import WORK_ID
from versebench.schemas.table import Table, column

COMPLETIONS = Table(
    name="completions",
    version="2.0.0",
    description="One row per accepted completion: a last line written by a model.",
    key=("work_id", "task", "completion"),
    schema=pa.schema(
        [
            WORK_ID,
            TASK,
            column("completion", pa.int32(), "Its number, from 0, the most probable first", "completions"),
            column("line", pa.string(), "The line, cleaned of stray symbols", "text"),
            column("end_word", pa.string(), "Its end word"),
            column("words", pa.int16(), "Its words, as strings between spaces", "words"),
            column("syllables", pa.int16(), "Its syllables; 0 where not known", "syllables"),
            column("tokens", pa.int16(), "Its tokens as they were written, without one that ended it", "tokens"),
            column("log_probability", pa.float64(), "Sum over these and over the token that ended it", "nats"),
            column("ended", pa.string(), "What ended it: end_of_text, line_break, length or final_mark"),
            column("run", pa.int32(), "First run of the search that found it, from 0", "runs"),
            column(
                "copied",
                pa.bool_(),
                "Whether its words stand as a line in the generator's training text; null where that is not known",
                nullable=True,
            ),
            column("generator", pa.string(), "The model that wrote it"),
            column("revision", pa.string(), "Its commit on the hub, or a hash of its files"),
            column("precision", pa.string(), "fp32 or bf16"),
        ]
    ),
)

SYNONYMS = Table(
    name="synonyms",
    version="1.0.0",
    description="One row per synonym that could replace an end word without rhyming, with its ranks by two models.",
    key=("work_id", "task", "line", "synonym"),
    schema=pa.schema(
        [
            WORK_ID,
            TASK,
            column("line", pa.int16(), "Line of the end word, from 1", "lines"),
            column("synonym", pa.string(), "The synonym as it would stand in the poem"),
            column("word", pa.string(), "The end word"),
            column("start", pa.int32(), "Where the end word starts in the poem", "characters"),
            column("end", pa.int32(), "Where it ends", "characters"),
            column("upos", pa.string(), "Its part of speech in the poem"),
            column(
                "sense",
                pa.string(),
                "The sense of the word that gives the synonym, e.g. eye.noun.2, and after = that of the synonym that "
                "gives the word",
            ),
            column("origin", pa.string(), "Where the thesaurus has it from, e.g. wordnet:synonym"),
            column("similarity", pa.float64(), "Cosine of the contextual vectors of word and synonym", "cosine"),
            column("similarity_rank", pa.int16(), "Its place by similarity among those of the line, from 1", "rank"),
            column("log_probability", pa.float64(), "Of the poem with the synonym", "nats"),
            column("log_probability_rank", pa.int16(), "Its place by that among those of the line, from 1", "rank"),
            column("masked_model", pa.string(), "The model of the similarity"),
            column("masked_revision", pa.string(), "Its commit on the hub, or a hash of its files"),
            column("causal_model", pa.string(), "The model of the log-probability"),
            column("causal_revision", pa.string(), "Its commit on the hub, or a hash of its files"),
        ]
    ),
)

ATTEMPTS = Table(
    name="attempts",
    version="1.0.0",
    description="One row per poem and task that needs models: the searches, and the candidates kept and refused.",
    key=("work_id", "task"),
    schema=pa.schema(
        [
            WORK_ID,
            TASK,
            column("reason", pa.string(), "Why nothing was tried; null where it was", nullable=True),
            column("most_tokens", pa.int16(), "Tokens that a completion may have; 0 for synonyms", "tokens"),
            column("runs", pa.int32(), "Searches that were run", "runs"),
            column("found", pa.int32(), "Hypotheses of all runs, or synonyms of all lines", "candidates"),
            column("kept", pa.int32(), "Those that became candidates of the task", "candidates"),
            column("refused_reasons", pa.list_(pa.string()), "Why the others were refused, in the order of the names"),
            column("refused_counts", pa.list_(pa.int32()), "How many for each reason", "candidates"),
        ]
    ),
)
