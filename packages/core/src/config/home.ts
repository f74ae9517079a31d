/** The path of the private state folder. Used by the hook path, so it reads nothing. */

/** `HOOKLOOM_STATE_DIR`, else `$XDG_STATE_HOME/hookloom`, else below the home folder. */
export function stateDirPath(env: Record<string, string | undefined>): string {
  const given = env['HOOKLOOM_STATE_DIR'];
  if (given !== undefined && isAbsolute(given)) return given;
  const xdg = env['XDG_STATE_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) return `${xdg}/hookloom`;
  const local = env['LOCALAPPDATA'];
  if (process.platform === 'win32' && local !== undefined) return `${local}\\hookloom\\state`;
  return `${homeDir(env)}/.local/state/hookloom`;
}

/** The user's home folder as the system knows it, if the environment names none. */
function homeDir(env: Record<string, string | undefined>): string {
  const named = env['HOME'] || env['USERPROFILE'];
  return named || process.getBuiltinModule('node:os').homedir();
}

function isAbsolute(path: string): boolean {
  return /^([A-Za-z]:)?[/\\]/.test(path);
}

/** The user's home folder according to the environment; null if there is none. Tests pass their own. */
export function homeOf(env: Record<string, string | undefined>): string | null {
  return env['HOME'] ?? env['USERPROFILE'] ?? null;
}
