# SPDX-License-Identifier: Apache-2.0
"""A test APNs: HTTP/2 over TLS on loopback, with APNs's rules and with faults on demand.

usage: apns_server.py FOLDER [ALPN-PROTOCOL]

It writes certificates and keys into FOLDER, prints {"port": …} and then answers each line of JSON on standard input with one
on standard output; it ends when standard input does. What it is told:

  {"do": "script", "faults": {DEVICE: [FAULT, …]}}   what happens to the next requests for a device, one fault each
  {"do": "set", NAME: VALUE, …}                       settings, see Server.set
  {"do": "wait", "requests": N}                       answers when N requests have come in all
  {"do": "goaway"} {"do": "cut"} {"do": "deafen"}     to all connections there are
  {"do": "report"}                                    what happened so far

A fault is {"status": 410, "reason": "Unregistered", "timestamp": 1} or one of {"fault": NAME}: reset, refuse, goaway (not
processed), goaway-after (processed), answer-reset (accepted, the stream reset behind the
answer's headers), cut, cut-after (accepted, the answer lost), stall, held (until {"do": "release"}),
none (as if there were none), raw (with "status" and no body).
Needs the packages h2 and cryptography.
"""

import asyncio
import collections
import json
import os
import ssl
import sys
import time

import h2.errors

import credentials
import rules
from connection import Connection, FrameCounter
from tokens import Tokens


