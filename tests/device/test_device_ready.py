"""A device's answers after the last write decide whether it is ready; secrets stay secret."""

import pytest
from corrido.app.commands.settings import TAG_TAKEN

from host_tools.device import plan, provision, ready, session
from host_tools.device.client import Refused
from host_tools.device.faults import DeviceFault
from host_tools.device.keys import Keys


class Device:
    """A console that answers from a table."""

    port = "PORT"

    def __init__(self, **answers):
        self.answers = answers

    def ask(self, command, limit_s=0.0):
        return self.answers[command.replace(" ", "_").replace("-", "_")]


def test_a_setting_that_reads_back_otherwise_is_a_fault():
    ready.check_settings(Device(get_budget=1500), {"budget": 1500})
    with pytest.raises(DeviceFault, match="budget reads back as 60, not 1500"):
        ready.check_settings(Device(get_budget=60), {"budget": 1500})


def test_of_a_secret_only_that_it_is_set_is_told():
    values = {"pin": "4711", "wifi-password": "hunter2", "broker-password": ""}
    honest = Device(get_pin=True, get_wifi_password=True, get_broker_password=False)
    ready.check_settings(honest, values)
    with pytest.raises(DeviceFault, match="wifi-password reads back") as caught:
        ready.check_settings(Device(get_pin=True, get_wifi_password=False), values)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"health": {"lexicons": []}}, "no lexicon 'es' on the device"),
        ({"health": {"lexicons": ["es"]}, "lexicon": {"ok": False, "why": "lexicon-damaged"}},
         "gives no verdict: lexicon-damaged: corrido deploy sends it again"),
        ({"health": {"lexicons": ["es"]}, "lexicon": {"ok": False, "why": "memory"}},
         "gives no verdict: memory: this board's memory holds the clock or the list, not both"),
    ],
)  # fmt: skip
def test_a_list_that_is_not_there_or_not_whole_is_a_fault(answers, says):
    with pytest.raises(DeviceFault, match=says):
        ready.check_list(Device(get_lexicon="es", **answers))


@pytest.mark.parametrize("fresh", [True, False])
def test_a_new_key_whose_tag_is_taken_is_made_anew_and_an_older_one_is_not(
    fresh, tmp_path, monkeypatch
):
    path, written = tmp_path / "hall.keys", []
    if not fresh:
        Keys(path, new=True).key_for("0011")
    keys = Keys(path, new=True)
    values = {"table": "4", "log-key": keys.key_for("0011")}

    def write(_client, values):
        written.append(values["log-key"])
        if len(written) < 2 or not fresh:
            raise Refused(f"PORT: {TAG_TAKEN}", exit_code=1)
        return ["log-key"]

    monkeypatch.setattr(provision.config, "write", write)
    batch = provision.Batch(session.Options(), plan.Plan([]), {}, keys)
    about = {"id": "0011", "pin": False}
    if fresh:
        assert batch._write(None, about, values) == ["log-key"]
        assert len(set(written)) == 2 and Keys(path, new=True).key_for("0011") == written[-1]
    else:
        with pytest.raises(Refused, match="take another"):
            batch._write(None, about, values)
        assert Keys(path, new=True).key_for("0011") == written[0]
