#!/usr/bin/env python3
"""Assembles archives and npm packages from binaries.

Usage: packaging/assemble.py BINARIES OUT

BINARIES contains a directory for each target in TARGETS, with the binary. The script writes the archives with
their checksums to OUT/archives, and the npm packages, packed, to OUT/npm. It compiles nothing.

Needs Python 3.11, npm and git.
"""

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]
LICENSES = ["LICENSE-APACHE", "LICENSE-MIT"]

# The platform of each target, by the names of Node. `release.yml` builds these targets.
TARGETS = {
    "x86_64-unknown-linux-musl": ("linux", "x64"),
    "aarch64-unknown-linux-musl": ("linux", "arm64"),
    "x86_64-apple-darwin": ("darwin", "x64"),
    "aarch64-apple-darwin": ("darwin", "arm64"),
    "x86_64-pc-windows-msvc": ("win32", "x64"),
}

COMPLETIONS = {
    "bash": "vitae.bash",
    "elvish": "vitae.elv",
    "fish": "vitae.fish",
    "powershell": "_vitae.ps1",
    "zsh": "_vitae",
}


def binary_name(system):
    return "vitae.exe" if system == "win32" else "vitae"


def run(*command, **options):
    """Runs a command and returns its output."""
    program = shutil.which(command[0])
    return subprocess.run([program, *command[1:]], check=True, stdout=subprocess.PIPE, **options).stdout


def documents(vitae):
    """Returns the paths in the archive and the bytes of man pages, completions and licenses."""
    with tempfile.TemporaryDirectory() as directory:
        pages = Path(directory, "man")
        run(vitae, "man", "--out", pages)
        files = {f"man/{page.name}": page.read_bytes() for page in pages.iterdir()}
    for shell, name in COMPLETIONS.items():
        files[f"completions/{name}"] = run(vitae, "completions", shell)
    for name in [*LICENSES, "CHANGELOG.md"]:
        files[name] = (ROOT / name).read_bytes()
    return files | {"README.md": (ROOT / "packaging/README.md").read_bytes()}


def archive(target, binary, files, out):
    """Writes the archive of a target. The same files give the same bytes."""
    system, _ = TARGETS[target]
    name = f"vitae-{target}"
    files = files | {binary_name(system): binary.read_bytes()}
    time = int(run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    out.mkdir(parents=True, exist_ok=True)
    if system == "win32":
        path = out / f"{name}.zip"
        date = datetime.fromtimestamp(time, UTC).timetuple()[:6]
        with zipfile.ZipFile(path, "w") as writer:
            for member, content in sorted(files.items()):
                entry = zipfile.ZipInfo(f"{name}/{member}", date)
                entry.external_attr = 0o644 << 16
                writer.writestr(entry, content, zipfile.ZIP_DEFLATED)
        return path
    path = out / f"{name}.tar.gz"
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=0) as gz,
        tarfile.open(fileobj=gz, mode="w") as writer,
    ):
        for member, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{name}/{member}")
            entry.size, entry.mtime = len(content), time
            entry.mode = 0o755 if member == "vitae" else 0o644
            writer.addfile(entry, io.BytesIO(content))
    return path


def checksums(directory):
    """Writes the digests of all archives in the format of `sha256sum`."""
    paths = sorted(path for path in directory.iterdir() if path.name != "SHA256SUMS")
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths)
    (directory / "SHA256SUMS").write_text("".join(lines), newline="\n")


def platform_name(target):
    return "@vitae-cli/" + "-".join(TARGETS[target])


def npm_package(manifest, files, out):
    """Packs an npm package. `files` has the source of each file by its name."""
    directory = out / manifest["name"].removeprefix("@").replace("/", "-")
    directory.mkdir(parents=True)
    shared = {key: PACKAGE[key] for key in ("version", "description", "license")}
    if "repository" in PACKAGE:
        # npm compares it with the repository in the attestation.
        shared["repository"] = {"type": "git", "url": f"git+{PACKAGE['repository']}.git"}
    shared["publishConfig"] = {"access": "public"}
    (directory / "package.json").write_text(json.dumps(manifest | shared, indent=2) + "\n")
    for name, source in files.items():
        shutil.copyfile(source, directory / name)
        (directory / name).chmod(0o755 if name.startswith("vitae") else 0o644)
    for name in [*LICENSES, "packaging/README.md"]:
        shutil.copy(ROOT / name, directory)
    run("npm", "pack", "--silent", "--pack-destination", out, cwd=directory)
    shutil.rmtree(directory)


def platform_package(target, binary, out):
    system, cpu = TARGETS[target]
    name = binary_name(system)
    manifest = {"name": platform_name(target), "os": [system], "cpu": [cpu], "files": [name, *LICENSES]}
    # Yarn must not keep the package as an archive, from which no program can run.
    npm_package(manifest | {"preferUnplugged": True}, {name: binary}, out)


def main_package(out):
    manifest = {
        "name": "vitae-cli",
        "bin": {"vitae": "vitae.js"},
        "engines": {"node": ">=18"},
        "files": ["vitae.js", *LICENSES],
        "optionalDependencies": {platform_name(target): PACKAGE["version"] for target in TARGETS},
    }
    npm_package(manifest, {"vitae.js": ROOT / "packaging/npm/vitae.js"}, out)


def main(binaries, out):
    shutil.rmtree(out, ignore_errors=True)
    binary = {target: binaries / target / binary_name(system) for target, (system, _) in TARGETS.items()}
    for path in binary.values():
        # GitHub's artifacts do not keep permissions.
        path.chmod(0o755)
    files = documents(binary["x86_64-unknown-linux-musl"])
    for target, path in binary.items():
        archive(target, path, files, out / "archives")
        platform_package(target, path, out / "npm")
    checksums(out / "archives")
    main_package(out / "npm")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
