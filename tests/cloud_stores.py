# SPDX-License-Identifier: Apache-2.0
"""Stores a file in Azurite and in fake-gcs-server with the packaged program: with each kind of credentials that they can check, with a
killed child process, and over a failing connection. The stored object must equal the file, or be absent. Then reads it back, also by
commands that take a URL. Prints a line for each case, and the memory of a child; exit code 0: all cases passed."""

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cloud_servers import BUCKET, Azure, AzureRequest, Google, Request, Way, refused

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tests/target/cloud-stores"
PROGRAM = ROOT / "sidecar/target/heapsight"
FOLDER = "pod/shop/20261126T140000000Z-7.heapdump"
NAME = "20261126T140000000Z-7.hprof.gz"
DUMP = ROOT / "heap-engine/src/test/resources/golden-dumps/small-27.hprof.gz"
LARGE = 200 << 20
GIVEN_UP_SECONDS = 60
SLOW = 4 << 20

# The flags of a sidecar's child; the archive of classes is in the image only.
OPTIONS = ["-XX:+UseSerialGC", "-Xms8m", "-Xmx64m", "-Xss512k", "-XX:ReservedCodeCacheSize=32m", "-XX:TieredStopAtLevel=1"]
OPTIONS += ["-XX:MaxDirectMemorySize=8m", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"]


def check(held, words):
    if not held:
        raise AssertionError(words)


class Child:
    """A process that stores a file, or reads an object back."""

    most_anonymous = 0

    def __init__(self, file, store, endpoint, environment, options):
        java = os.environ.get("HEAPSIGHT_JDK") or os.environ.get("JAVA_HOME") or "/usr"
        self.command = [f"{java}/bin/java", *OPTIONS, "-cp", f"{PROGRAM}/heapsight.jar:{PROGRAM}/store-lib/*", "io.heapsight.Main"]
        self.command += ["store-child", f"--store={store}", f"--endpoint={endpoint}", *options]
        words = {"kind": "heapdump", "id": NAME.split(".")[0], "target": "shop", "caller": "tests", "folder": FOLDER}
        self.evidence = words | {"schemaVersion": 1, "files": [{"path": str(file), "name": NAME, "form": "gzip"}]}
        self.environment = os.environ | {"MALLOC_ARENA_MAX": "1"} | environment
        self.reads = False

    def reading(self, key, copy):
        self.command[self.command.index("store-child")] = "store-read-child"
        self.command += [f"--key={key}", f"--to={copy}"]
        self.reads = True
        return self

    def run(self):
        """Its exit code and its output."""
        with tempfile.NamedTemporaryFile("w", dir=TOOLS) as evidence, tempfile.TemporaryFile("w+", dir=TOOLS) as said:
            json.dump(self.evidence, evidence)
            evidence.flush()
            command = self.command if self.reads else [*self.command, evidence.name]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=said, env=self.environment)
            while self.process.poll() is None:
                found = re.search(r"RssAnon:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
                Child.most_anonymous = max(Child.most_anonymous, int(found[1]) >> 10 if found else 0)
                time.sleep(0.05)
            self.process.stdin.close()
            said.seek(0)
            return self.process.returncode, said.read()

    def kill(self):
        self.process.kill()


class Service:
    """Uploads a file to a server with one kind of credentials, and reads the stored object."""

    def __init__(self, server, file, digest, **environment):
        self.server, self.file, self.digest, self.environment = server, file, digest, environment

    def child(self, prefix, endpoint=None, *options, **environment):
        store = f"{self.server.SCHEME}://{BUCKET}/{prefix}"
        return Child(self.file, store, endpoint or self.server.url, self.environment | environment, options)

    def by(self, way, prefix):
        return self.child(prefix, way.url, GCE_METADATA_HOST=way.url.removeprefix("http://"))

    def manifest(self, prefix):
        """Its text; "" if it is absent."""
        try:
            with self.server.get(f"{prefix}/{FOLDER}/manifest.json") as there:
                return there.read().decode()
        except urllib.error.HTTPError as e:
            check(e.code == 404, f"status {e.code} of the manifest")
            return ""

    def object(self, prefix):
        """Length and digest of the stored object, which must equal the file; nothing if it is absent."""
        inflated, digest, length, inflater = hashlib.sha256(), hashlib.sha256(), 0, zlib.decompressobj(31)
        try:
            with self.server.get(f"{prefix}/{FOLDER}/{NAME}") as there:
                while piece := there.read(1 << 20):
                    digest.update(piece)
                    length += len(piece)
                    inflated.update(inflater.decompress(piece))
        except urllib.error.HTTPError as e:
            check(e.code == 404, f"status {e.code} of the object")
            return ()
        check(inflater.eof and inflated.hexdigest() == self.digest, f"the {length} bytes there are not the file")
        return length, digest.hexdigest()

    def stores(self, child, prefix):
        code, said = child.run()
        check(code == 0, f"exit code {code}: {said[-600:]}")
        self.tells_no_secret(said)
        told = [(each["name"], each["bytes"], each["sha256"]) for each in json.loads(self.manifest(prefix))["objects"]]
        check(told == [(NAME, *self.object(prefix))], f"the manifest says {told}")

    def read_back(self, prefix):
        """The copy must equal the object, as its manifest confirms; a missing object is an error."""
        with Way(self.server) as way, tempfile.TemporaryDirectory(dir=TOOLS) as folder:
            self.stores(self.by(way, prefix), prefix)
            copy = Path(folder) / "copy"
            code, said = self.by(way, prefix).reading(f"{prefix}/{FOLDER}/{NAME}", copy).run()
            check(code == 0, f"exit code {code}: {said[-600:]}")
            length, digest = self.object(prefix)
            check(copy.stat().st_size == length and hashlib.sha256(copy.read_bytes()).hexdigest() == digest, "the copy differs")
            check(f"sha256\t{digest}" in said, "the manifest did not confirm it")
            self.tells_no_secret(said)
            code, said = self.by(way, prefix).reading(f"{prefix}/missing", copy).run()
            check(code == 1 and "The object does not exist" in said, f"exit code {code}: {said[-600:]}")

    def commands(self, prefix):
        """Stores a dump, its summary and a recording; the program reads each by its URL."""
        with Way(self.server) as way, tempfile.TemporaryDirectory(dir=TOOLS) as folder:
            here = Path(folder)
            self.program("analyze", str(DUMP), "--format", "json", out=here / "summary.json")
            recording = f"-XX:StartFlightRecording:filename={here}/recording.jfr"
            self.program("--version", options=[recording])
            child = self.by(way, prefix)
            files = [("dump.hprof.gz", DUMP), ("summary.json", here / "summary.json"), ("recording.jfr", here / "recording.jfr")]
            child.evidence["files"] = [{"path": str(path), "name": name, "form": "as-is"} for name, path in files]
            code, said = child.run()
            check(code == 0, f"exit code {code}: {said[-600:]}")

            url = f"{self.server.SCHEME}://{BUCKET}/{prefix}/{FOLDER}"
            environment = {"HEAPSIGHT_STORE_ENDPOINT": way.url, "GCE_METADATA_HOST": way.url.removeprefix("http://")}
            work = here / "work"
            work.mkdir()
            for words, command in {
                "upper bounds": ["analyze", f"{url}/dump.hprof.gz", "--plan", f"--work-dir={work}"],
                "Objects by class": ["compare", f"{url}/summary.json", f"{url}/summary.json"],
                "jdk.": ["jfr", "summary", f"{url}/recording.jfr"],
            }.items():
                said = self.program(*command, environment=environment)
                check(words in said, f"{command[0]} lacks {words}: {said[-600:]}")
                self.tells_no_secret(said)
            check(not any(each.is_file() for each in work.rglob("*")), "the plan left a copy")

    def program(self, *arguments, options=(), environment=None, out=None):
        """What the packaged program prints."""
        java = os.environ.get("HEAPSIGHT_JDK") or os.environ.get("JAVA_HOME") or "/usr"
        command = [f"{java}/bin/java", *OPTIONS, *options, "-jar", f"{PROGRAM}/heapsight.jar", *arguments]
        there = os.environ | self.environment | (environment or {})
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=there)
        check(done.returncode == 0, f"{arguments[0]} ended with {done.returncode}: {done.stderr[-600:]}")
        if out:
            out.write_text(done.stdout)
        return done.stdout

    def fails(self, child, prefix, words):
        began = time.monotonic()
        code, said = child.run()
        check(code == 1 and words in said, f"exit code {code}: {said[-600:]}")
        check(time.monotonic() - began < GIVEN_UP_SECONDS, "it does not give up")
        self.tells_no_secret(said)
        check(not self.manifest(prefix) and not self.object(prefix), "something is there")

    def tells_no_secret(self, said):
        known = [Azure.KEY, Google.TOKEN, AzureRequest.TOKEN, AzureRequest.POD_TOKEN, "upload_id", "sig="]
        check(not any(secret in said for secret in known), "it tells a secret")

    def faulty(self, test, *words, faults=(), bytes_per_second=0):
        """A case, called with its prefix."""

        def case(prefix):
            with Way(self.server, faults, bytes_per_second) as way:
                test(self.by(way, prefix), prefix, *words)
                check(way.met or not faults, "no fault was met")

        return case

    def killed(self, prefix, moments):
        """At moments spread over the sent bytes; at the last one the manifest is being sent."""
        with Way(self.server) as way:
            self.stores(self.by(way, prefix), prefix)
            all_bytes, before_manifest = way.sent, way.sent - len(self.manifest(prefix))
        whole = 0
        for moment in range(1, moments + 1):
            here, last = f"{prefix}-{moment}", moment == moments
            until = all_bytes - 100 if last else int(before_manifest * (moment - random.random()) / (moments - 1))
            with Way(self.server) as way:
                child = self.by(way, here)
                way.when_sent(until, child.kill)
                code, said = child.run()
            check(code == -9, f"not killed after {until} of {all_bytes} bytes: {said[-600:]}")
            check(not self.manifest(here), f"killed after {until} bytes, and a manifest is there")
            there = bool(self.object(here))
            check(there or not last, "the manifest was sent before its object was there")
            whole += there
            with Way(self.server) as way:
                self.stores(self.by(way, here), here)
        return f"; absent {moments - whole} times, whole {whole} times before the restart"


