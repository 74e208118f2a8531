# SPDX-License-Identifier: Apache-2.0
"""Requests a second of other clients: apns_rows.py aioapns|httpx PORT CA P8 STREAMS COUNT PAYLOAD"""

import asyncio
import ssl
import sys
import time

TOKEN = "ab" * 32


async def aioapns_rate(port, authorities, key, streams, count, payload):
    import json

    import aioapns.connection
    from aioapns import APNs, NotificationRequest

    aioapns.connection.APNsProductionClientProtocol.APNS_SERVER = "localhost"
    aioapns.connection.APNsTLSClientProtocol.APNS_PORT = port
    context = ssl.create_default_context(cafile=authorities)
    context.set_alpn_protocols(["h2"])
    client = APNs(
        key=open(key).read(),
        key_id="ABCDE12345",
        team_id="ABCDE12345",
        topic="com.example.app",
        max_connections=1,
        ssl_context=context,
    )
    message = json.loads(payload)
    answer_by_stream(aioapns.connection.APNsBaseClientProtocol)

    async def send():
        result = await client.send_notification(NotificationRequest(device_token=TOKEN, message=message))
        assert result.is_successful, result.description

    await send()
    return await rate(send, streams, count)


def answer_by_stream(protocol):
    """nghttpd does not send back `apns-id`, by which aioapns knows whose an answer is, and ends each with an empty frame."""
    from aioapns.common import NotificationResult

    ended = protocol.on_stream_ended

    def on_stream_ended(self, stream_id):
        ended(self, stream_id)
        notification_id = self.request_streams.pop(stream_id)
        self.requests.pop(notification_id).set_result(NotificationResult(notification_id, "200"))

    protocol.on_stream_ended = on_stream_ended
    protocol.on_response_received = lambda self, headers: None
    protocol.on_data_received = lambda self, data, stream_id: None


async def httpx_rate(port, authorities, key, streams, count, payload):
    import uuid

    import httpx

    headers = {"apns-topic": "com.example.app", "apns-push-type": "alert", "authorization": "bearer x.y.z"}
    limits = httpx.Limits(max_connections=1)
    context = ssl.create_default_context(cafile=authorities)
    async with httpx.AsyncClient(http2=True, verify=context, limits=limits, timeout=60) as client:

        async def send():
            url = f"https://localhost:{port}/3/device/{TOKEN}"
            answer = await client.post(url, content=payload, headers={**headers, "apns-id": str(uuid.uuid4())})
            assert answer.status_code == 200, answer.status_code

        await send()
        return await rate(send, streams, count)


async def rate(send, streams, count):
    left = iter(range(count))

    async def work():
        for _ in left:
            await send()

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(streams)))
    return count / (time.perf_counter() - start)


client, port, authorities, key, streams, count, payload = sys.argv[1:]
body = open(payload, "rb").read()
functions = {"aioapns": aioapns_rate, "httpx": httpx_rate}
print(asyncio.run(functions[client](int(port), authorities, key, int(streams), int(count), body)))
