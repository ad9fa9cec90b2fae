"""Binds every operation of the published WSDL with zeep in its strict mode and calls some.

Prints the observations, one a line.

Usage: strict_client.py WSDL CA USER PASSWORD_FILE
"""

import sys

import requests
from zeep import Client, Settings, exceptions
from zeep.transports import Transport

NOBODYS = "0" * 32


def code_of(call):
    try:
        call()
        return "no fault"
    except exceptions.Fault as fault:
        return "fault " + fault.detail.findtext(".//{urn:slipway:service:1}code")


def main(wsdl, ca, user, password_file):
    with open(password_file, encoding="utf-8") as file:
        password = file.readline().rstrip("\n")
    session = requests.Session()
    session.verify = ca
    session.trust_env = False  # or REQUESTS_CA_BUNDLE would take the place of the service's own certificate
    session.auth = (user, password)
    client = Client(wsdl, transport=Transport(session=session), settings=Settings(strict=True))
    jobs = client.service
    kept = jobs.upload(name="hello.txt", content=b"hello")
    print("upload", kept.sha256, kept.bytes)
    print(code_of(lambda: jobs.explain(token=NOBODYS)))
    print(code_of(lambda: jobs.retry(token=NOBODYS)))
    print(code_of(lambda: jobs.output(token=NOBODYS, stream="stdout", offset=0, limit=1)))
    print(code_of(lambda: jobs.templateRun(template="nobody's", set=[{"name": "desk", "text": "rates"}])))
    session.auth = None
    session.headers["Authorization"] = "Bearer of-a-login-that-is-over"
    print(code_of(jobs.users))


main(*sys.argv[1:])
