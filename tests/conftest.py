"""What all tests share. (That this file is here also lets every test import `expressions`.)"""

import pytest
from hypothesis import settings

# A busy machine may take its time over one example; everything else stays as it is set for this place, CI or not.
settings.register_profile("no_hurry", parent=settings(), deadline=None)
settings.load_profile("no_hurry")


@pytest.fixture(scope="session")
def progress_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("progress")


@pytest.fixture(autouse=True)
def own_progress(progress_folder):
    """Each test begins with nothing solved, and leaves no progress to the notebooks that run beside it."""
    path = progress_folder / "progress.json"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("AUTOGRAD_LIB_PROGRESS", str(path))
        yield
    path.unlink(missing_ok=True)
