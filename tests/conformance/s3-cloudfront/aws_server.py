"""Runs the AWS CLI in copies of a process that has already loaded it, which takes most of its time.

    aws_server.py    prints a directory with a program `aws`, and serves it until its input ends
"""

import json
import os
import select
import signal
import socket
import sys
import tempfile
import traceback
from pathlib import Path
from shlex import quote

import awscli.clidriver

CLIENT = """
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect(ADDRESS)
    request = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [request], [0, 1, 2])
    server.shutdown(socket.SHUT_WR)
    sys.exit(int(server.recv(3) or 1))
"""


def run(driver, client):
    """Runs one command of the AWS CLI with the arguments, directory, environment and files of a client."""
    request, files, _, _ = socket.recv_fds(client, 1 << 20, 3)
    while part := client.recv(1 << 20):
        request += part
    for number, file in enumerate(files):
        os.dup2(file, number)
    arguments, directory, environment = json.loads(request)
    os.chdir(directory)
    # Loading the AWS CLI has set it.
    environment.setdefault("AWS_DATA_PATH", os.environ["AWS_DATA_PATH"])
    os.environ.clear()
    os.environ.update(environment)
    try:
        status = driver.main(arguments)
    except SystemExit as end:
        status = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    client.send(b"%d" % status)


def main():
    driver = awscli.clidriver.create_clidriver()
    # Loads what the first command to each service would load.
    for service in ["s3", "cloudfront"]:
        driver.session.create_client(service, "us-east-1", aws_access_key_id="test", aws_secret_access_key="test")
    # No child stays as a zombie.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with tempfile.TemporaryDirectory(prefix="vitae-aws-") as directory, socket.socket(socket.AF_UNIX) as server:
        address = f"{directory}/socket"
        server.bind(address)
        server.listen()
        program = Path(directory, "aws")
        client = f"ADDRESS = {address!r}{CLIENT}"
        # The path of a Python environment can be too long for `#!`, and can have a space.
        program.write_text(f'#!/bin/sh\nexec {quote(sys.executable)} -IS -c {quote(client)} "$@"\n')
        program.chmod(0o755)
        print(directory, flush=True)
        while sys.stdin not in select.select([server, sys.stdin], [], [])[0]:
            client, _ = server.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                try:
                    run(driver, client)
                except BaseException:
                    traceback.print_exc()
                os._exit(0)
            client.close()


if __name__ == "__main__":
    main()
