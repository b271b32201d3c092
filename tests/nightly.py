"""What takes too long for every change is tried at night: NIGHTLY=yes."""

import os

NIGHTLY = bool(os.environ.get("NIGHTLY"))
