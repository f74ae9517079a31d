// A session without a dangerous call, which informs the user of what happened in the one before it.

/**
 * @param made The outcome of the first session, for the judge.
 * @param options.calls The agent's calls before its last message.
 * @returns The same, with the texts of both sessions.
 */
export async function nextSession(kit, made, { cwd, calls = [] }) {
  const next = await kit.run({
    prompt: 'Please say hello.',
    turns: [...calls.map((one) => ({ calls: [one] })), { text: 'Hello.' }],
    cwd,
    timeoutMs: 90_000,
  });
  const { session } = made;
  const both = {
    ...session,
    stdout: `${session.stdout}\n${next.stdout}`,
    stderr: `${session.stderr}\n${next.stderr}`,
    told: [...session.told, ...next.told],
  };
  return { ...made, session: both };
}
