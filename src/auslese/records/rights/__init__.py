"""What may be done with pages, and in which words that is said."""

from auslese.records.rights.page_rights import PageRights as PageRights
from auslese.records.rights.page_rights import Permission as Permission
from auslese.records.rights.page_rights import RightsProfile as RightsProfile
from auslese.records.rights.page_rights import RightsStatement as RightsStatement
from auslese.records.rights.page_rights import Use as Use
from auslese.records.rights.page_rights import most_restrictive as most_restrictive
