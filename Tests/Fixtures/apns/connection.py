# SPDX-License-Identifier: Apache-2.0
"""One connection to the test APNs."""

import asyncio
import email.utils
import json

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
from h2.settings import SettingCodes, Settings
from hyperframe.frame import GoAwayFrame



class Request:
    """One stream, from its headers to its answer."""

    def __init__(self, pairs):
        self.pairs = pairs
        self.headers = dict(pairs)
        self.body = bytearray()

    @property
    def device(self):
        return self.headers.get(":path", "").rpartition("/")[2]

    @property
    def id(self):
        return self.headers.get("apns-id", "")


class FrameCounter:
    """Counts the frames of each type in what a client sends.

    Resets of streams that are over are among them: servers count these too, and end the connection after some hundred
    (RFC 9113 section 10.5).
    """

    PREFACE = 24
    HEADER = 9
    RST_STREAM = 3
    PING = 6

    def __init__(self, counts):
        self.counts = counts
        self.skip = self.PREFACE
        self.rest = b""

    def receive(self, data):
        data = self.rest + data
        place = 0
        while True:
            step = min(self.skip, len(data) - place)
            place += step
            self.skip -= step
            if self.skip or len(data) - place < self.HEADER:
                break
            self.counts[data[place + 3]] += 1
            self.skip = self.HEADER + int.from_bytes(data[place : place + 3], "big")
        self.rest = data[place:]


class Connection(asyncio.Protocol):
    """Speaks HTTP/2 to one client; everything that outlives it is the server's."""

    def __init__(self, server):
        self.server = server
        self.number = 0
        self.transport = None
        self.http = None
        self.requests = {}
        self.key = None
        self.token_accepted = False
        self.has_certificate = False
        self.frames = FrameCounter(server.frames)
        # Whether it takes no notice of anything any more.
        self.is_deaf = False
        # Streams above it are not processed, once GOAWAY was sent.
        self.last_stream = None

    # MARK: asyncio

    def connection_made(self, transport):
        self.transport = transport
        tls = transport.get_extra_info("ssl_object")
        self.has_certificate = bool(tls.getpeercert())
        self.number = self.server.add(self)
        if tls.selected_alpn_protocol() != "h2":
            return
        if self.server.closing > 0:
            self.server.closing -= 1
            self.is_deaf = True
            self.transport.close()
            return
        config = h2.config.H2Configuration(client_side=False, header_encoding="utf-8")
        self.http = h2.connection.H2Connection(config=config)
        self.http.local_settings = Settings(
            client=False, initial_values={SettingCodes.MAX_CONCURRENT_STREAMS: self.server.streams}
        )
        self.http.initiate_connection()
        self.flush()

    def connection_lost(self, _):
        self.server.remove(self)

    def data_received(self, data):
        if self.http is None and not self.is_deaf:
            self.transport.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
            return
        self.frames.receive(data)
        if self.is_deaf:
            return
        try:
            events = self.http.receive_data(data)
        except h2.exceptions.ProtocolError as error:
            self.server.violations.append(f"protocol: {type(error).__name__}: {error}")
            self.transport.abort()
            return
        for event in events:
            self.handle(event)
        self.flush()

    def flush(self):
        if self.transport.is_closing():
            return
        self.transport.write(self.http.data_to_send())
        if self.last_stream is not None and not self.requests:
            self.transport.close()

    # MARK: HTTP/2

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            if self.last_stream is not None and event.stream_id > self.last_stream:
                return
            self.requests[event.stream_id] = Request(event.headers)
            self.server.most_streams = max(self.server.most_streams, len(self.requests))
            if not self.token_accepted and len(self.requests) > 1:
                self.server.violations.append("more than one stream before a token was accepted")
        elif isinstance(event, h2.events.DataReceived):
            self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            if event.stream_id in self.requests:
                self.requests[event.stream_id].body += event.data
        elif isinstance(event, h2.events.StreamEnded):
            if event.stream_id in self.requests:
                self.server.received(self, event.stream_id, self.requests[event.stream_id])
        elif isinstance(event, h2.events.StreamReset):
            if self.requests.pop(event.stream_id, None):
                self.server.resets += 1
        elif isinstance(event, h2.events.PriorityUpdated):
            self.server.priorities += 1

    def answer(self, stream, status, reason=None, timestamp=None):
        request = self.requests.pop(stream, None)
        if request is None or self.transport.is_closing():
            return
        headers = [(":status", str(status)), ("apns-id", request.id)]
        if self.server.sends_date:
            headers.append(("date", email.utils.formatdate(self.server.clock(), usegmt=True)))
        if self.server.unique_ids:
            headers.append(("apns-unique-id", "unique-" + request.id))
        content = {}
        if reason is not None:
            content["reason"] = reason
        if timestamp is not None:
            content["timestamp"] = timestamp
        body = json.dumps(content).encode() if content else b""
        if self.server.lengths:
            headers.append(("content-length", str(len(body))))
        try:
            # Some servers end a stream with a frame of its own.
            self.http.send_headers(stream, headers, end_stream=not body and not self.server.lengths)
            if body or self.server.lengths:
                self.http.send_data(stream, body, end_stream=not self.server.lengths)
            if self.server.lengths:
                self.http.end_stream(stream)
        except h2.exceptions.ProtocolError:
            # The client gave it up in this moment.
            return
        self.flush()

    # MARK: Faults

    def answer_and_reset(self, stream):
        del self.requests[stream]
        self.http.send_headers(stream, [(":status", "200")])
        self.http.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
        self.flush()

    def reset(self, stream, code):
        del self.requests[stream]
        self.http.reset_stream(stream, code)
        self.flush()

    def go_away(self, last_stream):
        """Processes streams up to that one, then closes; h2 itself would close at once."""
        if self.last_stream is not None or self.transport.is_closing():
            return
        self.last_stream = last_stream
        for stream in [stream for stream in self.requests if stream > last_stream]:
            del self.requests[stream]
        self.transport.write(self.http.data_to_send())
        reason = json.dumps({"reason": "Shutdown"}).encode()
        self.transport.write(GoAwayFrame(0, last_stream, 0, reason).serialize())
        self.flush()

    def cut(self):
        self.requests.clear()
        self.transport.abort()

    def limit(self, streams):
        self.http.update_settings({SettingCodes.MAX_CONCURRENT_STREAMS: streams})
        self.flush()
