"""The internals of Great Expectations that versebench patches. If this test fails, do not raise the cap in setup.py."""

from great_expectations.expectations.core import ExpectColumnValuesToNotBeNull
from great_expectations.expectations.expectation import Expectation

from versebench.expectations.engine import configured_once


def test_the_configuration_of_an_expectation_is_a_property_that_is_rebuilt_each_time() -> None:
    original = Expectation.configuration
    assert isinstance(original, property)
    expectation = ExpectColumnValuesToNotBeNull(column="work_id")
    assert expectation.configuration is not expectation.configuration
    with configured_once():
        assert expectation.configuration is expectation.configuration
        assert expectation.configuration.kwargs == {"column": "work_id"}
    assert Expectation.configuration is original
