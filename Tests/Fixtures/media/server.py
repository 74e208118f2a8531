#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A media server on the loopback interface that behaves as its paths say, well or badly.

usage: server.py FOLDER

Makes its certificates in FOLDER (ca.pem is what to trust, other.pem is another authority), then prints the ports of its
https and its http side on one line, and ends when its standard input does.
"""

import http.server
import os
import pathlib
import ssl
import subprocess
import sys
import threading
import time

SAMPLES = pathlib.Path(__file__).parent / "samples"
PIECE = bytes(65536)


def make_certificates(folder):
    """An authority, a certificate of its for localhost by name alone, and an authority that signed nothing."""

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for name in ["ca", "other"]:
        openssl(
            "req", "-x509", *key, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "30", "-subj", f"/CN=test {name}"
        )
    openssl("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    (folder / "extensions").write_text("subjectAltName=DNS:localhost\n")
    openssl(
        "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30",
        "-extfile", "extensions", "-out", "server.pem",
    )  # fmt: skip


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    http_hits = 0

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.close_connection = True
        try:
            if not isinstance(self.connection, ssl.SSLSocket):
                Handler.http_hits += 1
                return self.send_file("image.png")
            path, _, query = self.path.partition("?")
            word, _, rest = path[1:].partition("/")
            getattr(self, f"serve_{word.replace('-', '_')}")(rest)
        except (BrokenPipeError, ConnectionError, ssl.SSLError):
            pass  # it hung up, as it should on half of these

    def head(self, status=200, **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.send_header("Connection", "close")
        self.end_headers()

    def send_file(self, name, **fields):
        content = (SAMPLES / name).read_bytes()
        self.head(Content_Length=len(content), **fields)
        self.wfile.write(content)

    # A file as it should be, with its length, in chunks, or to the end of the connection; the type is always a lie.

    def serve_file(self, name):
        self.send_file(name, Content_Type="text/html")

    def serve_chunked(self, name):
        self.head(Transfer_Encoding="chunked")
        content = (SAMPLES / name).read_bytes()
        for start in range(0, len(content), 100):
            part = content[start : start + 100]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.write(b"0\r\n\r\n")

    def serve_unmeasured(self, name):
        self.head()
        self.wfile.write((SAMPLES / name).read_bytes())

    # Too much.

    def serve_endless(self, name):
        """The file, then zeros until the other side has had enough."""
        self.head()
        self.wfile.write((SAMPLES / name).read_bytes())
        while True:
            self.wfile.write(PIECE)

    def serve_half_gigabyte(self, name):
        """Says that it is 500 MB long."""
        self.head(Content_Length=500_000_000)
        self.wfile.write((SAMPLES / name).read_bytes())
        while True:
            self.wfile.write(PIECE)

    # Too little.

    def serve_truncated(self, name):
        content = (SAMPLES / name).read_bytes()
        self.head(Content_Length=len(content))
        self.wfile.write(content[: len(content) // 2])

    def serve_half_a_chunk(self, name):
        self.head(Transfer_Encoding="chunked")
        self.wfile.write(b"ffff\r\n" + (SAMPLES / name).read_bytes())

    def serve_half(self, name):
        """Half of the file, and nothing that says so."""
        content = (SAMPLES / name).read_bytes()
        self.head()
        self.wfile.write(content[: len(content) // 2])

    def serve_empty(self, _):
        self.head(Content_Length=0)

    def serve_html(self, _):
        page = b"<!DOCTYPE html><title>log in first</title>"
        self.head(Content_Length=len(page), Content_Type="image/png")
        self.wfile.write(page)

    # Too slow.

    def serve_stall(self, name):
        """Answers, sends half, and then nothing."""
        content = (SAMPLES / name).read_bytes()
        self.head(Content_Length=len(content))
        self.wfile.write(content[: len(content) // 2])
        self.wfile.flush()
        self.wait_for_end()

    def serve_silence(self, _):
        self.wait_for_end()

    def serve_drip(self, name):
        content = (SAMPLES / name).read_bytes()
        self.head(Content_Length=len(content))
        for byte in content:
            self.wfile.write(bytes([byte]))
            time.sleep(0.2)

    def wait_for_end(self):
        while self.connection.recv(1024):
            pass

    # Elsewhere.

    def serve_status(self, code):
        if code == "204":
            return self.head(204)
        content = (SAMPLES / "image.png").read_bytes()
        self.head(int(code), Content_Length=len(content))
        self.wfile.write(content)

    def serve_to(self, kind):
        https, plain = self.server.ports
        file = "/file/image.png"
        self.head(
            302,
            Content_Length=0,
            Location={
                "https": f"https://localhost:{https}{file}",
                "http": f"http://localhost:{plain}{file}",
                "file": f"file://{SAMPLES / 'image.png'}",
                "ftp": f"ftp://localhost:{plain}{file}",
                "user": f"https://user:word@localhost:{https}{file}",
                "nowhere": "",
            }[kind],
        )

    def serve_hops(self, count):
        """That many redirections, then the file."""
        left = int(count)
        self.head(302, Content_Length=0, Location=f"/hops/{left - 1}" if left > 1 else "/file/image.png")

    def serve_http_hits(self, _):
        """How often the http side was asked for anything."""
        text = str(Handler.http_hits).encode()
        self.head(Content_Length=len(text))
        self.wfile.write(text)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    ports = (0, 0)
    context = None

    def handle_error(self, request, client_address):
        pass  # a handshake that failed: who does not trust us hangs up

    def finish_request(self, request, client_address):
        # The handshake is made here, on the connection's own thread.
        if self.context:
            request = self.context.wrap_socket(request, server_side=True)
        try:
            super().finish_request(request, client_address)
        finally:
            if self.context:
                # Says that the end is the end, as a well-behaved server does.
                try:
                    request.unwrap()
                except (OSError, ValueError):
                    pass


def main():
    folder = pathlib.Path(sys.argv[1])
    make_certificates(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    secure, plain = Server(("127.0.0.1", 0), Handler), Server(("127.0.0.1", 0), Handler)
    secure.context = context
    secure.ports = plain.ports = (secure.server_address[1], plain.server_address[1])
    for server in (secure, plain):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"{secure.ports[0]} {secure.ports[1]}", flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
