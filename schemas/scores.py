"""Scores of texts under language models, and the accuracies derived from them."""

import pyarrow as pa

from schemas.pairs import TASK
from schemas.poems import WORK_ID
from schemas.table import Table, column

MODEL = column(
    "model", pa.string(), "Name of the model in the recipe: a path's last part, a hub id, or a shipped model"
)
REVISION = column("revision", pa.string(), "Hash of the model's files, or commit on the hub")
CONVENTION = column("convention", pa.string(), "How the text is given to the model, e.g. bos-given+line-breaks-kept")
NATS = "nats"

SCORES = Table(
    name="scores",
    version="1.0.0",
    description="One row per text, model and scoring convention.",
    key=("work_id", "text_id", "model", "convention"),
    schema=pa.schema(
        [
            WORK_ID,
            column("text_id", pa.string(), "Hash of the text that was scored", "20 hex digits"),
            MODEL,
            REVISION,
            CONVENTION,
            column("log_probability", pa.float64(), "Sum of the log-probabilities of the scored tokens", NATS),
            column("tokens", pa.int32(), "Scored tokens; a given start token does not count", "tokens"),
            column(
                "token_log_probabilities",
                pa.list_(pa.float32()),
                "Per token, where the recipe asks",
                NATS,
                nullable=True,
            ),
        ]
    ),
)

DECISIONS = Table(
    name="decisions",
    version="1.0.0",
    description="One row per pair, model and reduction: by how much the model prefers the original.",
    key=("pair_id", "model", "convention", "reduction"),
    schema=pa.schema(
        [
            column("pair_id", pa.string(), "Pair that was decided", "20 hex digits"),
            WORK_ID,
            TASK,
            MODEL,
            CONVENTION,
            column("reduction", pa.string(), "sum, mean, or mean_jcls"),
            column("margin", pa.float64(), "Reduced score of the original minus that of the corruption", NATS),
            column("correct", pa.bool_(), "Whether the original scores strictly higher"),
            column("tie", pa.bool_(), "Whether both score the same; a tie earns no point"),
        ]
    ),
)

RESULTS = Table(
    name="results",
    version="1.0.0",
    description="Accuracy of each model on each task, with an interval that knows that pairs can share a poem.",
    key=("task", "model", "convention", "reduction"),
    schema=pa.schema(
        [
            TASK,
            MODEL,
            REVISION,
            CONVENTION,
            column("reduction", pa.string(), "sum, mean, or mean_jcls"),
            column("pairs", pa.int64(), "Pairs that were decided", "pairs"),
            column("poems", pa.int64(), "Poems that the pairs come from", "poems"),
            column("correct", pa.int64(), "Pairs whose original scores strictly higher", "pairs"),
            column("ties", pa.int64(), "Pairs whose two texts score the same", "pairs"),
            column("accuracy", pa.float64(), "correct / pairs", "share"),
            column("low", pa.float64(), "Lower end of the 95 % interval", "share"),
            column("high", pa.float64(), "Upper end of the 95 % interval", "share"),
        ]
    ),
)
