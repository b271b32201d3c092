"""Serve the folder site/ on this machine: `make serve`."""

import functools
import http.server
import os
import threading
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent.parent / "site"
PORT = 8000


class Files(http.server.SimpleHTTPRequestHandler):
    """Files, with the types that browsers ask for, which not every machine knows, and no line for each request."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 (the base class has it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".ipynb": "application/json",
    }

    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        try:
            super().copyfile(source, outputfile)
        except (BrokenPipeError, ConnectionResetError):  # the page went away
            self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    """A server of one folder, for this machine alone.

    Args:
        port: 0 for a free one.

    Its `address` ends in "/".
    """

    def __init__(self, folder, port=0):
        super().__init__(("127.0.0.1", port), functools.partial(Files, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self.server_port}/"

    def start(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self


def main():
    if not (SITE / "index.html").exists():
        raise SystemExit("There is no site/ yet: run `make site` first.")
    port = int(os.environ.get("SITE_PORT", PORT))
    try:
        server = Server(SITE, port)
    except OSError as error:
        reason = f"Port {port} cannot be used ({error.strerror})."
        raise SystemExit(f"{reason} Name another: SITE_PORT=8001 make serve") from None
    print(f"The book: {server.address}\nStop with Ctrl-C.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
