"""Follows the README of a new project, and runs the upload of its publish.yml, with the AWS CLI against moto.

moto accepts the stacks but creates only some of their resources. So the bucket and the distribution are those of
cloud.py, and the outputs of the stacks are not compared."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

import yaml
from cloud import BUCKET, HERE, Cloud

PROFILE = "active: true\nname: Anna Berg\nlast_modified: 2026-03-14T09:30:00+01:00\n"


class Publish(unittest.TestCase):
    def setUp(self):
        outer = Path(tempfile.mkdtemp(prefix="vitae-publish-"))
        self.addCleanup(shutil.rmtree, outer)
        self.root = outer / "our consultants"
        self.bin = outer / "bin"
        self.bin.mkdir()
        self.temporary = outer / "runner temp"
        self.temporary.mkdir()
        self.record = outer / "record"
        vitae = Path(os.environ["VITAE"])
        (self.bin / "vitae").symlink_to(vitae)
        subprocess.run([vitae, "init", self.root, "--host", "s3-cloudfront"], check=True, capture_output=True)
        (self.root / "content/consultants/anna-berg.yaml").write_text(PROFILE)

    def program(self, name, script):
        (self.bin / name).write_text(script)
        (self.bin / name).chmod(0o755)

    def start_cloud(self):
        """Starts the simulator, and records the commands of the AWS CLI."""
        self.cloud = Cloud(self.root / "deploy/s3-cloudfront/template.yaml")
        self.addCleanup(self.cloud.server.stop)
        aws = shutil.which("aws", path=self.cloud.environment()["PATH"])
        self.program("aws", f'#!/bin/sh\necho "$*" >>"{self.record}"\nexec "{aws}" "$@"\n')

    def shell(self, script, **variables):
        environment = os.environ | variables
        if hasattr(self, "cloud"):
            environment = self.cloud.environment() | variables
        environment = environment | {"PATH": f"{self.bin}:{environment['PATH']}", "GIT_CONFIG_GLOBAL": os.devnull,
                                     "HOME": str(self.temporary)}
        for person in ["AUTHOR", "COMMITTER"]:
            environment |= {f"GIT_{person}_NAME": "Editor", f"GIT_{person}_EMAIL": "editor@example.com"}
        environment = {name: value for name, value in environment.items() if value is not None}
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=self.root, env=environment,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, script + done.stdout + done.stderr)
        return done.stdout

    def upload_of_workflow(self):
        """Runs the step that uploads, with a token of a stand-in for GitHub."""
        workflow = yaml.safe_load((self.root / ".github/workflows/publish.yml").read_text())
        job = workflow["jobs"]["publish"]
        self.assertEqual(job["permissions"]["id-token"], "write")
        [step] = [step for step in job["steps"] if step.get("name") == "upload to the bucket"]
        self.program("curl", f'#!/bin/sh\necho "curl $*" >>"{self.record}"\necho \'{{"value": "a token"}}\'\n')
        self.shell(step["run"], AWS_ROLE_ARN="arn:aws:iam::123456789012:role/publisher",
                   AWS_DEFAULT_REGION=step["env"]["AWS_DEFAULT_REGION"], RUNNER_TEMP=str(self.temporary),
                   ACTIONS_ID_TOKEN_REQUEST_URL="https://token.example.com/?a=b",
                   ACTIONS_ID_TOKEN_REQUEST_TOKEN="secret", AWS_ROLE_SESSION_NAME="test",
                   AWS_ACCESS_KEY_ID=None, AWS_SECRET_ACCESS_KEY=None)
        self.assertIn("https://token.example.com/?a=b&audience=sts.amazonaws.com", self.record.read_text())
        self.assertEqual([path.name for path in self.temporary.iterdir() if path.name == "token"], [])

    def serve(self):
        """Starts the simulator of CloudFront and returns the URL of the site."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        template = self.temporary / "template.json"
        template.write_text(json.dumps(self.cloud.template))
        edge = subprocess.Popen(["node", HERE / "edge.mjs", template, f"{self.cloud.endpoint}/{BUCKET}", port])
        self.addCleanup(edge.wait)
        self.addCleanup(edge.terminate)
        url = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"{url}/api/openapi.json"):
                    return url
            except OSError:
                time.sleep(0.1)
        self.fail("no response")

    def objects(self):
        listed = self.cloud.s3.list_objects_v2(Bucket=BUCKET)["Contents"]
        return {entry["Key"]: entry["LastModified"] for entry in listed}

    def test_readme_and_workflow(self):
        blocks = re.findall(r"```sh\n(.*?)```", (self.root / "README.md").read_text(), re.DOTALL)
        build, commit, stack, upload, publisher, push, verify, _ = blocks
        self.shell(build)
        self.shell(commit)
        self.start_cloud()
        self.shell(stack)
        self.shell(upload.replace("<name>", BUCKET).replace("<id>", self.cloud.distribution))
        self.shell(publisher.replace("<owner>/<repository>", "owner/repository")
                   .replace("<name>", BUCKET).replace("<id>", self.cloud.distribution))
        self.assertEqual(self.record.read_text().count("cloudformation deploy"), 2)
        git = self.temporary / "git"
        self.shell(f"git init --quiet --bare '{git}'")
        self.shell(push.replace("https://github.com/<owner>/<repository>.git", f"'{git}'"))

        url = self.serve()
        site = self.root / "content/site.yaml"
        site.write_text(site.read_text().replace("# base_url: https://profiles.example.com", f"base_url: {url}"))
        self.shell(build)
        self.upload_of_workflow()
        self.assertIn("is as expected", self.shell(verify))

        # A withdrawn profile disappears; unchanged objects stay as they are.
        before = self.objects()
        self.assertIn("api/consultant-public/anna-berg", before)
        (self.root / "content/consultants/anna-berg.yaml").write_text(PROFILE.replace("true", "false"))
        self.shell(build)
        time.sleep(1.1)
        self.upload_of_workflow()
        after = self.objects()
        self.assertEqual([key for key in after if "anna-berg" in key], [])
        kept = "api/consultant-public/sample-consultant"
        self.assertEqual(before[kept], after[kept])
        self.assertIn("is as expected", self.shell("vitae verify --gone anna-berg"))


if __name__ == "__main__":
    unittest.main()
