"""Runs a suite over a pandas frame with Great Expectations, which is imported here and nowhere else."""

import functools
import os
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from expectations.suites import Expectation, Suite
from expectations.verdict import MOST_EXAMPLES, Verdict

if TYPE_CHECKING:
    import pandas as pd

LONGEST_VALUE = 80

# The cached batch definition names each batch alike, so two threads of a worker would read each other's frame.
_LOCK = threading.Lock()

_PLACE = "place"


def run(suite: Suite, frame: "pd.DataFrame", shard: int | None) -> list[Verdict]:
    """One verdict per expectation of the suite, in its order."""
    # Details cost half as much again as the bare answer and are wanted of failures only.
    answers = _answers(suite.expectations, frame, "BOOLEAN_ONLY")
    failed = [place for place, answer in answers.items() if not _passed(answer)]
    details = _answers([suite.expectations[place] for place in failed], frame, "SUMMARY") if failed else {}
    answers |= {failed[place]: answer for place, answer in details.items()}
    return [_verdict(suite, place, frame, shard, answers.get(place, {})) for place in range(len(suite.expectations))]


def _answers(
    expectations: Sequence[Expectation], frame: "pd.DataFrame", result_format: str
) -> dict[int, Mapping[str, Any]]:
    """What Great Expectations says of each expectation, by its place; an exception counts for all of them."""
    try:
        results = _validate(expectations, frame, result_format)
    except Exception as error:
        info = {"raised_exception": True, "exception_message": f"{type(error).__name__}: {error}"}
        return {place: {"success": False, "exception_info": info} for place in range(len(expectations))}
    return {answer["expectation_config"]["meta"][_PLACE]: answer for answer in results}


def _validate(
    expectations: Sequence[Expectation], frame: "pd.DataFrame", result_format: str
) -> list[Mapping[str, Any]]:
    with _LOCK:
        batch = _batch_definition().get_batch({"dataframe": frame})
        results = batch.validate(_gx_suite(expectations), result_format=_details(result_format)).results
    return [result.to_json_dict() for result in results]


def _details(result_format: str) -> dict[str, Any]:
    return {"result_format": result_format, "partial_unexpected_count": MOST_EXAMPLES}


def _gx_suite(expectations: Sequence[Expectation]) -> Any:
    gx = _great_expectations()
    built = [
        getattr(gx.expectations, expectation.type)(**expectation.kwargs, meta={_PLACE: place})
        for place, expectation in enumerate(expectations)
    ]
    return gx.ExpectationSuite("suite", expectations=built)


@functools.cache
def _batch_definition() -> Any:
    context = _great_expectations().get_context(mode="ephemeral")
    _silence(context)
    asset = context.data_sources.add_pandas("shards").add_dataframe_asset("shard")
    return asset.add_batch_definition_whole_dataframe("whole")


def _great_expectations() -> Any:
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    import great_expectations as gx
    import great_expectations.expectations

    return gx


def _silence(context: Any) -> None:
    from great_expectations.data_context.types.base import ProgressBarsConfig

    context.variables.progress_bars = ProgressBarsConfig(globally=False, metric_calculations=False)


def _passed(answer: Mapping[str, Any]) -> bool:
    return bool(answer["success"]) and _raised(answer) is None


def _verdict(suite: Suite, place: int, frame: "pd.DataFrame", shard: int | None, answer: Mapping[str, Any]) -> Verdict:
    expectation = suite.expectations[place]
    error = _raised(answer) if answer else "Great Expectations gave no result"
    found = answer.get("result") or {}
    return Verdict(
        table=suite.table,
        shard=shard,
        expectation=expectation.label,
        success=error is None and bool(answer["success"]),
        rows=len(frame),
        unexpected=found.get("unexpected_count") or 0,
        examples=_examples(suite.key, expectation, frame, found),
        error=error,
    )


def _raised(answer: Mapping[str, Any]) -> str | None:
    """The first exception; a missing column hides it one level down, under the name of a metric."""
    info = answer.get("exception_info") or {}
    entries = [info] if "raised_exception" in info else list(info.values())
    messages = [entry.get("exception_message") for entry in entries if entry.get("raised_exception")]
    return (messages[0] or "an exception without a message") if messages else None


def _examples(
    key: Sequence[str], expectation: Expectation, frame: "pd.DataFrame", found: Mapping[str, Any]
) -> tuple[str, ...]:
    if "observed_value" in found:
        return (f"observed: {found['observed_value']}",)
    places = found.get("partial_unexpected_index_list") or []
    values = [name for name in expectation.columns if name not in key]
    return tuple(_example(frame, place, key, values) for place in places[:MOST_EXAMPLES])


def _example(frame: "pd.DataFrame", place: int, key: Sequence[str], values: Sequence[str]) -> str:
    row = ", ".join(_cell(frame, place, name) for name in key)
    return f"{row}: {', '.join(_cell(frame, place, name) for name in values)}" if values else row


def _cell(frame: "pd.DataFrame", place: int, name: str) -> str:
    value = frame[name].iloc[place]
    text = repr(value) if isinstance(value, str) else str(value)
    return f"{name}={text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + '…'}"
