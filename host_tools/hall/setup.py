"""`corrido hall setup`: everything that Mosquitto and the devices need, in one folder.

One account per table, which writes its own topics and reads nothing; an account for the director,
which reads everything and writes nothing; and each device's settings as a plan for provision.
"""

import ipaddress
import os
import secrets
import subprocess
from dataclasses import dataclass
from pathlib import Path

from host_tools.errors import UserError
from host_tools.files import as_csv, write_whole
from host_tools.hall.listen import Address, as_json
from host_tools.hall.messages import LARGEST_BYTES, NAME
from host_tools.tools import mosquitto

DIRECTOR = "director"
PLAN = ("table", "hall", "broker", "broker-user", "broker-password", "wifi", "wifi-password")
CONFIG = """# Made by `corrido hall setup`; run it with: mosquitto -c {folder}/mosquitto.conf
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
max_packet_size {largest}
max_queued_messages 100000
max_keepalive 120
persistence true
persistence_location {folder}/data/
autosave_interval 30
persistent_client_expiration 7d
log_dest stderr
{user}
listener {port}
"""
ACL = """# The director reads, and asks for entries again; a device writes its own three
# topics, and reads only which entries those are.
user {director}
topic read corrido/{hall}/#
topic write corrido/{hall}/+/again

pattern write corrido/{hall}/%u/status
pattern write corrido/{hall}/%u/event
pattern write corrido/{hall}/%u/alive
pattern read corrido/{hall}/%u/again
"""


@dataclass(frozen=True)
class Wanted:
    """A hall to set up: its name, number of tables, its broker's address, its Wi-Fi."""

    hall: str
    tables: int
    host: str
    port: int
    wifi: str = ""
    wifi_password: str = ""


def write(folder: Path, wanted: Wanted) -> None:
    """Write the files; UserError, and no file, if the folder holds any.

    devices.csv and director.json hold the passwords, readable by their owner only; the broker's
    own file holds hashes.
    """
    if not _is_place(wanted.host):
        raise UserError(f"{wanted.host!r}: the address or name of this computer, as 192.168.4.1")
    if len(wanted.wifi_password.encode()) not in (0, *range(8, 64)):
        raise UserError("--wifi-password: 8 to 63 bytes, or none for a Wi-Fi that is open")
    if folder.exists() and any(folder.iterdir()):
        raise UserError(f"{folder}: not empty: accounts of another hall would be lost")
    tool = mosquitto("mosquitto_passwd")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / "data").mkdir()
    width = max(2, len(str(wanted.tables)))
    names = [f"table{n:0{width}}" for n in range(1, wanted.tables + 1)]
    made = {name: secrets.token_hex(16) for name in (*names, DIRECTOR)}
    _private(folder / "mosquitto.conf", _config(folder, wanted).encode())
    _private(folder / "acl", ACL.format(director=DIRECTOR, hall=wanted.hall).encode())
    lines = "".join(f"{name}:{password}\n" for name, password in made.items())
    _private(folder / "passwords", lines.encode())
    subprocess.run([tool, "-U", str(folder / "passwords")], check=True)
    _private(folder / "devices.csv", _plan(wanted, made).encode())
    address = Address(wanted.host, wanted.port, DIRECTOR, made[DIRECTOR], wanted.hall)
    _private(folder / "director.json", as_json(address).encode())


def _is_place(host: str) -> bool:
    """Return whether this is a name, or an address: no name ends in a number."""
    try:
        return bool(ipaddress.IPv4Address(host))
    except ValueError:
        return bool(NAME.match(host)) and not host.rpartition(".")[2].isdigit()


def _private(path: Path, data: bytes) -> None:
    write_whole(path, data, private=True)


def _config(folder: Path, wanted: Wanted) -> str:
    place = folder.resolve()
    # Started by root, Mosquitto becomes another user, who may not read these files.
    root = hasattr(os, "getuid") and os.getuid() == 0
    return CONFIG.format(
        folder=place, largest=LARGEST_BYTES, port=wanted.port, user="user root" if root else "",
    )  # fmt: skip


def _plan(wanted: Wanted, made: dict[str, str]) -> str:
    broker, wifi = f"{wanted.host}:{wanted.port}", (wanted.wifi, wanted.wifi_password)
    return as_csv([PLAN, *(
        (number, wanted.hall, broker, name, password, *wifi)
        for number, (name, password) in enumerate(made.items(), 1) if name != DIRECTOR
    )])  # fmt: skip
