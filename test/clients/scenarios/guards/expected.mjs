// The expected outcome of each cell: the call is refused, or there is a reason why it can only be reported.

export const REFUSED = { outcome: 'refused' };

/** The first match decides. A cell that only has to be reported may also be refused. */
const ONLY_REPORTED = [
  {
    client: 'claude-code',
    way: '3a',
    situation: 'worktree',
    isLater: true,
    because:
      "Claude Code reads this switch itself and then starts no hook. In a worktree it does not start Hookloom's server either; the next session in the project reports the call",
  },
  {
    client: 'claude-code',
    way: '3a',
    because:
      'Claude Code reads this switch itself and then starts no hook, so Hookloom cannot refuse',
  },
  {
    client: 'copilot',
    way: '3a',
    situation: 'worktree',
    isLater: true,
    because:
      "Copilot CLI follows this Claude Code switch and then starts no hook. In a worktree it does not start Hookloom's server either; the next session in the project reports the call",
  },
  {
    client: 'copilot',
    way: '3a',
    because:
      'Copilot CLI follows this Claude Code switch and then starts no hook, so Hookloom cannot refuse',
  },
  {
    client: 'claude-code',
    way: '10b',
    because: 'Claude Code makes the call if a hook is killed by a signal',
  },
  {
    client: 'codex',
    way: '10b',
    because:
      'Codex makes the call if a hook is killed by a signal. It shows the report in its terminal interface, but not in `codex exec`',
  },
  {
    client: 'gemini',
    way: '10b',
    because: 'Gemini CLI makes the call if a hook is killed by a signal',
  },
];

export function expectedOf(client, way, situation) {
  const found = ONLY_REPORTED.find(
    (one) =>
      one.client === client &&
      one.way === way &&
      (one.situation === undefined || one.situation === situation),
  );
  return found === undefined
    ? REFUSED
    : { outcome: 'reported', because: found.because, isLater: found.isLater === true };
}

/** True if the outcome is the expected one or a better one. */
export const isFulfilled = (expected, outcome) =>
  outcome === 'refused' || (outcome === 'reported' && expected.outcome === 'reported');
