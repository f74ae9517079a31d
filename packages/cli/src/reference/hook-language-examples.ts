/** Examples in the hook language reference. A test loads every file and runs the last one. */
export const EXAMPLES = {
  list: `[[hooks.pre_tool_use]]
command = ["bash", "./check.sh"]
matcher = "^Bash$"
timeout = 10
critical = true`,
  shell: `[[hooks.post_tool_use]]
command = "jq -c . >> hooks.log"
async = true`,
  group: `[[hooks.post_tool_use]]
matcher = "^(Edit|Write)$"
timeout = 30

[[hooks.post_tool_use.commands]]
command = ["npx", "prettier", "--check", "."]

[[hooks.post_tool_use.commands]]
command = ["bash", "./audit.sh"]
timeout = 5`,
  off: `[hooks]
disable_all_hooks = true`,
  engine: `[engine]
rewrite_env = true
allowed_env = ["PATH"]`,
  variables: `#!/bin/sh
cat > /dev/null
if [ -n "$CLAUDE_ENV_FILE" ]; then
  echo 'API_URL=http://localhost:8080' >> "$CLAUDE_ENV_FILE"
fi`,
  script: `#!/bin/sh
if grep -q 'rm -rf'; then
  echo '{"decision": "block", "reason": "Remove single files instead."}'
fi`,
  entry: `[[hooks.pre_tool_use]]
command = ["sh", ".hookloom/check.sh"]
matcher = "^Bash$"
critical = true`,
  run: `echo '{"tool_name":"Bash","tool_input":{"command":"rm -rf build"}}' |
  hookloom hooks run codex PreToolUse --trust --raw`,
  answer:
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Remove single files instead."}}',
} as const;
