"""Runs a file of eclipse-paho/paho.mqtt.testing, in its folder, against a server: paho.py FILE PORT."""

import logging
import socket
import sys
import unittest

CONNECT = bytes([0x10, 15, 0, 4]) + b"MQTT" + bytes([4, 2, 0, 60, 0, 3]) + b"one"
SUBSCRIBED = "self.waitfor(callback.subscribeds, 1, 3)\n"
PUBLISHED = '      aclient.publish(topics[0], b"noLocal test", 1, retained=False)\n'


class Lines(unittest.TestResult):
    """A line for each test, as known.py reads it."""

    def __init__(self, prefix: str):
        super().__init__()
        self.prefix = prefix

    def tell(self, test, outcome: str, why: str = ""):
        print(f"test {self.prefix}.{test.id().rsplit('.', 1)[-1]} ... {outcome}", flush=True)
        sys.stderr.write(why)

    def addSuccess(self, test):
        self.tell(test, "ok")

    def addFailure(self, test, err):
        self.tell(test, "FAILED", self._exc_info_to_string(err, test))

    def addError(self, test, err):
        self.tell(test, "FAILED", self._exc_info_to_string(err, test))


def await_server(port: int):
    """Its clients give a server that has just begun a fifth of a second for the first answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as first:
        first.sendall(CONNECT)
        if first.recv(1) != b"\x20":
            sys.exit(f"there is no MQTT at port {port}")


def main(file: str, port: int):
    await_server(port)
    with open(file, encoding="utf-8") as lines:
        source = lines.read().split("if __name__ ==")[0]
    # The one that is to have subscribed before this is published is the other client.
    source = source.replace(SUBSCRIBED + PUBLISHED, "self.waitfor(callback2.subscribeds, 1, 3)\n" + PUBLISHED)
    suite = {"__name__": "suite"}
    sys.path.insert(0, ".")
    exec(compile(source, file, "exec"), suite)
    # What its own main sets.
    suite.update(
        topics=("TopicA", "TopicA/B", "Topic/C", "TopicA/C", "/TopicA"),
        wildtopics=("TopicA/+", "+/C", "#", "/#", "/+", "+/+", "TopicA/#"),
        nosubscribe_topics=("test/nosubscribe",),
        topic_prefix="client_test5/",
        host="127.0.0.1",
        port=port,
    )
    logging.getLogger().setLevel(logging.ERROR)
    unittest.defaultTestLoader.loadTestsFromTestCase(suite["Test"]).run(Lines(file.removesuffix(".py")))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
