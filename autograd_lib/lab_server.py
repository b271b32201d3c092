"""A small extension of Jupyter's server, for widgets: saved notebooks hold stills, and messages go out without delay.

Switched on by `make lab`; elsewhere by `jupyter server extension enable autograd_lib.lab_server --sys-prefix`.
Without it everything works: widgets answer some 40 ms later, and a notebook that was saved while a widget moved may
show "model not found" when it is opened again.
"""

import functools

VIEW = "application/vnd.jupyter.widget-view+json"
NOTE = "<em>This moves when its cell is run (Shift+Enter).</em>"


def _jupyter_server_extension_points():
    return [{"module": "autograd_lib.lab_server"}]


def _load_jupyter_server_extension(app):
    app.contents_manager.register_pre_save_hook(keep_stills)
    send_at_once(app)


def keep_stills(model, **_):
    """Take the views of widgets out of a notebook that is being saved: they live no longer than its kernel.

    JupyterLab prefers a dead view, and the words "model not found", to the still picture beside it.
    """
    if model.get("type") != "notebook" or not model.get("content"):
        return
    notebook = model["content"]
    notebook.get("metadata", {}).pop("widgets", None)
    for cell in notebook.get("cells", ()):
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if data.pop(VIEW, None) is not None and set(data) <= {"text/plain"}:
                data["text/html"] = NOTE  # a widget of somebody else's, which has no still


def send_at_once(app):
    """Let each message of a kernel leave at once.

    A small packet otherwise waits until the one before it has been acknowledged (Nagle's algorithm), which browsers
    delay by 40 ms. Tornado turns that waiting off for the handshake alone.
    """
    try:
        from jupyter_server.services.kernels.websocket import KernelWebsocketHandler as Handler
    except ImportError as error:  # another server, or a newer one
        app.log.info("autograd_lib: messages keep the server's usual delay (%s)", error)
        return
    if hasattr(Handler.open, "__wrapped__"):  # loaded twice
        return
    usual = Handler.open

    @functools.wraps(usual)
    async def open_without_delay(self, *args, **kwargs):
        await usual(self, *args, **kwargs)
        self.set_nodelay(True)

    Handler.open = open_without_delay
