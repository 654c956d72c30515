"""How we introduce ourselves, in requests and on the page about the robot."""

from auslese import __version__
from auslese.recipes.settings.settings_loading import Settings


def user_agent(settings: Settings) -> str:
    """How we introduce ourselves to servers."""
    contact = settings.politeness.contact
    return f"{settings.politeness.agent}/{__version__}" + (f" (+{contact})" if contact else "")
