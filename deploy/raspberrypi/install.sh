#!/usr/bin/env bash
# Installs the companion on a Raspberry Pi (or any 64-bit Debian), or upgrades it.
#
#     sudo deploy/raspberrypi/install.sh [--source NAME] [--port N] [--name HOST]
#
# Run it again after anything went wrong, a power cut included: every step looks first
# at what is there, and nothing that works is taken away before the new has been tried.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE_TREE=$(cd "$HERE/../.." && pwd)
# shellcheck source=lib/common.sh
. "$HERE/lib/common.sh"

NEEDED_MB=700
KEEP_BACKUPS=3
WANTED_SOURCE='' WANTED_PORT='' WANTED_NAME=''

usage() {
  sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  say '
  --source NAME  picamera2, webcam, webcam:N or auto (default: auto, as before if installed)
  --port N       of the page (default: 8000, as before if installed)
  --name HOST    rename this machine, so that phones find it as HOST.local'
}

options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --help | -h) usage && exit 0 ;;
      --source | --port | --name) [ -n "${2:-}" ] || fail "$1 wants a value (see --help)" ;;
      *) fail "no option $1 (see --help)" ;;
    esac
    case $1 in
      --source) WANTED_SOURCE=$2 ;;
      --port) WANTED_PORT=$2 ;;
      --name) WANTED_NAME=$2 ;;
    esac
    shift 2
  done
  # Ports below are for root, which the service is not.
  [ -z "$WANTED_PORT" ] || { [[ $WANTED_PORT =~ ^[1-9][0-9]{3,4}$ ]] &&
    [ "$WANTED_PORT" -ge 1024 ] && [ "$WANTED_PORT" -le 65535 ]; } ||
    fail "--port wants a number from 1024 to 65535"
  [[ $WANTED_SOURCE =~ ^(|auto|picamera2|webcam(:[0-9]{1,3})?|simulator|recording:[A-Za-z0-9_/.-]+)$ ]] ||
    fail "--source wants auto, picamera2, webcam or webcam:N"
  [[ $WANTED_NAME =~ ^(|[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)$ ]] ||
    fail "--name wants at most 63 letters, digits and hyphens in between"
}

check_system() {
  local bits
  command -v apt-get >/dev/null || fail "this is for Raspberry Pi OS and Debian: apt-get is missing"
  bits=$(dpkg --print-architecture)
  case $bits in
    arm64 | amd64) ;;
    armhf | armel | i386) fail "this system has 32 bits ($bits): install the 64-bit Raspberry Pi OS; \
for 32 bits there are no packages of NumPy and OpenCV" ;;
    *) fail "nothing is known of machines of the kind $bits" ;;
  esac
  # shellcheck source=/dev/null
  CODENAME=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  case $CODENAME in
    bookworm) REQUIREMENTS=$HERE/requirements-bookworm.lock ;;
    bullseye | buster) fail "Raspberry Pi OS $CODENAME is too old: install bookworm or newer" ;;
    *) REQUIREMENTS=$SOURCE_TREE/requirements.lock ;;
  esac
}

# Room is looked at before the first step, so that the disk is not filled half-way.
check_disk() {
  local free folder
  if ! { mkdir -p "$HOME_DIR" && touch "$HOME_DIR/.try"; } 2>/dev/null; then
    fail "$HOME_DIR can't be written: is the card read-only or worn out?"
  fi
  rm -f "$HOME_DIR/.try"
  for folder in "$HOME_DIR" /tmp; do
    free=$(df --output=avail -BM "$folder" | tail -1 | tr -dc 0-9)
    [ "$folder" = /tmp ] && NEEDED_MB=100
    [ "$free" -ge "$NEEDED_MB" ] ||
      fail "$folder has $free MB free and $NEEDED_MB are needed: make room and run this again"
  done
}

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$'; }

# A package installation that a power cut interrupted is finished first.
install_packages() {
  local wanted=(python3 python3-venv avahi-daemon) missing=() package
  if is_installed python3-picamera2 || apt-cache show python3-picamera2 >/dev/null 2>&1; then
    wanted+=(python3-picamera2)
  else
    say "No python3-picamera2 in this system's archives: USB webcams only."
  fi
  for package in "${wanted[@]}"; do is_installed "$package" || missing+=("$package"); done
  [ -z "$(dpkg --audit)" ] || dpkg --configure -a
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing ${missing[*]} ..."
  apt-get update -q ||
    fail "the package lists can't be fetched: connect the network and run this again"
  # Looked for once more: before the first update a new system knows no packages.
  if apt-cache show python3-picamera2 >/dev/null 2>&1 && ! is_installed python3-picamera2; then
    missing+=(python3-picamera2)
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
    fail "packages can't be installed (see above): mend that and run this again"
}

