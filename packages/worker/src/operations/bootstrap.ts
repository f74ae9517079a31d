import type { BootstrapResponse } from '@hookloom/memory/checkout';
import { boundSession } from '../call-scope.ts';
import { inboxSessions } from '@hookloom/log/append';
import type { ToolListing } from '../mcp/profile.ts';
import { memoryDeps } from '../memory-access.ts';
import {
  capabilitiesRequest,
  listed,
  type CapabilitiesAnswer,
  type CapabilitiesRequest,
} from './capabilities.ts';
import {
  parseRequest,
  readableSession,
  recordRead,
  type Caller,
  type OperationContext,
} from './context.ts';
import { noticeTexts } from './notices.ts';

export const bootstrapRequest = capabilitiesRequest;
export type BootstrapRequest = CapabilitiesRequest;
export type BootstrapAnswer = Omit<BootstrapResponse, 'capabilities'> & {
  capabilities: CapabilitiesAnswer;
};

export interface BootstrapParts {
  listing: ToolListing;
  /** Lines with statements from earlier sessions that are still valid. */
  statements(session: string, task: string): Promise<string[]>;
}

/** The context for a new session. Records that it was returned, and never fails because of that. */
export async function bootstrap(
  context: OperationContext,
  request: BootstrapRequest,
  caller: Caller,
  { listing, statements }: BootstrapParts,
): Promise<BootstrapAnswer> {
  const parsed = parseRequest(bootstrapRequest, request);
  const session = await readableSession(context, parsed);
  const { bootstrap: prepare } = await import('@hookloom/memory/checkout');
  const packet = await prepare(await memoryDeps(context), {
    session,
    statements: await statements(session, parsed.current_task ?? ''),
    currentTask: parsed.current_task,
    workspace: context.workspace.root,
    capture: captureOf(context),
    notices: noticeTexts(context, session),
    ...listed(listing),
  });
  await recordRead(
    context,
    { session, type: 'memory.bootstrap.shown', payload: shown(packet) },
    caller,
  )
    .then((done) => done && context.recordMemoryUse(session, 'bootstrap', done.seq))
    .catch(() => {});
  return { ...packet, capabilities: { ...packet.capabilities, profile: listing } };
}

function shown({ mode, session_id, current_task }: BootstrapResponse) {
  return { mode, session_id, current_task };
}

/** Capture is deterministic: hooks write to the log, without a model or network. */
function captureOf({ workspace }: OperationContext) {
  const bound = boundSession();
  const waiting = inboxSessions(workspace.eventloomDir).filter(
    ({ session }) => bound === undefined || session === bound,
  );
  return {
    mode: 'deterministic',
    waiting_in_inbox: waiting.reduce((sum, entry) => sum + entry.waiting, 0),
  };
}
