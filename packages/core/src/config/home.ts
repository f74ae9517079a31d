/** The user's home folder as the environment names it; null where there is none. Tests hand in their own. */
export function homeOf(env: Record<string, string | undefined>): string | null {
  return env['HOME'] ?? env['USERPROFILE'] ?? null;
}
