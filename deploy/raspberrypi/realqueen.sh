#!/bin/sh
# The companion's command on this machine: as the service's user, on the service's games.
set -eu
command=@HOME@/current/venv/bin/realqueen
data=/var/lib/realqueen
case ${1:-} in
  backup | restore | doctor) ;;
  *) exec "$command" "$@" ;;
esac
[ "$(id -u)" = 0 ] || { echo "realqueen: put sudo before this command" >&2; exit 2; }
as_service() { setpriv --reuid=realqueen --regid=realqueen --init-groups -- "$@"; }
running() { [ -d /run/systemd/system ] && systemctl --quiet is-active realqueen; }
what=$1
shift
case $what in
  backup)
    # Made where the service's user may write, then put where root wants it.
    draft=$(setpriv --reuid=realqueen --regid=realqueen --init-groups -- mktemp -d)
    trap 'rm -rf "$draft"' EXIT
    [ $# -ge 1 ] || { echo "realqueen: backup into which file?" >&2; exit 2; }
    target=$1
    shift
    as_service "$command" backup "$draft/backup.zip" --data "$data" "$@"
    cp "$draft/backup.zip" "$target.part"
    sync "$target.part"
    mv "$target.part" "$target"
    echo "$target"
    ;;
  restore)
    [ $# -ge 1 ] || { echo "realqueen: restore which file?" >&2; exit 2; }
    draft=$(mktemp -d)
    trap 'rm -rf "$draft"' EXIT
    cp "$1" "$draft/backup.zip"
    chmod 755 "$draft"
    chmod 644 "$draft/backup.zip"
    shift
    was=
    if running; then was=yes && systemctl stop realqueen; fi
    status=0
    as_service "$command" restore "$draft/backup.zip" --data "$data" "$@" || status=$?
    if [ -n "$was" ]; then systemctl start realqueen; fi
    exit $status
    ;;
  doctor)
    # The camera is free for the doctor only while the service doesn't hold it.
    was=
    if running; then was=yes && systemctl stop realqueen; fi
    status=0
    port=$(sed -n 's/^REALQUEEN_PORT=//p' /etc/realqueen/realqueen.conf | tail -1)
    as_service "$command" doctor --data "$data" --port "${port:-8000}" "$@" || status=$?
    if [ -n "$was" ]; then systemctl start realqueen; fi
    exit $status
    ;;
esac
