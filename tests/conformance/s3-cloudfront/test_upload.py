"""Runs upload.sh with the AWS CLI against moto."""

import os
import shutil
import subprocess
import unittest

from cloud import BUCKET, Cloud
from project import Project

WITH_JPEG = "linnea-sjoqvist"
WITH_PNG = "priya-raghunathan"
WITHDRAWN = [f"api/consultant-public/{WITH_JPEG}", f"_internal/json-resume/{WITH_JPEG}.json",
             f"api/consultant-photo/{WITH_JPEG}"]


class Upload(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.original = Project()
        cls.addClassCleanup(cls.original.remove)
        cls.original.build()
        cls.cloud = Cloud(cls.original.deploy / "template.yaml")
        cls.addClassCleanup(cls.cloud.server.stop)
        cls.first = cls.run_script(cls.original)
        cls.uploaded = cls.objects()

    @classmethod
    def run_script(cls, project, *arguments, **variables):
        environment = {**cls.cloud.environment(), **variables}
        environment = {name: value for name, value in environment.items() if value is not None}
        return subprocess.run(["sh", project.deploy / "upload.sh", *arguments], env=environment,
                              capture_output=True, text=True)

    @classmethod
    def objects(cls):
        """Returns the objects of the bucket by key: content, media type and Cache-Control."""
        objects = {}
        for page in cls.cloud.s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET):
            for entry in page.get("Contents", []):
                found = cls.cloud.s3.get_object(Bucket=BUCKET, Key=entry["Key"])
                objects[entry["Key"]] = {"Body": found["Body"].read(), "ContentType": found["ContentType"],
                                         "CacheControl": found.get("CacheControl")}
        return objects

    def invalidations(self):
        found = self.cloud.cloudfront.list_invalidations(DistributionId=self.cloud.distribution)
        return found["InvalidationList"].get("Quantity", 0)

    def put(self, key, content, **other):
        other = {name: value for name, value in other.items() if value is not None}
        self.cloud.s3.put_object(Bucket=BUCKET, Key=key, Body=content, **other)

    def setUp(self):
        # The bucket as it is after the first run, and a project of its own to change.
        for key in self.objects():
            self.cloud.s3.delete_object(Bucket=BUCKET, Key=key)
        for key, found in self.uploaded.items():
            self.put(key, found["Body"], ContentType=found["ContentType"], CacheControl=found["CacheControl"])
        self.project = Project()
        self.addCleanup(self.project.remove)
        for name in ["dist", "deploy"]:
            shutil.copytree(self.original.root / name, self.project.root / name)
        self.before = self.invalidations()

    def upload(self, *arguments, **variables):
        """Runs the script and gives its numbers: removed, uploaded, unchanged."""
        done = self.run_script(self.project, *arguments, **variables)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return [int(word) for word in done.stdout.splitlines()[-1].split() if word.isdigit()]

    def with_aws(self, script):
        """Returns a PATH with a fake `aws`, which can run the real one as $AWS."""
        directory = self.project.root / "bin"
        directory.mkdir()
        program = directory / "aws"
        real = shutil.which("aws", path=self.cloud.environment()["PATH"])
        program.write_text(f"#!/bin/sh\nAWS={real}\n{script}\n")
        program.chmod(0o755)
        return {"PATH": f"{directory}:{self.cloud.environment()['PATH']}"}

    def test_the_first_run_sets_media_types_and_cache_control(self):
        self.assertEqual(self.first.returncode, 0, self.first.stderr)
        kinds = {key: (found["ContentType"], found["CacheControl"]) for key, found in self.uploaded.items()}
        self.assertEqual({control for _, control in kinds.values() if control}, {"public, max-age=300"})
        for key, kind in [
            (f"api/consultant-public/{WITH_JPEG}", "application/json"),
            (f"_internal/json-resume/{WITH_JPEG}.json", "application/json"),
            (f"api/consultant-photo/{WITH_JPEG}", "image/jpeg"),
            (f"api/consultant-photo/{WITH_PNG}", "image/png"),
            ("api/openapi.json", "application/json"),
            ("_internal/error/not-found.json", "application/json"),
            ("llms.txt", "text/plain; charset=utf-8"),
            ("index.html", "text/html"),
        ]:
            self.assertEqual(kinds[key], (kind, "public, max-age=300"), key)
        photo = self.original.dist / "_internal" / "photo" / f"{WITH_PNG}.png"
        self.assertEqual(self.uploaded[f"api/consultant-photo/{WITH_PNG}"]["Body"], photo.read_bytes())

    def test_does_not_upload_unreachable_files(self):
        hidden = sorted(key for key in self.uploaded if key.startswith("_internal/") and "json-resume" not in key)
        self.assertEqual(hidden, ["_internal/error/not-found.json", "_internal/stored-as"])

    def test_a_second_run_uploads_nothing(self):
        # Like a fresh checkout, where every file is newer than its object.
        for file in self.project.dist.rglob("*"):
            os.utime(file)
        self.assertEqual(self.upload(), [0, 0, len(self.uploaded) - 1])
        self.assertEqual(self.invalidations(), self.before)

    def test_uploads_a_changed_file_of_the_same_size_and_an_older_time(self):
        file = self.project.dist / "api" / "consultant-public" / WITH_JPEG
        file.write_bytes(file.read_bytes().replace(b"Linnea", b"Hannah", 1))
        os.utime(file, (0, 0))
        self.assertEqual(self.upload(), [0, 1, len(self.uploaded) - 2])
        self.assertEqual(self.objects()[f"api/consultant-public/{WITH_JPEG}"]["Body"], file.read_bytes())
        self.assertEqual(self.invalidations(), self.before + 1)

    def test_updates_the_media_type_of_a_photo(self):
        photos = self.project.dist / "_internal" / "photo"
        (photos / f"{WITH_JPEG}.jpg").unlink()
        shutil.copy(photos / f"{WITH_PNG}.png", photos / f"{WITH_JPEG}.png")
        self.assertEqual(self.upload()[:2], [0, 1])
        self.assertEqual(self.objects()[f"api/consultant-photo/{WITH_JPEG}"]["ContentType"], "image/png")

    def test_a_changed_cache_control_uploads_everything(self):
        self.project.build(cache_seconds=60)
        self.assertEqual(self.upload(), [0, len(self.uploaded) - 1, 0])
        controls = {found["CacheControl"] for found in self.objects().values()}
        self.assertEqual(controls, {"public, max-age=60", None})
        self.assertEqual(self.upload()[1], 0)

    def test_removes_a_withdrawn_consultant_from_bucket_and_caches(self):
        self.project.deactivate(WITH_JPEG)
        self.project.build()
        self.assertEqual(self.upload()[0], 3)
        left = self.objects()
        self.assertEqual([key for key in WITHDRAWN if key in left], [])
        self.assertEqual(set(self.uploaded) - set(left), set(WITHDRAWN))
        self.assertGreater(self.invalidations(), self.before)

    def test_removes_a_withdrawn_consultant_even_if_the_upload_fails(self):
        self.project.deactivate(WITH_JPEG)
        self.project.build(cache_seconds=60)
        # The upload of the first media type succeeds, the second fails.
        failing = self.with_aws("""
            if [ "$1 $2" = "s3 cp" ]; then
              [ ! -e "$0.once" ] || { echo 'the network is gone' >&2; exit 1; }
              : >"$0.once"
            fi
            exec "$AWS" "$@" """)
        done = self.run_script(self.project, **failing)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the network is gone", done.stderr)
        self.assertEqual([key for key in WITHDRAWN if key in self.objects()], [])
        self.assertEqual(self.invalidations(), self.before + 1)
        # The next run uploads the missing files.
        removed, uploaded, unchanged = self.upload()
        self.assertEqual((removed, unchanged), (0, 0))
        self.assertEqual({found["CacheControl"] for found in self.objects().values()}, {"public, max-age=60", None})

    def test_fails_if_an_object_cannot_be_removed(self):
        self.project.deactivate(WITH_JPEG)
        self.project.build()
        refusing = self.with_aws(f"""
            if [ "$1 $2" = "s3api delete-objects" ]; then printf '{WITHDRAWN[0]}\\tAccess Denied\\n'; exit; fi
            exec "$AWS" "$@" """)
        done = self.run_script(self.project, **refusing)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot remove: " + WITHDRAWN[0], done.stderr)
        # The other objects are removed all the same.
        self.assertEqual(self.invalidations(), self.before + 1)

    def test_waits_for_the_invalidation_after_a_withdrawal(self):
        self.project.deactivate(WITH_JPEG)
        self.project.build()
        failing_wait = self.with_aws("""
            [ "$1 $2" != "cloudfront wait" ] || { echo 'timed out' >&2; exit 255; }
            exec "$AWS" "$@" """)
        self.assertNotEqual(self.run_script(self.project, **failing_wait).returncode, 0)

    def test_the_next_run_invalidates_what_an_interrupted_run_removed(self):
        self.project.deactivate(WITH_JPEG)
        self.project.build()
        offline = self.with_aws("""
            [ "$1" != cloudfront ] || { echo 'the network is gone' >&2; exit 255; }
            exec "$AWS" "$@" """)
        self.assertNotEqual(self.run_script(self.project, **offline).returncode, 0)
        self.assertEqual([key for key in WITHDRAWN if key in self.objects()], [])
        self.assertEqual(self.invalidations(), self.before)
        dry_run = self.run_script(self.project, "--dry-run")
        self.assertIn("was interrupted", dry_run.stdout)
        self.assertEqual(self.upload()[0], 0)
        self.assertGreater(self.invalidations(), self.before)
        done = self.invalidations()
        self.assertEqual(self.upload()[:2], [0, 0])
        self.assertEqual(self.invalidations(), done)

    def test_the_next_run_invalidates_what_an_interrupted_run_uploaded(self):
        (self.project.dist / "index.html").write_text("another page")
        offline = self.with_aws("""
            [ "$1" != cloudfront ] || { echo 'the network is gone' >&2; exit 255; }
            exec "$AWS" "$@" """)
        self.assertNotEqual(self.run_script(self.project, **offline).returncode, 0)
        self.assertEqual(self.upload()[:2], [0, 0])
        self.assertEqual(self.invalidations(), self.before + 1)

    def test_removes_more_objects_than_a_request_holds_and_keys_with_special_characters(self):
        for number in range(1001):
            self.put(f"old/{number}", b"")
        for key in ['a "quoted" key', "back\\slash", "a space", "ö", "$HOME", "%41", "'"]:
            self.put(key, b"")
        self.assertEqual(self.upload(), [1008, 0, len(self.uploaded) - 1])
        self.assertEqual(set(self.objects()), set(self.uploaded))

    def test_a_dry_run_changes_nothing(self):
        self.put("old", b"")
        (self.project.dist / "index.html").write_text("another page")
        done = self.run_script(self.project, "--dry-run")
        self.assertEqual(done.stdout.splitlines()[:2], ["remove old", "upload index.html"])
        self.assertEqual(set(self.objects()), {*self.uploaded, "old"})
        self.assertEqual(self.objects()["index.html"], self.uploaded["index.html"])
        self.assertEqual(self.invalidations(), self.before)

    def test_reports_missing_settings_and_changes_nothing(self):
        for variables, word in [({"BUCKET": None}, "BUCKET"), ({"DISTRIBUTION": ""}, "DISTRIBUTION")]:
            done = self.run_script(self.project, **variables)
            self.assertEqual(done.returncode, 2)
            self.assertIn(word, done.stderr)
        self.assertEqual(self.run_script(self.project, "--dryrun").returncode, 2)
        (self.project.dist / "api" / "openapi.json").unlink()
        done = self.run_script(self.project)
        self.assertEqual(done.returncode, 2)
        self.assertIn("vitae build", done.stderr)
        self.assertEqual(self.objects(), self.uploaded)

    def test_fails_without_access_to_the_bucket(self):
        done = self.run_script(self.project, BUCKET="another-account")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("NoSuchBucket", done.stderr)

    def test_fails_if_a_file_cannot_be_read(self):
        # The file disappears after its digest was computed.
        file = self.project.dist / "index.html"
        file.write_text("another page")
        vanishing = self.with_aws(f"""
            rm -f "{file}"
            exec "$AWS" "$@" """)
        done = self.run_script(self.project, **vanishing)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot be read", done.stderr)

    def test_removes_objects_without_permission_to_list_versions(self):
        self.put("old", b"")
        (self.project.dist / "index.html").write_text("another page")
        refused = self.with_aws("""
            [ "$2" != list-object-versions ] || { echo 'AccessDenied' >&2; exit 254; }
            exec "$AWS" "$@" """)
        done = self.run_script(self.project, **refused)
        self.assertEqual(done.returncode, 1)
        self.assertIn("it is unknown", done.stderr)
        self.assertEqual(set(self.objects()), set(self.uploaded))
        self.assertEqual(self.objects()["index.html"]["Body"], b"another page")
        self.assertEqual(self.invalidations(), self.before + 2)

    def test_fails_if_old_versions_remain(self):
        self.cloud.s3.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Enabled"})
        self.addCleanup(self.cloud.s3.put_bucket_versioning, Bucket=BUCKET,
                        VersioningConfiguration={"Status": "Suspended"})
        self.put("old", b"")
        done = self.run_script(self.project)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("keeps old versions", done.stderr)
        self.assertNotIn("old", self.objects())


if __name__ == "__main__":
    unittest.main()
