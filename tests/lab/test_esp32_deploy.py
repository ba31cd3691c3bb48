"""Deploy, doctor and log over the emulated UART of an official image, as over a cable.

The UART has no flow control and the chip a ring of 260 bytes: each piece waits for a go-ahead.
Flash is slow in QEMU, most of all on a busy computer, so the commands wait longer than a user
would; the real waiting times are tested in tests/device/test_device_slow.py.
"""

import json

import pytest

from host_tools.cli import main
from host_tools.device import client, ready, repl, wire
from tests.lab.esp_images import bare, image_of

pytestmark = [pytest.mark.lab, pytest.mark.slow, pytest.mark.timeout(3600)]

EMULATED_S = 1800.0
NO_ROOM = "memory holds the clock or the list, not both"


@pytest.fixture
def patience(monkeypatch):
    """Make the commands wait for the emulated chip."""
    for name in ("ANSWER_S", "WORK_S"):
        monkeypatch.setattr(wire, name, EMULATED_S)
    for name in ("ANSWER_S", "FIRST_ANSWER_S", "LONGEST_SILENCE_S"):
        monkeypatch.setattr(client, name, EMULATED_S)
    for name in ("KNOCK_S", "PROMPT_S"):
        monkeypatch.setattr(repl, name, EMULATED_S)
    for name in ("START_S", "LEXICON_S"):
        monkeypatch.setattr(ready, name, EMULATED_S)


# An image's name, and whether its heap holds the word list beside the firmware.
HOLDS_THE_LIST = {"esp32c3": False, "esp32c3-own": True}


@pytest.mark.parametrize("name", HOLDS_THE_LIST)
def test_deploy_doctor_and_log_on_the_c3(name, patience, capsys, tmp_path):
    """All files arrive, the firmware starts and answers; as files, the list may find no room."""
    log = str(tmp_path / "board.corridolog")
    with bare(image_of(name)) as (board, port):
        ended = main(["deploy", "--port", port, "--board", board])
        told = capsys.readouterr().err
        assert ended == 0 or (NO_ROOM in told and not HOLDS_THE_LIST[name]), told
        assert main(["doctor", "--port", port, "--json"]) == ended
        (told,) = json.loads(capsys.readouterr().out)
        faults = [found for found in told["findings"] if found["level"] == "fault"]
        assert told["phase"] == "setup" and len(faults) == ended
        assert all(NO_ROOM in fault["mend"] for fault in faults)
        assert main(["log", "pull", "--port", port, "-o", log]) == 0
    assert main(["log", "verify", log]) == 3