check_python() {
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, this is $(python3 -V)"
}

make_account() {
  getent group video >/dev/null || groupadd --system video
  getent passwd "$ACCOUNT" >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/realqueen --no-create-home \
      --shell /usr/sbin/nologin "$ACCOUNT"
  usermod --append --groups video "$ACCOUNT"
  install -d -m 750 -o "$ACCOUNT" -g "$ACCOUNT" "$DATA"
  chown -R "$ACCOUNT:$ACCOUNT" "$DATA"
}

write_config() {
  local rate=30
  # A Zero 2 W has half a gigabyte and slow cores.
  [ "$(awk '/MemTotal/ {print $2}' /proc/meminfo)" -gt 900000 ] || rate=10
  write_whole "$CONFIG" <<CONF
# Read when the service starts: sudo systemctl restart realqueen
# The camera: auto, picamera2, webcam, webcam:N.
REALQUEEN_SOURCE=${WANTED_SOURCE:-$(config SOURCE auto)}
# 0.0.0.0 lets phones in, 127.0.0.1 only a screen on this machine.
REALQUEEN_HOST=$(config HOST 0.0.0.0)
REALQUEEN_PORT=${WANTED_PORT:-$(config PORT 8000)}
# Frames looked at a second, at most.
REALQUEEN_RATE=$(config RATE $rate)
# Hertz of the mains that feed the lamps: 50, or 60 in North America.
REALQUEEN_MAINS=$(config MAINS 50)
# How games begin, as "realqueen run --help" names it: --strictness tournament --clock 15
REALQUEEN_GAME=$(config GAME "")
CONF
}

release_name() {
  local version content
  version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE_TREE/pyproject.toml" | head -1)
  content=$(cd "$SOURCE_TREE" && release_files | sort -z | xargs -0 sha256sum | sha256sum)
  printf '%s-%s-%s\n' "$version" "$CODENAME" "${content:0:10}"
}

release_files() {
  find engine vision calibration companion pyproject.toml README.md LICENSE requirements.lock \
    deploy/raspberrypi -type f ! -path '*/__pycache__/*' -print0
}

# A release is built where it will stay (a virtual environment can't be moved), and
# counts only once its mark is there.
build_release() {
  local name=$1 folder=$RELEASES/$1
  is_complete "$name" && return 0
  say "Setting up release $name ..."
  rm -rf "$folder"
  mkdir -p "$folder/source"
  (cd "$SOURCE_TREE" && release_files | tar --null --files-from=- -cf -) |
    tar -xf - -C "$folder/source" --no-same-owner
  python3 -m venv --system-site-packages "$folder/venv"
  # The lock names everything: nothing is resolved anew. That all fits is seen by try_release.
  pip_install "$folder" --no-deps --require-hashes -r "$REQUIREMENTS"
  # Without isolation nothing is downloaded that has no hash.
  pip_install "$folder" --no-deps --no-build-isolation "$folder/source"
  try_release "$folder"
  sync
  touch "$folder/.complete"
  sync "$folder"
}

pip_install() {
  local folder=$1
  shift
  "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-warn-script-location --ignore-installed "$@" ||
    fail "Python packages can't be installed (see above): connect the network and run this again"
}

# Everything is imported together, apt's picamera2 included, and a move is ruled on.
try_release() {
  "$1/venv/bin/python" - <<'PYTHON' || fail "the new release does not work here (see above); nothing was changed"
import sys
from companion.doctor.finding import Level
from companion.doctor.machine import versions

bad = [finding.text("en") for finding in versions() if finding.level is Level.BAD]
print(*bad, sep="\n", file=sys.stderr)
sys.exit(bool(bad))
PYTHON
  "$1/venv/bin/realqueen" judge start d4 >/dev/null ||
    fail "the new release does not work here (see above); nothing was changed"
}

