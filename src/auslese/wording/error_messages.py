"""What errors say to people, in whatever language that is asked for later."""

from auslese.system.seals.damaged_file import DamagedFileError
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.problem_sentences import PageProblem


def message_of(problem: Exception) -> str:
    """What an error says: the sentence that it was made with, where `str` gives the bare text."""
    if isinstance(problem, DamagedFileError):
        detail = f" ({problem.problem})" * bool(problem.problem)
        return PageProblem.DAMAGED_FILE.of(
            file=problem.path, problem=detail, command=problem.command
        )
    first = problem.args[0] if len(problem.args) == 1 else None
    return first if isinstance(first, CodedSentence) else str(problem)