def faults_and_kills(service, kills):
    return {
        "read back": service.read_back,
        "commands with URLs": service.commands,
        f"killed {kills} times": lambda prefix: service.killed(prefix, kills),
        "slow": service.faulty(service.stores, bytes_per_second=SLOW),
        "full": service.faulty(service.fails, "The store is full", faults=[None, *[refused(507, "Full")] * 100]),
        "403": service.faulty(service.fails, "The store refuses the upload", faults=[None, *[refused(403, "Forbidden")] * 100]),
        "500 three times": service.faulty(service.stores, faults=[None, *[refused(500, "InternalError")] * 3]),
        "each request reset once": service.faulty(service.stores, faults=itertools.cycle([Request.cut, None])),
        "each answer lost once": service.faulty(service.stores, faults=itertools.cycle([Request.deaf, None])),
    }


def cases_of_azure(server, by_tls, certificate, file, digest, kills):
    def of(there, **environment):
        return Service(there, file, digest, AZURE_STORAGE_ACCOUNT=Azure.ACCOUNT, **environment)

    signed = of(server, AZURE_STORAGE_SAS_TOKEN=server.signature("cw"))
    reader = of(server, AZURE_STORAGE_SAS_TOKEN=server.signature("r"))
    keyed = of(server, AZURE_STORAGE_KEY=Azure.KEY)

    def identity(prefix):
        token = TOOLS / "pod-token"
        token.write_text(AzureRequest.POD_TOKEN)
        with Way(server) as entra:
            there = of(by_tls, AZURE_AUTHORITY_HOST=f"http://127.0.0.1:{entra.server_port}", AZURE_FEDERATED_TOKEN_FILE=str(token))
            there.environment |= {"AZURE_TENANT_ID": AzureRequest.TENANT, "AZURE_CLIENT_ID": "heapsight"}
            there.stores(there.child(prefix, None, f"--ca={certificate}"), prefix)

    return faults_and_kills(keyed, kills) | {
        "account key": lambda prefix: keyed.stores(keyed.child(prefix), prefix),
        "signature": lambda prefix: signed.stores(signed.child(prefix), prefix),
        "read-only signature": lambda prefix: reader.fails(reader.child(prefix), prefix, "AuthorizationPermissionMismatch"),
        "workload identity, TLS": identity,
    }


