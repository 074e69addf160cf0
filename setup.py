"""Installs the wheel of this version, for the hooks in `.pre-commit-hooks.yaml`.

pre-commit installs the repository itself. This file avoids that it compiles the program: the wheel is built from
`packaging/pypi/`.
"""

import re
from pathlib import Path

from setuptools import setup

cargo = Path(__file__).with_name("Cargo.toml").read_text(encoding="utf-8")
version = re.search(r'^version = "(.+)"$', cargo, re.MULTILINE)[1]
setup(name="vitae-pre-commit", version=version, install_requires=[f"vitae-cli=={version}"], py_modules=[])
