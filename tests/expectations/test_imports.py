import os
import subprocess
import sys

ANALYTICS = "GX_ANALYTICS_ENABLED"

PROGRAM = """
import sys
from versebench.expectations import derive, engine, shard, suites, summary, verdict, whole
for name in suites.NAMES:
    suites.load(name)
loaded = [name for name in ("great_expectations", "pandas", "torch") if name in sys.modules]
sys.exit(", ".join(loaded) or 0)
"""


def test_importing_and_loading_suites_is_light() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_analytics_are_off_unless_asked_for() -> None:
    program = (
        "import os; from versebench.expectations import engine; engine.great_expectations(); print(os.environ[%r])"
    )
    environment = {name: value for name, value in os.environ.items() if name != ANALYTICS}
    command = [sys.executable, "-c", program % ANALYTICS]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "false\n"
