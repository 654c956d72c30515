"""What is said about rules: which one decided, and what is wrong with one."""

from auslese.wording.coded_sentence import SentenceForm


class RuleDescription(SentenceForm):
    """A rule in words, and on which side it stands; longer beginnings come before shorter ones."""

    NOTHING = "nothing allows it", "nichts erlaubt es"
    START_PAGE = "start page", "Startseite"
    AT_ADDRESS = "{rule} (at {address})", "{rule} (unter {address})"
    SCOPE = "scope {scope}: {rule}", "Umkreis {scope}: {rule}"
    ALLOW = "allow: {rule}", "erlaubt: {rule}"
    DENY = "deny: {rule}", "verboten: {rule}"
    SUFFIX = "host suffix {text}", "Rechner, die enden auf {text}"
    HOST = "host {text}", "Rechner {text}"
    DOMAIN = "domain {text}", "Domain {text}"
    COUNTRY = "country {text}", "Land {text}"
    ADDRESS = "address {text}", "Adresse {text}"
    PREFIX = "path prefix {text}", "Pfadanfang {text}"
    PATTERN = "pattern {text}", "Muster {text}"
    SURT = "SURT prefix {text}", "SURT-Anfang {text}"
    EXPRESSION = "regular expression {text}", "regulärer Ausdruck {text}"


class RuleComplaint(SentenceForm):
    """What is wrong with a rule, and what may have been meant."""

    EXPECTED = "expected {expected}, found {found}", "erwartet: {expected}; gefunden: {found}"
    EXPECTED_AS = (
        "expected {expected}, found {found} ({problem})",
        "erwartet: {expected}; gefunden: {found} ({problem})",
    )
    EXPECTED_HINT = (
        "expected {expected}, found {found}; {hint}",
        "erwartet: {expected}; gefunden: {found}. {hint}",
    )
    MEANT_HOSTS_OR_FILES = (
        "did you mean hosts, {hosts}, or files, {files}?",
        "Meinten Sie Rechner, {hosts}, oder Dateien, {files}?",
    )
    MEANT_EITHER = "did you mean {one} or {other}?", "Meinten Sie {one} oder {other}?"
    MEANT = "did you mean {one}?", "Meinten Sie {one}?"
    MAKE_ATOMIC = (
        "make the inner one atomic: ++ for +, *+ for *, (?>a|b) for (a|b)",
        "Machen Sie die innere Wiederholung fest: ++ statt +, *+ statt *, (?>a|b) statt (a|b)",
    )
    ANY_RULE = (
        "a rule (a host, .suffix, domain:, country:, address, path, pattern, re:)",
        "eine Regel (ein Rechner, .endung, domain:, country:, Adresse, Pfad, Muster, re:)",
    )
    HOST_NAME = "a host name", "ein Rechnername"
    DOMAIN = (
        "a domain that can be registered, like domain:tum.de",
        "eine Domain, die man anmelden kann, wie domain:tum.de",
    )
    COUNTRY = (
        "a country of two letters, like country:de",
        "ein Land aus zwei Buchstaben, wie country:de",
    )
    ADDRESS_RANGE = (
        "an address range like 131.159.0.0/16",
        "ein Adressbereich wie 131.159.0.0/16",
    )
    PATH_PREFIX = (
        "a path prefix like www.example.org/path/",
        "ein Pfadanfang wie www.example.org/path/",
    )
    CLEAR_PATTERN = (
        "a pattern that says what it ends",
        "ein Muster, das sagt, womit es endet",
    )
    SURT_PREFIX = "a SURT prefix like surt:(de,tum,", "ein SURT-Anfang wie surt:(de,tum,"
    SAFE_EXPRESSION = (
        "a regular expression without repeats inside repeats",
        "ein regulärer Ausdruck ohne Wiederholungen in Wiederholungen",
    )
    EXPRESSION = "a regular expression", "ein regulärer Ausdruck"
    TOO_COSTLY = (
        "{rule} has too many repeats or choices to be tried here",
        "{rule} hat zu viele Wiederholungen oder Möglichkeiten, um hier ausprobiert zu werden",
    )
    TOO_LONG = "a rule of more than {most:d} letters", "eine Regel von mehr als {most:d} Zeichen"
    NONE_GIVEN = "expected a rule", "erwartet: eine Regel"
