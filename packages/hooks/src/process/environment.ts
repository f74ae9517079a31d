/** The environment of a handler: the client's, without its own secrets, with what hooks are promised (seeds/001; traps 15, 40). */

/** A hook that starts an agent fires hooks again: this many times over, then no more. */
export const MAX_HOOK_DEPTH = 3;
export const DEPTH_VARIABLE = 'HOOKLOOM_HOOK_DEPTH';

/**
 * What belongs to the client or to us and not to a hook: sockets and tokens with which one could speak in the client's
 * name. Keys of model providers stay: the user's own hooks may need them, and they are the user's.
 */
const NOT_FOR_HOOKS = new Set([
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
  'CLAUDE_CODE_SSE_PORT',
  'MCP_ADMIN_TOKEN',
  'HOOKLOOM_TOKEN',
  // Told anew for each handler, or not at all.
  'CLAUDE_ENV_FILE',
  'CLAUDE_PLUGIN_ROOT',
]);

/** What the launcher takes from our own Node and keeps for the user's hooks. */
const SET_ASIDE = [
  ['HOOKLOOM_NODE_OPTIONS', 'NODE_OPTIONS'],
  ['HOOKLOOM_NODE_EXTRA_CA_CERTS', 'NODE_EXTRA_CA_CERTS'],
] as const;

export interface EnvironmentRequest {
  /** The client's. */
  base: Record<string, string | undefined>;
  /** What the handler's language promises. */
  dialect: Record<string, string>;
  /** What the hook file sets for this handler. */
  handlerEnv: Record<string, string>;
  /** Variables that session-start hooks set. */
  session: Record<string, string>;
  projectDir: string;
  /** The agent's folder at the event; handlers start in the project's. Null where the client does not tell. */
  eventCwd: string | null;
  /** `CLAUDE_ENV_FILE`, or null for none. */
  envFile: string | null;
  /** Of the event: how many hooks are around it. */
  depth: number;
}

/**
 * @example handlerEnvironment({ base: { PATH: '/bin' }, dialect: {}, handlerEnv: {}, session: {}, projectDir: '/p',
 *   eventCwd: '/p/src', envFile: null, depth: 0 })
 * // → { PATH: '/bin', CLAUDE_PROJECT_DIR: '/p', CODEX_PROJECT_DIR: '/p', HOOKLOOM_EVENT_CWD: '/p/src',
 *   HOOKLOOM_HOOK_DEPTH: '1' }
 */
export function handlerEnvironment(request: EnvironmentRequest): Record<string, string> {
  const { base, dialect, handlerEnv, session, projectDir, eventCwd, envFile, depth } = request;
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(base))
    if (value !== undefined && !NOT_FOR_HOOKS.has(name)) out[name] = value;
  for (const [kept, name] of SET_ASIDE) {
    if (out[kept] !== undefined) out[name] = out[kept];
    else if (out[name] === '') delete out[name];
    delete out[kept];
  }
  const promised = {
    CLAUDE_PROJECT_DIR: projectDir,
    CODEX_PROJECT_DIR: projectDir,
    HOOKLOOM_EVENT_CWD: eventCwd ?? projectDir,
  };
  for (const [name, value] of Object.entries({
    ...session,
    ...handlerEnv,
    ...promised,
    ...dialect,
  }))
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !value.includes('\0')) out[name] = value;
  if (envFile !== null) out['CLAUDE_ENV_FILE'] = envFile;
  out[DEPTH_VARIABLE] = String(depth + 1);
  return out;
}

/** How many hooks are around the process with this environment; what is no number counts as the limit. */
export function hookDepth(env: Record<string, string | undefined>): number {
  const given = env[DEPTH_VARIABLE];
  if (given === undefined || given === '') return 0;
  return /^\d{1,3}$/.test(given) ? Number(given) : MAX_HOOK_DEPTH;
}
