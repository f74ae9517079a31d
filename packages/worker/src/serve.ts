import { resolveWorkspace } from '@hookloom/core';
import type { Readable } from 'node:stream';
import { openRuntime } from './compose.ts';
import { recordGenesis } from './genesis.ts';
import { loadAdminToken } from './mcp/admin-token.ts';
import { claimStdout } from './mcp/claim-stdout.ts';
import { createDispatch } from './mcp/dispatch.ts';
import { createLifecycleCapture, isCaptureEnabled } from './mcp/lifecycle-capture.ts';
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
  stdout?: NodeJS.WriteStream;
  stderr?: NodeJS.WriteStream;
}

/** How long the end may take: clients kill what does not leave within two seconds. */
const TEARDOWN_MS = 1500;
/** Claude Code ends its servers with SIGINT, Codex and Gemini with SIGTERM. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `hookloom serve`: MCP over standard input and output until the client goes or a signal comes. Resolves after
 * `session.ended` has been appended and everything is closed. Throws `invalid_request` for a wrong profile or session
 * and `permission_denied` for an admin token file that is open to others, before anything is served.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { env } = options;
  const workspace = resolveWorkspace(options);
  const listing = listingOf(resolveProfile(options.profile, env), tools);
  const adminToken = loadAdminToken(env);
  const stderr = options.stderr ?? process.stderr;
  const output = claimStdout(options.stdout ?? process.stdout, stderr);
  const runtime = await openRuntime(workspace);
  const capture = isCaptureEnabled(env)
    ? createLifecycleCapture(runtime.store, workspace.session)
    : undefined;
  // Best effort: a folder that cannot be written is told by the tool that needs to write.
  const genesis = recordGenesis(runtime.store, workspace).catch(() => {});
  const connection = serveOverStdio({
    version: VERSION,
    listed: tools.filter(({ name }) => listing.listed_tools.includes(name)).map(listTool),
    dispatch: createDispatch({
      runtime,
      tools,
      listing,
      adminToken,
      ready: genesis,
      ...(capture !== undefined && { capture }),
    }),
    env,
    input: options.stdin ?? process.stdin,
    output,
  });
  const stop = () => void connection.close();
  for (const signal of SIGNALS) process.on(signal, stop);
  await connection.closed;
  capture?.end('completed');
  await within(TEARDOWN_MS, async () => {
    await genesis;
    await capture?.flush();
    await runtime.close();
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  output.release();
}

/** Does the work, or gives up on it after `ms`. */
async function within(ms: number, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work().catch(() => {}), late]);
  clearTimeout(timer);
}
