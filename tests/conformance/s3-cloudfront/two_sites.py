"""Simulates an account with two sites: a bucket and a distribution for each.

    two_sites.py <template> <port> <port>    serves the sites, and prints what the AWS CLI needs
"""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from cloud import BUCKET, HERE, Cloud


def main():
    cloud = Cloud(Path(sys.argv[1]))
    buckets = [BUCKET, f"{BUCKET}-sv"]
    cloud.s3.create_bucket(Bucket=buckets[1])
    configuration = cloud.cloudfront.get_distribution_config(Id=cloud.distribution)["DistributionConfig"]
    second = cloud.cloudfront.create_distribution(DistributionConfig=configuration | {"CallerReference": "second"})
    distributions = [cloud.distribution, second["Distribution"]["Id"]]
    environment = cloud.environment()
    names = ["AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_CONFIG_FILE",
             "AWS_SHARED_CREDENTIALS_FILE", "AWS_EC2_METADATA_DISABLED"]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as template:
        json.dump(cloud.template, template)
        template.flush()
        edges = [subprocess.Popen(["node", HERE / "edge.mjs", template.name, f"{cloud.endpoint}/{bucket}", port])
                 for bucket, port in zip(buckets, sys.argv[2:], strict=True)]
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
