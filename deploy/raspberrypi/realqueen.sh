#!/usr/bin/env bash
# The companion's command on this machine: as the service's user, on the service's games.
set -euo pipefail
command=@HOME@/current/venv/bin/realqueen
data=/var/lib/realqueen
ITALIAN=
DRAFT=
STOPPED=

# fail ENGLISH ITALIAN: in one line, in the language asked for.
fail() {
  local said=$1
  [ -z "$ITALIAN" ] || said=$2
  printf 'realqueen: %s\n' "$said" >&2
  exit 2
}

setting() { sed -n "s/^REALQUEEN_$1=//p" /etc/realqueen/realqueen.conf | tail -1; }

as_service() { setpriv --reuid=realqueen --regid=realqueen --init-groups -- "$@"; }

# What holds the camera or the games is started again whatever happens here, Ctrl-C too.
stop_service() {
  if [ ! -d /run/systemd/system ] || ! systemctl --quiet is-active realqueen; then return 0; fi
  STOPPED=yes
  systemctl stop realqueen
}

clean_up() {
  [ -z "$DRAFT" ] || rm -rf "$DRAFT"
  [ -z "$STOPPED" ] || systemctl start realqueen
}

# One FILE, and options; the only one of them that takes a value is --lang.
read_arguments() {
  FILE='' OPTIONS=()
  while [ $# -gt 0 ]; do
    case $1 in
      --lang) OPTIONS+=("$1" "${2:-}") && shift ;;
      -*) OPTIONS+=("$1") ;;
      *)
        [ -z "$FILE" ] || fail "one file, please: $FILE or $1?" "un solo file: $FILE o $1?"
        FILE=$1
        ;;
    esac
    [ $# -eq 0 ] || shift
  done
  [ -n "$FILE" ] || fail "name the file: sudo realqueen $what games.zip" \
    "indica il file: sudo realqueen $what partite.zip"
}

# Made and read again where the service's user may write, then put where root wants it.
back_up() {
  read_arguments "$@"
  local said folder draft
  folder=$(dirname "$FILE")
  [ ! -d "$FILE" ] || fail "$FILE is a folder: name a file in it, ${FILE%/}/games.zip" \
    "$FILE è una cartella: indica un file al suo interno, ${FILE%/}/partite.zip"
  [ -d "$folder" ] || fail "there is no folder $folder: is the stick plugged in?" \
    "la cartella $folder non esiste: la chiavetta è inserita?"
  case "$(realpath -m "$FILE")" in
    "$(realpath -m "$data")"/*)
      fail "$FILE lies among the games: name a file elsewhere, on a stick" \
        "$FILE sta fra le partite: indica un file altrove, su una chiavetta" ;;
  esac
  DRAFT=$(as_service mktemp -d)
  draft=$DRAFT/$(basename "$FILE")
  # What lies there already is replaced only if it is a backup. Root opens it: the service's
  # user may neither read root's files nor look into folders of somebody's own.
  [ ! -f "$FILE" ] || as_service tee "$draft" <"$FILE" >/dev/null
  # Under the name that it will have, which is told.
  said=$(as_service env -C "$DRAFT" "$command" backup "$(basename "$FILE")" --data "$data" \
    "${OPTIONS[@]}")
  { cp "$draft" "$FILE.part" && sync "$FILE.part" &&
    mv -f "$FILE.part" "$FILE"; } 2>/dev/null || {
    rm -f "$FILE.part" 2>/dev/null || true
    fail "$FILE can't be written: is there room, is it write-protected?" \
      "non si può scrivere $FILE: c'è spazio, è protetto da scrittura?"
  }
  printf '%s\n' "$said"
}

put_back() {
  read_arguments "$@"
  [ -f "$FILE" ] || fail "there is no file $FILE" "il file $FILE non esiste"
  DRAFT=$(mktemp -d)
  chmod 755 "$DRAFT"
  cp "$FILE" "$DRAFT/$(basename "$FILE")"
  chmod 644 "$DRAFT/$(basename "$FILE")"
  stop_service
  as_service env -C "$DRAFT" "$command" restore "$(basename "$FILE")" --data "$data" \
    "${OPTIONS[@]}"
}

# The camera is free for the doctor only while the service doesn't hold it.
examine() {
  local source port
  source=$(setting SOURCE)
  port=$(setting PORT)
  stop_service
  as_service "$command" doctor --data "$data" --source "${source:-auto}" --port "${port:-8000}" \
    "$@"
}

main() {
  what=${1:-}
  case " $* " in
    # Computed or read, nothing else: whoever asks.
    *' --geometry '* | *' --help '* | *' -h '*) exec "$command" "$@" ;;
    ' backup '* | ' restore '* | ' doctor '*) ;;
    *) exec "$command" "$@" ;;
  esac
  case " $* " in *' --lang it '* | *' --lang=it '*) ITALIAN=yes ;; esac
  [ "$(id -u)" = 0 ] || fail "put sudo before this command" "metti sudo davanti a questo comando"
  shift
  trap clean_up EXIT
  case $what in
    backup) back_up "$@" ;;
    restore) put_back "$@" ;;
    doctor) examine "$@" ;;
  esac
}

main "$@"
