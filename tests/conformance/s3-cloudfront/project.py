"""Builds this repository's content for this host with the program under test ($VITAE)."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]
HOST = "s3-cloudfront"


class Project:
    """A project directory; `remove` deletes it."""

    def __init__(self):
        self.root = Path(tempfile.mkdtemp(prefix="vitae-s3-"))
        self.dist = self.root / "dist"
        self.deploy = self.root / "deploy" / HOST
        # Copies the templates, too, so that changes need no compilation.
        for directory in ["content", "templates"]:
            shutil.copytree(REPOSITORY / directory, self.root / directory)
        self.site = (self.root / "content" / "site.yaml").read_text()

    def remove(self):
        shutil.rmtree(self.root)

    def build(self, **settings):
        """Builds the sample site with these settings instead of its own."""
        text = self.site
        for name, value in settings.items():
            text = re.sub(rf"(?m)^{name}:.*\n", "", text) + f"\n{name}: {value}\n"
        (self.root / "content" / "site.yaml").write_text(text)
        subprocess.run([os.environ["VITAE"], "build", "--host", HOST], cwd=self.root, check=True,
                       capture_output=True)

    def deactivate(self, consultant):
        """Sets a consultant to inactive."""
        profile = self.root / "content" / "consultants" / f"{consultant}.yaml"
        profile.write_text(profile.read_text().replace("active: true", "active: false"))