class Server:
    def __init__(self, folder):
        self.folder = folder
        self.clock_offset = 0
        self.tokens = Tokens(credentials.make(folder), self.clock)
        # Settings
        self.streams = 1000
        self.sends_date = True
        self.unique_ids = False
        self.delay = 0
        self.checks = True
        self.lengths = False
        self.closing = 0
        # What happened
        self.connections = set()
        self.connection_count = 0
        self.accepted = collections.Counter()
        self.received_count = 0
        self.most_streams = 0
        self.resets = 0
        self.frames = collections.Counter()
        self.priorities = 0
        self.violations = []
        self.log = []
        self.faults = collections.defaultdict(collections.deque)
        self.held = []
        self.waiting = []

    def clock(self):
        return time.time() + self.clock_offset

    # MARK: Connections

    def add(self, connection):
        self.connections.add(connection)
        self.connection_count += 1
        return self.connection_count

    def remove(self, connection):
        self.connections.discard(connection)

    def received(self, connection, stream, request):
        self.received_count += 1
        fault = self.faults[request.device].popleft() if self.faults.get(request.device) else {"fault": "none"}
        entry = {name: value for name, value in request.pairs if name != "authorization"}
        entry["body"] = request.body.decode("utf-8", "replace")
        entry["connection"] = connection.number
        entry["time"] = time.monotonic()
        parsed = self.tokens.parse(request.headers.get("authorization", "")[7:])
        entry["iat"] = parsed[1] if isinstance(parsed, tuple) else None
        self.log.append(entry)
        self.judge(connection, stream, request, fault)
        for waiting in [waiting for waiting in self.waiting if waiting[0] <= self.received_count]:
            self.waiting.remove(waiting)
            waiting[1].set()

    def judge(self, connection, stream, request, fault):
        if self.checks:
            if not connection.has_certificate:
                refusal = self.tokens.check(request.headers.get("authorization"), connection)
                if refusal:
                    connection.answer(stream, *refusal)
                    return
            connection.token_accepted = True
            refusal = rules.check(request.pairs, request.body, connection.has_certificate)
            if refusal:
                connection.answer(stream, *refusal)
                return
        if "status" in fault:
            connection.answer(stream, fault["status"], fault.get("reason"), fault.get("timestamp"))
            return
        name = fault["fault"]
        if name == "reset":
            connection.reset(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
        elif name == "refuse":
            connection.reset(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
        elif name == "goaway":
            connection.go_away(stream - 2 if stream > 1 else 0)
        elif name == "cut":
            connection.cut()
        elif name == "cut-after":
            self.accepted[request.id] += 1
            connection.cut()
        elif name == "answer-reset":
            self.accepted[request.id] += 1
            connection.answer_and_reset(stream)
        elif name == "stall":
            pass
        elif name == "held":
            self.held.append((connection, stream, request))
        elif name == "goaway-after":
            self.accepted[request.id] += 1
            connection.go_away(stream)
            connection.answer(stream, 200)
        elif self.delay:
            asyncio.get_running_loop().call_later(self.delay, self.accept, connection, stream, request)
        else:
            self.accept(connection, stream, request)

    def accept(self, connection, stream, request):
        # A stream that GOAWAY or the client took back meanwhile was not accepted.
        if connection.requests.get(stream) is request and not connection.transport.is_closing():
            self.accepted[request.id] += 1
            connection.answer(stream, 200)

    # MARK: Commands

    def set(
        self,
        streams=None,
        date=None,
        uniqueIDs=None,
        delay=None,
        clock=None,
        updateInterval=None,
        checks=None,
        lengths=None,
        closing=None,
    ):
        """streams: SETTINGS_MAX_CONCURRENT_STREAMS, now and later · date: whether answers have that header ·
        uniqueIDs: whether they have apns-unique-id · delay: seconds before an acceptance · clock: seconds that the
        server's clock is ahead · updateInterval: seconds between new provider tokens · checks: whether rules are kept ·
        lengths: whether answers have content-length, and a frame of its own at their end ·
        closing: how many connections are closed as soon as they are there"""
        if streams is not None:
            self.streams = streams
            for connection in self.connections:
                connection.limit(streams)
        if date is not None:
            self.sends_date = date
        if uniqueIDs is not None:
            self.unique_ids = uniqueIDs
        if delay is not None:
            self.delay = delay
        if clock is not None:
            self.clock_offset = clock
        if updateInterval is not None:
            self.tokens.update_interval = updateInterval
        if checks is not None:
            self.checks = checks
        if lengths is not None:
            self.lengths = lengths
        if closing is not None:
            self.closing = closing

    async def command(self, line):
        message = json.loads(line)
        kind = message.pop("do")
        if kind == "script":
            for device, faults in message["faults"].items():
                self.faults[device].extend(faults)
        elif kind == "set":
            self.set(**message)
        elif kind == "wait" and self.received_count < message["requests"]:
            event = asyncio.Event()
            self.waiting.append((message["requests"], event))
            try:
                await asyncio.wait_for(event.wait(), 60)
            except asyncio.TimeoutError:
                came = f"{self.received_count} requests came on {self.connection_count} connections"
                raise RuntimeError(f"{came}, {message['requests']} were waited for") from None
        elif kind == "goaway":
            for connection in list(self.connections):
                connection.go_away(max(connection.requests, default=connection.http.highest_inbound_stream_id))
        elif kind == "cut":
            for connection in list(self.connections):
                connection.cut()
        elif kind == "deafen":
            for connection in self.connections:
                connection.is_deaf = True
        elif kind == "release":
            held, self.held = self.held, []
            for connection, stream, request in held:
                self.accept(connection, stream, request)
        elif kind == "report":
            return {
                "accepted": self.accepted,
                "requests": self.received_count,
                "connections": self.connection_count,
                "open": len(self.connections),
                "mostStreams": self.most_streams,
                "resets": self.resets,
                "resetFrames": self.frames[FrameCounter.RST_STREAM],
                "pings": self.frames[FrameCounter.PING],
                "priorities": self.priorities,
                "violations": self.violations,
                "tokens": len(self.tokens.known),
                "log": self.log,
            }
        return {}


async def read_lines(server):
    loop = asyncio.get_running_loop()
    # Scripts for ten thousand requests come in one line.
    reader = asyncio.StreamReader(limit=16_000_000)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        try:
            answer = await server.command(line)
        except Exception as error:  # the test must see it, whatever it is
            answer = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


async def main(folder, protocols):
    server = Server(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(os.path.join(folder, "server.pem"))
    context.load_verify_locations(os.path.join(folder, "ca.pem"))
    context.verify_mode = ssl.CERT_OPTIONAL
    context.set_alpn_protocols(protocols)
    listener = await asyncio.get_running_loop().create_server(
        lambda: Connection(server), "127.0.0.1", 0, ssl=context
    )
    print(json.dumps({"port": listener.sockets[0].getsockname()[1]}), flush=True)
    await read_lines(server)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: apns_server.py FOLDER [ALPN-PROTOCOL]")
    asyncio.run(main(sys.argv[1], sys.argv[2:] or ["h2"]))
