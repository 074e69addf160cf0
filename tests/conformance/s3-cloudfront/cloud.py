"""Simulates S3 and CloudFront: moto for S3 and the CloudFront API, and edge.mjs, which implements the stack's
template, in front of it.

    cloud.py <deploy directory>    uploads with its upload.sh and serves at $PORT of 127.0.0.1
"""

import fcntl
import hashlib
import json
import logging
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import boto3
import yaml
from moto.cloudfront.models import Invalidation
from moto.server import ThreadedMotoServer

HERE = Path(__file__).parent
BUCKET = "profiles"

# The AWS CLI waits for "Completed", the status of AWS; moto writes it in capitals.
Invalidation.status = property(lambda _: "Completed", lambda _, status: None)


# Without this, moto logs each request.
logging.getLogger("werkzeug").setLevel(logging.ERROR)


class Cloud:
    """An account with the resources of the template: one bucket and one distribution."""

    def __init__(self, template):
        self.template = yaml.safe_load(template.read_text())
        self.server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        self.server.start()
        self.aws = None
        self.endpoint = "http://%s:%s" % self.server.get_host_and_port()
        credentials = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
        # Ignores the AWS settings of the current user.
        isolation = {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
                  "AWS_EC2_METADATA_DISABLED": "true", "AWS_DEFAULT_REGION": "us-east-1"}
        os.environ.update(credentials | isolation)
        self.s3 = boto3.client("s3", endpoint_url=self.endpoint)
        self.cloudfront = boto3.client("cloudfront", endpoint_url=self.endpoint)
        self.s3.create_bucket(Bucket=BUCKET)
        self.distribution = self.cloudfront.create_distribution(DistributionConfig={
            "CallerReference": "test", "Comment": "", "Enabled": True,
            "Origins": {"Quantity": 1, "Items": [{"Id": "bucket", "DomainName": "bucket"}]},
            "DefaultCacheBehavior": {"TargetOriginId": "bucket", "ViewerProtocolPolicy": "https-only"},
        })["Distribution"]["Id"]

    def environment(self):
        """Returns the environment of upload.sh."""
        if not self.aws:
            self.aws = subprocess.Popen([sys.executable, "-X", "utf8", HERE / "aws_server.py"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.programs = self.aws.stdout.readline().strip()
        return os.environ | {"AWS_ENDPOINT_URL": self.endpoint, "BUCKET": BUCKET,
                             "DISTRIBUTION": self.distribution, "PATH": f"{self.programs}:{os.environ['PATH']}"}


def upload(cloud, deploy):
    """Uploads with upload.sh, which takes most of the time until the site is served."""
    subprocess.run(["sh", deploy / "upload.sh"], env=cloud.environment(), check=True)


def upload_once(cloud, deploy, shared):
    """Uploads the same files with the same script once, and remembers the objects for the next clouds of a run."""
    digest = hashlib.sha256((deploy / "upload.sh").read_bytes())
    dist = deploy.parents[1] / "dist"
    for file in sorted(path for path in dist.rglob("*") if path.is_file()):
        digest.update(b"%s %d\n" % (os.fsencode(file.relative_to(dist)), file.stat().st_size) + file.read_bytes())
    with open(shared / digest.hexdigest(), "a+b") as remembered:
        fcntl.flock(remembered, fcntl.LOCK_EX)
        remembered.seek(0)
        if objects := remembered.read():
            for one in pickle.loads(objects):
                cloud.s3.put_object(Bucket=BUCKET, **one)
            return
        upload(cloud, deploy)
        objects = []
        for listed in cloud.s3.list_objects_v2(Bucket=BUCKET)["Contents"]:
            found = cloud.s3.get_object(Bucket=BUCKET, Key=listed["Key"])
            headers = {name: found[name] for name in ["ContentType", "CacheControl"] if name in found}
            objects.append({"Key": listed["Key"], "Body": found["Body"].read()} | headers)
        pickle.dump(objects, remembered)


def main():
    deploy = Path(sys.argv[1])
    cloud = Cloud(deploy / "template.yaml")
    if shared := os.environ.get("SHARED"):
        upload_once(cloud, deploy, Path(shared))
    else:
        upload(cloud, deploy)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as template:
        json.dump(cloud.template, template)
        template.flush()
        edge = subprocess.Popen(["node", HERE / "edge.mjs", template.name,
                                 f"{cloud.endpoint}/{BUCKET}", os.environ["PORT"]])
        signal.signal(signal.SIGTERM, lambda *_: edge.terminate())
        sys.exit(edge.wait())


if __name__ == "__main__":
    main()
