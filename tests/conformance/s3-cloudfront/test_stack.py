"""Tests template.yaml with cfn-lint, and its function in njs, on which CloudFront's runtime is based."""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

from project import Project

ID = "linnea-sjoqvist"
PROFILE = f"/api/consultant-public/{ID}"
RESUME = f"/_internal/json-resume/{ID}.json"


class Stack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = Project()
        cls.addClassCleanup(cls.project.remove)

    def build(self, **settings):
        self.project.build(**settings)
        return yaml.safe_load((self.project.deploy / "template.yaml").read_text())["Resources"]

    def lint(self, template):
        lint = Path(sys.executable).with_name("cfn-lint")
        return subprocess.run([lint, "--include-checks", "I", "--", template], capture_output=True, text=True)

    def test_passes_cfn_lint(self):
        for settings in [{}, {"rate_limit": "{requests: 600, seconds: 60}"}, {"cache_seconds": 0}, {"indexing": "true"}]:
            self.build(**settings)
            done = self.lint(self.project.deploy / "template.yaml")
            self.assertEqual(done.returncode, 0, f"{settings}: {done.stdout}")
        done = self.lint(self.project.deploy / "publisher.yaml")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_cfn_lint_detects_errors(self):
        self.build()
        template = self.project.root / "wrong.yaml"
        text = (self.project.deploy / "template.yaml").read_text()
        template.write_text(text.replace("HttpVersion: http2and3", "HttpVersion: http4"))
        self.assertNotEqual(self.lint(template).returncode, 0)

    def test_converts_the_rate_limit_to_a_window_of_waf(self):
        self.assertNotIn("RateLimit", self.build())
        for requests, seconds, limit, window in [
            (600, 60, 600, 60),
            (100, 10, 600, 60),
            (500, 300, 500, 300),
            (1000, 200, 1500, 300),
            # A limit below ten needs a longer window, if one exists.
            (5, 60, 10, 120),
            (3600, 3600, 600, 600),
            (60, 3600, 10, 600),
        ]:
            resources = self.build(rate_limit=f"{{requests: {requests}, seconds: {seconds}}}")
            rule, = resources["RateLimit"]["Properties"]["Rules"]
            counted = rule["Statement"]["RateBasedStatement"]
            self.assertEqual((counted["Limit"], counted["EvaluationWindowSec"]), (limit, window), (requests, seconds))
            self.assertIn("WebACLId", resources["Distribution"]["Properties"]["DistributionConfig"])

    def test_a_429_has_all_headers_and_is_not_cached(self):
        resources = self.build(rate_limit="{requests: 600, seconds: 60}")
        rule, = resources["RateLimit"]["Properties"]["Rules"]
        headers = rule["Action"]["Block"]["CustomResponse"]["ResponseHeaders"]
        values = {header["Name"]: header["Value"] for header in headers}
        self.assertEqual(len(values), len(headers))
        self.assertEqual((values["Retry-After"], values["Cache-Control"]), ("60", "no-store"))
        self.assertLessEqual({"Access-Control-Allow-Origin", "Link", "X-Content-Type-Options"}, values.keys())

    def test_accepts_any_title(self):
        self.project.build(title='"%s"' % ("Ünsere: 'Leute' \\n# " * 100))
        text = (self.project.deploy / "template.yaml").read_text()
        template = yaml.safe_load(text)
        comment = template["Resources"]["Distribution"]["Properties"]["DistributionConfig"]["Comment"]
        self.assertTrue(comment.startswith("Ünsere: 'Leute' # Ünsere"), comment)
        self.assertLessEqual(len(comment), 128)
        self.assertLessEqual(len(template["Description"].encode()), 1024)
        self.assertEqual(self.lint(self.project.deploy / "template.yaml").returncode, 0)

    def test_the_command_in_the_comment_has_the_right_path(self):
        self.build()
        self.assertIn("--template-file deploy/s3-cloudfront/template.yaml", (self.project.deploy / "template.yaml").read_text())

    def test_accepts_a_cache_time_of_zero(self):
        # CloudFront rejects a policy with encodings and a maximum TTL of zero.
        policy = self.build(cache_seconds=0)["CachePolicy"]["Properties"]["CachePolicyConfig"]
        self.assertEqual((policy["MinTTL"], policy["MaxTTL"]), (0, 1))

    def test_the_cache_policy_limits_the_cache_time(self):
        policy = self.build(cache_seconds=77)["CachePolicy"]["Properties"]["CachePolicyConfig"]
        self.assertEqual((policy["DefaultTTL"], policy["MaxTTL"]), (77, 77))

    def test_only_the_distribution_can_read_the_bucket(self):
        resources = self.build()
        access = resources["Bucket"]["Properties"]["PublicAccessBlockConfiguration"]
        self.assertEqual(set(access.values()), {True})
        statement, = resources["BucketPolicy"]["Properties"]["PolicyDocument"]["Statement"]
        self.assertEqual((statement["Action"], statement["Principal"]),
                         ("s3:GetObject", {"Service": "cloudfront.amazonaws.com"}))
        self.assertIn("${Distribution}", json.dumps(statement["Condition"]["StringEquals"]["AWS:SourceArn"]))

    def test_the_function_is_small_and_independent_of_the_content(self):
        code = self.build()["Requests"]["Properties"]["FunctionCode"]
        # The limit of CloudFront is 10 kB.
        self.assertLess(len(code.encode()), 10_000)
        self.project.deactivate(ID)
        self.assertEqual(self.build()["Requests"]["Properties"]["FunctionCode"], code)

    def run_function(self, requests):
        """Runs the function for each method, path and query."""
        code = self.build()["Requests"]["Properties"]["FunctionCode"]
        with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
            script.write(code)
            script.write("""
                const requests = %s;
                requests.forEach(function (one) {
                  const request = { method: one[0], uri: one[1], querystring: {}, headers: {}, cookies: {},
                                    rawQueryString: function () { return one[2] === null ? undefined : one[2]; } };
                  const result = handler({ request: request });
                  console.log(JSON.stringify(result.statusCode || result.uri));
                });
            """ % json.dumps(requests))
            script.flush()
            done = subprocess.run([shutil.which("njs"), "-q", script.name], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_the_function_runs_in_njs(self):
        wanted = {
            ("GET", PROFILE, None): PROFILE,
            ("HEAD", PROFILE, ""): PROFILE,
            ("POST", PROFILE, None): 405,
            ("OPTIONS", "/", None): 405,
            ("GET", PROFILE, "format=jsonresume"): RESUME,
            ("GET", PROFILE, "x&format=jsonresume&y"): RESUME,
            ("GET", PROFILE, "&format=jsonresume&"): RESUME,
            ("GET", PROFILE, "FORMAT=jsonresume"): PROFILE,
            ("GET", PROFILE, "format=%zz"): PROFILE,
            ("GET", PROFILE, "format=jsonresume=x"): PROFILE,
            ("GET", "/api%2Fconsultant-public/linnea-sjoqvist", None): 404,
            ("GET", "/api/consultant-public/%2e%2e/openapi.json", None): 404,
            ("GET", "/api/consultant-public/%zz", None): 404,
            ("GET", "/api/consultant-photo/" + "a" * 64, "format=jsonresume"): "/api/consultant-photo/" + "a" * 64,
            ("GET", "/api/consultant-photo/" + "a" * 65, None): 404,
            ("GET", "/", "x"): "/index.html",
            ("GET", "/index.html", None): 404,
            ("GET", "/api/openapi.json", None): "/api/openapi.json",
            ("GET", "/_internal/error/not-found.json", None): 404,
            ("GET", "/__proto__", None): 404,
        }
        self.assertEqual(dict(zip(wanted, self.run_function(list(wanted)))), wanted)


if __name__ == "__main__":
    unittest.main()
