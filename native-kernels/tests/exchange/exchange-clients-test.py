#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""exchange-clients-test.py SERVER: clients that dawdle, read late, or are too many. The server keeps all in memory."""
import fcntl
import select
import socket
import struct
import subprocess
import sys
import termios

PATIENCE = 300  # seconds for a state to come
server_path = sys.argv[1]


class Server:
    """A server on a free port for as long as a `with` lasts."""

    def __init__(self, *options):
        self.command = [server_path, "--no-store", "--port", "0", *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("ready on "), line
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0

    def connect(self, receive_bytes=None):
        connection = socket.socket()
        if receive_bytes is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", self.port))
        return connection


def framed(document):
    return b"%d\n%s" % (len(document), document)


def ask(connection, document):
    """Returns the answer to a document, which is one line."""
    connection.sendall(framed(document))
    answer = b""
    while not answer.endswith(b"\n"):
        more = connection.recv(65536)
        assert more, "closed before the answer to %r" % document
        answer += more
    return answer


def is_served(connection):
    return ask(connection, b"<create/>") == b"<results></results>\n"


def waiting_bytes(connection):
    """Returns how many bytes have come that are not read."""
    return struct.unpack("i", fcntl.ioctl(connection, termios.FIONREAD, b"\0" * 4))[0]


def one_that_reads_late_gets_all_its_answers():
    """What it has sent is taken once it reads, though nothing more comes from it."""
    requests, executions = 800, 100  # requests of 56 KiB, which come in one piece; answers of 4 MiB
    with Server() as server:
        maker = server.connect()
        ask(maker, b'<create><account id="1" balance="1000000"/><symbol sym="A"><account id="1">1000000</account></symbol></create>')
        ask(maker, b'<transactions id="1"><order sym="A" amount="%d" limit="1"/></transactions>' % (executions + 1))
        ask(maker, b'<transactions id="1">%s</transactions>' % (b'<order sym="A" amount="-1" limit="1"/>' * executions))
        late = server.connect(4096)
        late.sendall(framed(b'<transactions id="1"><query id="1"/></transactions>') * requests)
        while waiting_bytes(late) == 0:
            select.select([late], [], [], PATIENCE)
        assert is_served(maker), "another client waits for one that does not read"
        answers = 0
        while answers < requests:
            more = late.recv(65536)
            assert more, "closed after %d answers" % answers
            answers += more.count(b"\n")
        assert answers == requests, answers


def one_that_dawdles_over_a_request_is_closed():
    """Each byte comes soon after the one before, and the request is never whole."""
    with Server("--idle", "1") as server:
        slow = server.connect()
        slow.sendall(b"1000\n")
        closed = False
        while not closed:
            readable, _, _ = select.select([slow], [], [], 0.1)
            if readable:
                closed = slow.recv(1) == b""
            else:
                try:
                    slow.send(b"<")
                except ConnectionError:
                    closed = True
        assert is_served(server.connect())


def the_idlest_makes_room_for_one_that_is_too_many():
    """The one that was quiet for longest goes; those at work stay."""
    with Server("--most-connections", "2") as server:
        first, second = server.connect(), server.connect()
        assert is_served(first) and is_served(second)
        third = server.connect()
        assert is_served(third)
        assert first.recv(1) == b"", "the idlest is still there"
        assert is_served(second) or is_served(third)


for test in (
    one_that_reads_late_gets_all_its_answers,
    one_that_dawdles_over_a_request_is_closed,
    the_idlest_makes_room_for_one_that_is_too_many,
):
    test()
    print("ok", test.__name__)
