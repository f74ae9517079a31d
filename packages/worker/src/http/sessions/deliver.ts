/** Records requests of the documented session routes as the corresponding hook events. */
import type { ClientName } from '@hookloom/core/hook';
import { createIds, realPath, unavailable, weakRandomHex } from '@hookloom/core';
import { CLIENTS, CONNECTABLE } from '@hookloom/hooks/clients';
import {
  recordHook,
  reportedEvent,
  type Reported,
  type Speaker,
  isPrivateTurn,
} from '@hookloom/hooks';
import type { SessionRow } from '@hookloom/memory';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import { openedMemory } from '../../memory-access.ts';
import type { SessionBody } from './body.ts';

/** How long recording may wait for the log before the event goes to the inbox, milliseconds. */
const RECORD_MS = 500;
const ids = createIds(weakRandomHex);

/** The clients that send their own payloads through these routes. Any other is treated as the documented one. */
const PLATFORMS = new Map<string, ClientName>(
  CONNECTABLE.flatMap((client) =>
    [client, ...(CLIENTS[client].aliases ?? [])].map((name) => [name, client] as const),
  ),
);

export function clientOf(platform: unknown): ClientName {
  const name = typeof platform === 'string' ? platform.toLowerCase() : 'claude';
  return PLATFORMS.get(name) ?? 'generic';
}

/** The events of the client whose format these routes use. An event that arrives both ways is recorded once. */
const NATIVE = {
  session_start: 'SessionStart',
  before_agent: 'UserPromptSubmit',
  before_tool: 'PreToolUse',
  after_tool: 'PostToolUse',
  stop: 'Stop',
  session_end: 'SessionEnd',
} as const;
export type ReportedType = keyof typeof NATIVE;

/**
 * Records one event as the same hook would. When it returns `recorded`, the event survives the process; `silent`: the
 * prompt of the turn was private, and nothing was stored.
 *
 * @throws HookloomError `unavailable` if neither log nor inbox accepted it.
 */
export function deliver(
  { workspace, runtime }: OpenWorkspace,
  client: ClientName,
  type: ReportedType,
  fields: Reported,
  { now, speaker }: { now(): number; speaker(): Speaker },
): 'recorded' | 'silent' {
  const nowMs = now();
  const head = { source: client, type, native: NATIVE[type] };
  const event = { ...reportedEvent(head, fields, nowMs), id: ids.eventId(nowMs) };
  const root = realPath(workspace.root);
  const { stateDir } = runtime.context;
  const target = {
    dir: workspace.eventloomDir,
    session: workspace.session,
    root,
    client,
    ...(stateDir !== undefined && { stateDir }),
  };
  const { outcome, firstId } = recordHook(target, event, () => now() + RECORD_MS, speaker);
  if (outcome === 'lost')
    throw unavailable(
      'The log and its inbox could not be written.',
      'Free space or fix the permissions of the .eventloom folder, then send it again.',
    );
  return firstId === undefined ? 'silent' : 'recorded';
}

// What is already known about a session that an extension reports.

export function turnOf(
  { workspace, runtime }: OpenWorkspace,
  client: ClientName,
): Parameters<typeof isPrivateTurn>[0] {
  const { stateDir } = runtime.context;
  return { dir: workspace.eventloomDir, client, ...(stateDir !== undefined && { stateDir }) };
}

export async function rowOf(open: OpenWorkspace, session: string): Promise<SessionRow | null> {
  const { notes } = await openedMemory(open.runtime.context);
  return notes.session(open.workspace.session, session);
}

/** Why a prompt was not counted: it is private or a duplicate. */
export function reasonOf(open: OpenWorkspace, body: SessionBody, session: string): string {
  const client = clientOf(body.platformSource);
  return isPrivateTurn(turnOf(open, client), session) ? 'private' : 'duplicate';
}
