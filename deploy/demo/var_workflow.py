#!/usr/bin/env python3
"""A workflow around one Slipway job: submit it, wait for its callback, branch on its Value-at-Risk.

    var_workflow.py --endpoint URL --ca FILE --user NAME --password-file FILE --listen 127.0.0.1:PORT --limit AMOUNT DOCUMENT

The operator allows the callback by `slipway.callbacks.hosts: ["127.0.0.1:PORT"]`. Ends with 0 if the VaR is within the
limit, 1 if it is over the limit (a real workflow would ask the desk's head), 2 if the job did not end well, 3 if no
callback came, 4 if the service refused a call, could not be reached, or the job's figures have no such VaR. Needs only
Python's own library and openssl.
"""

import argparse
import base64
import csv
import http.server
import io
import json
import queue
import ssl
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
import xml.etree.ElementTree as xml
from pathlib import Path
from xml.sax.saxutils import escape

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
SERVICE = "urn:slipway:service:1"


class Trouble(Exception):
    """Ends the workflow before it has an answer; the text says why and what to do."""


def told(error):
    """Returns the service's own words for a refused call: message, code, detail and hint."""
    try:
        problem = next(xml.fromstring(error.read()).iter(f"{{{SERVICE}}}problem"))
    except (xml.ParseError, StopIteration):
        return f"the service answers HTTP {error.code}"
    field = {name: problem.findtext(f"{{{SERVICE}}}{name}", "") for name in ("code", "message", "detail", "hint")}
    lines = [f"{field['message']} ({field['code']})", field["detail"], field["hint"]]
    return "\n".join(line for line in lines if line)


class Service:
    """Makes the calls that the workflow needs, by HTTP Basic over TLS."""

    def __init__(self, endpoint, ca, user, password):
        self.endpoint = endpoint
        self.tls = ssl.create_default_context(cafile=ca)
        pair = base64.b64encode(f"{user}:{password}".encode()).decode()
        self.headers = {"Content-Type": "text/xml; charset=UTF-8", "Authorization": "Basic " + pair}

    def call(self, operation, **fields):
        content = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in fields.items())
        body = (
            f'<e:Envelope xmlns:e="{SOAP}"><e:Body><{operation} xmlns="{SERVICE}">{content}</{operation}>'
            "</e:Body></e:Envelope>"
        )
        request = urllib.request.Request(self.endpoint, body.encode(), self.headers)
        try:
            with urllib.request.urlopen(request, context=self.tls, timeout=60) as answer:
                return xml.parse(answer)
        except urllib.error.HTTPError as error:
            raise Trouble(told(error)) from error
        except urllib.error.URLError as error:
            raise Trouble(f"cannot reach {self.endpoint}: {error.reason}") from error

    def text(self, operation, element, **fields):
        return self.call(operation, **fields).findtext(f".//{{{SERVICE}}}{element}")

    def callback_keys(self):
        """Returns the keys that sign callbacks, in DER, by their names."""
        keys = {}
        for key in self.call("publicKeys").iter(f"{{{SERVICE}}}key"):
            field = {child.tag.split("}")[1]: child.text for child in key}
            if field["purpose"] == "CALLBACK":
                keys[field["kid"]] = base64.b64decode(field["spki"])
        return keys


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_signed(body, signature, keys):
    """Returns whether one of the service's keys signed the body: a JWS with detached content (RFC 7515, appendix F)."""
    header, _, value = signature.split(".")
    fields = json.loads(decoded(header))
    if fields.get("alg") != "EdDSA" or fields.get("kid") not in keys:
        return False
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "key": keys[fields["kid"]],
            "signed": header.encode() + b"." + base64.urlsafe_b64encode(body).rstrip(b"="),
            "signature": decoded(value),
        }
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        check = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key"]
        check += ["-rawin", "-in", "signed", "-sigfile", "signature"]
        return subprocess.run(check, cwd=folder, capture_output=True, check=False).returncode == 0


def receiver(place, keys, called):
    """Returns a server that puts signed callbacks into the queue and refuses all other requests."""

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            try:
                good = is_signed(body, self.headers["Slipway-Signature"], keys)
            except (AttributeError, ValueError):
                good = False
            self.send_response(204 if good else 403)
            self.end_headers()
            if good:
                called.put(json.loads(body))

        def log_message(self, *_):
            pass

    host, port = place.rsplit(":", 1)
    return http.server.ThreadingHTTPServer((host, int(port)), Receiver)


def value_at_risk(service, token):
    """Returns the mean-relative VaR at 99 % from the job's risk figures."""
    piece = service.text("download", "bytes", token=token, name="figures", offset=0, limit=1 << 20)
    for row in csv.DictReader(io.StringIO(base64.b64decode(piece).decode())):
        # A row with a desk has a figure of that desk alone.
        if not row.get("desk") and row["measure"] == "var_mean" and float(row["confidence"]) == 0.99:
            return float(row["value"])
    raise Trouble("the job's figures hold no var_mean at 0.99")


def main():
    parser = argparse.ArgumentParser(description="Submits a job, waits to be called back, branches on its VaR.")
    for name in ("--endpoint", "--ca", "--user", "--password-file", "--listen"):
        parser.add_argument(name, required=True)
    parser.add_argument("--limit", required=True, type=float)
    parser.add_argument("--patience", default=600.0, type=float, metavar="SECONDS")
    parser.add_argument("document")
    given = parser.parse_args()
    password = Path(given.password_file).read_text(encoding="utf-8").splitlines()[0]
    service = Service(given.endpoint, given.ca, given.user, password)
    called = queue.Queue()
    with receiver(given.listen, service.callback_keys(), called) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        document = base64.b64encode(Path(given.document).read_bytes()).decode()
        token = service.text("submit", "token", document=document, callback=f"http://{given.listen}/closed")
        print("submitted", token)
        try:
            news = called.get(timeout=given.patience)
            while news["token"] != token:
                news = called.get(timeout=given.patience)
        except queue.Empty:
            print("nobody called")
            return 3
        finally:
            server.shutdown()
    print("called back:", news["outcome"])
    if news["outcome"] != "DONE":
        print("the job did not end well:", news.get("message", ""))
        return 2
    var = value_at_risk(service, token)
    print(f"VaR 99 % is {var:.2f}, the limit {given.limit:.2f}:", "escalate" if var > given.limit else "accept")
    return 1 if var > given.limit else 0


try:
    sys.exit(main())
except Trouble as trouble:
    print(trouble, file=sys.stderr)
    sys.exit(4)
