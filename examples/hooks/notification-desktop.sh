#!/usr/bin/env bash
# Shows a client's notification on the desktop, where there is one. Run it with async = true.
set -u
PAYLOAD=$(cat)

field() {
  printf '%s' "$PAYLOAD" | node -e '
    let text = "";
    process.stdin.on("data", (part) => (text += part)).on("end", () => {
      const value = JSON.parse(text)[process.argv[1]];
      process.stdout.write(typeof value === "string" ? value : "");
    });' "$1"
}

MESSAGE=$(field message)
LEVEL=$(field level)
if command -v notify-send > /dev/null 2>&1; then
  URGENCY="normal"
  [ "$LEVEL" = "error" ] && URGENCY="critical"
  notify-send -u "$URGENCY" "Agent" "$MESSAGE"
elif command -v osascript > /dev/null 2>&1; then
  osascript -e 'on run argv' -e 'display notification (item 1 of argv) with title "Agent"' -e 'end run' "$MESSAGE"
fi
exit 0
