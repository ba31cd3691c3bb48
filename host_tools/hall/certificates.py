"""A certificate for the broker of one hall, signed by an authority of its own."""

import datetime
import ipaddress
from dataclasses import dataclass
from hashlib import sha256

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAYS = 3 * 365


@dataclass(frozen=True)
class Certificates:
    """PEM texts, and the SHA-256 of the broker's DER certificate, by which devices know it."""

    authority: bytes
    broker: bytes
    key: bytes
    fingerprint: str


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _alternative(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _builder(
    subject: str, issuer: str, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=DAYS))
    )


def make(hall: str, hosts: list[str]) -> Certificates:
    """Make an authority and a broker's certificate for names and addresses, on curve P-256.

    The curve is small: an RP2040 needs about a second for it (not yet measured on hardware).
    """
    signer, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = f"Corrido {hall}"
    authority = (
        _builder(issuer, issuer, signer)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(signer, hashes.SHA256())
    )
    broker = (
        _builder(hosts[0], issuer, key)
        .add_extension(x509.SubjectAlternativeName([_alternative(h) for h in hosts]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(signer, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    return Certificates(
        authority.public_bytes(pem),
        broker.public_bytes(pem),
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        sha256(broker.public_bytes(serialization.Encoding.DER)).hexdigest(),
    )
