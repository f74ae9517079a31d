#!/usr/bin/env bash
# Writes a line when a session starts and ends, and tells later commands where the log is.
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

LOG_FILE="${CODEX_PROJECT_DIR}/.codex/logs/sessions.log"
mkdir -p "$(dirname "$LOG_FILE")"

case "$(field hook_event_name)" in
  SessionStart)
    echo "[$(date)] SESSION START: $(field session_id)" >> "$LOG_FILE"
    if [ -n "${CLAUDE_ENV_FILE:-}" ]; then
      echo "SESSION_LOG=$LOG_FILE" >> "$CLAUDE_ENV_FILE"
    fi
    ;;
  SessionEnd)
    echo "[$(date)] SESSION END: $(field session_id) ($(field reason))" >> "$LOG_FILE"
    ;;
esac

echo '{"decision": "proceed"}'
