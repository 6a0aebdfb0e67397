"""Tables of pairs whose corruption a model finds as good as the original, and of results without them."""

import pyarrow as pa

from versebench.schemas.pairs import TASK
from versebench.schemas.poems import WORK_ID
from versebench.schemas.scores import RESULTS
from versebench.schemas.table import Table, column

ACCEPTABILITY = Table(
    name="acceptability",
    version="1.0.0",
    description="One row per pair that a model which is no scorer was asked about: whether it is contested.",
    key=("pair_id",),
    schema=pa.schema(
        [
            column("pair_id", pa.string(), "Pair that was checked", "20 hex digits"),
            WORK_ID,
            TASK,
            column("check", pa.string(), "Versioned name of the check"),
            column("model", pa.string(), "Name of the model that checks"),
            column("revision", pa.string(), "Revision of the model that checks"),
            column("reduction", pa.string(), "How the scores of the two texts are reduced: that of the task"),
            column("margin", pa.float64(), "Reduced score of the original minus that of the corruption", "nats"),
            column("least_margin", pa.float64(), "The margin that the original must exceed, from the recipe", "nats"),
            column("contested", pa.bool_(), "Whether the margin is at most the least margin"),
        ]
    ),
)

UNCONTESTED = Table(
    name="uncontested_results",
    version="1.0.0",
    description="Accuracy of each model on each task over the pairs that are not contested, with its interval.",
    key=RESULTS.key,
    schema=RESULTS.schema,
)
