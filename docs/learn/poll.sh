#!/bin/sh
# Keeps the schedule of a site in schedule.json, and reports.
URL="${SETPOINT_URL:-http://127.0.0.1:8080}/api/v1/controller"
KEY="Authorization: Bearer $CONTROLLER_KEY"
PACE="${PACE:-1}" # Waits are shorter by this factor; for tests.
SESSION="$(date +%s)-$$" sequence=0 revision= patience=$((30 / PACE))
trap 'kill $! 2>/dev/null; curl -s -m 2 -X DELETE -H "$KEY" "$URL/session/$SESSION"; exit 0' INT TERM

# Whole JSON, with a revision, and no entry that begins before the one ahead of it has ended.
SOUND='(.revision | type == "string") and
  ([.commands[].entries | [.[:-1], .[1:]] | transpose[] | .[0].endAt <= .[1].startAt] | all)'
# Here is nothing but a connection point.
APPLIED='{ revision, rejected: [.commands[] | select(.asset != "grid") | { asset, type, code: "asset_missing" }] }'

pause() { # 1 to 15 s at random, and at least $1.
  sleep "$(awk -v pace="$PACE" -v least="${1:-0}" -v seed="$(od -An -N3 -tu4 /dev/urandom)" \
    'BEGIN { srand(seed); wait = (1 + 14 * rand()) / pace; print (wait > least ? wait : least) }')" &
  wait $!
}
report() { # In the background, like every wait here: a signal is heard at once.
  sequence=$((sequence + 1)) schedule=null
  [ -f schedule.json ] && schedule=$(jq -c "$APPLIED" schedule.json)
  curl -s -m $((20 / PACE)) -H "$KEY" -H 'Content-Type: application/json' "$URL/report" -d '{
    "session": "'"$SESSION"'", "sequence": '$sequence', "sentAt": "'"$(date -u +%FT%TZ)"'", "schedule": '"$schedule"',
    "devices": { "uid": "meter", "node_type": "Device", "device_type": "grid", "children": [],
      "rated_power_upper_limit_kW": 100, "rated_power_lower_limit_kW": -100, "active_power_kw": 12.5 } }' &
  wait $!
  echo
}

[ -f schedule.json ] && revision=$(jq -r .revision schedule.json)
report
while :; do
  curl -s --compressed -m $((60 / PACE)) -o new.json -w '%{http_code} %header{retry-after}\n' -H "$KEY" \
    -H "Prefer: wait=$patience" ${revision:+-H "If-None-Match: \"$revision\""} "$URL/schedule" > status &
  wait $!
  read -r status retry < status
  if [ "$status" = 200 ] && ! jq -e "$SOUND" new.json > /dev/null 2>&1; then status='a damaged schedule'; report; fi
  case $status in
    200) sync new.json && mv new.json schedule.json
         revision=$(jq -r .revision schedule.json) ;;
    304) ;;
    *)   echo "no answer ($status)" >&2; patience=0; pause "$retry"; continue ;;
  esac
  patience=$((30 / PACE)) # After a failure the first answer came at once: the report says that we are back.
  report
done
