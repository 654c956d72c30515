"""Who answers for this crawl? Nobody is asked for pages before that is known."""

import os
from pathlib import Path

from auslese.crawl.scope.scope import Presence
from auslese.crawl.scope.this_machine import needs_contact
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.user_settings import user_file
from auslese.records.errors import PolicyError

HOW_TO_TELL = """\
no contact is set, and no crawl of the public web begins without one: who runs a site must be able
to ask you about it. A mail address or a web page will do. Set it in one of these ways:
  --contact crawler@example.org                     for this call
  AUSLESE_CONTACT=crawler@example.org               in the environment
  [politeness]
  contact = "crawler@example.org"                   in {settings}
  the same two lines                                in {user}, for all collections
`auslese about` writes a page about your crawl that can be the contact."""


def lacks_contact(presence: Presence, contact: str) -> bool:
    """Whether a contact is needed and missing."""
    return not contact and needs_contact(presence)


def require_contact(settings: Settings, file: Path) -> None:
    """Refuse to crawl for nobody; `file` is where the settings come from."""
    if lacks_contact(settings.presence, settings.politeness.contact):
        raise no_contact(file)


def no_contact(file: Path) -> PolicyError:
    """The refusal, with all ways to mend it."""
    user = user_file(os.environ) or "~/.config/auslese/config.toml"
    return PolicyError(HOW_TO_TELL.format(settings=file, user=user))
