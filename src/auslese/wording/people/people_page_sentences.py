"""What somebody meets who asks for people in vain, or sends a form that means nothing."""

from auslese.wording.coded_sentence import SentenceForm


class PeoplePageProblem(SentenceForm):
    """Why a page about people is not shown, or its form not taken."""

    NOT_SHOWN = (
        "this server shows no people to other machines",
        "dieser Server zeigt anderen Rechnern keine Personen",
    )
    BAD_KIND = (
        "{text!r} is nothing that can be removed; possible are {kinds}",
        "{text!r} lässt sich nicht entfernen; möglich sind {kinds}",
    )
