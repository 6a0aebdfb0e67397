"""Runs a suite on a pandas frame with Great Expectations, which is imported here on first use."""

import functools
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from versebench.expectations.deferred_imports import deferred
from versebench.expectations.suites import Expectation, Suite
from versebench.expectations.verdict import MOST_EXAMPLES, Verdict

if TYPE_CHECKING:
    import pandas as pd

LONGEST_VALUE = 80

# The cached batch definition gives each batch the same name, so two threads of a worker would read each other's frame.
# The patch of Great Expectations also affects all threads.
_LOCK = threading.Lock()

_PLACE = "place"

_NOT_USED = ("altair", "boto3", "google.cloud.bigquery", "google.cloud.secretmanager", "jsonschema", "scipy.stats")
"""Modules for charts, clouds and other expectations. They take half of the import time of Great Expectations."""


def run(suite: Suite, frame: "pd.DataFrame", shard: int | None) -> list[Verdict]:
    """One verdict per expectation of the suite, in its order."""
    # Details add half to the cost of a plain answer, so they are requested for failures only.
    answers = _answers(suite.expectations, frame, "BOOLEAN_ONLY")
    failed = [place for place, answer in answers.items() if not _passed(answer)]
    explained = _answers([suite.expectations[place] for place in failed], frame, "SUMMARY") if failed else {}
    answers |= {failed[place]: answer for place, answer in explained.items()}
    return verdicts_of(suite, frame, shard, answers)


def verdicts_of(
    suite: Suite, frame: "pd.DataFrame", shard: int | None, answers: Mapping[int, Mapping[str, Any]]
) -> list[Verdict]:
    """One verdict per expectation of the suite, from the answers by place. A missing answer is a failure."""
    return [_verdict(suite, place, frame, shard, answers.get(place, {})) for place in range(len(suite.expectations))]


def place_of(answer: Mapping[str, Any]) -> int:
    """The place in its suite of the expectation that an answer belongs to."""
    place: int = answer["expectation_config"]["meta"][_PLACE]
    return place


def _answers(
    expectations: Sequence[Expectation], frame: "pd.DataFrame", result_format: str
) -> dict[int, Mapping[str, Any]]:
    """Answers of Great Expectations by place. An exception counts as the answer to all expectations."""
    try:
        results = _validate(expectations, frame, result_format)
    except Exception as error:
        info = {"raised_exception": True, "exception_message": f"{type(error).__name__}: {error}"}
        return {place: {"success": False, "exception_info": info} for place in range(len(expectations))}
    return {place_of(answer): answer for answer in results}


def _validate(
    expectations: Sequence[Expectation], frame: "pd.DataFrame", result_format: str
) -> list[Mapping[str, Any]]:
    with configured_once():
        batch = _batch_definition().get_batch({"dataframe": frame})
        results = batch.validate(gx_suite("suite", expectations), result_format=details(result_format)).results
    return [result.to_json_dict() for result in results]


@contextmanager
def configured_once() -> Iterator[None]:
    """Make Great Expectations build the configuration of each expectation only once. One thread at a time may enter.

    Great Expectations reads the configuration of an expectation about seventy times, whatever the number of rows, and
    rebuilds it each time. That is a third of the cost of the verdicts on a shard. versebench does not change an
    expectation after it was created.
    """
    from great_expectations.expectations.expectation import Expectation as GxExpectation

    cache: dict[int, tuple[Any, Any]] = {}  # keeps each expectation alive, so that no other object gets its id

    def configuration(self: Any) -> Any:
        if id(self) not in cache:
            cache[id(self)] = self, original.fget(self)
        return cache[id(self)][1]

    with _LOCK:
        original = GxExpectation.configuration
        GxExpectation.configuration = property(configuration)
        try:
            yield
        finally:
            GxExpectation.configuration = original


def details(result_format: str) -> dict[str, Any]:
    """The result format: how much detail Great Expectations gives for each expectation."""
    return {"result_format": result_format, "partial_unexpected_count": MOST_EXAMPLES}


def gx_suite(name: str, expectations: Sequence[Expectation]) -> Any:
    """A suite of Great Expectations. Each expectation has its place as metadata and its reason as notes."""
    gx = great_expectations()
    built = [
        getattr(gx.expectations, expectation.type)(**expectation.kwargs, notes=expectation.why, meta={_PLACE: place})
        for place, expectation in enumerate(expectations)
    ]
    return gx.ExpectationSuite(name, expectations=built)


@functools.cache
def _batch_definition() -> Any:
    context = great_expectations().get_context(mode="ephemeral")
    silence(context)
    asset = context.data_sources.add_pandas("shards").add_dataframe_asset("shard")
    return asset.add_batch_definition_whole_dataframe("whole")


def great_expectations() -> Any:
    """The module great_expectations. Its analytics are off unless the environment turns them on."""
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    with deferred(_NOT_USED):
        import great_expectations as gx
        import great_expectations.expectations

    return gx


def silence(context: Any) -> None:
    """Turn off the progress bars of a context."""
    from great_expectations.data_context.types.base import ProgressBarsConfig

    context.variables.progress_bars = ProgressBarsConfig(globally=False, metric_calculations=False)


def _passed(answer: Mapping[str, Any]) -> bool:
    return bool(answer["success"]) and _raised(answer) is None


def _verdict(suite: Suite, place: int, frame: "pd.DataFrame", shard: int | None, answer: Mapping[str, Any]) -> Verdict:
    expectation = suite.expectations[place]
    error = _raised(answer) if answer else "Great Expectations gave no result"
    success = error is None and bool(answer["success"])
    result = answer.get("result") or {}
    return Verdict(
        table=suite.table,
        shard=shard,
        expectation=expectation.label,
        success=success,
        rows=len(frame),
        unexpected=result.get("unexpected_count") or 0,
        examples=() if success else _examples(suite.key, expectation, frame, result),
        error=error,
    )


def _raised(answer: Mapping[str, Any]) -> str | None:
    """Message of the first exception. For a missing column it is one level deeper, under the name of a metric."""
    info = answer.get("exception_info") or {}
    entries = [info] if "raised_exception" in info else list(info.values())
    messages = [entry.get("exception_message") for entry in entries if entry.get("raised_exception")]
    return (messages[0] or "an exception without a message") if messages else None


def _examples(
    key: Sequence[str], expectation: Expectation, frame: "pd.DataFrame", result: Mapping[str, Any]
) -> tuple[str, ...]:
    if "observed_value" in result:
        return (f"observed: {result['observed_value']}",)
    places = result.get("partial_unexpected_index_list") or []
    values = [name for name in expectation.columns if name not in key]
    return tuple(_example(frame, place, key, values) for place in places[:MOST_EXAMPLES])


def _example(frame: "pd.DataFrame", place: int, key: Sequence[str], values: Sequence[str]) -> str:
    row = ", ".join(_cell(frame, place, name) for name in key)
    return f"{row}: {', '.join(_cell(frame, place, name) for name in values)}" if values else row


def _cell(frame: "pd.DataFrame", place: int, name: str) -> str:
    value = frame[name].iloc[place]
    text = repr(value) if isinstance(value, str) else str(value)
    return f"{name}={text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + '…'}"
