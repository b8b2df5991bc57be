#!/usr/bin/env bash
# Checks everything here on any Debian machine, without a Raspberry Pi.
#
#     sudo deploy/raspberrypi/check.sh [STEP...]
#
# Steps, in order; all but suite-arm64 if none is named:
#   scripts      shellcheck, and systemd's own opinion of the service and its sandbox
#   camera       real picamera2 on libcamera's virtual camera: recorded frames to rulings
#   stall        the same, its cable taken off and put on again under the service's user
#   install      install, run, upgrade, roll back, back up, restore, uninstall (amd64)
#   faults       kill -9 at random moments, a read-only and a full disk, no camera
#   boot         a bookworm tree booted in a container: the service under real systemd,
#                its sandbox, watchdog, restarts, an upgrade that is taken back
#   screen       the kiosk on a screen in memory: codes to be scanned, then the board;
#                the access point's settings, as NetworkManager reads them
#   arm64        installation and service in a bookworm arm64 tree, emulated
#   suite-arm64  the whole test suite there, emulated (hours; TESTS names a part)
#
# Trees are built with debootstrap below $TREES (default /tmp/realqueen-trees) and
# removed at the end unless KEEP=1. Outside of it apt installs what is missing for a
# step (debootstrap, shellcheck ...), and arm64 registers qemu with the kernel.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPOSITORY=$(cd "$HERE/../.." && pwd)
TREES=${TREES:-/tmp/realqueen-trees}
KILLS=${KILLS:-8}
PORT=${PORT:-8217}
INSIDE=/opt/src/deploy/raspberrypi
# What the recorded game begins with, its first combination included.
PLAYED=(e4 d3 e3 c4 e5 e2 'e6=R^e3e5xd3')

step() { printf '\n== %s\n' "$*"; }
fail() {
  printf 'check: %s\n' "$*" >&2
  exit 1
}

# --- trees ---------------------------------------------------------------------

