"""The one-line errors for faults of a port on each system, and for a board's tracebacks."""

import pytest

from host_tools.device import faults

WINDOWS_BUSY = "could not open port 'COM4': PermissionError(13, 'Access is denied.', None, 5)"
WINDOWS_NONE = "could not open port 'COM9': FileNotFoundError(2, 'cannot find the file', None, 2)"


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(16, "Resource busy"), "busy"),
        (OSError(11, "Resource temporarily unavailable"), "busy"),
        (OSError("Could not exclusively lock port: [Errno 11] unavailable"), "busy"),
        (OSError(WINDOWS_BUSY), "busy"),
        (OSError(WINDOWS_NONE), "no such port"),
        (OSError(2, "No such file"), "no such port"),
        (OSError(13, "Permission denied"), "no permission to open it: sudo usermod -a -G dialout"),
        (OSError(5, "Input/output error"), "does not open"),
    ],
)
def test_why_a_port_does_not_open(error, says, monkeypatch):
    monkeypatch.setattr(faults.os, "name", "posix")
    line = str(faults.cannot_open("PORT", error))
    assert line.startswith("PORT: ") and says in line and "\n" not in line


@pytest.mark.parametrize(("system", "platform"), [("posix", "darwin"), ("nt", "win32")])
def test_no_other_system_is_told_a_command_of_linux(system, platform, monkeypatch):
    monkeypatch.setattr(faults.os, "name", system)
    monkeypatch.setattr(faults.sys, "platform", platform)
    assert "usermod" not in str(faults.cannot_open("PORT", OSError(13, "Permission denied")))


@pytest.mark.parametrize(
    ("traceback", "kind", "says"),
    [
        ("Traceback:\n  File\nOSError: 28\n", faults.DeviceFault, "is full"),
        ("Traceback:\nOSError: [Errno 28] ENOSPC\n", faults.DeviceFault, "is full"),
        ("Traceback:\nMemoryError: memory allocation failed\n", faults.ExecFault, "MemoryError"),
        ("Traceback:\nKeyboardInterrupt: \n", faults.DeviceFault, "another program"),
        ("", faults.ExecFault, "unknown error"),
    ],
)
def test_a_traceback_of_the_board_is_one_line(traceback, kind, says):
    fault = faults.from_traceback("PORT", traceback)
    assert isinstance(fault, kind)
    assert says in str(fault) and "\n" not in str(fault)
