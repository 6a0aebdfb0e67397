"""The figures of completion for people, on standard error."""

from collections.abc import Mapping
from typing import Any

from versebench.pipelines.runners.console import console, print_table

Figures = Mapping[str, Any]


def print_section(name: str, found: Figures) -> None:
    """The tables of a section."""
    _SECTIONS[name](found)


def _say(text: str) -> None:
    console.print(text, highlight=False)


def _beam(found: Figures) -> None:
    print_table(
        f"Beam search, k = {found['beams']}",
        ["way", "#seconds"],
        [(way, f"{seconds:.2f}") for way, seconds in found["seconds"].items()],
    )
    _say(
        f"{found['prompt_tokens']} tokens and {found['most_tokens']} new, medians of {found['rounds']} rounds; ours is "
        f"{found['times_as_fast_as_generate']:.2f} times as fast; {_limits(found)}"
    )
    columns = ["k", "#hypotheses", "#same", "#missing beyond a tie", "#nats apart", "ended"]
    rows = [_compared(k, one) for k, one in found["equal"].items()]
    print_table("What generate finds and ours", columns, rows)


def _delayed(found: Figures) -> None:
    rows = [
        (
            f"generate, {'one after another' if name == 'alone' else f'{name} runs a call'}",
            one["runs_timed"],
            f"{one['seconds']:.2f}",
            f"{one['of_which_sampling']:.2f}",
            f"{one['seconds_scaled_to_all_runs']:,.0f}",
        )
        for name, one in found["generate"].items()
    ]
    ours = ("ours", found["runs"], f"{found['seconds']:.2f}", "", f"{found['seconds']:,.0f}")
    print_table(
        f"{found['runs']:,} delayed runs of one prompt, medians of {found['rounds']} rounds",
        ["way", "#runs timed", "#seconds", "#of which sampling", "#seconds for all runs"],
        [ours, *rows],
    )
    times = ", ".join(f"{ratio:.2f} ({way})" for way, ratio in found["times_as_fast_as_generate"].items())
    _say(f"ours is {times} times as fast; {found['scaled']}")
    _say(f"{found['different_prefixes']:,} different beginnings; {_limits(found)}")
    columns = ["", "#hypotheses", "#same", "#missing beyond a tie", "#nats apart"]
    print_table("What generate finds and ours", columns, [_compared("delayed runs", found["equal"])])


def _limits(found: Figures) -> str:
    memory = found["memory"]
    return (
        f"{found['share_of_matmul']:.0%} of the speed of the matrix products ({found['matmul_gflops']:,.0f} GFLOP/s); "
        f"peak {memory['peak_mib']:,.0f} MiB, of which {memory['loaded_mib']:,.0f} before the search"
    )


def _compared(name: str, one: Figures) -> tuple[object, ...]:
    ends = [", ".join(f"{count} {end}" for end, count in one["ended"].items())] if "ended" in one else []
    return (name, one["found"], f"{one['same']:.2%}", one["missing"], f"{one['apart']:.1e}", *ends)


def _bf16(found: Figures) -> None:
    rows = [
        (
            model,
            name,
            *(f"{one['seconds'][precision]:.2f}" for precision in ("fp32", "bf16")),
            f"{one['times_as_fast_as_fp32']:.2f} x",
            f"{one['same']:.1%}",
            f"{one['nats_apart']:.3f}",
        )
        for model, searches in found["models"].items()
        for name, one in searches.items()
    ]
    columns = ["model", "search", "#fp32, seconds", "#bf16, seconds", "#bf16 is", "#same hypotheses", "#nats apart"]
    print_table(f"bf16: k = {found['beams']}, {found['runs']:,} runs", columns, rows)


def _generator(found: Figures) -> None:
    rows = [
        (search, way, f"{seconds:.3f}")
        for search, ways in found["seconds_a_poem"].items()
        for way, seconds in ways.items()
    ]
    print_table(f"{found['model']} on {found['poems']} limericks", ["search", "way", "#seconds a poem"], rows)
    times = ", ".join(f"{ratio:.1f} ({search})" for search, ratio in found["times_as_fast_as_generate"].items())
    _say(f"ours is {times} times as fast as generate; {found['scaled']}")
    columns = ["", "#hypotheses", "#same", "#missing beyond a tie", "#nats apart"]
    print_table("What generate finds and ours", columns, [_compared(f"k = {found['beams']}", found["equal"])])


def _quality(found: Figures) -> None:
    rows = [
        (
            name,
            one["eligible"],
            one["completed"],
            f"{one['yield']:.1%}",
            one["completions"],
            _spread(one["words"]),
            _spread(one["words_a_poem"]),
            "" if one["copied"] is None else f"{one['copied']:.1%}",
            one["distinct_end_words"],
            f"{one['seconds'] / max(1, one['eligible']):.2f}",
        )
        for name, one in found["methods"].items()
    ]
    human = found["human"]
    rows.append(
        (
            "people",
            human["lines"],
            "",
            "",
            human["lines"],
            *[_spread(human["words"])] * 2,
            "",
            human["distinct_end_words"],
            "",
        )
    )
    columns = ["method", "#eligible", "#completed", "#yield", "#lines", "#words", "#words a poem", "#copied"]
    title = f"{found['limericks']}: {found['poems']['in']} limericks, {found['generator']}"
    print_table(title, [*columns, "#end words", "#seconds a poem"], rows)
    for name, one in found["methods"].items():
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in one["refused"].items())
        _say(f"{name}: {one['runs']:,} runs found {one['found']:,}; refused: {reasons or 'none'}")


def _spread(of: Mapping[str, float] | None) -> str:
    return "" if of is None else f"{of['mean']:.2f} ± {of['deviation']:.2f}"


_SECTIONS = {"beam": _beam, "delayed": _delayed, "bf16": _bf16, "generator": _generator, "quality": _quality}
