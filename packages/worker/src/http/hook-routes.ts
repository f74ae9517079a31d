/**
 * `POST /hooks/<client>`: the hook path over HTTP. A native payload gets the client's own form of answer. The
 * documented wrapper `{source, hook_type, input_data}` gets the documented answer.
 */
import { CLIENT_NAMES, type ClientName, type HookEvent } from '@hookloom/core/hook';
import {
  createIds,
  invalidRequest,
  isHookloomError,
  isJsonObject,
  weakRandomHex,
  type JsonObject,
} from '@hookloom/core';
import { CLIENTS, renderWrapperClaude, renderWrapperGemini } from '@hookloom/hooks/clients';
import {
  dispatch,
  dispatchEvents,
  keepRegistered,
  recordHook,
  type DispatchRequest,
  type Speaker,
} from '@hookloom/hooks';
import { measured } from '../telemetry/measure.ts';
import { isExcluded } from '../settings/excluded-projects.ts';
import type { Settings } from '../settings/settings.ts';
import { checkoutRoot, realFolder } from '../workspaces/locate.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';
import { readJsonBody } from './body.ts';
import { promptSource } from './prompt-source.ts';
import { defineRoute, type Reply, type Route } from './route.ts';

/** The documented path of each client. */
const HOOK_PATHS: readonly (readonly [path: `/hooks/${string}`, client: ClientName])[] =
  CLIENT_NAMES.flatMap((client) =>
    [...(CLIENTS[client].aliases ?? []), client].map((name) => [`/hooks/${name}`, client] as const),
  );

export interface HookRouteOptions extends Pick<DispatchRequest, 'env' | 'home' | 'stateDir'> {
  workspaces: Workspaces;
  /** The workspace for payloads that name neither a folder nor a known session. Null: such payloads are refused. */
  fallback: OpenWorkspace | null;
  /** The hook program, which supervises handlers that outlive a request. */
  hookFile: string;
  /** Read for each request. */
  settings?: () => Settings;
  now(): number;
}

/** How long recording may wait for the log before the event goes to the inbox, milliseconds. */
const RECORD_MS = 150;

export function hookRoutes(options: HookRouteOptions): Route[] {
  return HOOK_PATHS.map(([path, client]) =>
    defineRoute({
      route: `POST ${path}`,
      does: 'Handles a hook payload of the client, and answers in its format.',
      takes: 'the payload',
      reply: async (call) => {
        const { bytes, value } = await readJsonBody(call.request);
        return await measured('hook', { client }, () =>
          answerHook(client, value, bytes.toString('utf8'), {
            ...options,
            speaker: (open) => promptSource(call, open.workspace.root),
          }),
        );
      },
    }),
  );
}

const ids = createIds(weakRandomHex);

/** Records the delivery in the workspace of its folder, runs the user's handlers, and answers. */
export async function answerHook(
  name: ClientName,
  payload: JsonObject,
  raw: string,
  options: HookRouteOptions & { speaker(open: OpenWorkspace): Speaker },
): Promise<Reply> {
  const { env, home, stateDir, now } = options;
  const isWrapped = typeof payload['hook_type'] === 'string' && isJsonObject(payload['input_data']);
  // Messages of an app-server. Codex's own hooks do not have this form.
  const isMessage = typeof payload['method'] === 'string' && isJsonObject(payload['params']);
  const isDocumented = isWrapped || (isMessage && name === 'codex');
  const client = isDocumented ? CLIENTS.generic : CLIENTS[name];
  const nowMs = now();
  // The path identifies the client. The wrapper's own `source` is only a claim.
  const said = isWrapped ? { ...payload, source: name } : payload;
  const parsed = client.parse(said, { nowMs, raw });
  const event: HookEvent = { ...parsed, id: ids.eventId(nowMs), source: name };
  const { workspace: found, projectDir } = await placeOf(event, options);
  const { eventloomDir: dir, session } = found.workspace;
  const target = { dir, session, root: projectDir, client: name, stateDir };
  // The user's handlers run in any case.
  const isKept = !isExcluded(options.settings?.() ?? {}, found);
  const speaker = () => options.speaker(found);
  const recorded = isKept ? recordHook(target, event, () => now() + RECORD_MS, speaker) : null;
  const detach = { node: process.execPath, file: options.hookFile, target: { dir, session } };
  const delivery = { startedMs: Date.now(), route: 'http' };
  const result = await dispatch(
    {
      client,
      event,
      projectDir,
      env,
      home,
      stateDir,
      detach,
      delivery,
    },
    keepRegistered,
  );
  if (recorded !== null) {
    const context = { event, projectDir, home, causedBy: recorded.firstId };
    const told = dispatchEvents(result, client, context);
    if (told.length > 0) await found.runtime.store.append(session, told);
  }
  if (isWrapped) {
    const render = name === 'gemini' ? renderWrapperGemini : renderWrapperClaude;
    return { status: 200, json: render(result.response, event) };
  }
  const { stdout } = result.rendered;
  return stdout === '' ? { status: 200 } : { status: 200, text: stdout };
}

/**
 * The workspace of its folder. Without an existing folder, that of its session, or else the one in which the worker
 * started.
 */
async function placeOf(
  { cwd, session_id: session }: HookEvent,
  { workspaces, fallback }: HookRouteOptions,
): Promise<{ workspace: OpenWorkspace; projectDir: string }> {
  const hasSession = session !== 'unknown' && session !== '';
  if (cwd !== null) {
    try {
      const folder = realFolder(cwd);
      const workspace = await workspaces.forFolder(folder);
      if (hasSession) workspaces.sawSession(session, workspace);
      return { workspace, projectDir: checkoutRoot(folder, workspace.workspace.root) };
    } catch (error) {
      // The client was working in a folder that has been removed.
      if (!isHookloomError(error) || !['invalid_request', 'not_found'].includes(error.code))
        throw error;
    }
  }
  const known = hasSession ? await workspaces.forSession(session) : null;
  const workspace = known ?? fallback;
  if (workspace !== null) return { workspace, projectDir: workspace.workspace.root };
  throw invalidRequest(
    'The payload names no folder.',
    'Send the absolute path of the project as `cwd`.',
  );
}
