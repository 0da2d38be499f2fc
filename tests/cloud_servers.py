# SPDX-License-Identifier: Apache-2.0
"""Azurite and fake-gcs-server on loopback, and proxies that inject faults."""

import base64
import hmac
import http.client
import json
import os
import re
import secrets
import shutil
import socket
import ssl
import struct
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BUCKET = "evidence"
PIECE = 64 << 10


class Server:
    """A server on loopback in its own folder."""

    def __init__(self, folder, command, certificate=None, **environment):
        with socket.socket() as each:
            each.bind(("127.0.0.1", 0))
            self.port = each.getsockname()[1]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"
        self.tls = ssl.create_default_context(cafile=certificate) if certificate else None
        self.log = folder.with_suffix(".log")
        command = [str(word).replace("PORT", str(self.port)).replace("FOLDER", str(folder)) for word in command]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log)

    def call(self, method, path, body=None):
        return urllib.request.urlopen(urllib.request.Request(self.url + path, method=method, data=body), context=self.tls)

    def make_bucket(self):
        """Waits until it serves."""
        for _ in range(600):
            try:
                return self.bucket().close()
            except urllib.error.HTTPError:
                raise
            except urllib.error.URLError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise SystemExit(f"{self.process.args[0]} does not serve: {self.log.read_text()[-400:]}")

    def close(self):
        self.process.terminate()
        self.process.wait()


class Azure(Server):
    """Azurite, which checks signatures, digests, and by TLS the tokens of Entra, except their signature."""

    SCHEME, ACCOUNT, KEY = "azblob", "heapsighttests", base64.b64encode(secrets.token_bytes(64)).decode()

    def __init__(self, tools, name, certificate=None):
        command = [tools / "npm/node_modules/.bin/azurite-blob", "--silent", "--disableTelemetry", "--location", "FOLDER"]
        command += ["--blobHost", "127.0.0.1", "--blobPort", "PORT"]
        if certificate:
            command += ["--oauth", "basic", "--cert", certificate, "--key", f"{certificate}.key"]
        super().__init__(tools / name, command, certificate, AZURITE_ACCOUNTS=f"{self.ACCOUNT}:{self.KEY}")
        self.url += "/" + self.ACCOUNT
        self.requests = AzureRequest

    def signature(self, permissions, kinds="o"):
        """A shared access signature of the account; its permissions are (c)reate, (r)ead, (w)rite, for (c)ontainers and (o)bjects."""
        fields = {"sv": "2021-12-02", "ss": "b", "srt": kinds, "sp": permissions, "se": "2099-01-01T00:00:00Z"}
        text = "\n".join([self.ACCOUNT, permissions, "b", kinds, "", fields["se"], "", "", fields["sv"], "", ""])
        signed = hmac.digest(base64.b64decode(self.KEY), text.encode(), "sha256")
        return urllib.parse.urlencode(fields | {"sig": base64.b64encode(signed).decode()})

    def bucket(self):
        return self.call("PUT", f"/{BUCKET}?restype=container&{self.signature('rwc', 'sco')}", b"")

    def get(self, key):
        return self.call("GET", f"/{BUCKET}/{key}?{self.signature('r')}")


class Google(Server):
    """fake-gcs-server, which checks no credentials."""

    SCHEME, TOKEN = "gs", "ya29." + secrets.token_urlsafe(40)

    def __init__(self, tools, name):
        command = [tools / "fake-gcs-server", "-scheme", "http", "-host", "127.0.0.1", "-port", "PORT", "-filesystem-root", "FOLDER"]
        super().__init__(tools / name, command)
        self.requests = GoogleRequest

    def bucket(self):
        return self.call("POST", "/storage/v1/b?project=x", json.dumps({"name": BUCKET}).encode())

    def get(self, key):
        return self.call("GET", f"/storage/v1/b/{BUCKET}/o/{urllib.parse.quote(key, safe='')}?alt=media")


class Way(ThreadingHTTPServer):
    """A streaming proxy that counts the bytes of callers. Each request with a body gets the next of `faults`."""

    daemon_threads = True

    def __init__(self, server, faults=(), bytes_per_second=0):
        super().__init__(("127.0.0.1", 0), server.requests)
        self.to, self.faults, self.bytes_per_second = server, iter(faults), bytes_per_second
        self.sent, self.met, self.limit = 0, 0, float("inf")
        self.answers = {}
        self.url = server.url.replace(f"127.0.0.1:{server.port}", f"127.0.0.1:{self.server_port}")
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()

    def when_sent(self, limit, action):
        """Passes at most this many bytes to the server, then runs the action."""
        self.limit, self.action = limit, action

    def handle_error(self, *_):
        pass  # the caller was killed, or its connection was reset

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


# Headers that concern one connection, or that this one sends itself.
OF_CONNECTION = {"connection", "content-length", "date", "keep-alive", "server", "transfer-encoding"}


