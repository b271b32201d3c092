"""What all tests share. (That this file is here also lets every test import `expressions`.)"""

from hypothesis import settings

# A busy machine may take its time over one example; everything else stays as it is set for this place, CI or not.
settings.register_profile("no_hurry", parent=settings(), deadline=None)
settings.load_profile("no_hurry")
