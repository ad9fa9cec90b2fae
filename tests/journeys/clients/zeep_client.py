"""Calls Slipway by its published WSDL with zeep: submit, status, results, a fault. Prints the observations, one a line.

Usage: zeep_client.py WSDL CA USER PASSWORD_FILE DOCUMENT
"""

import sys
import time

import requests
from zeep import Client, exceptions
from zeep.transports import Transport
from zeep.wsse.username import UsernameToken


def main(wsdl, ca, user, password_file, document):
    with open(password_file, encoding="utf-8") as file:
        password = file.readline().rstrip("\n")
    session = requests.Session()
    session.verify = ca
    session.trust_env = False  # or REQUESTS_CA_BUNDLE would take the place of the service's own certificate
    client = Client(wsdl, transport=Transport(session=session), wsse=UsernameToken(user, password))
    service = client.service
    with open(document, "rb") as file:
        token = service.submit(document=file.read()).token
    print("token", token)
    status = service.status(token=token).status
    while status.state != "CLOSED":
        time.sleep(0.1)
        status = service.status(token=token).status
    print("outcome", status.outcome.word)
    for result in service.results(token=token).result:
        piece = service.download(token=token, name=result.name, offset=0, limit=1 << 20)
        print("result", result.name, len(piece.bytes), result.bytes)
    try:
        service.status(token="0" * 32)
    except exceptions.Fault as fault:
        print("fault", fault.detail.findtext(".//{urn:slipway:service:1}code"))


main(*sys.argv[1:])
