"""Tables of how probable judges and scorers find it that a human wrote a text, and what follows from it."""

import pyarrow as pa

from versebench.schemas.scores import MODEL, REVISION
from versebench.schemas.study_columns import GROUP, ITEM, PROTOCOL, SIMULATED, STUDY, WHY_NULL, WITH_EXCLUDED, share
from versebench.schemas.table import Table, column

ROC = Table(
    name="roc",
    version="1.0.0",
    description="Points of the curve by which judges tell human texts from those of a model, from (0, 0) to (1, 1).",
    key=("study", "protocol", "model", "kind", "with_excluded", "point"),
    schema=pa.schema(
        [
            STUDY,
            PROTOCOL,
            column("model", pa.string(), "Model whose texts are compared with human ones"),
            column("kind", pa.string(), "mean, of the mean judgements of texts, or single, of single judgements"),
            WITH_EXCLUDED,
            column("point", pa.int32(), "Number of the point, from 0", "points"),
            column("threshold", pa.float64(), "Least probability that counts as human; null at (0, 0)", nullable=True),
            column("false_positives", pa.float64(), "Share of the model's texts at or above the threshold", "share"),
            column("true_positives", pa.float64(), "Share of the human texts at or above the threshold", "share"),
            SIMULATED,
        ]
    ),
)

CALIBRATION = Table(
    name="calibration",
    version="1.0.0",
    description="How often texts are human that judges give a probability: the reliability curve, in ten bins.",
    key=("study", "protocol", "group", "with_excluded", "bin"),
    schema=pa.schema(
        [
            STUDY,
            PROTOCOL,
            GROUP,
            WITH_EXCLUDED,
            column(
                "bin", pa.int32(), "Number of the bin, from 0; its probabilities are at most (bin + 1) / 10", "bins"
            ),
            column("judgements", pa.int64(), "Judgements in the bin", "judgements"),
            column("mean_probability", pa.float64(), "Mean probability that was given", "share"),
            column("human_share", pa.float64(), "Share of these judgements whose text is human", "share"),
            SIMULATED,
        ]
    ),
)

SCORER_JUDGEMENTS = Table(
    name="scorer_judgements",
    version="1.0.0",
    description="The probability that a human wrote a text, as a scorer gives it: one row per item and scorer.",
    key=("study", "item", "model"),
    schema=pa.schema(
        [
            STUDY,
            ITEM,
            PROTOCOL,
            MODEL,
            REVISION,
            column("writer", pa.string(), "Who wrote the text: human or the name of a model"),
            column("tokens", pa.int32(), "Tokens of the text, as the scorer counts them", "tokens"),
            column("log_probability", pa.float64(), "Their log-probability", "nats"),
            column(
                "probability",
                pa.float64(),
                "Share of the other texts of the study whose mean log-probability is larger; equal ones count half",
                "share",
            ),
            column("simulated", pa.bool_(), "Whether the judges of the study, beside whom it stands, are programs"),
        ]
    ),
)

CUES = Table(
    name="cues",
    version="1.0.0",
    description="How far traits of poems by title move what judges say, for each model beside people.",
    key=("study", "model", "cue", "with_excluded"),
    schema=pa.schema(
        [
            STUDY,
            PROTOCOL,
            column("model", pa.string(), "Model whose poems are judged beside those of people"),
            column(
                "cue",
                pa.string(),
                "Trait of a poem; poet: that the model wrote it, beside all traits; poet_alone: the same without them",
            ),
            WITH_EXCLUDED,
            column(
                "log_odds", pa.float64(), "Effect on the probability that a human wrote it", "log-odds", nullable=True
            ),
            column("low", pa.float64(), "Lower end of its 95 % interval", "log-odds", nullable=True),
            column("high", pa.float64(), "Upper end of its 95 % interval", "log-odds", nullable=True),
            share("p", "Two-sided p of no effect"),
            column("poems", pa.int64(), "Poems, of people and the model", "poems"),
            column("method", pa.string(), "How the estimate is computed"),
            WHY_NULL,
            SIMULATED,
        ]
    ),
)
