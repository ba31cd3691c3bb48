"""The host's handling of a running firmware's answers, sound and unsound."""

import pytest

from host_tools.device import faults, provision, session
from host_tools.device.client import Client, Refused

PORT = "COM7"


class Line:
    """A port on which one answer comes to the first question."""

    def __init__(self, answer: bytes) -> None:
        self.wire = self
        self._answer = answer

    def write(self, data: bytes) -> None:
        """The question."""

    def read_past(
        self, ending: bytes, quiet_s: float, total_s: float = 0.0, most_bytes: int = 0
    ) -> bytes:
        """The answer."""
        return self._answer


def ask(answer: bytes):
    """Return the client's result for an answer."""
    return Client(PORT, Line(answer)).ask("get serial")


def test_an_answer_is_a_value_or_a_reason():
    assert ask(b'!1 ok "2026-001"\n') == "2026-001"
    with pytest.raises(Refused, match="COM7: wrong PIN"):
        ask(b"!1 no wrong PIN\n")


@pytest.mark.parametrize(
    "answer", [b'!1 ok {"id": "0a", "na\n', b"!1 ok\n", b"!1 k 7\n", b'!1 ok "\xff"\n', b"!1 \n"]
)
def test_an_answer_that_is_not_whole_is_one_line(answer):
    with pytest.raises(faults.DeviceFault, match="COM7: the answer is not whole") as caught:
        ask(answer)
    assert "\n" not in str(caught.value)


class OneStumbles(provision.Batch):
    """A batch in which one board raises an unforeseen error."""

    def _deploy(self, port, entry, progress):
        if port == PORT:
            raise KeyError("pin")

    def _configure(self, port, index, entry, progress):
        entry["name"] = port


def test_one_board_that_stumbles_leaves_the_others_and_the_report():
    batch = OneStumbles(session.Options(), [], {}, None)
    entries = provision.run(batch, ["COM6", PORT, "COM8"], quiet=True)
    assert [entry["ok"] for entry in entries] == [True, False, True]
    assert "KeyError: 'pin'" in entries[1]["error"] and entries[1]["port"] == PORT
