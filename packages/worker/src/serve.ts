import { resolveWorkspace, type Workspace } from '@hookloom/core';
import { appendOrSpool } from '@hookloom/log';
import type { Readable } from 'node:stream';
import { openRuntime } from './compose.ts';
import { recordGenesis } from './genesis.ts';
import { loadAdminToken } from './mcp/admin-token.ts';
import { claimStdout } from './mcp/claim-stdout.ts';
import { createDispatch } from './mcp/dispatch.ts';
import { createLifecycleCapture, isCaptureEnabled } from './mcp/lifecycle-capture.ts';
import { createResources } from './mcp/resources.ts';
import { listingOf, resolveProfile } from './mcp/profile.ts';
import { serveOverStdio } from './mcp/stdio.ts';
import { listTool, tools } from './mcp/tools/index.ts';
import { VERSION } from './version.ts';

export interface ServeOptions {
  /** Absolute path of the workspace. */
  cwd: string;
  env: Record<string, string | undefined>;
  eventloomPath?: string | undefined;
  sessionId?: string | undefined;
  domain?: string | undefined;
  /** `--profile`. */
  profile?: string | undefined;
  stdin?: Readable;
}

/** The first answer waits so long for the genesis, which then comes first in the log. */
const GENESIS_MS = 500;
/** Clients kill what does not leave within two seconds: the running calls get 0.8 s, the rest these. */
const FLUSH_MS = 500;
const END_MS = 400;
/** Claude Code ends its servers with SIGINT, Codex and Gemini with SIGTERM. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `hookloom serve`: MCP over standard input and output until the client goes or a signal comes. Resolves after
 * `session.ended` has been recorded and everything is closed; what still hangs then is left behind by ending the
 * process. Throws `invalid_request` for a wrong profile or session and `permission_denied` for an admin token file
 * that is open to others, before anything is served.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { env } = options;
  const workspace = resolveWorkspace(options);
  const listing = listingOf(resolveProfile(options.profile, env), tools);
  const adminToken = loadAdminToken(env);
  const output = claimStdout(process.stdout, process.stderr);
  const runtime = await openRuntime(workspace);
  const isCaptured = isCaptureEnabled(env);
  const capture = createLifecycleCapture(runtime.store, workspace.session);
  // Best effort: a folder that cannot be written is told by the tool that needs to write.
  const genesis = recordGenesis(runtime.store, workspace).catch(() => {});
  const connection = serveOverStdio({
    version: VERSION,
    listed: tools.filter(({ name }) => listing.listed_tools.includes(name)).map(listTool),
    resources: createResources({ runtime }),
    dispatch: createDispatch({
      runtime,
      tools,
      listing,
      adminToken,
      ready: within(GENESIS_MS, genesis),
      ...(isCaptured && { capture }),
    }),
    env,
    input: options.stdin ?? process.stdin,
    output,
  });
  const stop = () => void connection.close();
  for (const signal of SIGNALS) process.on(signal, stop);
  await connection.closed;
  const flushed = genesis.then(() => capture.flush()).then(() => runtime.close());
  const isClean = await within(FLUSH_MS, flushed);
  if (isCaptured) recordEnd(workspace);
  for (const signal of SIGNALS) process.off(signal, stop);
  output.release();
  if (!isClean) setTimeout(() => process.exit(), 0).unref();
}

/** To the log, or to the inbox when another process holds the lock. */
function recordEnd({ eventloomDir, session }: Workspace): void {
  try {
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
    });
  } catch {
    // A log that may not be written: its tools have said so.
  }
}

/** Waits for the work, at most `ms`; true when it ended by then. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = work.then(
    () => true,
    () => true,
  );
  const isDone = await Promise.race([done, late]);
  clearTimeout(timer);
  return isDone;
}
