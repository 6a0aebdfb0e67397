"""Where the command ``versebench`` starts; ``python -m versebench`` is the same.

Ctrl-C ends it with one line from here on. Nothing has begun until the command line listens for itself, so that this
handler can end the process at any moment. It is installed before anything slow is imported.
"""

import os
import signal

from versebench.pipelines.errors import STOPPED, STOPPED_MESSAGE


def _stop(*_: object) -> None:
    try:
        os.write(2, f"versebench: {STOPPED_MESSAGE}\n".encode())
    finally:
        os._exit(STOPPED)


def main() -> None:
    """Run the command line and end the process with its exit code."""
    signal.signal(signal.SIGINT, _stop)
    from versebench.pipelines.commands.entry import run

    run()


if __name__ == "__main__":
    main()
