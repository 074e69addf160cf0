"""Simulates an account with two sites: a bucket and a distribution for each.

    two_sites.py <template> <template> <port> <port>    serves the sites, and prints what the AWS CLI needs
"""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from cloud import BUCKET, HERE, Cloud


def main():
    templates, ports = sys.argv[1:3], sys.argv[3:]
    cloud = Cloud(Path(templates[0]))
    buckets = [BUCKET, f"{BUCKET}-sv"]
    cloud.s3.create_bucket(Bucket=buckets[1])
    configuration = cloud.cloudfront.get_distribution_config(Id=cloud.distribution)["DistributionConfig"]
    second = cloud.cloudfront.create_distribution(DistributionConfig=configuration | {"CallerReference": "second"})
    distributions = [cloud.distribution, second["Distribution"]["Id"]]
    environment = cloud.environment()
    names = ["AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_CONFIG_FILE",
             "AWS_SHARED_CREDENTIALS_FILE", "AWS_EC2_METADATA_DISABLED"]
    with tempfile.TemporaryDirectory() as directory:
        edges = []
        for template, bucket, port in zip(templates, buckets, ports, strict=True):
            path = Path(directory) / f"{bucket}.json"
            path.write_text(json.dumps(yaml.safe_load(Path(template).read_text())))
            edges.append(subprocess.Popen(["node", HERE / "edge.mjs", path, f"{cloud.endpoint}/{bucket}", port]))
        print(json.dumps({
            "aws": shutil.which("aws", path=environment["PATH"]),
            "environment": {name: environment[name] for name in names},
            "sites": [{"bucket": bucket, "distribution": id} for bucket, id in zip(buckets, distributions)],
        }), flush=True)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        for edge in edges:
            edge.wait()


if __name__ == "__main__":
    main()
