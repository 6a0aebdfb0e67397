"""Logistic regressions of shares by statsmodels, with the data that they are of.

``.venv-peers/bin/python benchmarks/peers/logistic.py > tests/transforms/statistics/stored/logistic.json``
"""

import json
from typing import Any

import numpy as np
import statsmodels.api as sm

SETS = 12


def data(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Predictors, some of them counts or flags, and mean judgements of poems; poems of one title are alike."""
    random = np.random.default_rng(number)
    titles, writers = int(random.integers(8, 40)), int(random.integers(2, 4))
    rows, columns = titles * writers, int(random.integers(1, 5))
    predictors = random.normal(size=(rows, columns))
    predictors[:, 0] = np.tile(np.arange(writers) == 0, titles)
    if columns > 2:
        predictors[:, 2] = random.poisson(1.5, rows)
    logits = predictors @ random.normal(size=columns) * 0.7 + np.repeat(random.normal(size=titles), writers)
    if columns > 3:
        predictors[:, 3] = predictors[:, 3] * 0.4 - 5  # as mean log-probabilities are
    judges = int(random.integers(1, 5))
    shares = random.binomial(4, 1 / (1 + np.exp(-logits[:, None])), (rows, judges)).mean(1) / 4
    return predictors.round(4), shares.round(12)


def fitted(number: int) -> dict[str, list[Any]]:
    """A set with its coefficients, the intercept first, White's errors and two-sided p."""
    predictors, shares = data(number)
    model = sm.GLM(shares, sm.add_constant(predictors, has_constant="add"), family=sm.families.Binomial())
    fit = model.fit(cov_type="HC0", tol=1e-14, maxiter=200)
    values = {"values": fit.params, "errors": fit.bse, "p": fit.pvalues}
    return {
        "predictors": predictors.tolist(),
        "shares": shares.tolist(),
        **{name: numbers.tolist() for name, numbers in values.items()},
    }


if __name__ == "__main__":
    print(json.dumps([fitted(number) for number in range(SETS)]))  # noqa: T201
