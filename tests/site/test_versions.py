"""The versions in the browser: where they are not those of requirements.lock, docs/browser.md says so."""

import json
import re

from website.lite import PROJECT
from website.serve import SITE

LOCKED = re.compile(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==([^ ;\n]+)", re.MULTILINE)
ROW = re.compile(r"^\| ([a-z-]+) \| ([\d.post]+) \| ([\d.post]+) \|$", re.MULTILINE)


def test_the_page_on_the_browser_lists_the_versions_that_differ_and_its_python():
    inside = json.loads((SITE / "lite/static/pyodide/pyodide-lock.json").read_text())
    locked = dict(LOCKED.findall((PROJECT / "requirements.lock").read_text()))
    both = [(name, entry["version"], locked[name]) for name, entry in inside["packages"].items() if name in locked]
    page = (PROJECT / "docs/browser.md").read_text(encoding="utf-8")
    assert ROW.findall(page) == [row for row in both if row[1] != row[2]]
    assert f"Python there is {inside['info']['python'].rpartition('.')[0]}," in page
