/** Handles the requests of a served workspace. Loaded after the handshake, which a client waits for. */
import { startTelemetry } from './telemetry/start.ts';
import type { Workspace } from '@hookloom/core/settings';
import { openRuntime } from './compose.ts';
import { recordGenesis } from './genesis.ts';
import { createDispatch, type Dispatch } from './mcp/dispatch.ts';
import { createLifecycleCapture } from './mcp/lifecycle-capture.ts';
import { listingOf, type Profile, type Role } from './mcp/profile.ts';
import { createResources, type Resources } from './mcp/resources.ts';
import { listTool, type ListedTool } from './mcp/tools/list-tool.ts';
import type { Tool } from './mcp/tools/tool.ts';
import { within } from './within.ts';

export interface AnsweringOptions {
  /** Every tool, in listing order. */
  tools: readonly Tool[];
  workspace: Workspace;
  profile: Profile;
  adminToken: string | undefined;
  isCaptured: boolean;
  env: Record<string, string | undefined>;
  /** The role in missions. A worker may use only the session of the workspace. */
  role?: Role | undefined;
  /** Same as in `DispatchOptions`. */
  needsAdminToken?: boolean;
}

export interface Answering {
  /** In listing order. */
  listed: readonly ListedTool[];
  dispatch: Dispatch;
  resources: Resources;
  /** Resolves when everything recorded is written and the workspace is closed. */
  close(): Promise<void>;
}

/** How long the first answer waits at most for the genesis event, which should come first in the log. */
const GENESIS_MS = 500;

export async function openAnswering(options: AnsweringOptions): Promise<Answering> {
  const { tools, profile, adminToken, isCaptured, env } = options;
  const telemetry = await startTelemetry(env);
  const runtime = await openRuntime(options.workspace, { env });
  const { workspace } = runtime;
  const listing = listingOf(profile, tools, options.role);
  const capture = createLifecycleCapture(runtime.store, workspace.session);
  const bound = options.role === 'worker' ? { session: workspace.session } : {};
  // Best effort. If the folder is not writable, the first tool that needs to write reports that.
  const genesis = recordGenesis(runtime.store, workspace).catch(() => {});
  return {
    listed: tools.filter(({ name }) => listing.listed_tools.includes(name)).map(listTool),
    dispatch: createDispatch({
      runtime,
      tools,
      listing,
      adminToken,
      ready: within(GENESIS_MS, genesis),
      ...(isCaptured && { capture }),
      ...bound,
      needsAdminToken: options.needsAdminToken ?? false,
    }),
    resources: createResources({ runtime, ...bound }),
    async close() {
      await genesis;
      await capture.flush();
      await runtime.close();
      await telemetry.close();
    },
  };
}
