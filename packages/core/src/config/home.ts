/** The user's home folder according to the environment; null if there is none. Tests pass their own. */
export function homeOf(env: Record<string, string | undefined>): string | null {
  return env['HOME'] ?? env['USERPROFILE'] ?? null;
}
