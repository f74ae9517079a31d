#!/usr/bin/env bash
# Writes a line when the agent has finished a turn. Run it with async = true: nobody waits for it.
set -u
PAYLOAD=$(cat)

field() {
  printf '%s' "$PAYLOAD" | node -e '
    let text = "";
    process.stdin.on("data", (part) => (text += part)).on("end", () => {
      process.stdout.write(String(JSON.parse(text)[process.argv[1]] ?? "unknown"));
    });' "$1"
}

LOG_FILE="${CODEX_PROJECT_DIR}/.codex/logs/agent-turns.log"
mkdir -p "$(dirname "$LOG_FILE")"
echo "[$(date)] SESSION $(field session_id): Agent turn #$(field turn_number) completed" >> "$LOG_FILE"
exit 0
