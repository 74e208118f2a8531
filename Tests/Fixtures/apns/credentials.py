# SPDX-License-Identifier: Apache-2.0
"""Certificates and keys for one run of the test APNs, and files that are wrong in one way each."""

import datetime
import os

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

TEAM = "TEAM123456"
KEY = "KEY1234567"
OTHER_ENVIRONMENT_KEY = "OTHERENVKY"
PASSPHRASE = b"correct horse"

PEM = serialization.Encoding.PEM
PKCS8 = serialization.PrivateFormat.PKCS8
PLAIN = serialization.NoEncryption()


def _name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _certificate(subject, key, issuer, issuer_key, days=30, authority=False, names=()):
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=60))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


def make(folder):
    """Writes all files below `folder`; returns the public keys that the server knows, by key id."""

    def write(name, content):
        with open(os.open(os.path.join(folder, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)

    def private(key, encryption=PLAIN):
        return key.private_bytes(PEM, PKCS8, encryption)

    def new_key():
        return ec.generate_private_key(ec.SECP256R1())

    # TLS
    ca_key, server_key, client_key = new_key(), new_key(), new_key()
    authority = _certificate("Test CA", ca_key, "Test CA", ca_key, authority=True)
    names = [x509.DNSName("localhost")]
    server = _certificate("localhost", server_key, "Test CA", ca_key, names=names)
    client = _certificate("Apple Push Services: com.example.app", client_key, "Test CA", ca_key)
    expired = _certificate("expired", client_key, "Test CA", ca_key, days=-1)
    other_ca_key = new_key()
    other = _certificate("Other CA", other_ca_key, "Other CA", other_ca_key, authority=True)
    write("ca.pem", authority.public_bytes(PEM))
    write("other-ca.pem", other.public_bytes(PEM))
    write("server.pem", server.public_bytes(PEM) + private(server_key))
    protected = serialization.BestAvailableEncryption(PASSPHRASE)
    write("client.pem", client.public_bytes(PEM) + private(client_key))
    write("client-cert.pem", client.public_bytes(PEM))
    write("client-key.pem", private(client_key))
    write("client-protected.pem", client.public_bytes(PEM) + private(client_key, protected))
    write("client-expired.pem", expired.public_bytes(PEM) + private(client_key))
    write("client-mixed.pem", client.public_bytes(PEM) + private(server_key))
    write("client.p12", pkcs12.serialize_key_and_certificates(b"push", client_key, client, None, protected))
    write("client.der", client.public_bytes(serialization.Encoding.DER))

    # Token keys
    key, foreign, elsewhere = new_key(), new_key(), new_key()
    write("key.p8", private(key))
    write("foreign.p8", private(foreign))
    write("elsewhere.p8", private(elsewhere))
    write("protected.p8", private(key, protected))
    write("p384.p8", private(ec.generate_private_key(ec.SECP384R1())))
    write("rsa.p8", private(rsa.generate_private_key(65537, 2048)))
    write("cut.p8", private(key)[:120])
    write("empty.p8", b"")
    write("text.p8", b"this is no key\n")
    write(
        "public.p8",
        key.public_key().public_bytes(PEM, serialization.PublicFormat.SubjectPublicKeyInfo),
    )
    return {KEY: key.public_key(), OTHER_ENVIRONMENT_KEY: elsewhere.public_key()}
