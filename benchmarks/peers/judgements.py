"""Figures about judgements by scikit-learn, statsmodels and krippendorff. Run in an environment that has them.

    python benchmarks/peers/judgements.py < DATA

In: JSON with ``grades`` (a list for each unit: the grades 0 to 2 of its judges), ``complete`` (the same, with as many
grades for each unit), ``ratings`` (numbers instead of grades), ``human`` and ``probability`` (one for each judgement).
Out: the same with ``peers``, the figures.
"""

import json
import sys

import krippendorff
import numpy as np
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, cohen_kappa_score, roc_auc_score, roc_curve
from statsmodels.stats.inter_rater import fleiss_kappa


def main() -> None:
    """Read the data and print them with the figures."""
    data = json.load(sys.stdin)
    counts = np.array([[unit.count(grade) for grade in range(3)] for unit in data["grades"]])
    complete = np.array(data["complete"])
    human, probability = np.array(data["human"]), np.array(data["probability"])
    values = sorted({value for unit in data["ratings"] for value in unit})
    ratings = np.array([[unit.count(value) for value in values] for unit in data["ratings"]])
    false_positives, true_positives, thresholds = roc_curve(human, probability, drop_intermediate=False)
    true, given = calibration_curve(human, probability, n_bins=10)
    peers = {
        "alpha_nominal": krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"),
        "alpha_ordinal": krippendorff.alpha(
            value_counts=counts, value_domain=[0, 1, 2], level_of_measurement="ordinal"
        ),
        "alpha_interval": krippendorff.alpha(
            value_counts=ratings, value_domain=values, level_of_measurement="interval"
        ),
        "fleiss": fleiss_kappa(np.array([[list(row).count(grade) for grade in range(3)] for row in complete])),
        "cohen": cohen_kappa_score(complete[:, 0], complete[:, 1]),
        "cohen_linear": cohen_kappa_score(complete[:, 0], complete[:, 1], weights="linear"),
        "auc": roc_auc_score(human, probability),
        "roc": list(zip(false_positives.tolist(), true_positives.tolist(), thresholds.tolist(), strict=True))[1:],
        "brier": brier_score_loss(human, probability),
        "calibration": list(zip(true.tolist(), given.tolist(), strict=True)),
    }
    data["peers"] = {name: float(value) if isinstance(value, np.floating) else value for name, value in peers.items()}
    print(json.dumps(data))  # noqa: T201


if __name__ == "__main__":
    main()
