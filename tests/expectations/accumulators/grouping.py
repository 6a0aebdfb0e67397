"""Ways to combine shards: in any order and with any tree of merges."""

from collections.abc import Sequence
from typing import Any

import apache_beam as beam
from hypothesis import strategies as st


def merged(draw: st.DrawFn, combine: beam.CombineFn, elements: Sequence[Any]) -> Any:
    """The output for elements that are added to accumulators and merged in a random order."""
    accumulators = [combine.create_accumulator() for _ in range(draw(st.integers(1, 4)))]
    for element in draw(st.permutations(list(elements))):
        place = draw(st.integers(0, len(accumulators) - 1))
        accumulators[place] = combine.add_input(accumulators[place], element)
    while len(accumulators) > 1:
        taken = draw(st.integers(2, len(accumulators)))
        rest = draw(st.permutations(accumulators))
        accumulators = [combine.merge_accumulators(iter(rest[:taken])), *rest[taken:]]
    return combine.extract_output(accumulators[0])


def at_once(combine: beam.CombineFn, elements: Sequence[Any]) -> Any:
    """The output for elements that are added to one accumulator in order."""
    accumulator = combine.create_accumulator()
    for element in elements:
        accumulator = combine.add_input(accumulator, element)
    return combine.extract_output(accumulator)
