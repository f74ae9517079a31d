/** Fields of Claude Code that this language does not have. Those that both have are read by this language's own rules. */
export const CLAUDE_FIELDS = [
  'hookSpecificOutput',
  'continue',
  'stopReason',
  'permissionDecision',
  'permissionDecisionReason',
];
