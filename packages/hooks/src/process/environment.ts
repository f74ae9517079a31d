/**
 * The environment of a handler: the client's, without the client's own secrets, plus the documented variables of hooks.
 */

/** A hook that starts an agent fires hooks again: at most this many levels deep. */
export const MAX_HOOK_DEPTH = 3;
export const DEPTH_VARIABLE = 'HOOKLOOM_HOOK_DEPTH';

/**
 * Variables of the client or of ours that are not for hooks: sockets and tokens with which a program could act as the
 * client. Keys of model providers stay: they are the user's, and the user's hooks may need them.
 */
const NOT_FOR_HOOKS = new Set([
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
  'CLAUDE_CODE_SSE_PORT',
  'MCP_ADMIN_TOKEN',
  'HOOKLOOM_TOKEN',
  // Set for each handler, or not at all.
  'CLAUDE_ENV_FILE',
  'CLAUDE_PLUGIN_ROOT',
]);

/** Variables that the launcher removes for our own Node and keeps for the user's hooks. */
const SET_ASIDE = [
  ['HOOKLOOM_NODE_OPTIONS', 'NODE_OPTIONS'],
  ['HOOKLOOM_NODE_EXTRA_CA_CERTS', 'NODE_EXTRA_CA_CERTS'],
] as const;

export interface EnvironmentRequest {
  /** The client's. */
  base: Record<string, string | undefined>;
  /** Variables of the handler's language. */
  dialect: Record<string, string>;
  /** Variables that the hook file sets for this handler. */
  handlerEnv: Record<string, string>;
  /** Variables that session-start hooks set. */
  session: Record<string, string>;
  projectDir: string;
  /** The agent's folder at the event; handlers start in the project's. Null if the client does not send it. */
  eventCwd: string | null;
  /** `CLAUDE_ENV_FILE`, or null for none. */
  envFile: string | null;
  /** The depth of the event: how many hooks are around it. */
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

/** How many hooks are around the process with this environment; an invalid number counts as the limit. */
export function hookDepth(env: Record<string, string | undefined>): number {
  const given = env[DEPTH_VARIABLE];
  if (given === undefined || given === '') return 0;
  return /^\d{1,3}$/.test(given) ? Number(given) : MAX_HOOK_DEPTH;
}
