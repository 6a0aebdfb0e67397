import subprocess
import sys

from versebench.expectations.deferred_imports import deferred


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_an_unused_module_is_not_loaded() -> None:
    program = (
        "import sys; from versebench.expectations import engine; engine.great_expectations();"
        "print([name for name in ('altair', 'jsonschema', 'scipy.stats') if name in sys.modules])"
    )
    assert run(program) == "[]\n"


def test_a_used_module_is_loaded() -> None:
    program = (
        "import sys; from versebench.expectations.deferred_imports import deferred\n"
        "with deferred(['colorsys', 'no_such_package.part']): import colorsys\n"
        "print('colorsys' in sys.modules, colorsys.ONE_SIXTH, 'colorsys' in sys.modules)"
    )
    before, value, after = run(program).split()
    assert (before, float(value), after) == ("False", 1 / 6, "True")


def test_a_loaded_module_is_kept() -> None:
    loaded = sys.modules["subprocess"]
    with deferred(["subprocess"]):
        assert sys.modules["subprocess"] is loaded
    assert sys.modules["subprocess"] is loaded
