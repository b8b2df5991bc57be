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

main() {
  case ${1:---help} in
    --help | -h) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
  esac
  need_root
  command -v nmcli >/dev/null ||
    fail "NetworkManager is missing; Raspberry Pi OS has it from bookworm on"
  if [ "$1" = --remove ]; then
    nmcli connection show "$CONNECTION" >/dev/null 2>&1 || fail "there is no such network to remove"
    nmcli connection delete "$CONNECTION" >/dev/null
    say "The Pi looks for its former networks again."
    return 0
  fi
  local name=$1 password=${2:-}
  [ ${#name} -le 32 ] || fail "a network's name has at most 32 characters"
  [[ ${#password} -ge 8 && ${#password} -le 63 ]] || fail "a password has 8 to 63 characters"
  # Made anew, so that the same command with another name or password changes it.
  nmcli connection delete "$CONNECTION" >/dev/null 2>&1 || true
  nmcli connection add type wifi con-name "$CONNECTION" ssid "$name" autoconnect yes \
    connection.autoconnect-priority 50 802-11-wireless.mode ap 802-11-wireless.band bg \
    ipv4.method shared ipv4.addresses 10.42.0.1/24 ipv6.method disabled \
    wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$password" >/dev/null
  nmcli connection up "$CONNECTION" >/dev/null ||
    fail "the network can't be opened; is a wireless country set (raspi-config)?"
  say "Phones join \"$name\" and open http://10.42.0.1:$(config PORT 8000)/"
}

main "$@"
