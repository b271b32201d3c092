"""The book: all notebooks as they are stored, and the pages of docs/, as HTML by Sphinx."""

import json
import re
import shutil
import sys

from website.fronts import LIVE
from website.lite import PROJECT, run, write

PAGES = ["docs", "READING.md", "TEACHING.md", "CONTRIBUTING.md", "bench/results.md", "autograd_lib"]
ANCHOR = re.compile(r'<a id="([^"]+)"></a>\s*')
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")

RUN_IN_THE_BROWSER = "../lite/lab/index.html?path=notebooks/{name}"
LIVE_FRONT = '<div class="live-front" data-front="../_static/fronts/{name}"></div>'
BINDER = "https://mybinder.org/v2/gh/{slug}/HEAD?urlpath=lab/tree/my_notebooks/{name}"
COLAB = "https://colab.research.google.com/github/{slug}/blob/HEAD/notebooks/{name}"


def build(work, target, repository, in_lite):
    """Build the book in the folder `target`.

    Args:
        work: an empty folder for what is made on the way.
        repository: the address of the repository on GitHub, or "" for a book without links to Binder and Colab.
        in_lite: the names of the notebooks that run in the browser.
    """
    source = work / "book"
    for name in PAGES:
        copy(PROJECT / name, source / name)
    shutil.move(source / "docs/conf.py", source / "conf.py")
    shutil.move(source / "docs/index.md", source / "index.md")
    (source / "CONTRIBUTING.md").rename(source / "CONTRIBUTING.txt")  # docs/words.md takes a part of it
    for page in [source / "READING.md", source / "TEACHING.md", *source.glob("docs/*.md"), *source.glob("bench/*.md")]:
        text = page.read_text(encoding="utf-8").replace("../CONTRIBUTING.md", "../CONTRIBUTING.txt")
        page.write_text(only_links_that_lead_somewhere(text, page, source, repository), encoding="utf-8")
    for path in sorted((PROJECT / "notebooks").glob("*.ipynb")):
        notebook = page_of(path, source, repository, path.name in in_lite)
        write(source / "notebooks" / path.name, json.dumps(notebook, ensure_ascii=False).encode())
    # In a process of its own: the code of notebooks changes settings of matplotlib, and keeps what it has built.
    folders = [str(PROJECT / "notebooks"), str(source / "docs/_static/fronts")]
    run([sys.executable, "-m", "website.fronts", *folders], work, PYTHONPATH=str(PROJECT / "tools"))
    quiet_and_strict = ["-q", "-W", "--keep-going", "-j", "2"]
    command = [sys.executable, "-m", "sphinx", "-b", "html", *quiet_and_strict, str(source), str(target)]
    run(command, source, REPOSITORY=repository, PYTHONPATH=str(PROJECT / "tools"))
    for path in (PROJECT / "notebooks").glob("*.ipynb"):
        copy(path, target / "notebooks" / path.name)


def anchor_of(heading):
    """The name by which a link finds a heading, as in JupyterLab."""
    return heading.replace(" ", "-")


def copy(path, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(path, target)


def page_of(path, source, repository, is_in_lite):
    """A notebook as a page: alternative texts where Sphinx looks for them, links under the title, a living widget."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    page = source / "notebooks" / path.name
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = only_links_that_lead_somewhere("".join(cell["source"]), page, source, repository)
            cell["source"] = ANCHOR.sub(r"(\1)=\n", text)
        for output in cell.get("outputs", ()):
            alt = output.get("metadata", {}).get("image/png", {}).get("alt")
            if alt:
                cell["metadata"].setdefault("mystnb", {})["image"] = {"alt": alt}
    place = [i for i, cell in enumerate(notebook["cells"], start=1) if cell["id"] == LIVE.get(path.stem)]
    for after in place:
        notebook["cells"].insert(after, markdown("live", LIVE_FRONT.format(name=path.stem)))
    title, _, rest = notebook["cells"][0]["source"].partition("\n")
    notebook["cells"][0]["source"] = f"{title}\n\n{links_of(path.name, repository, is_in_lite)}\n{rest}"
    return notebook


def markdown(cell_id, text):
    return {"cell_type": "markdown", "id": cell_id, "metadata": {}, "source": text}


def links_of(name, repository, is_in_lite):
    """The line of links with which a notebook is run."""
    links = {"Run it in the browser": RUN_IN_THE_BROWSER} if is_in_lite else {}
    if repository:
        links |= {"Binder": BINDER, "Colab": COLAB}
    slug = "/".join(repository.rstrip("/").split("/")[-2:])
    made = [f'<a href="{address.format(name=name, slug=slug)}">{label}</a>' for label, address in links.items()]
    return f'<div class="run-it">{"".join(made)}<a href="{name}" download>Download</a></div>\n'


def only_links_that_lead_somewhere(text, page, source, repository):
    """The text with its links to files that the book does not have: to the repository, or, without one, as words."""

    def checked(found):
        words, address = found.groups()
        if re.match(r"[a-z]+:|#", address):
            return found[0]
        file = (page.parent / address.partition("#")[0]).resolve()
        name = file.relative_to(source.resolve()).as_posix()
        if file.is_file() or (file.suffix == ".ipynb" and (PROJECT / name).is_file()):
            return found[0]
        return f"[{words}]({repository}/blob/HEAD/{name})" if repository else words

    return LINK.sub(checked, text)
