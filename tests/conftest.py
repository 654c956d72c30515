"""What all tests share: how hard Hypothesis tries, and that nobody's own settings count."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")


@pytest.fixture(autouse=True, scope="session")
def no_user_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Look for the user configuration where there is none, also in processes that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("user")))
        yield
