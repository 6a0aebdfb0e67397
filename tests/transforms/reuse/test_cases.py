"""Every verdict of both rules is right, on cases of twelve kinds that a script makes."""

from tests.transforms.reuse.cases import Maker, sample_poems
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import compared_lines, lines_of
from versebench.transforms.reuse.rules import verdicts


def test_every_verdict_is_right_on_three_thousand_cases() -> None:
    poems = sample_poems()
    index = LineIndex.of(lines_of(compared_lines(["，".join(lines)]) for lines in poems))
    cases = list(Maker(poems, 22).cases(250))
    found = verdicts([compared_lines([case["text"]]) for case in cases], index)
    wrong = [
        case["id"]
        for case, verdict in zip(cases, found, strict=True)
        if (verdict.exact, verdict.near) != (case["exact_rule"], case["near_rule"])
    ]
    assert len(cases) == 3_000
    assert wrong == []
