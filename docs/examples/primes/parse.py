#!/usr/bin/env python3
"""A worker at the stage parse of the flow primes, through a proxy: parse.py ws://HOST:PORT/v1/ws"""

import asyncio
import json
import sys

import websockets


def work(job):
    """What comes of a request: the next stage gets the number, or the caller is told what to ask."""
    text = job.get("headers", {}).get("query.possible_prime", job.get("body", ""))
    # Several parameters of that name are a list; and what is longer compute cannot count.
    text = text.strip() if isinstance(text, str) else ""
    if text.isascii() and text.isdecimal() and len(text) <= 18 and int(text) >= 2:
        return {"next": True, "message": {"body": str(int(text))}}
    return {"status": 400, "message": {"body": "ask ?possible_prime=NUMBER, or send the number as the body\n"}}


async def session(url):
    async with websockets.connect(url, subprotocols=["feige.v1.json"]) as socket:
        await socket.send(json.dumps({"op": "work", "id": 1, "topic": "primes", "stage": "parse", "concurrency": 1}))
        async for text in socket:
            told = json.loads(text)
            if told["event"] == "job":
                reply = {"op": "reply", "subscription": 1, "job": told["number"], **work(told["job"])}
                await socket.send(json.dumps(reply))
            elif told["event"] in ("failed", "ended"):
                print(told["problem"]["detail"], file=sys.stderr)
                return


async def main(url):
    while True:
        try:
            await session(url)
        except (OSError, websockets.WebSocketException) as gone:
            print(gone, file=sys.stderr)
        await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
