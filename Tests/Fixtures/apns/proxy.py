# SPDX-License-Identifier: Apache-2.0
"""An HTTP proxy on loopback that tunnels what CONNECT asks for.

It prints its port, then a line for each tunnel, HOST:PORT, and ends when standard input does.
"""

import asyncio
import sys


async def copy(reader, writer):
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    writer.close()


async def tunnel(reader, writer):
    request = await reader.readuntil(b"\r\n\r\n")
    method, target = request.split(b" ")[:2]
    if method != b"CONNECT":
        writer.close()
        return
    host, _, port = target.decode().rpartition(":")
    print(target.decode(), flush=True)
    there, out = await asyncio.open_connection(host, int(port))
    writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
    await asyncio.gather(copy(reader, out), copy(there, writer))


async def main():
    server = await asyncio.start_server(tunnel, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
