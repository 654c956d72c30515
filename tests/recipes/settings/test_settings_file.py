"""The line on which a key stands, whatever stands around it."""

from pathlib import Path

from auslese.recipes.settings.settings_file import key_lines, read_toml


def test_headers_and_keys_inside_strings_and_comments_are_not_taken_for_real() -> None:
    text = '''# [comment]
first = """
[not.a.table]
key = 1 """""
second = \'\'\'
third = 1
\'\'\'
[table]  # [other]
list = [  # ] not yet
    "]", # "
    ['a', 'b = 1'],
]
"quoted key" = { inline = 1, list = [1,
    2] }
dotted.key = 5
[[many]]
[[many]]
[ spaced . "out" ]
last = \'"\'
'''

    assert key_lines(text) == {
        ("first",): 2,
        ("second",): 5,
        ("table",): 8,
        ("table", "list"): 9,
        ("table", "quoted key"): 13,
        ("table", "dotted", "key"): 15,
        ("many",): 16,
        ("spaced", "out"): 18,
        ("spaced", "out", "last"): 19,
    }


def test_a_key_without_a_line_is_placed_at_what_surrounds_it(tmp_path: Path) -> None:
    path = tmp_path / "auslese.toml"
    path.write_text("\npoliteness = { delay = 1 }\n")

    document = read_toml(path)

    assert document.place("politeness", "delay") == f"{path}, line 2"
    assert document.line("nowhere") == 1


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    path = tmp_path / "auslese.toml"
    path.write_bytes(b"\xef\xbb\xbf[limits]\r\n\r\npages = 1\r\n")

    document = read_toml(path)

    assert document.tables == {"limits": {"pages": 1}}
    assert document.line("limits", "pages") == 3
