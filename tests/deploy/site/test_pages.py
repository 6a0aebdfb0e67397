"""Pages that are made of files of the repository and of notebooks."""

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from deploy.site.notebooks import NotebookError, markdown, run
from deploy.site.repository_pages import repository_pages


def tree(folder: Path, **files: str) -> Path:
    """A repository of a few documents."""
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        (folder / name).write_text("# Title\n")
    (folder / "docs").mkdir()
    for name, text in files.items():
        (folder / "docs" / f"{name}.md").write_text(text)
    return folder


def test_what_documents_link_to_is_a_page_and_so_on(tmp_path: Path) -> None:
    root = tree(tmp_path, A="[b](../more/B.md)")
    (root / "more").mkdir()
    (root / "more" / "B.md").write_text("[c](c.yaml) and [a](../docs/A.md)")
    (root / "more" / "c.yaml").write_text("name: x\n")
    (root / "more" / "unlinked.md").write_text("")
    pages = dict(repository_pages(root))
    assert pages["repository/more/c.yaml.md"] == "# more/c.yaml\n\n````yaml\nname: x\n````\n"
    assert pages["repository/more/B.md"] == "[c](c.yaml.md) and [a](../../A.md)"
    assert pages.keys() == {
        *("index.md", "repository/CONTRIBUTING.md", "repository/CHANGELOG.md"),
        *("repository/more/B.md", "repository/more/c.yaml.md"),
    }


def test_a_link_to_nothing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.md: a document links to this file"):
        list(repository_pages(tree(tmp_path, A="[b](../gone.md)")))


def notebook(path: Path, *cells: nbformat.NotebookNode) -> Path:
    """A notebook in a file."""
    path.write_text(nbformat.writes(new_notebook(cells=list(cells))))
    return path


def test_a_notebook_is_run_in_its_folder_and_rendered(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("rain")
    code = new_code_cell("word = open('words.txt').read()\nprint(word)\nword + 'y'")
    path = notebook(tmp_path / "n.ipynb", new_markdown_cell("# Title"), code)
    before = path.read_bytes()
    page = markdown(run(path))
    assert page.startswith("# Title\n\n````python\nword = open")
    assert page.endswith("````text\nrain\n````\n\n````text\n'rainy'\n````\n")
    assert path.read_bytes() == before


def test_a_cell_that_fails_stops_the_site(tmp_path: Path) -> None:
    path = notebook(tmp_path / "n.ipynb", new_code_cell("1 / 0"))
    with pytest.raises(NotebookError, match=r"n\.ipynb: .*(?s:.)*ZeroDivisionError"):
        run(path)


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[3] / "docs" / "notebooks").glob("*.ipynb")), ids=str)
def test_notebooks_are_kept_without_outputs(path: Path) -> None:
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert cells
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
