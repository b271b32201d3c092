"""Day two: a notebook that was saved while widgets moved holds stills, and no view that has died since."""

import asyncio
import copy
import logging
from types import SimpleNamespace

from jupyter_server.services.kernels.websocket import KernelWebsocketHandler

from autograd_lib.lab_server import NOTE, VIEW, keep_stills, send_at_once


def saved(*outputs, **metadata):
    """The outputs of a notebook's only cell after it was saved."""
    cell = {"cell_type": "code", "outputs": list(outputs)}
    model = {"type": "notebook", "content": {"cells": [{"cell_type": "markdown"}, cell], "metadata": metadata}}
    keep_stills(model, path="a.ipynb", contents_manager=None)
    return model["content"]


def test_a_view_goes_and_its_still_stays():
    still = {"image/png": "…", "text/plain": "a slope"}
    notebook = saved({"output_type": "display_data", "data": {VIEW: {"model_id": "1"}, **still}})
    assert notebook["cells"][1]["outputs"][0]["data"] == still


def test_a_view_without_a_still_leaves_a_line_that_says_how_to_move_it():
    notebook = saved({"output_type": "display_data", "data": {VIEW: {"model_id": "1"}, "text/plain": "Box()"}})
    assert notebook["cells"][1]["outputs"][0]["data"] == {"text/plain": "Box()", "text/html": NOTE}


def test_states_of_widgets_are_not_stored():
    assert saved(widgets={"state": {}}, kernelspec={"name": "python3"})["metadata"] == {
        "kernelspec": {"name": "python3"}
    }


def test_other_outputs_and_other_files_stay_as_they_are():
    outputs = [{"output_type": "stream", "text": "5"}, {"output_type": "display_data", "data": {"text/plain": "5"}}]
    assert saved(*copy.deepcopy(outputs))["cells"][1]["outputs"] == outputs
    for model in ({"type": "file", "content": "x"}, {"type": "directory", "content": []}, {"type": "notebook"}):
        before = copy.deepcopy(model)
        keep_stills(model)
        assert model == before


def test_each_connection_is_opened_as_usual_and_then_sends_at_once(monkeypatch):
    happened = []

    async def usual(self, kernel_id):
        happened.append(f"opened {kernel_id}")

    monkeypatch.setattr(KernelWebsocketHandler, "open", usual)
    app = SimpleNamespace(log=logging.getLogger())
    send_at_once(app)
    send_at_once(app)  # loaded twice
    handler = SimpleNamespace(set_nodelay=lambda value: happened.append(f"nodelay {value}"))
    asyncio.run(KernelWebsocketHandler.open(handler, "k"))
    assert happened == ["opened k", "nodelay True"]
