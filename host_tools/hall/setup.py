"""`corrido hall setup`: everything that Mosquitto and the devices need, in one folder.

One account per table, which writes its own topics and reads nothing; an account for the director,
which reads everything and writes nothing; TLS; and each device's settings as a plan for provision.
"""

import ipaddress
import os
import secrets
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from host_tools.errors import UserError
from host_tools.files import as_csv, write_whole
from host_tools.hall.listen import Address, as_json
from host_tools.hall.messages import LARGEST_BYTES, NAME
from host_tools.tools import mosquitto

TLS_PORT = 8883
PLAIN_PORT = 1883
DIRECTOR = "director"
VALID_DAYS = 3 * 365
PLAN = ("table", "hall", "broker", "broker-user", "broker-password", "broker-fingerprint",
        "wifi", "wifi-password")  # fmt: skip
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
{tls}"""
TLS = """certfile {folder}/broker.pem
keyfile {folder}/broker.key
tls_version tlsv1.2
"""
ACL = """# The director reads, says that he is there, and asks for entries again; a device
# writes its own three topics, and reads only which entries those are.
user {director}
topic read corrido/{hall}/#
topic write corrido/{hall}/+/director
topic write corrido/{hall}/+/again

pattern write corrido/{hall}/%u/status
pattern write corrido/{hall}/%u/event
pattern write corrido/{hall}/%u/alive
pattern read corrido/{hall}/%u/again
"""


@dataclass(frozen=True)
class Wanted:
    """A hall to set up: its name, number of tables, its broker's address, with or without TLS."""

    hall: str
    tables: int
    host: str
    port: int
    tls: bool
    wifi: str = ""
    wifi_password: str = ""


def write(folder: Path, wanted: Wanted) -> None:
    """Write the files; UserError, and no file, if the folder holds any.

    devices.csv and director.json hold the passwords, readable by their owner only; the broker's
    own file holds hashes.
    """
    numbers = wanted.host.rpartition(".")[2].isdigit()  # of an address: no name ends in one
    named = NAME.match(wanted.host)
    if not named or (numbers and not isinstance(_named(wanted.host), x509.IPAddress)):
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
    fingerprint = _certify(folder, wanted.host) if wanted.tls else ""
    _private(folder / "mosquitto.conf", _config(folder, wanted).encode())
    _private(folder / "acl", ACL.format(director=DIRECTOR, hall=wanted.hall).encode())
    lines = "".join(f"{name}:{password}\n" for name, password in made.items())
    _private(folder / "passwords", lines.encode())
    subprocess.run([tool, "-U", str(folder / "passwords")], check=True)
    _private(folder / "devices.csv", _plan(wanted, made, fingerprint).encode())
    address = Address(wanted.host, wanted.port, DIRECTOR, made[DIRECTOR],
                      folder / "broker.pem" if wanted.tls else None, wanted.hall)  # fmt: skip
    _private(folder / "director.json", as_json(address).encode())


def _certify(folder: Path, host: str) -> str:
    """Write the broker's key and a certificate that it signs itself; return its SHA-256.

    Devices know the broker by that, the director by the certificate. On curve P-256: an RP2040
    needs about a second for it (not yet measured on hardware).
    """
    key = ec.generate_private_key(ec.SECP256R1())
    hosts = dict.fromkeys([host, "127.0.0.1", "localhost"])
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    usage = x509.KeyUsage(
        digital_signature=True, key_cert_sign=True, crl_sign=False, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
        decipher_only=False,
    )  # fmt: skip
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName([_named(h) for h in hosts]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    _private(folder / "broker.pem", made.public_bytes(pem))
    _private(folder / "broker.key",
             key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))  # fmt: skip
    return sha256(made.public_bytes(serialization.Encoding.DER)).hexdigest()


def _named(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _private(path: Path, data: bytes) -> None:
    write_whole(path, data, private=True)


def _config(folder: Path, wanted: Wanted) -> str:
    place = folder.resolve()
    # Started by root, Mosquitto becomes another user, who may not read these files.
    root = hasattr(os, "getuid") and os.getuid() == 0
    return CONFIG.format(
        folder=place, largest=LARGEST_BYTES, port=wanted.port, user="user root" if root else "",
        tls=TLS.format(folder=place) if wanted.tls else "",
    )  # fmt: skip


def _plan(wanted: Wanted, made: dict[str, str], fingerprint: str) -> str:
    broker, wifi = f"{wanted.host}:{wanted.port}", (wanted.wifi, wanted.wifi_password)
    return as_csv([PLAN, *(
        (number, wanted.hall, broker, name, password, fingerprint, *wifi)
        for number, (name, password) in enumerate(made.items(), 1) if name != DIRECTOR
    )])  # fmt: skip