def cases_of_google(server, file, digest, kills):
    service = Service(server, file, digest, GOOGLE_APPLICATION_CREDENTIALS="")
    return faults_and_kills(service, kills) | {"metadata server": service.faulty(service.stores)}


def run(name, case):
    began = time.monotonic()
    try:
        note = case(re.sub(r"\W+", "-", name)) or ""
    except Exception as e:  # the others are run nevertheless
        print(f"FAILED  {name}: {'' if isinstance(e, AssertionError) else type(e).__name__ + ' '}{e}", flush=True)
        return False
    print(f"ok      {name}{note}, {time.monotonic() - began:.1f} s", flush=True)
    return True


def made_up(length):
    file = TOOLS / "made-up"
    noise = random.Random(1)
    with open(file, "wb") as out:
        for left in range(length, 0, -(1 << 20)):
            out.write(noise.randbytes(min(left, 1 << 20)))
    return file


def certificate():
    """A certificate of loopback; its key is beside it."""
    path = TOOLS / "certificate.pem"
    made = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout {path}.key -out {path}"
    subprocess.run([*made.split(), "-addext", "subjectAltName=IP:127.0.0.1"], check=True, stderr=subprocess.DEVNULL)
    return path


def main(file, kills, only):
    began = time.monotonic()
    trusted = certificate()
    with open(file, "rb") as read:
        digest = hashlib.file_digest(read, "sha256").hexdigest()
    with contextlib.ExitStack() as started:
        servers = [Azure(TOOLS, "azure"), Azure(TOOLS, "azure-tls", trusted), Google(TOOLS, "google")]
        for each in servers:
            started.callback(each.close)
        for each in servers:
            each.make_bucket()
        azure, by_tls, google = servers
        of_azure = [("Azure, " + name, case) for name, case in cases_of_azure(azure, by_tls, trusted, file, digest, kills).items()]
        of_google = [("Google, " + name, case) for name, case in cases_of_google(google, file, digest, kills).items()]
        cases = [case for both in itertools.zip_longest(of_azure, of_google) for case in both if case and re.search(only, case[0])]
        if not cases:
            raise SystemExit(f"no case has {only} in its name")
        # fake-gcs-server holds several copies of a file in memory.
        at_once = 6 if file.stat().st_size < LARGE else 2
        with ThreadPoolExecutor(at_once) as pool:
            held = list(pool.map(lambda case: run(*case), cases))
    print(f"{sum(held)} of {len(held)} passed, {time.monotonic() - began:.0f} s; at most {Child.most_anonymous} MB anonymous in a child")
    return 0 if all(held) else 1


def size(text):
    found = re.fullmatch(r"(\d+)([kmg]?)", text.lower())
    if not found:
        raise argparse.ArgumentTypeError(f"{text} is no size such as 20m or 1g")
    return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2]]


words = argparse.ArgumentParser(prog="tests/cloud-stores")
words.add_argument("--kills", type=int, default=2, help="at how many moments a child is killed, for each service; 2 or more")
words.add_argument("--size", type=size, default="12m", help="of the file that is made up where none is named")
words.add_argument("--only", default="", metavar="REGEX", help="the cases whose names it finds")
words.add_argument("file", nargs="?", type=Path, metavar="FILE")
asked = words.parse_args()
if asked.kills < 2:
    words.error("--kills is 2 or more")
sys.exit(main(asked.file.resolve() if asked.file else made_up(asked.size), asked.kills, asked.only))
