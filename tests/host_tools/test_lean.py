"""The blocks that only type checkers read are removed for a device."""

import ast

from host_tools.lean import without_typing
from host_tools.paths import firmware_dir

SOURCE = b'''"""A module."""

from corrido.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from corrido.core.match import Match

    Step = tuple[int, int]

A = const(1)


def left(m: "Match") -> int:
    return m.t_ms
'''


def test_the_block_goes_and_the_lines_keep_their_numbers() -> None:
    lean = without_typing(SOURCE)
    assert b"TYPE_CHECKING" not in lean and b"Step" not in lean
    assert b"from corrido.compat import const" in lean
    assert lean.split(b"\n").index(b"A = const(1)") == SOURCE.split(b"\n").index(b"A = const(1)")


def test_every_firmware_file_is_the_same_code() -> None:
    for path in sorted(firmware_dir().rglob("*.py")):
        text = path.read_bytes()
        lean = ast.parse(without_typing(text))
        names = {type(node).__name__ for node in lean.body}
        left = [node for node in lean.body if isinstance(node, ast.If) and not node.orelse]
        assert all(ast.unparse(node.test) != "TYPE_CHECKING" for node in left), path
        assert names <= {type(node).__name__ for node in ast.parse(text).body}, path
