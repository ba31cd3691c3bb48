"""`corrido hall setup`: everything that Mosquitto and the devices need, in one folder.

One account per table, which writes its own topics and reads nothing; an account for the director,
which reads everything and writes nothing; and each device's settings as a plan for provision.
"""

import ipaddress
import os
import secrets
import subprocess
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


def write(
    folder: Path, tables: int, hall: str, host: str, port: int, wifi: tuple[str, str]
) -> None:
    """Write the files of a hall; UserError, and no file, if the folder holds any.

    host, port: of the broker; wifi: the devices', its name and password. devices.csv and
    director.json hold the passwords, readable by their owner only; the broker's own file holds
    hashes.
    """
    if not _is_place(host):
        raise UserError(f"{host!r}: the address or name of this computer, as 192.168.4.1")
    if len(wifi[1].encode()) not in (0, *range(8, 64)):
        raise UserError("--wifi-password: 8 to 63 bytes, or none for a Wi-Fi that is open")
    if folder.exists() and any(folder.iterdir()):
        raise UserError(f"{folder}: not empty: accounts of another hall would be lost")
    tool = mosquitto("mosquitto_passwd")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / "data").mkdir()
    width = max(2, len(str(tables)))
    names = [f"table{n:0{width}}" for n in range(1, tables + 1)]
    made = {name: secrets.token_hex(16) for name in (*names, DIRECTOR)}
    rows = [(number, hall, f"{host}:{port}", name, made[name], *wifi)
            for number, name in enumerate(names, 1)]  # fmt: skip
    files = {
        "mosquitto.conf": _config(folder, port),
        "acl": ACL.format(director=DIRECTOR, hall=hall),
        "passwords": "".join(f"{name}:{password}\n" for name, password in made.items()),
        "devices.csv": as_csv([PLAN, *rows]),
        "director.json": as_json(Address(host, port, DIRECTOR, made[DIRECTOR], hall)),
    }
    for name, text in files.items():
        write_whole(folder / name, text.encode(), private=True)
    subprocess.run([tool, "-U", str(folder / "passwords")], check=True)


def _is_place(host: str) -> bool:
    """Return whether this is a name, or an address: no name ends in a number."""
    try:
        return bool(ipaddress.IPv4Address(host))
    except ValueError:
        return bool(NAME.match(host)) and not host.rpartition(".")[2].isdigit()


def _config(folder: Path, port: int) -> str:
    place = folder.resolve()
    # Started by root, Mosquitto becomes another user, who may not read these files.
    root = hasattr(os, "getuid") and os.getuid() == 0
    return CONFIG.format(
        folder=place, largest=LARGEST_BYTES, port=port, user="user root" if root else "",
    )  # fmt: skip
