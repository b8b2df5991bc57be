#!/usr/bin/env bash
# Runs inside a booted system tree (check.sh, step boot): the service under real systemd.
set -euxo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PORT=${1:?check.sh runs this}
# It installs, breaks and removes: never on a machine that somebody uses.
systemd-detect-virt --container --quiet
PAGE=http://127.0.0.1:$PORT

restarts() { systemctl show realqueen -p NRestarts --value; }

# until SECONDS COMMAND...: the command succeeds within so many seconds.
until_it() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 1
  done
}

answers() { python3 -c "import urllib.request; urllib.request.urlopen('$PAGE/healthz', timeout=3)"; }
restarted() { [ "$(restarts)" -ge "$1" ] && systemctl is-active --quiet realqueen && answers; }

: installed, started, a game watched inside the sandbox
"$HERE/install.sh" --port "$PORT" --source recording:demo | tee /root/said
grep "PIN: $(cat /var/lib/realqueen/pin)" /root/said
systemctl is-active realqueen
systemctl is-enabled realqueen
python3 "$HERE/lib/watch_moves.py" "$PAGE" 300 e4 d3 e3 c4 e5 e2 'e6=R^e3e5xd3'
systemd-analyze security realqueen.service | tail -1
main=$(systemctl show realqueen -p MainPID --value)
[ "$(stat -c %U "/proc/$main")" = realqueen ]
grep '^Seccomp:.2' "/proc/$main/status"
grep '^CapEff:.0000000000000000$' "/proc/$main/status"

: the log has a place of its own
journalctl --namespace=realqueen -u realqueen --no-pager | grep 'Real Queen companion'

: backup, restore and the doctor beside the running service
realqueen backup /root/games.zip
realqueen restore /root/games.zip --replace
realqueen doctor --source none
systemctl is-active realqueen
: cut short, it leaves the service running
timeout --signal=INT 3 realqueen doctor || true
systemctl is-active realqueen
: nobody needs rights to compute, mistakes are told in a line
setpriv --reuid=65534 --clear-groups realqueen doctor --geometry
for wrong in /root /nowhere/games.zip /proc/games.zip; do
  said=$(realqueen backup "$wrong" --lang it 2>&1) && exit 1
  [[ $said == realqueen:* && $said != *$'\n'* ]]
done

: killed, it comes back
before=$(restarts)
systemctl kill --signal=KILL realqueen
until_it 60 restarted $((before + 1))

: frozen, the watchdog brings it back
before=$(restarts)
systemctl kill --kill-who=main --signal=STOP realqueen
until_it 150 restarted $((before + 1))
journalctl --no-pager -u realqueen | grep -i watchdog

: an upgrade that does not answer is taken back
old=$(readlink /opt/realqueen/current)
sed -i 's/^def run(args.*/&\n    raise SystemExit(3)/' "$HERE/../../companion/commands/run.py"
if "$HERE/install.sh"; then exit 1; fi
[ "$(readlink /opt/realqueen/current)" = "$old" ]
until_it 60 answers

: gone, with the games kept
main=$(systemctl show realqueen -p MainPID --value)
"$HERE/uninstall.sh"
if systemctl cat realqueen; then exit 1; fi
if [ -e "/proc/$main" ] || answers; then exit 1; fi
[ -f /var/lib/realqueen/games.sqlite3 ]
: passed
