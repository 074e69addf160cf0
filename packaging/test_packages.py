#!/usr/bin/env python3
"""Installs the wheel, the npm packages and the archive of this machine's platform, and builds a site with each.

Usage: packaging/test_packages.py BINARY WHEELS

BINARY is the program from which WHEELS/*.whl was built. All runs are without network and without Cargo. Each
installation and its first site must take less than 10 seconds.

Needs Python 3.11, Node 20, npm and git.
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from contextlib import contextmanager
from pathlib import Path

import assemble

SYSTEM = {"linux": "linux", "darwin": "darwin", "win32": "win32"}[sys.platform]
CPU = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}[platform.machine().lower()]
TARGET = next(target for target, names in assemble.TARGETS.items() if names == (SYSTEM, CPU))
SCRIPTS = "Scripts" if SYSTEM == "win32" else "bin"


def environment(*directories):
    """Returns variables with the directories at the start of PATH, and without Cargo and uv."""
    path = os.environ["PATH"].split(os.pathsep)
    without = ("cargo", "uvx")
    path = [directory for directory in path if not any(shutil.which(name, path=directory) for name in without)]
    path = os.pathsep.join([*map(str, directories), *path])
    assert shutil.which("git", path=path) and shutil.which("node", path=path), path
    return os.environ | {"PATH": path, "npm_config_offline": "true", "PIP_NO_INDEX": "1"}


def run(*command, cwd, env, status=0):
    """Runs a command, and returns its output on both streams."""
    program = shutil.which(command[0], path=env["PATH"])
    assert program, command
    result = subprocess.run(
        [program, *map(str, command[1:])], check=False, cwd=cwd, env=env, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert result.returncode == status, (command, result.returncode, result.stdout)
    return result.stdout


@contextmanager
def timed(name):
    start = time.monotonic()
    yield
    seconds = time.monotonic() - start
    print(f"{name}: {seconds:.1f} s")
    assert seconds < 10, name


def build_site(directory, env, *vitae):
    run(*vitae, "init", "site", cwd=directory, env=env)
    # npm finds the installed packages in the directory above the site.
    run(*vitae, "build", cwd=directory / "site", env=env)
    assert (directory / "site/dist/api/openapi.json").stat().st_size > 0


def test_wheel(directory, binary, wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        [script] = [name for name in names if ".data/scripts/vitae" in name]
        assert archive.read(script) == binary.read_bytes(), "maturin compiled the program again"
        assert any(name.endswith(".dist-info/sboms/vitae.cyclonedx.json") for name in names), names
        for file in assemble.LICENSES:
            assert any(name.endswith(f".dist-info/licenses/{file}") for name in names), names
        [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
        lines = archive.read(metadata).decode().splitlines()
        assert f"Version: {assemble.PACKAGE['version']}" in lines, lines
        assert f"Summary: {assemble.PACKAGE['description']}" in lines, lines
        assert f"License-Expression: {assemble.PACKAGE['license']}" in lines, lines
    venv.create(directory / "venv", with_pip=True)
    env = environment(directory / "venv" / SCRIPTS)
    with timed("pip install"):
        run("python", "-m", "pip", "install", "--quiet", "--no-index", wheel, cwd=directory, env=env)
        build_site(directory, env, "vitae")


def test_script(site, env):
    """The script of a new project runs the npm package that `.vitae-version` names, which is installed above it."""
    file = site / ".vitae-version"
    line = "package=vitae-cli\n"
    # The release workflow sets the variable.
    assert (line in file.read_text()) == ("VITAE_RELEASE" in os.environ), file.read_text()
    file.write_text(file.read_text().replace(line, "") + line)
    shutil.rmtree(site / "dist")
    run("sh", "scripts/vitae.sh", "build", cwd=site, env=env)
    assert (site / "dist/api/openapi.json").exists()
    assert not (site / ".vitae/bin").exists()


def test_npm(directory, binary):
    env = environment() | {"npm_config_cache": str(directory / "cache"), "npm_config_update_notifier": "false"}
    assemble.platform_package(TARGET, binary, directory / "packages")
    assemble.main_package(directory / "packages")
    (directory / "package.json").write_text('{"private": true}\n')
    with timed("npm install"):
        packages = sorted((directory / "packages").glob("*.tgz"))
        assert len(packages) == 2, packages
        run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", *packages, cwd=directory, env=env)
        build_site(directory, env, "npx", "vitae")
    if SYSTEM != "win32":
        test_script(directory / "site", env)
    for package in ("vitae-cli", assemble.platform_name(TARGET)):
        for file in assemble.LICENSES:
            assert (directory / "node_modules" / package / file).exists(), package
    help = run("npx", "vitae-cli", "check", "--nonsense", cwd=directory, env=env, status=2)
    assert "unexpected argument '--nonsense'" in help, help

    name = assemble.platform_name(TARGET)
    shutil.rmtree(directory / "node_modules" / name)
    missing = run("npx", "vitae", "check", cwd=directory, env=env, status=2)
    assert f"error: the npm package `{name}` is missing\n  help: install" in missing, missing


def test_archive(directory, binary):
    env = environment()
    files = assemble.documents(binary)
    archives = [assemble.archive(TARGET, binary, files, directory / out) for out in ("archives", "again")]
    assert archives[0].read_bytes() == archives[1].read_bytes(), "the archive is not reproducible"
    assemble.checksums(directory / "archives")
    assert archives[0].name in (directory / "archives/SHA256SUMS").read_text()
    with timed("archive"):
        shutil.unpack_archive(archives[0], directory, **({} if SYSTEM == "win32" else {"filter": "data"}))
        root = directory / f"vitae-{TARGET}"
        build_site(directory, env, str(root / assemble.binary_name(SYSTEM)))
    assert ".TH vitae 1" in (root / "man/vitae.1").read_text(encoding="utf-8")
    assert (root / "man/vitae-check.1").exists()
    assert (root / "completions/_vitae").read_text(encoding="utf-8").startswith("#compdef vitae")
    return archives[0]


# Stands in for GitHub's program: the first call copies the archive, the second verifies nothing.
GH = """#!/bin/sh
echo "$*" >>"$RUNNER_TEMP/calls"
if [ "$1" = release ]; then
  while [ "$1" != --dir ]; do shift; done
  cp "$ARCHIVE" "$2"
