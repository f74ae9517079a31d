import { CONNECTABLE, connectable } from '@hookloom/hooks/clients';
import { defined, slug } from '@hookloom/core';
import type { Caller } from '../operations/context.ts';

/** What a connection and a request say about the caller. Evidence, not authentication: any client can write it. */
export interface CallerEvidence {
  /** `clientInfo.name` of the handshake or of the request. */
  clientName: string | undefined;
  /** `_meta` of the request. */
  meta: Record<string, unknown> | undefined;
  env: Record<string, string | undefined>;
}

/** Clients by the name they give in the handshake. */
const BY_HANDSHAKE = new Map(
  CONNECTABLE.map((name) => [connectable(name).server.handshake, name as string]),
);

const MAX_ID_CHARACTERS = 200;

/**
 * The caller of a tool: a model, through this client, in this session of the client. The id of the call is the one that
 * the client's hooks see (Claude Code: `claudecode/toolUseId`; Codex: `callId`), so that both can be joined.
 */
export function callerOf({ clientName, meta, env }: CallerEvidence): Caller {
  const client =
    clientName === undefined ? undefined : (BY_HANDSHAKE.get(clientName) ?? slug(clientName));
  const clientSession = word(env['CLAUDE_CODE_SESSION_ID']) ?? word(meta?.['sessionId']);
  const callId = word(meta?.['claudecode/toolUseId']) ?? word(meta?.['callId']);
  return { channel: 'model', ...defined({ client, clientSession, callId }) };
}

/** A visible word of bounded length, or nothing. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_ID_CHARACTERS && /^[!-~]+$/.test(value)
    ? value
    : undefined;
}
