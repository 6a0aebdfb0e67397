"""Notebooks run, and rendered as Markdown with what their cells print."""

import html
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat

CELL_SECONDS = 300
"""A cell that runs for longer fails."""

_COLOURS = re.compile("\x1b\\[[0-9;]*m")


class NotebookError(Exception):
    """A cell of a notebook failed; the message names the notebook and shows the error."""


def run(path: Path) -> nbformat.NotebookNode:
    """Run a notebook in its own folder, and return it with its outputs. The file is not changed.

    Raises:
        NotebookError: A cell raised an exception or ran for too long.
    """
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    environment = {**os.environ, "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    with tempfile.TemporaryDirectory() as sockets:  # of files, so that no port is open
        client = nbclient.NotebookClient(notebook, kernel_name="python3", timeout=CELL_SECONDS, resources=resources)
        kernel = client.create_kernel_manager()
        kernel.transport, kernel.ip = "ipc", f"{sockets}/kernel"
        try:
            return client.execute(env=environment)
        except nbclient.exceptions.CellExecutionError as error:
            raise NotebookError(f"{path}: {_COLOURS.sub('', str(error))}") from None
        except nbclient.exceptions.CellTimeoutError:
            raise NotebookError(f"{path}: a cell ran for more than {CELL_SECONDS} seconds") from None


def markdown(notebook: nbformat.NotebookNode) -> str:
    """A notebook that was run, as Markdown: texts, code, and under each cell what it printed."""
    return "\n\n".join(part.strip("\n") for cell in notebook.cells for part in _cell(cell)) + "\n"


def _cell(cell: Any) -> Iterator[str]:
    if cell.cell_type == "markdown":
        yield cell.source
    elif cell.source.strip():
        yield _fenced("python", cell.source)
        for output in cell.outputs:
            yield from _output(output, cell.metadata.get("alt", "figure"))


def _output(output: Any, description: str) -> Iterator[str]:
    if output.output_type == "stream":
        if output.name == "stdout":
            yield _fenced("text", output.text)
        return
    data = output.data
    if "image/png" in data:
        picture = "".join(data["image/png"].split())
        yield f'<img class="output" alt="{html.escape(description)}" src="data:image/png;base64,{picture}">'
    elif "text/html" in data:
        table = re.sub(r"<style.*?</style>|\n\s*", "", data["text/html"], flags=re.DOTALL)
        table = table.replace("<th></th>", "<td></td>")  # a header without a word is none
        yield f'<div class="output">{table}</div>'
    else:
        yield _fenced("text", data["text/plain"])


def _fenced(language: str, text: str) -> str:
    return f"````{language}\n{text.rstrip()}\n````"
