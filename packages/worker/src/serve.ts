import type { Workspace } from '@hookloom/core/settings';
import { VERSION, quietly, attempt, notFound, weakRandomHex } from '@hookloom/core';
import { appendOrSpool } from '@hookloom/log/append';
import type { Answering } from './answering.ts';
import { loadAdminToken } from './mcp/admin-token.ts';
import { claimStdout } from './mcp/claim-stdout.ts';
import { isCaptureEnabled } from './mcp/capture-enabled.ts';
import { INSTRUCTIONS } from './mcp/identity.ts';
import { reportUnguarded } from './mcp/unguarded.ts';
import { resolveProfile } from './mcp/profile.ts';
import { noticeTexts } from './operations/notices.ts';
import { withOwnSession } from './own-workspace.ts';
import { workspaceOf, type ServeOptions } from './serve-options.ts';
import { answerEarly } from './mcp/early-handshake.ts';
import { startOnDemand } from './life/start-on-demand.ts';
import { within } from './within.ts';

const IDLE_INSTRUCTIONS =
  'This folder is not connected to Hookloom, so it has no memory. A person connects it with `hookloom init`.';

/** For a folder that is not connected. */
const IDLE: Answering = {
  listed: [],
  dispatch: () => Promise.reject(notFound(IDLE_INSTRUCTIONS, 'Run it there.')),
  resources: {
    list: () => Promise.resolve([]),
    read: () => Promise.reject(notFound(IDLE_INSTRUCTIONS, 'Run it there.')),
  },
  close: () => Promise.resolve(),
};

/** How long to wait before loading the request handlers, unless they are needed earlier. */
const LOAD_AHEAD_MS = 30;
/**
 * Clients kill a server that does not exit within two seconds. Waiting calls get 0.8 s of that, the rest of the
 * shutdown this.
 */
const FLUSH_MS = 500;
const END_MS = 400;
const LOOK_BEHIND_MS = 1000;
/** Claude Code ends its servers with SIGINT, Codex and Gemini with SIGTERM. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `hookloom serve`: serves MCP over standard input and output until the client disconnects or a signal arrives.
 * Resolves after `session.ended` is recorded and everything is closed. The process must then exit, in case something
 * hangs. Throws `invalid_request` for an invalid profile or session, and `permission_denied` for an admin token file
 * that is accessible to others, before anything is served.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { env, isIdle = false } = options;
  const workspace = withOwnSession(workspaceOf(options));
  const profile = resolveProfile(options.profile, env);
  const adminToken = loadAdminToken(env);
  if (env['ZAXY_ENV'] !== undefined)
    (await import('./remote/settings.ts')).assertAdminTokenInProduction(env, adminToken);
  const isCaptured = isCaptureEnabled(env);
  const output = claimStdout(process.stdout, process.stderr);
  let answering: Promise<Answering> | undefined;
  const answers = (): Promise<Answering> =>
    (answering ??= isIdle
      ? Promise.resolve(IDLE)
      : Promise.all([import('./answering.ts'), import('./mcp/tools/index.ts')]).then(
          ([{ openAnswering }, { tools }]) =>
            openAnswering({
              tools,
              workspace,
              profile,
              adminToken,
              isCaptured,
              env,
              role: options.role,
            }),
        ));
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  const input = options.stdin ?? process.stdin;
  const instructions = isIdle ? IDLE_INSTRUCTIONS : await instructionsOf(workspace, env);
  const answered = await answerEarly({ input, output, version: VERSION, instructions });
  const { serveOverStdio } = await import('./mcp/stdio.ts');
  const identity = {
    connection: weakRandomHex(),
    ...(options.role !== undefined && { role: options.role }),
  };
  const connection = serveOverStdio({
    answered,
    version: VERSION,
    instructions,
    listed: async () => (await answers()).listed,
    dispatch: async (name, args, caller, signal) =>
      (await answers()).dispatch(name, args, { ...caller, ...identity }, signal),
    resources: {
      list: async (...asked) => (await answers()).resources.list(...asked),
      read: async (...asked) => (await answers()).resources.read(...asked),
    },
    env,
    input,
    output,
  });
  // After the answer to the handshake, before the client's next request.
  const ahead = setTimeout(() => void answers().catch(() => {}), LOAD_AHEAD_MS);
  if (options.bin !== undefined && !isIdle) {
    startOnDemand(env, options.bin);
    reviveBehind(workspace.eventloomDir, env, options.bin);
  }
  const close = (): void => void connection.close();
  if (stopped.signal.aborted) close();
  else stopped.signal.addEventListener('abort', close);
  await connection.closed;
  clearTimeout(ahead);
  const opened = await answers();
  const isClean = await within(FLUSH_MS, opened.close());
  if (isCaptured && !isIdle) recordEnd(workspace);
  for (const signal of SIGNALS) process.off(signal, stop);
  output.release();
  if (!isClean) setTimeout(() => process.exit(), 0).unref();
}

async function instructionsOf(workspace: Workspace, env: ServeOptions['env']): Promise<string> {
  const unguarded = await reportUnguarded(workspace, env);
  return [
    ...(unguarded === null ? [] : [unguarded]),
    ...noticesOf(workspace).map((notice) => `Tell the user: ${notice}`),
    INSTRUCTIONS,
  ].join('\n\n');
}

/** Never throws, because a server without notices can still serve. */
function noticesOf(workspace: Workspace): string[] {
  return attempt(() => noticeTexts({ workspace, stateDir: '' }, workspace.session), []);
}

/** Restarts the watcher of session files if it is wanted and has died, without delaying the client. */
function reviveBehind(eventloomDir: string, env: ServeOptions['env'], bin: string): void {
  const timer = setTimeout(() => {
    void import('./capture/revive.ts').then(({ reviveQuietly }) =>
      reviveQuietly({ eventloomDir, env, bin, now: Date.now }),
    );
  }, LOOK_BEHIND_MS);
  timer.unref();
}

/** Writes to the log, or to the inbox if another process holds the lock. */
function recordEnd({ eventloomDir, session }: Workspace): void {
  // The tools have already reported that the log is not writable.
  quietly(() =>
    appendOrSpool({
      dir: eventloomDir,
      session,
      deadline: Date.now() + END_MS,
      events: [
        {
          type: 'session.ended',
          actorId: 'zaxy',
          payload: { session_id: session, reason: 'teardown', status: 'completed' },
          origin: { channel: 'system' },
        },
      ],
    }),
  );
}
