#!/usr/bin/env bash
# Goes back to the release that was installed before.
#
#     sudo deploy/raspberrypi/rollback.sh [--with-games BACKUP.zip]
#
# Games stay as they are. If the older release can't read them, it says so, and
# --with-games puts back the backup that was made before the upgrade
# (/var/lib/realqueen/backups).
set -euo pipefail
# shellcheck source=lib/common.sh
. "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/lib/common.sh"
STOPPED=

# Started again whatever happens here, Ctrl-C too.
stop_service() {
  have_systemd || return 0
  STOPPED=yes
  systemctl stop realqueen.service
}

clean_up() { [ -z "$STOPPED" ] || systemctl start realqueen.service; }

# Whether that release can open today's games: it opens a copy of them.
can_read_games() {
  [ -f "$DATA/games.sqlite3" ] || return 0
  local name=$1 trial=$DATA/.rollback status=0
  rm -rf "$trial"
  install -d -m 700 -o "$ACCOUNT" -g "$ACCOUNT" "$trial"
  if ! in_release "$(release_of current)" backup "$trial/b.zip" --data "$DATA" >/dev/null ||
    ! in_release "$name" restore "$trial/b.zip" --data "$trial/games" >/dev/null; then status=1; fi
  rm -rf "$trial"
  return $status
}

main() {
  local backup='' old new
  case ${1:-} in
    --with-games)
      [ -f "${2:-}" ] || fail "--with-games wants a backup; there is no file ${2:-}"
      backup=$(realpath "$2")
      ;;
    --help | -h) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
    '') ;;
    *) fail "no option $1 (see --help)" ;;
  esac
  need_root
  old=$(release_of previous)
  new=$(release_of current)
  is_complete "$old" || fail "there is no older release to go back to"
  [ "$old" != "$new" ] || fail "release $old is the one that runs"
  trap clean_up EXIT
  stop_service
  if [ -n "$backup" ]; then
    in_release "$old" restore "$backup" --data "$DATA" --replace ||
      fail "the games of $backup can't be put back (see above); release $new goes on"
  elif ! can_read_games "$old"; then
    fail "release $old can't read the games of today; go back with those of before the upgrade: \
--with-games $(find "$DATA/backups" -name 'before-*.zip' | sort | tail -1)"
  fi
  point "$HOME_DIR/current" "releases/$old"
  # Kept, so that one may come forward again the same way.
  point "$HOME_DIR/previous" "releases/$new"
  restart_service || fail "release $old does not answer: journalctl --namespace=realqueen -e"
  say "Back at release $old; the same command goes forward to $new again."
}

main "$@"
