"""Which programming language is a piece of code in? As far as classes around it say so."""

import re

from resiliparse.parse.html import DOMNode

LEVELS_AROUND = 3  # as Sphinx has it: div.highlight-python around div.highlight around pre
# `language-` is that of the HTML standard; `highlight-` of Sphinx, `highlight-source-` of GitHub,
# `brush:` of SyntaxHighlighter, `sourceCode` of Pandoc, `src-` of Org.
IN_CLASS = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-(?:source-|text-)?|brush:\s*|sourceCode\s+|src-)"
    r"([A-Za-z0-9+#._-]{1,30})(?=[\s;]|$)",
)
LONGEST_CLASS = 300
NO_LANGUAGES = frozenset(
    (
        "default",
        "none",
        "notranslate",
        "plain",
        "plaintext",
        "text",
        "nohighlight",
        "console-output",
    )
)


def fence_language(pre: DOMNode | None) -> str:
    """The language of the code in an element; empty if nothing says."""
    if pre is None:
        return ""
    inner = pre.first_element_child
    for node in (inner, *_around(pre)):
        if node is not None and (found := _in_element(node)):
            return found
    return ""


def _around(node: DOMNode | None) -> list[DOMNode]:
    found: list[DOMNode] = []
    while node is not None and len(found) < LEVELS_AROUND:
        found.append(node)
        node = node.parent
    return found


def _in_element(node: DOMNode) -> str:
    attributes = node.attrs
    if "data-lang" in attributes:
        text = f"lang-{node.getattr('data-lang')}"
    elif "class" in attributes:
        text = node.class_name
    else:
        return ""
    found = IN_CLASS.search(text[:LONGEST_CLASS])
    language = found[1].lower() if found else ""
    return "" if language in NO_LANGUAGES else language
