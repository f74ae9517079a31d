import { CLIENT_INFO_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../operations/context.ts';
import type { Dispatch } from './dispatch.ts';
import { CAPABILITIES, INSTRUCTIONS, SERVER_NAME, SERVER_TITLE } from './identity.ts';
import { getPrompt, PROMPTS } from './prompts.ts';
import { RESOURCE_TEMPLATES, type Resources } from './resources.ts';
import type { ListedTool } from './tools/list-tool.ts';
import { CONNECTABLE, connectable } from '@hookloom/hooks/clients';
import { defined, slug } from '@hookloom/core';

export interface ServerOptions {
  version: string;
  /** Replaces the usual instructions. */
  instructions?: string;
  /** In listing order. Called for each request of the list. */
  listed: () => Promise<readonly ListedTool[]>;
  dispatch: Dispatch;
  resources: Resources;
  env: Record<string, string | undefined>;
  /** Same as in `Caller`. */
  boundTo?: string;
}

/**
 * One server for one connection, of either protocol era. Every answer is one text block of JSON in `content`; front-door
 * tools give the same as `structuredContent`, except for errors: some clients would lose their text.
 */
export function createMcpServer({
  version,
  instructions = INSTRUCTIONS,
  listed,
  dispatch,
  resources,
  env,
  boundTo,
}: ServerOptions): Server {
  const server = new Server(
    { name: SERVER_NAME, title: SERVER_TITLE, version },
    {
      capabilities: CAPABILITIES,
      instructions,
      jsonSchemaValidator: neverAsked,
    },
  );
  // In revision 2026-07-28 every request names its client. In older ones the handshake does.
  const callerIn = ({
    envelope,
    _meta: meta,
  }: Pick<ServerContext['mcpReq'], 'envelope' | '_meta'>): Caller => {
    const named = envelope as Record<string, { name?: string }> | undefined;
    const clientName = named?.[CLIENT_INFO_META_KEY]?.name ?? server.getClientVersion()?.name;
    const caller = callerOf({ clientName, meta, env });
    return boundTo === undefined ? caller : { ...caller, boundTo };
  };
  server.setRequestHandler('tools/list', async () => ({ tools: [...(await listed())] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const caller = callerIn(mcpReq);
    const stopProgress = reportProgress(mcpReq);
    try {
      const { text, structured, isError } = await dispatch(
        params.name,
        params.arguments ?? {},
        caller,
        mcpReq.signal,
      );
      return {
        content: [{ type: 'text', text }],
        ...(structured !== undefined && { structuredContent: structured }),
        ...(isError && { isError: true }),
      };
    } finally {
      stopProgress();
    }
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS] }));
  server.setRequestHandler('prompts/get', async ({ params }, { mcpReq }) => {
    const caller = callerIn(mcpReq);
    return getPrompt(params.name, params.arguments ?? {}, (tool, args) =>
      dispatch(tool, args, caller, mcpReq.signal),
    );
  });
  server.setRequestHandler('resources/list', async (_, { mcpReq }) => ({
    resources: await resources.list(mcpReq.signal, boundTo),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...RESOURCE_TEMPLATES],
  }));
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => ({
    contents: [await resources.read(params.uri, mcpReq.signal, boundTo)],
  }));
  return server;
}

/** Only elicitation uses the validator, and this server never elicits. This stub avoids loading the default one. */
const neverAsked = {
  getValidator: () => (data: unknown) => ({
    valid: true as const,
    data: data as never,
    errorMessage: undefined,
  }),
};

/** What a connection and a request say about the caller. Evidence, not authentication: any client can write it. */
export interface CallerEvidence {
  /** `clientInfo.name` of the handshake or of the request. */
  clientName: string | undefined;
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

/** Sends progress notifications for a running call to a client that requested them (MCP, progress). */
interface Request {
  _meta?: { progressToken?: string | number | undefined } | undefined;
  notify(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

/** A shorter call sends none. */
const EVERY_MS = 1000;

/**
 * Sends the elapsed seconds, one notification per second, until the returned function is called. Sends nothing for a
 * request without a `progressToken`.
 */
export function reportProgress(request: Request): () => void {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    progress++;
    const message = `Still working after ${progress} s.`;
    const params = { progressToken, progress, message };
    // The transport notices a closed client.
    request.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, EVERY_MS);
  return () => clearInterval(timer);
}
