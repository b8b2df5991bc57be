#!/usr/bin/env bash
# Shows the page on a screen attached to the Pi, full screen: first how phones get in, then,
# once marbles are played, the board.
#
#     sudo deploy/raspberrypi/kiosk.sh [--remove]
#
# For Raspberry Pi OS Lite: with a desktop, open the page in its browser instead.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib/common.sh
. "$HERE/lib/common.sh"
KIOSK_UNIT=/etc/systemd/system/realqueen-kiosk.service

remove() {
  if have_systemd; then systemctl disable --now --quiet realqueen-kiosk.service || true; fi
  rm -f "$KIOSK_UNIT"
  remove_kiosk_account
  if have_systemd; then systemctl daemon-reload; fi
  say "The screen shows the console again from the next start on."
}

main() {
  case ${1:-} in
    --remove) need_root && remove && exit 0 ;;
    --help | -h) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
    '') ;;
    *) fail "no option $1 (see --help)" ;;
  esac
  need_root
  is_complete "$(release_of current)" || fail "install the companion first: install.sh"
  ! systemctl is-enabled --quiet display-manager.service 2>/dev/null ||
    fail "this system has a desktop: open http://127.0.0.1:$(config PORT 8000)/ in its browser"
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    cage chromium fonts-dejavu-core
  # Those of screen, mouse and touch; a system without them has no such device.
  local group groups=
  for group in video input render; do
    ! getent group "$group" >/dev/null || groups+=${groups:+,}$group
  done
  getent passwd realqueen-kiosk >/dev/null ||
    useradd --system --user-group --create-home --home-dir /var/lib/realqueen-kiosk \
      --shell /usr/sbin/nologin --groups "$groups" realqueen-kiosk
  write_whole "$KIOSK_UNIT" <"$HERE/realqueen-kiosk.service"
  if have_systemd; then
    systemctl daemon-reload
    systemctl enable --quiet --now realqueen-kiosk.service
  fi
  say "The page is on the attached screen. Back: $0 --remove"
}

main "$@"
