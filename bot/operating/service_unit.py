"""`magic-mirror service`: a unit of systemd that starts the bot with the machine and allows it only what it needs."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.config import Settings
from bot.store import connecting

UNIT = """\
# /etc/systemd/system/magic-mirror.service
# Afterwards: systemctl daemon-reload && systemctl enable --now magic-mirror

[Unit]
Description=Magic Mirror, a Discord bot that moderates parlour games
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User={user}
WorkingDirectory={folder}
ExecStart={start} run
# It stops in good order, and everything is on disk already.
TimeoutStopSec=60
Restart=always
RestartSec=10
# What only a person can mend is not tried again: the log says it in one sentence.
RestartPreventExitStatus=2

# It reads its program, and writes its database and its backups. Nothing else.
UMask=0077
ProtectSystem=strict
ReadWritePaths={writes}
ProtectHome=read-only
PrivateTmp=true
PrivateDevices=true
ProtectProc=invisible
ProtectClock=true
ProtectHostname=true
ProtectControlGroups=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
NoNewPrivileges=true
CapabilityBoundingSet=
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
LockPersonality=true
RemoveIPC=true
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged

[Install]
WantedBy=multi-user.target
"""


def unit(settings: Settings, folder: Path, user: str) -> str:
    """The unit's text. `folder`: where `.env` lies, and what names in it are relative to; `user`: whose the bot is."""
    return UNIT.format(
        user=user,
        folder=_escaped(folder),
        start=" ".join(_quoted(part) for part in _start()),
        writes=" ".join(_quoted(one) for one in writable(settings, folder)),
    )


def writable(settings: Settings, folder: Path) -> list[Path]:
    """The folders the bot writes in: those of the database and of its backups, and its own, for `.env` is closed to
    others there."""
    database = connecting.file_of(connecting.url_of(settings.database))
    places = [folder]
    if database is not None:
        places.append((folder / database).parent)
    if settings.backup_folder:
        places.append(folder / settings.backup_folder)
    return list(dict.fromkeys(places))


def _start() -> list[Path | str]:
    command = Path(sys.executable).parent / "magic-mirror"
    return [command] if command.exists() else [sys.executable, "-m", "bot"]


def _escaped(part: Path | str) -> str:
    """As systemd reads it: it looks for words of its own behind a percent sign."""
    return str(part).replace("%", "%%")


def _quoted(part: Path | str) -> str:
    plain = _escaped(part).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{plain}"' if any(sign in plain for sign in " \t'\"\\") else plain
