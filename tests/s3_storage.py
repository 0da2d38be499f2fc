# SPDX-License-Identifier: Apache-2.0
"""moto's S3 (and STS) with one bucket, "dumps", at an address: s3_storage.py [ADDRESS], by default 127.0.0.1. Takes a command a line on standard input, and answers with a line:

presign METHOD BUCKET KEY   a presigned URL, METHOD is put or get
digest KEY                  length and SHA-256 of what is stored there
endpoint                    where it serves
keys                        all that are stored, with spaces between them
copy KEY KEY                copies an object
write KEY TEXT              stores a word
remove PREFIX               removes all whose keys begin so
unfinished PREFIX           how many uploads in parts, of such keys, have begun and not ended

Ends with standard input."""

import hashlib
import os
import sys

os.environ.update(AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test", AWS_DEFAULT_REGION="us-east-1")

import boto3
from botocore.config import Config
from moto.server import ThreadedMotoServer


def answer(line):
    print(line, flush=True)


def digest(body):
    sha256, length = hashlib.sha256(), 0
    for piece in body.iter_chunks(1 << 16):
        sha256.update(piece)
        length += len(piece)
    return f"{length} {sha256.hexdigest()}"


answers, sys.stdout = sys.stdout, sys.stderr
server = ThreadedMotoServer(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1", 0, verbose=False)
server.start()
sys.stdout = answers
host, port = server.get_host_and_port()
s3 = boto3.client("s3", endpoint_url=f"http://{host}:{port}", config=Config(signature_version="s3v4"))
s3.create_bucket(Bucket="dumps")
answer("ready")
for line in sys.stdin:
    match line.split():
        case ["presign", method, bucket, key]:
            answer(s3.generate_presigned_url(f"{method}_object", {"Bucket": bucket, "Key": key}))
        case ["digest", key]:
            answer(digest(s3.get_object(Bucket="dumps", Key=key)["Body"]))
        case ["endpoint"]:
            answer(f"http://{host}:{port}")
        case ["keys"]:
            answer(" ".join(each["Key"] for each in s3.list_objects_v2(Bucket="dumps").get("Contents", [])))
        case ["copy", key, to]:
            s3.copy_object(Bucket="dumps", Key=to, CopySource={"Bucket": "dumps", "Key": key})
            answer("copied")
        case ["write", key, text]:
            s3.put_object(Bucket="dumps", Key=key, Body=text.encode())
            answer("written")
        case ["remove", prefix]:
            for each in s3.list_objects_v2(Bucket="dumps", Prefix=prefix).get("Contents", []):
                s3.delete_object(Bucket="dumps", Key=each["Key"])
            answer("removed")
        case ["unfinished", prefix]:
            uploads = s3.list_multipart_uploads(Bucket="dumps").get("Uploads", [])
            answer(sum(each["Key"].startswith(prefix) for each in uploads))
        case _:
            answer("what?")
