# shellcheck shell=bash
# What install.sh, rollback.sh and uninstall.sh share. Sourced, not run.
#
# shellcheck disable=SC2034  # used by those who source it

HOME_DIR=/opt/realqueen
RELEASES="$HOME_DIR/releases"
DATA=/var/lib/realqueen
CONFIG=/etc/realqueen/realqueen.conf
UNIT=/etc/systemd/system/realqueen.service
JOURNAL=/etc/systemd/journald@realqueen.conf
AVAHI=/etc/avahi/services/realqueen.service
COMMAND=/usr/local/bin/realqueen
ACCOUNT=realqueen

say() { printf '%s\n' "$*"; }

fail() {
  printf 'realqueen: %s\n' "$*" >&2
  exit 2
}

need_root() {
  [ "$(id -u)" = 0 ] || fail "this needs root: put sudo before the command"
}

# Whether systemd runs this machine; in a tree that is only being prepared it doesn't.
have_systemd() { command -v systemctl >/dev/null && [ -d /run/systemd/system ]; }

# write_whole FILE [MODE]: standard input into a file, whole or not at all.
write_whole() {
  local file=$1 mode=${2:-644} draft
  mkdir -p "$(dirname "$file")"
  draft=$(mktemp "$file.XXXXXX")
  cat >"$draft"
  chmod "$mode" "$draft"
  sync "$draft"
  mv -f "$draft" "$file"
}

# point LINK TARGET: a symbolic link from now on, at no moment none.
point() {
  local draft
  draft=$(mktemp -u "$1.XXXXXX")
  ln -s "$2" "$draft"
  mv -Tf "$draft" "$1"
  sync "$(dirname "$1")"
}

# The release that a link points to, by its name; empty if there is none.
release_of() {
  local target
  target=$(readlink "$HOME_DIR/$1" 2>/dev/null) || return 0
  basename "$target"
}

is_complete() { [ -n "$1" ] && [ -f "$RELEASES/$1/.complete" ]; }

# in_release NAME COMMAND...: the companion of a release, as its own user, on its own data.
in_release() {
  local name=$1
  shift
  as_account "$RELEASES/$name/venv/bin/realqueen" "$@"
}

as_account() {
  if command -v setpriv >/dev/null; then
    setpriv --reuid="$ACCOUNT" --regid="$ACCOUNT" --init-groups -- "$@"
  else
    runuser -u "$ACCOUNT" -- "$@"
  fi
}

# The kiosk's user goes, also while systemd still ends what was its own.
remove_kiosk_account() {
  getent passwd realqueen-kiosk >/dev/null || return 0
  if have_systemd; then loginctl terminate-user realqueen-kiosk 2>/dev/null || true; fi
  local number
  for number in 1 2 3 4 5; do
    if userdel --remove realqueen-kiosk 2>/dev/null; then return 0; fi
    getent passwd realqueen-kiosk >/dev/null || return 0
    sleep "$number"
  done
  say "The user realqueen-kiosk is still busy: run this again after the next start."
}

# config KEY DEFAULT: a setting of the service, as it is now.
config() {
  local value=
  [ ! -f "$CONFIG" ] || value=$(sed -n "s/^REALQUEEN_$1=//p" "$CONFIG" | tail -1)
  say "${value:-$2}"
}

# Whether the companion answers on its page, within so many seconds.
answers_within() {
  local end=$((SECONDS + $1)) port
  port=$(config PORT 8000)
  while [ "$SECONDS" -lt "$end" ]; do
    if python3 - "$port" <<'PYTHON'
import http.client, sys
visit = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=3)
try:
    visit.request("GET", "/healthz")
    sys.exit(visit.getresponse().status not in (200, 503))
except OSError:
    sys.exit(1)
PYTHON
    then return 0; fi
    sleep 1
  done
  return 1
}

# Start the service anew on what "current" points to; whether it answers.
restart_service() {
  have_systemd || return 0
  systemctl daemon-reload
  systemctl enable --quiet realqueen.service
  systemctl restart realqueen.service && answers_within 60
}