# back_up_games NEW: by the release that runs; where that can't, by the one that mends it.
back_up_games() {
  local new=$1 name stamp save
  name=$(release_of current)
  { is_complete "$name" && [ -f "$DATA/games.sqlite3" ]; } || return 0
  stamp=$(date -u +%Y%m%dT%H%M%S)
  install -d -m 750 -o "$ACCOUNT" -g "$ACCOUNT" "$DATA/backups"
  save=(backup "$DATA/backups/before-$stamp.zip" --data "$DATA")
  in_release "$name" "${save[@]}" || in_release "$new" "${save[@]}" ||
    fail "the games can't be backed up (see above); nothing was changed"
  find "$DATA/backups" -name 'before-*.zip' | sort -r | tail -n +$((KEEP_BACKUPS + 1)) |
    xargs -r rm -f
}

write_system_files() {
  write_whole "$UNIT" <"$HERE/realqueen.service"
  write_whole "$JOURNAL" <"$HERE/journald@realqueen.conf"
  sed "s/@PORT@/$(config PORT 8000)/" "$HERE/avahi.xml" | write_whole "$AVAHI"
  sed "s|@HOME@|/opt/realqueen|" "$HERE/realqueen.sh" | write_whole "$COMMAND" 755
}

rename_machine() {
  [ -n "$WANTED_NAME" ] || return 0
  if have_systemd; then hostnamectl set-hostname "$WANTED_NAME"; fi
  if grep -q '^127\.0\.1\.1' /etc/hosts; then
    sed "s/^127\.0\.1\.1.*/127.0.1.1\t$WANTED_NAME/" /etc/hosts | write_whole /etc/hosts
  fi
}

# The old release stays beside the new one, and comes back by itself if the new one fails.
switch_to() {
  local name=$1 old
  old=$(release_of current)
  if [ "$old" = "$name" ]; then
    restart_service || fail "the companion does not answer: journalctl --namespace=realqueen -e"
    return 0
  fi
  back_up_games "$name"
  ! is_complete "$old" || point "$HOME_DIR/previous" "releases/$old"
  point "$HOME_DIR/current" "releases/$name"
  restart_service && return 0
  is_complete "$old" || fail "the companion does not answer: journalctl --namespace=realqueen -e"
  point "$HOME_DIR/current" "releases/$old"
  restart_service || true
  fail "the new release does not answer, so the old one was put back: \
journalctl --namespace=realqueen -e"
}

remove_old_releases() {
  local folder name
  for folder in "$RELEASES"/*/; do
    name=$(basename "$folder")
    case $name in
      "$(release_of current)" | "$(release_of previous)") ;;
      *) rm -rf "$folder" ;;
    esac
  done
}

# The running service keeps it; in a tree that is only being prepared there is none yet.
tell_pin() {
  local seconds=5
  while have_systemd && [ ! -f "$DATA/pin" ] && [ $((seconds--)) -gt 0 ]; do sleep 1; done
  [ -f "$DATA/pin" ] || return 0
  say "Setting up and refereeing want a PIN: $(cat "$DATA/pin")    (again: sudo cat $DATA/pin)"
}

tell() {
  local port host number
  port=$(config PORT 8000)
  host=$(hostname)
  number=$(hostname -I 2>/dev/null | tr ' ' '\n' | grep -m 1 '\.') || number=
  say ""
  say "The companion is installed. On phones in the same network:"
  say "    http://${WANTED_NAME:-$host}.local:$port/"
  # Some phones know no names like this one.
  [ -z "$number" ] || say "    or http://$number:$port/"
  tell_pin
  say "How it is: sudo realqueen doctor     What it says: journalctl --namespace=realqueen -f"
  if command -v ufw >/dev/null && ufw status 2>/dev/null | grep -q '^Status: active'; then
    say "A firewall is on. Let phones in: sudo ufw allow $port/tcp && sudo ufw allow 5353/udp"
  fi
}

main() {
  options "$@"
  need_root
  check_system
  check_disk
  # One installation at a time.
  exec 9>"$HOME_DIR/.lock"
  flock -n 9 || fail "it is being installed already"
  install_packages
  check_python
  make_account
  write_config
  local name
  name=$(release_name)
  build_release "$name"
  write_system_files
  rename_machine
  switch_to "$name"
  remove_old_releases
  tell
}

main "$@"