class Request(BaseHTTPRequestHandler):
    """A request that is passed to the server, unless a fault or a subclass answers it."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def meet(self):
        self.left = int(self.headers.get("Content-Length", 0))
        fault = next(self.server.faults, None) if self.left else None
        self.server.met += fault is not None
        if not self.is_played():
            (fault or Request.go_on)(self)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = meet

    def is_played(self):
        return False

    def handle_expect_100(self):
        return True  # sent when the body is read

    def body(self, leaving=0):
        if self.headers.get("Expect"):
            self.send_response_only(100)
            self.end_headers()
        while self.left > leaving:
            piece = self.rfile.read(min(PIECE, self.left - leaving))
            if not piece:
                raise ConnectionError("the caller disconnected")
            self.left -= len(piece)
            if self.server.sent + len(piece) > self.server.limit:
                self.server.action()
                raise ConnectionError("the rest is not passed on")
            self.server.sent += len(piece)
            if self.server.bytes_per_second:
                time.sleep(len(piece) / self.server.bytes_per_second)
            yield piece

    def asked(self, body):
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("expect", "connection")}
        there = http.client.HTTPConnection("127.0.0.1", self.server.to.port)
        try:
            there.request(self.command, self.path, body, headers)
            answer = there.getresponse()
            text = answer.read()
            kept = {name: value for name, value in answer.getheaders() if name.lower() not in OF_CONNECTION}
            length = answer.headers["Content-Length"] if self.command == "HEAD" else len(text)
            return answer.status, kept | {"Content-Length": str(length)}, text
        finally:
            there.close()

    def go_on(self):
        self.server.answers[self.path] = answer = self.asked(self.body() if self.left else None)
        self.answer(*answer)

    def answer(self, status, headers, text):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    def say(self, status, text, **headers):
        self.answer(status, {"Content-Length": str(len(text)), **headers}, text.encode())

    def cut(self):
        """A fault: half of the body arrives, and the connection is reset."""

        def half():
            yield from self.body(self.left // 2)
            self.reset()

        self.asked(half())

    def deaf(self):
        """A fault: the whole body arrives, but the answer is lost."""
        self.server.answers[self.path] = self.asked(self.body())
        self.reset()

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        raise ConnectionError("reset")

    def log_message(self, *_):
        pass


def refused(status, code):
    """A fault: an answer of the service without reading the body."""

    def meet(request):
        while not request.headers.get("Expect") and request.left:
            request.left -= len(request.rfile.read(min(PIECE, request.left)))
        request.say(status, request.ERROR.replace("CODE", code), Connection="close")

    return meet


class AzureRequest(Request):
    """Also simulates Entra, which exchanges a pod's token for one of the store."""

    ERROR = '<?xml version="1.0" encoding="utf-8"?><Error><Code>CODE</Code><Message>told to</Message></Error>'
    TENANT, POD_TOKEN = "ab1f708d-50f6-404c-a006-d71b2ac7a606", secrets.token_urlsafe(40)
    CLAIMS = {"iss": f"https://sts.windows.net/{TENANT}/", "aud": "https://storage.azure.com", "iat": 0, "nbf": 0, "exp": 4070908800}
    TOKEN = ".".join(base64.urlsafe_b64encode(json.dumps(each).encode()).decode().rstrip("=") for each in ({"alg": "none"}, CLAIMS)) + "."

    def is_played(self):
        if self.path != f"/{self.TENANT}/oauth2/v2.0/token":
            return False
        fields = urllib.parse.parse_qs(b"".join(self.body()).decode())
        known = fields["client_assertion"] == [self.POD_TOKEN] and fields["scope"] == ["https://storage.azure.com/.default"]
        self.say(200 if known else 401, json.dumps({"access_token": self.TOKEN, "expires_in": 3599} if known else {"error": "unknown"}))
        return True


class GoogleRequest(Request):
    """Also simulates the metadata server, and requires its token at the start of an upload. Answers itself how much of an upload is
    stored: fake-gcs-server would treat that request as the end, and create an object of the stored part."""

    ERROR = '{"error":{"message":"told to","errors":[{"reason":"CODE"}]}}'

    def is_played(self):
        if self.path == "/computeMetadata/v1/instance/service-accounts/default/token" and self.headers["Metadata-Flavor"] == "Google":
            self.say(200, json.dumps({"access_token": Google.TOKEN, "expires_in": 3599}))
        elif self.command == "POST" and self.headers["Authorization"] != f"Bearer {Google.TOKEN}":
            refused(401, "required")(self)
        elif re.match(r"bytes \*/", self.headers.get("Content-Range", "")) and not self.left:
            self.answer(*self.server.answers.get(self.path, (308, {"Content-Length": "0"}, b"")))
        else:
            return False
        return True
