"""What the commands of a tournament day complain of is told in the language of the system."""

import ast
import re

import pytest
from corrido.ui.texts.source import read

from host_tools.device import faults
from host_tools.errors import UserError, _lines, translated
from host_tools.paths import firmware_dir
from tests.conftest import ROOT, type_in
from tests.test_architecture import imports

DAY = ("hall/command", "log/command", "lexicon/command", "device/provision", "cli")
OF_DEVICE = ("app/commands/*.py", "store/[ops]*.py", "store/journal/codec.py", "lexicon/*.py")
ERROR = re.compile(
    r"(\w+Error|Refused|DeviceFault|LinkLost|BadAnswer|Malformed|Complaint|Lexicon"
    r"Damaged|tell|__init__|told\.append)$"
)
CALLED = ("line", "why", "wrong", "what", "refused")
# Of the project's own parts to one another, and what only other commands meet.
OF_PROGRAMMERS = re.compile(
    r"block.*|another format|cut short|too (slow|much)|busy a moment ago|no soft reset|(used|read|"
    r"put): .*|speech is off: .*|no game is stopped here: .*|the state "
    r"has not .*|no words|words must come .*|.*does not compile.*|.*no WIRING in board.py|"
    r"journal record too .*|.*, in {}|corrido"
)


def template(node):
    """Return a text with `{}` for what is filled in; of any other expression that alone."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(template, node.values))
    if isinstance(node, ast.BinOp):
        return re.sub("%[sdr]", "{}", template(node.left))
    whole = getattr(node, "value", None)
    return whole if isinstance(whole, str) else "{}"


def said(node):
    """Yield what a call or an assignment complains of."""
    found = []
    if isinstance(node, ast.Call) and ERROR.search(ast.unparse(node.func)):
        found = node.args[:2]
    elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in CALLED:
        found = [node.value]
    for one in found:
        yield from (one.body, one.orelse) if isinstance(one, ast.IfExp) else (one,)


def met():
    """Return the modules that those commands reach, and those of a device that answer them."""
    found = [ROOT / "host_tools" / f"{name}.py" for name in DAY]
    for path in found:
        for name, _ in imports(path):
            whole = ROOT.joinpath(*name.split("."))
            files = (whole.with_suffix(".py"), whole.parent.with_suffix(".py"),
                     whole / "__init__.py", whole.parent / "__init__.py")  # fmt: skip
            file = next(filter(lambda file: file.is_file(), files), None)
            if file and name.startswith("host_tools.") and file not in found:
                found.append(file)
    device = firmware_dir() / "corrido"
    return found + [file for pattern in OF_DEVICE for file in device.glob(pattern)]


def left(text):
    """Return the parts of an error that have no line in the texts; `{}` stands for a name."""
    for pattern, _ in _lines("es"):
        if found := pattern.fullmatch(text):
            detail = text.startswith("damaged: ")  # within: for whoever made the file
            return [] if detail else [part for group in found.groups() for part in left(group)]
    return [text] if re.search("[A-Za-z]{2}", text.replace("{}", "")) else []


def test_no_error_of_the_day_is_left_out_of_the_texts():
    """Each is found by what the code says: `tools.` in ui/texts/*.properties says it again."""
    files, missing = met(), []
    assert len(files) > 100
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            missing += [
                f"{path.relative_to(ROOT)}:{node.lineno}: {text}"
                for text in map(template, said(node))
                if not OF_PROGRAMMERS.fullmatch(text) and left(text)
            ]
    assert not missing, "\n".join(missing)


def test_no_line_is_left_that_no_error_has():
    """But those of Python, its libraries and the system: `tools.their-...` in ui/texts."""
    code = re.sub(r"\"\n? +f?\"|\\", "", "\n".join(path.read_text("utf-8") for path in met()))
    code += re.sub(r"\{[^{}\n]*\}|%[sdr]", "{}", code)
    gone = [
        line for key, line in read("en", "tools").items() if not key.startswith("their-")
        if not all(part in code for part in line.split("{}"))
    ]  # fmt: skip
    assert not gone, "\n".join(gone)


def test_errors_are_told_in_the_language_of_the_system(monkeypatch, capsys):
    for name, wanted in (
        ("es_ES.UTF-8", "no existe"),
        ("pl", "nie ma"),
        ("de_DE", "No such file"),
    ):
        monkeypatch.setenv("LC_ALL", name)
        assert wanted in type_in(capsys, "log", "show", "nope")[2]
    monkeypatch.setenv("LC_ALL", "es_ES")
    said = type_in(capsys, "hall", "export", "--date", "1")[2]
    assert "--date: '1' no es AAAA-MM-DD (`corrido hall export --help` lo explica)\n" in said
    with pytest.raises(UserError) as caught, faults.guarded("COM3"):
        raise OSError
    assert translated(str(caught.value)).endswith("la misma orden sigue donde se quedó")
    wrapped = "plan.csv, line 2: budget -5: 10 to 5999 seconds or none"
    assert translated(wrapped) == "plan.csv, línea 2: budget -5: de 10 a 5999 segundos, o none"
    assert translated("COM3: nothing of ours; or this") == "COM3: nothing of ours; or this"
