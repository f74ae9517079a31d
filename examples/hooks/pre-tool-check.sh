#!/usr/bin/env bash
# Refuses shell commands that would destroy a machine. Reads the hook payload from standard input (docs/reference/hook-language.md).
set -u
PAYLOAD=$(cat)

# The value of one field, such as tool_input.command; empty when it is not there.
field() {
  printf '%s' "$PAYLOAD" | node -e '
    let text = "";
    process.stdin.on("data", (part) => (text += part)).on("end", () => {
      let value = JSON.parse(text);
      for (const key of process.argv[1].split(".")) value = value?.[key];
      process.stdout.write(typeof value === "string" ? value : "");
    });' "$1"
}

if [ "$(field tool_name)" = "Bash" ]; then
  COMMAND=$(field tool_input.command)
  if printf '%s' "$COMMAND" | grep -qE 'rm[[:space:]]+(-[a-zA-Z]+[[:space:]]+)*-[a-zA-Z]*[rR][a-zA-Z]*[[:space:]]+(-[a-zA-Z]+[[:space:]]+)*(/|~|\$HOME)([[:space:]]|\*|$)'; then
    echo '{"decision": "block", "reason": "Dangerous command blocked"}'
    exit 0
  fi
fi

echo '{"decision": "proceed"}'
