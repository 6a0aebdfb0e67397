"""Task files of EleutherAI's lm-evaluation-harness: one for each task, and a group of all."""

from collections.abc import Sequence
from typing import Any

import yaml

from versebench.release.harness.blimp import term, uid


def task_name(release: str, task: str) -> str:
    """The name of a task in the harness, which must differ from the names of all other tasks there."""
    return f"{group_name(release)}_{uid(task)}"


def group_name(release: str) -> str:
    """The name of the group of all tasks of a release in the harness."""
    return f"versebench_{release}"


def aliases(tasks: Sequence[str]) -> dict[str, str]:
    """A short name for each task, which the harness shows in its tables: no other of these tasks has it.

    It is the task without version, with the parameters that tell it from the tasks of the same name; the whole task if
    that is not enough.
    """
    short = {task: _short(task, [other for other in tasks if _stem(other) == _stem(task)]) for task in tasks}
    names = list(short.values())
    return {task: name if names.count(name) == 1 else task for task, name in short.items()}


def _stem(task: str) -> str:
    return task.partition(":")[0]


def _short(task: str, of_same_name: Sequence[str]) -> str:
    shared = set.intersection(*(set(other.split(":")[1:]) for other in of_same_name))
    own = [parameter for parameter in task.split(":")[1:] if parameter not in shared]
    return " ".join([term(task), *own])


def task_file(release: str, version: str, task: str, alias: str, data: str) -> str:
    """The YAML of a task whose pairs are in ``data``, a path relative to the folder in which the harness runs.

    Only the start token precedes each text, as under the convention ``bos-given+line-breaks-kept``: there is
    no prompt, and no space between prompt and text.
    """
    value = {
        "task": task_name(release, task),
        "task_alias": alias,
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": data}},
        "test_split": "test",
        "output_type": "multiple_choice",
        "num_fewshot": 0,
        "doc_to_text": "",
        "target_delimiter": "",
        # Of two equal scores the harness takes the first. The original is last, so a tie scores no point.
        "doc_to_choice": "{{[sentence_bad, sentence_good]}}",
        "doc_to_target": 1,
        "metric_list": [_mean(name) for name in ("acc", "acc_norm")],
        "metadata": {"version": version},
    }
    return _yaml(value)


def group_file(release: str, version: str, tasks: Sequence[str]) -> str:
    """The YAML of the group. Its accuracy is the mean over tasks with equal weights."""
    value = {
        "group": group_name(release),
        "group_alias": release,
        "task": [task_name(release, task) for task in tasks],
        "aggregate_metric_list": [{"metric": "acc", "aggregation": "mean", "weight_by_size": False}],
        "metadata": {"version": version},
    }
    return _yaml(value)


def _mean(metric: str) -> dict[str, Any]:
    return {"metric": metric, "aggregation": "mean", "higher_is_better": True}


def _yaml(value: dict[str, Any]) -> str:
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=10**6)