need() {
  local missing=()
  [ -x /usr/sbin/debootstrap ] || missing+=(debootstrap)
  command -v shellcheck >/dev/null || missing+=(shellcheck)
  command -v systemd-analyze >/dev/null || missing+=(systemd)
  [ "$1" != boot ] || command -v systemd-nspawn >/dev/null || missing+=(systemd-container)
  [ "$1" != arm64 ] || [ -x /usr/bin/qemu-aarch64-static ] || missing+=(qemu-user-static)
  [ ${#missing[@]} -eq 0 ] || {
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
  }
}

register_arm64() {
  [ "$(uname -m)" = aarch64 ] && return 0
  local formats=/proc/sys/fs/binfmt_misc
  mountpoint -q $formats || mount -t binfmt_misc none $formats
  [ -e $formats/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$formats/register
}

# tree NAME SUITE [DEBOOTSTRAP OPTIONS]: a minimal Debian with our source in /opt/src.
tree() {
  local root=$TREES/$1 suite=$2
  shift 2
  mkdir -p "$TREES"
  if [ ! -f "$root/.built" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase --include=ca-certificates,python3-venv "$@" "$suite" "$root" \
      >"$root.log" 2>&1 || fail "debootstrap failed: $root.log"
    touch "$root/.built"
  fi
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
  mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
  # Browsers and emulated programs share memory.
  mountpoint -q "$root/dev/shm" || mount --bind /dev/shm "$root/dev/shm"
  put_source "$root"
}

put_source() {
  rm -rf "$1/opt/src"
  mkdir -p "$1/opt/src"
  (cd "$REPOSITORY" && git ls-files -z --cached --others --exclude-standard -- \
    . ':!tests' ':!docs' | tar --null --files-from=- -cf -) | tar -xf - -C "$1/opt/src"
}

# inside NAME COMMAND...: run there, with nothing of our surroundings. Emulated, it is a
# Pi 4's core: with all that qemu knows, linear algebra would take the widest vectors,
# which are its slowest.
inside() {
  local root=$TREES/$1
  shift
  chroot "$root" env -i HOME=/root LANG=C.UTF-8 PIP_CACHE_DIR=/var/cache/pip \
    QEMU_CPU=cortex-a72 PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$@"
}

clean_up() {
  local mounted
  # What was started in there and never ended, an emulated program say.
  for mounted in "$TREES"/*/; do cut_power "$(basename "$mounted")"; done
  # Deepest first: what the faults mounted, then proc and dev.
  awk -v trees="$TREES/" 'index($2, trees) == 1 {print $2}' /proc/mounts | sort -r |
    while read -r mounted; do umount "$mounted" || true; done
  if [ -z "${KEEP:-}" ] && ! grep -q " $TREES/" /proc/mounts; then rm -rf "$TREES"; fi
}

# --- steps ---------------------------------------------------------------------

check_scripts() {
  need scripts
  shellcheck -x -s bash -P "$HERE" "$HERE"/*.sh "$HERE/lib/common.sh"
  local unit
  for unit in realqueen realqueen-kiosk; do
    # Its command is installed on the Pi, not here; nothing else may be said of it.
    { systemd-analyze verify "$HERE/$unit.service" 2>&1 || true; } |
      { ! grep -v 'is not executable: No such file or directory'; } ||
      fail "systemd does not like $unit.service"
  done
  systemd-analyze security --offline=true --threshold=20 "$HERE/realqueen.service" >/dev/null ||
    fail "the sandbox lets too much through"
  systemd-analyze security --offline=true "$HERE/realqueen.service" | tail -1
}

# The real picamera2 comes from PyPI here: its .deb is only in Raspberry Pi's archive.
# A tree of its own: what backports bring must not come into the others.
camera_tree() {
  tree camera trixie
  local root=$TREES/camera
  if [ ! -f "$root/opt/camera/.built" ]; then
    printf 'deb http://deb.debian.org/debian trixie-backports main\n' \
      >"$root/etc/apt/sources.list.d/backports.list"
    inside camera apt-get update -q
    inside camera env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
      --no-install-recommends python3-prctl
    inside camera env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
      --no-install-recommends -t trixie-backports python3-libcamera
    inside camera python3 -m venv /opt/camera/venv
    inside camera /opt/camera/venv/bin/pip install -q --no-deps --target /opt/camera/packages \
      picamera2 simplejpeg videodev2 av piexif pillow
    touch "$root/opt/camera/.built"
  fi
  python3 "$HERE/lib/signatures.py" "$root/opt/camera/packages/picamera2" \
    "$REPOSITORY/tests/vision/picamera2_signatures.json" ||
    fail "picamera2 has changed: mend the fake of the tests"
}

# virtual_camera PICTURES LONG SHORT: it shows the first pictures of the recorded game, the
# bare board and the trays LONG times, while the board is searched for, the others SHORT.
virtual_camera() {
  local root=$TREES/camera number=0 line=0 times picture
  rm -rf "$root/opt/frames" && mkdir -p "$root/opt/frames"
  find "$REPOSITORY/vision/recordings/demo" -name '*.jpg' | sort | head -n "$1" >"$TREES/pictures"
  while read -r picture; do
    times=$3
    [ $((line++)) -ge 2 ] || times=$2
    for _ in $(seq "$times"); do
      cp "$picture" "$root/opt/frames/$number.jpg"
      number=$((number + 1))
    done
  done <"$TREES/pictures"
  mkdir -p "$root/usr/share/libcamera/pipeline/virtual"
  cat >"$root/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<'YAML'
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - {width: 1280, height: 720, frame_rates: [30, 60]}
  frames: {path: "/opt/frames/"}
  location: "CameraLocationFront"
  model: "imx708"
YAML
}

# as_service TREE [NAME=VALUE...] -- COMMAND...: the unit's ExecStart as the unit's user.
as_service() {
  local name=$1
  shift
  inside "$name" python3 $INSIDE/lib/as_service.py /etc/systemd/system/realqueen.service "$@"
}

with_camera=(
  "PYTHONPATH=$INSIDE/lib/virtual:/opt/camera/packages"
  'LIBCAMERA_LOG_LEVELS=*:FATAL' VIRTUAL_STALL=/tmp/stall
)

install_in() {
  local name=$1
  shift
  inside "$name" $INSIDE/install.sh --port "$PORT" "$@" >"$TREES/$name-install.log" 2>&1 ||
    { tail -20 "$TREES/$name-install.log" && fail "install.sh failed in $name"; }
  inside "$name" realqueen judge start d4 >/dev/null
}

check_camera() {
  need camera
  camera_tree
  # A marble counts five frames after it has come to rest: nobody plays faster than that.
  virtual_camera 30 40 6
  install_in camera --source picamera2
  rm -rf "$TREES/camera/var/lib/realqueen"/*
  as_service camera "${with_camera[@]}" VIRTUAL_RATE=6 -- \
    python3 $INSIDE/lib/watch_moves.py "http://127.0.0.1:$PORT" 400 "${PLAYED[@]}"
}

check_stall() {
  need camera
  camera_tree
  virtual_camera 3 1 1
  install_in camera --source picamera2
  rm -f "$TREES/camera/tmp/stall"
  as_service camera "${with_camera[@]}" -- \
    python3 $INSIDE/lib/watch_stall.py "http://127.0.0.1:$PORT" /tmp/stall
}

# play TREE: the service on the recorded game until a combination has been called.
play() {
  as_service "$1" REALQUEEN_SOURCE=recording:demo -- \
    python3 $INSIDE/lib/watch_moves.py "http://127.0.0.1:$PORT" "${2:-200}" "${PLAYED[@]}"
}

current() { readlink "$TREES/$1/opt/realqueen/current"; }

# Another release: one file differs.
change_source() { printf '\n' >>"$TREES/$1/opt/src/README.md"; }

check_install() {
  need install
  tree trixie trixie
  local first second
  step "installation"
  install_in trixie --source auto
  play trixie
  first=$(current trixie)
  step "the same again changes nothing"
  install_in trixie
  [ "$(current trixie)" = "$first" ] || fail "the same source made another release"
  step "backup, restore"
  inside trixie rm -f /root/games.zip
  inside trixie realqueen backup /root/games.zip
  inside trixie realqueen backup /root/games.zip
  inside trixie realqueen restore /root/games.zip 2>/dev/null && fail "games were replaced unasked"
  inside trixie realqueen restore /root/games.zip --replace
  step "upgrade, roll back, forward again"
  change_source trixie
  install_in trixie
  second=$(current trixie)
  [ "$second" != "$first" ] || fail "the upgrade did not switch"
  inside trixie $INSIDE/rollback.sh
  [ "$(current trixie)" = "$first" ] || fail "the roll-back did not switch"
  play trixie
  inside trixie $INSIDE/rollback.sh
  [ "$(current trixie)" = "$second" ] || fail "it did not come forward again"
  step "an upgrade that doesn't work is not switched to"
  printf 'raise RuntimeError("broken")\n' >>"$TREES/trixie/opt/src/companion/cli.py"
  inside trixie $INSIDE/install.sh >/dev/null 2>&1 && fail "a broken release was installed"
  [ "$(current trixie)" = "$second" ] || fail "a broken release was switched to"
  inside trixie realqueen judge start d4 >/dev/null
  put_source "$TREES/trixie"
  step "uninstallation keeps the games, --purge does not"
  inside trixie $INSIDE/uninstall.sh
  [ -f "$TREES/trixie/var/lib/realqueen/games.sqlite3" ] || fail "the games are gone"
  [ ! -e "$TREES/trixie/opt/realqueen" ] || fail "something was left in /opt"
  inside trixie $INSIDE/uninstall.sh --purge
  [ ! -e "$TREES/trixie/var/lib/realqueen" ] || fail "the games are still there"
  ! inside trixie getent passwd realqueen || fail "the user is still there"
}

# Whether what is installed works, if anything is: at no moment may it be broken.
never_broken() {
  [ -L "$TREES/trixie/opt/realqueen/current" ] || return 0
  [ -f "$TREES/trixie/opt/realqueen/current/.complete" ] || fail "an unfinished release is current"
  inside trixie /opt/realqueen/current/venv/bin/realqueen judge start d4 >/dev/null ||
    fail "what is installed no longer works"
}

# Whoever is inside the tree: a power cut ends all of them at once. Those who are just
# being started are found by looking again.
cut_power() {
  local process root found=yes
  while [ -n "$found" ]; do
    found=
    for process in /proc/[0-9]*; do
      root=$(readlink "$process/root" 2>/dev/null) || continue
      if [ "$root" = "$TREES/$1" ] && kill -KILL "${process#/proc/}" 2>/dev/null; then found=yes; fi
    done
  done
}

check_faults() {
  need faults
  tree trixie trixie
  local number delay
  step "power cut at $KILLS random moments of installation and upgrade"
  for number in $(seq "$KILLS"); do
    change_source trixie
    # Packages too, now and then.
    if [ $((number % 4)) = 1 ]; then
      inside trixie apt-get remove -y -q avahi-daemon libdaemon0 >/dev/null 2>&1 || true
    fi
    inside trixie $INSIDE/install.sh --port "$PORT" >"$TREES/cut.log" 2>&1 &
    delay=$(awk -v seed="$RANDOM" 'BEGIN {srand(seed); printf "%.2f", rand() * 30}')
    sleep "$delay"
    cut_power trixie
    wait $! 2>/dev/null || true
    printf 'cut %s after %s s: %s\n' "$number" "$delay" "$(tail -1 "$TREES/cut.log" | cut -c1-60)"
    never_broken
  done
  step "the same command again finishes it"
  install_in trixie
  never_broken
  step "a read-only card"
  change_source trixie
  mount --bind "$TREES/trixie/opt/realqueen" "$TREES/trixie/opt/realqueen"
  mount -o remount,bind,ro "$TREES/trixie/opt/realqueen"
  says trixie "read-only" $INSIDE/install.sh
  umount "$TREES/trixie/opt/realqueen"
  never_broken
  step "a full disk"
  mkdir -p "$TREES/trixie/opt/keep"
  mount -t tmpfs -o size=50M tmpfs "$TREES/trixie/opt/keep"
  mount --bind "$TREES/trixie/opt/keep" "$TREES/trixie/opt/realqueen"
  says trixie "make room" $INSIDE/install.sh
  umount "$TREES/trixie/opt/realqueen" "$TREES/trixie/opt/keep"
  never_broken
  step "no room for games"
  mount -t tmpfs -o size=64k,mode=777 tmpfs "$TREES/trixie/var/lib/realqueen"
  dd if=/dev/zero of="$TREES/trixie/var/lib/realqueen/full" 2>/dev/null || true
  says trixie "disk" setpriv --reuid=realqueen --regid=realqueen --init-groups -- timeout 60 \
    /opt/realqueen/current/venv/bin/realqueen run --source recording:demo --speed 20 \
    --port "$PORT" --data /var/lib/realqueen --no-browser
  umount "$TREES/trixie/var/lib/realqueen"
  step "no camera: the page answers and says so"
  as_service trixie REALQUEEN_SOURCE=picamera2 -- sh -c \
    "python3 -c \"
import urllib.request, urllib.error
try:
    urllib.request.urlopen('http://127.0.0.1:$PORT/healthz')
except urllib.error.HTTPError as error:
    said = error.read().decode()
    print(said)
    assert error.code == 503 and 'camera' in said
else:
    raise SystemExit('well without a camera?')
\""
}

# says TREE WORDS COMMAND...: it must fail, in words, without a traceback.
says() {
  local name=$1 words=$2 said
  shift 2
  if said=$(inside "$name" "$@" 2>&1); then fail "this should have failed: $*"; fi
  grep -q "$words" <<<"$said" || fail "not said in words: $said"
  ! grep -q Traceback <<<"$said" || fail "a traceback: $said"
  tail -1 <<<"$said"
}

check_boot() {
  need boot
  tree boot bookworm
  local root=$TREES/boot
  inside boot apt-get update -q >"$root.log"
  inside boot env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    systemd systemd-sysv dbus >>"$root.log"
  rm -f "$root/root/passed" "$root/root/check.log"
  cat >"$root/etc/systemd/system/check.service" <<UNIT
[Service]
Type=oneshot
Environment=HOME=/root PIP_CACHE_DIR=/var/cache/pip
StandardOutput=append:/root/check.log
StandardError=inherit
ExecStart=$INSIDE/lib/boot_check.sh $PORT
ExecStart=touch /root/passed
ExecStopPost=systemctl --no-block poweroff
[Install]
WantedBy=multi-user.target
UNIT
  mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
  ln -sf ../check.service "$root/etc/systemd/system/multi-user.target.wants/check.service"
  # The container brings its own.
  umount "$root/proc" "$root/dev/shm" "$root/dev"
  timeout 1500 systemd-nspawn -q --boot --register=no --keep-unit --resolv-conf=off \
    -D "$root" >"$root.console" 2>&1 </dev/null || true
  [ -f "$root/root/passed" ] || { tail -40 "$root/root/check.log" && fail "see $root/root/check.log"; }
  grep -E '^(: |\+ : |→|played)' "$root/root/check.log"
}

check_screen() {
  need screen
  tree trixie trixie
  install_in trixie --source simulator
  rm -rf "$TREES/trixie/var/lib/realqueen"/*
  inside trixie $INSIDE/kiosk.sh >"$TREES/kiosk.log" 2>&1 || fail "see $TREES/kiosk.log"
  # A tree gives the browser no user namespaces of its own, a Pi does.
  inside trixie env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
    --no-install-recommends chromium-sandbox grim network-manager >>"$TREES/kiosk.log" 2>&1
  as_service trixie REALQUEEN_SOURCE=simulator -- \
    /opt/realqueen/current/venv/bin/python $INSIDE/lib/watch_screen.py \
    /etc/systemd/system/realqueen-kiosk.service /tmp/kiosk 300
  inside trixie $INSIDE/kiosk.sh --remove
  ! inside trixie getent passwd realqueen-kiosk || fail "the kiosk's user is still there"
  step "access point"
  # Without a wireless card only what would be set up can be looked at.
  # shellcheck disable=SC2016  # for the shell in there
  printf '#!/bin/sh\n%s\n' '[ "$2" != add ] || exec /usr/bin/nmcli --offline "$@" >/tmp/ap' \
    >"$TREES/trixie/usr/local/bin/nmcli"
  chmod +x "$TREES/trixie/usr/local/bin/nmcli"
  inside trixie $INSIDE/access-point.sh "Circolo di Trieste" segreto123
  local line
  for line in 'ssid=Circolo di Trieste' mode=ap method=shared psk=segreto123; do
    grep -qxF "$line" "$TREES/trixie/tmp/ap" || fail "NetworkManager did not read $line"
  done
  says trixie "8 to 63" $INSIDE/access-point.sh Circolo short
  rm "$TREES/trixie/usr/local/bin/nmcli"
}

check_arm64() {
  need arm64
  register_arm64
  tree arm64 bookworm --arch=arm64
  inside arm64 uname -m
  install_in arm64 --source auto
  # Emulated, the search for a board takes many minutes, so no game is played here.
  as_service arm64 REALQUEEN_SOURCE=recording:demo -- python3 -c "
import json, urllib.request
health = json.load(urllib.request.urlopen('http://127.0.0.1:$PORT/healthz', timeout=60))
print(health)
assert health['ok'] and health['frame'] is not None
assert b'Real Queen' in urllib.request.urlopen('http://127.0.0.1:$PORT/', timeout=60).read()"
}

# suite_packages: what .ci/run installs, for a tree that is emulated.
suite_packages() {
  local browser=chromium
  # Browsers don't run emulated. This machine's own, beside it, is as good as a phone's.
  if [ "$(uname -m)" != aarch64 ]; then
    inside arm64 dpkg --add-architecture amd64
    browser=chromium:amd64
  fi
  inside arm64 apt-get update -q
  inside arm64 env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
    --no-install-recommends "$browser" fonts-dejavu-core libatomic1 shellcheck systemd
}

check_suite_arm64() {
  need arm64
  register_arm64
  tree arm64 bookworm --arch=arm64
  suite_packages >"$TREES/suite.log" 2>&1 || fail "see $TREES/suite.log"
  local work=$TREES/arm64/opt/work
  rm -rf "$work" && mkdir -p "$work"
  (cd "$REPOSITORY" && git ls-files -z | tar --null --files-from=- -cf -) | tar -xf - -C "$work"
  # TESTS: some of them only, files or folders.
  # shellcheck disable=SC2016  # for the shell in there
  inside arm64 env CI=true SLOW=20 TESTS="${TESTS:-}" sh -ec '
    cd /opt/work
    python3 -m venv .venv
    .venv/bin/pip install -q --no-deps --require-hashes -r requirements.lock
    .venv/bin/pip install -q --no-deps --require-hashes -r requirements-dev.lock
    .venv/bin/pip install -q --no-deps --no-build-isolation -e .
    date
    .venv/bin/python -m pytest -q --durations=20 $TESTS
    date'
}

main() {
  case ${1:-} in
    --help | -h) sed -n '2,24s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
    '') set -- scripts camera stall install faults boot screen arm64 ;;
  esac
  [ "$(id -u)" = 0 ] || fail "this needs root: put sudo before the command"
  trap clean_up EXIT
  local name begun
  for name in "$@"; do
    begun=$SECONDS
    step "$name"
    declare -F "check_${name//-/_}" >/dev/null || fail "no step $name (see --help)"
    "check_${name//-/_}"
    printf '%s: passed in %s s\n' "$name" "$((SECONDS - begun))"
  done
}

main "$@"
