#!/usr/bin/env bash
# Makes the Pi a wireless network of its own, for clubs that have none.
#
#     sudo deploy/raspberrypi/access-point.sh NAME PASSWORD
#     sudo deploy/raspberrypi/access-point.sh --remove
#
# Phones join NAME and open http://10.42.0.1:8000/. While it is on, the Pi's wireless
# is in no other network; a cable still works.
set -euo pipefail
# shellcheck source=lib/common.sh
. "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/lib/common.sh"
CONNECTION=realqueen-hotspot
# The new network until it stands.
DRAFT=$CONNECTION-new

there() { nmcli connection show "$1" >/dev/null 2>&1; }

# After a power cut there may be two; the finished one counts, if it is still there.
tidy() {
  there "$DRAFT" || return 0
  if there "$CONNECTION"; then
    nmcli connection delete "$DRAFT" >/dev/null
  else
    nmcli connection modify "$DRAFT" connection.id "$CONNECTION"
  fi
}

# NetworkManager takes a longer name or a wrong password only to fail when it opens the network.
check() {
  local LC_ALL=C name=$1 password=$2
  [[ $name != -* ]] || fail "no option $name (see --help)"
  [[ -n $name && ${#name} -le 32 ]] ||
    fail "a network's name has 1 to 32 bytes; letters with accents have two, other scripts' three or four"
  [[ $password =~ ^[\ -~]{8,63}$ ]] ||
    fail "a password has 8 to 63 letters, digits and signs, none with accents"
}

# One that stands is taken away only once the new one does.
open_network() {
  nmcli connection add type wifi con-name "$DRAFT" ssid "$1" autoconnect yes \
    connection.autoconnect-priority 50 802-11-wireless.mode ap 802-11-wireless.band bg \
    ipv4.method shared ipv4.addresses 10.42.0.1/24 ipv6.method disabled \
    wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$2" >/dev/null ||
    fail "NetworkManager does not take these settings (see above); nothing was changed"
  if ! nmcli connection up "$DRAFT" >/dev/null; then
    nmcli connection delete "$DRAFT" >/dev/null
    ! there "$CONNECTION" || nmcli connection up "$CONNECTION" >/dev/null || true
    fail "the network can't be opened; is a wireless country set (raspi-config)?"
  fi
  ! there "$CONNECTION" || nmcli connection delete "$CONNECTION" >/dev/null
  nmcli connection modify "$DRAFT" connection.id "$CONNECTION"
}

main() {
  case ${1---help} in
    --help | -h) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
  esac
  need_root
  command -v nmcli >/dev/null ||
    fail "NetworkManager is missing; Raspberry Pi OS has it from bookworm on"
  if [ "$1" = --remove ]; then
    tidy
    there "$CONNECTION" || fail "there is no such network to remove"
    nmcli connection delete "$CONNECTION" >/dev/null
    say "The Pi looks for its former networks again."
    return 0
  fi
  check "$1" "${2:-}"
  tidy
  # Made anew, so that the same command with another name or password changes it.
  open_network "$1" "$2"
  say "Phones join \"$1\" and open http://10.42.0.1:$(config PORT 8000)/"
}

main "$@"
