#!/usr/bin/env bash
# Removes the companion. Games and settings stay unless --purge is said.
#
#     sudo deploy/raspberrypi/uninstall.sh [--purge]
set -euo pipefail
# shellcheck source=lib/common.sh
. "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/lib/common.sh"

main() {
  local purge=
  case ${1:-} in
    --purge) purge=yes ;;
    --help | -h) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
    '') ;;
    *) fail "no option $1 (see --help)" ;;
  esac
  need_root
  if have_systemd; then
    # One by one: most machines have no kiosk.
    systemctl disable --now --quiet realqueen-kiosk.service 2>/dev/null || true
    systemctl disable --now --quiet realqueen.service 2>/dev/null || true
  fi
  rm -f "$UNIT" /etc/systemd/system/realqueen-kiosk.service "$JOURNAL" "$AVAHI" "$COMMAND"
  rm -rf "$HOME_DIR"
  remove_kiosk_account
  if have_systemd; then systemctl daemon-reload; fi
  # Not taken away unasked: whoever types this may be in it.
  if command -v nmcli >/dev/null && nmcli connection show realqueen-hotspot >/dev/null 2>&1; then
    say "The Pi still opens a network of its own: access-point.sh --remove ends that."
  fi
  if [ -z "$purge" ]; then
    say "Removed. Games are still in $DATA, settings in $(dirname "$CONFIG"); --purge removes them."
    return 0
  fi
  rm -rf "$DATA" "$(dirname "$CONFIG")" /var/log/journal/*.realqueen
  ! getent passwd "$ACCOUNT" >/dev/null || userdel "$ACCOUNT"
  say "Removed, with all games and settings."
}

main "$@"
