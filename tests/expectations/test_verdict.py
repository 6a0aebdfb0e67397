import json

from versebench.expectations.verdict import Verdict, from_json, to_json


def test_survives_json() -> None:
    verdict = Verdict("pairs", 3, "ExpectX(column=y)", False, 10, 1, ("a", "b"), "ValueError: z")
    assert from_json(json.loads(json.dumps(to_json(verdict)))) == verdict


def test_whole_run_has_no_shard() -> None:
    verdict = Verdict("conservation", None, "ExpectX", True, 1, 0)
    assert from_json(json.loads(json.dumps(to_json(verdict)))) == verdict
