"""What `magic-mirror service` prints is a unit that systemd takes, and that names what is there."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from support.forking import command_line

from bot.config import Settings
from bot.operating.service_unit import unit


def parsed(text: str) -> ConfigParser:
    """A unit, without what stands twice in it."""
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(text)
    return parser


def printed(folder: Path, user: str = "mirror") -> str:
    done = command_line("service", "--user", user, cwd=folder, environment={**os.environ, "NO_COLOR": "1"})
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_unit_starts_the_bot_where_it_was_asked_for(tmp_path: Path) -> None:
    service = parsed(printed(tmp_path))["Service"]
    assert (service["User"], service["WorkingDirectory"]) == ("mirror", str(tmp_path))
    program, *arguments = service["ExecStart"].split()
    assert Path(program).exists()
    assert arguments[-1] == "run"
    assert service["ReadWritePaths"] == str(tmp_path)
    assert service["RestartPreventExitStatus"] == "2", "as `bot.cli` says: what cannot be done"


def test_nobody_else_may_do_what_it_does_not_need(tmp_path: Path) -> None:
    service = parsed(unit(Settings(), tmp_path, "mirror"))["Service"]
    for name in ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "RestrictNamespaces", "ProtectKernelModules"):
        assert service[name] == "true"
    assert (service["ProtectSystem"], service["CapabilityBoundingSet"], service["UMask"]) == ("strict", "", "0077")


def test_it_may_write_where_database_and_backups_lie(tmp_path: Path) -> None:
    settings = Settings(database="/var/lib/mirror/games.db", backup_folder="my backups")
    writes = parsed(unit(settings, tmp_path, "mirror"))["Service"]["ReadWritePaths"]
    assert writes == f'{tmp_path} /var/lib/mirror "{tmp_path}/my backups"'
    server = Settings(database="postgresql://localhost/mirror")
    assert parsed(unit(server, tmp_path, "mirror"))["Service"]["ReadWritePaths"] == str(tmp_path)


def test_root_is_refused() -> None:
    done = command_line("service", "--user", "root", environment=dict(os.environ))
    assert (done.returncode, done.stdout) == (2, "")
    assert "should not run as root" in done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd to ask")
def test_systemd_takes_it(tmp_path: Path) -> None:
    folder = tmp_path / "100% of it"
    folder.mkdir()
    file = tmp_path / "magic-mirror.service"
    file.write_text(printed(folder, getpass.getuser() if os.getuid() else "daemon"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if file.name in line and "Special user" not in line]
    assert (done.returncode, complaints) == (0, [])