else
  exit "$VERIFIED"
fi
"""


def test_action(directory, archive):
    """The script of the action runs the program only after a successful verification."""
    (directory / "gh").write_text(GH)
    (directory / "gh").chmod(0o755)
    commit = "0123456789" * 4
    env = environment(directory) | {
        "ARCHIVE": str(archive),
        "RUNNER_ARCH": CPU.upper(),
        "RUNNER_OS": {"linux": "Linux", "darwin": "macOS"}[SYSTEM],
        "RUNNER_TEMP": str(directory),
        "VITAE_ACTION_REF": commit,
        "VITAE_ARGUMENTS": "--format  json",
        "VITAE_COMMAND": "check",
        "VITAE_REPOSITORY": "example/vitae",
    }
    script = str(assemble.ROOT / "packaging/action.sh")
    refused = run(script, cwd=assemble.ROOT, env=env | {"VERIFIED": "1"}, status=1)
    assert refused == "", refused
    checked = run(script, cwd=assemble.ROOT, env=env | {"VERIFIED": "0"})
    assert checked.startswith("{"), checked
    assert not run(script, cwd=assemble.ROOT, env=env | {"VITAE_ARGUMENTS": "", "VERIFIED": "0"}).startswith("{")
    assert "::error::" in run(script, cwd=assemble.ROOT, env=env | {"VITAE_COMMAND": "init"}, status=2)
    verification = (directory / "calls").read_text().splitlines()[-1]
    assert f"--source-ref refs/tags/v{assemble.PACKAGE['version']} --source-digest {commit}" in verification
    assert "--signer-workflow example/vitae/.github/workflows/release.yml" in verification


def main(binary, wheels):
    if SYSTEM == "win32":
        binary = binary.with_suffix(".exe")
    [wheel] = wheels.glob("*.whl")
    with tempfile.TemporaryDirectory() as root:
        directories = {name: Path(root, name) for name in ("wheel", "npm", "archive", "action")}
        for directory in directories.values():
            directory.mkdir()
        test_wheel(directories["wheel"], binary, wheel)
        test_npm(directories["npm"], binary)
        archive = test_archive(directories["archive"], binary)
        if SYSTEM != "win32":
            test_action(directories["action"], archive)
        for path in [binary, wheel, archive, *(directories["npm"] / "packages").glob("*.tgz")]:
            print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
