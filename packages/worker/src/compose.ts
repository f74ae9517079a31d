import { existsSync, readdirSync } from 'node:fs';
import { systemClock, type Clock, type EventStore } from '@hookloom/core/events';
import { stateDirPath, type Workspace } from '@hookloom/core/settings';
import { recordMemoryUse } from '@hookloom/hooks';
import { foreignSessions, listSessions } from '@hookloom/log';
import type { Memory } from '@hookloom/memory';
import { defined } from '@hookloom/core';
import { drainInbox } from './drain-inbox.ts';
import {
  laterWrites,
  type Caller,
  type Continued,
  type OperationContext,
} from './operations/context.ts';
import { lazyMemory } from './memory-access.ts';
import { openLog } from './open-log.ts';
import { append } from './operations/append.ts';
import { bootstrap } from './operations/bootstrap.ts';
import { capabilities } from './operations/capabilities.ts';
import { checkout } from './operations/checkout.ts';
import { feedback } from './operations/feedback.ts';
import { query } from './operations/query.ts';
import { replay } from './operations/replay.ts';
import { verbatim } from './operations/verbatim.ts';
import { withOwnSession } from './own-workspace.ts';
import type { Runtime } from './runtime.ts';
import { measured } from './telemetry/measure.ts';
import { graphAddress, projectionAddress } from './team/store-settings.ts';
import { noteUnavailable, scopedStore } from './unavailable-events.ts';

export interface RuntimeOptions {
  /** The default caller of operations. Default: a person at the command line. */
  caller?: Caller;
  clock?: Clock;
  /** Selects the models (`RETRIEVAL_FUZZY`, `EMBEDDING_*`, `RERANKER_*`). Without an environment there are none. */
  env?: Record<string, string | undefined>;
  /** `false` for a process that ends soon: creates vectors only on request. Default: in the background. */
  embedAhead?: boolean;
  /** How long an append waits for the lock. Default: 5 s. */
  lockWaitMs?: number;
  /** Default: the folder where hooks store session state. */
  stateDir?: string;
  /** Default: the JSONL log in the workspace. */
  store?: EventStore;
  /** Default: the SQLite projection in the workspace. */
  openMemory?: (store: EventStore) => Promise<Memory>;
}

const PERSON: Caller = { channel: 'user' };

/**
 * Opens the runtime of one workspace. Opens only what is needed: the log on first use, the memory with the first
 * question.
 *
 * @example
 * const runtime = await openRuntime(resolveWorkspace({ cwd: process.cwd(), env: process.env }));
 * await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { title: 'Use JSONL' } });
 */
export async function openRuntime(
  given: Workspace,
  options: RuntimeOptions = {},
): Promise<Runtime> {
  const workspace = options.store === undefined ? withOwnSession(given) : { ...given };
  const { caller: byDefault = PERSON, clock = systemClock } = options;
  const stateDir = options.stateDir ?? stateDirPath(process.env);
  // Refuses unknown stores, and a store without an address.
  if (options.env !== undefined) {
    projectionAddress(options.env, stateDir);
    graphAddress(options.env);
  }
  let continued: Continued | null = null;
  // If the log turns out to be broken, all later requests use its continuation.
  const onContinued = (session: string, continuation: string): void => {
    continued = { session, continuation };
    if (workspace.session === session) workspace.session = continuation;
  };
  const { lockWaitMs } = options;
  const logOptions = { clock, onContinued, ...(lockWaitMs !== undefined && { lockWaitMs }) };
  const store = scopedStore(options.store ?? openLog(workspace, stateDir, logOptions));
  const openMemory =
    options.openMemory ?? ((log) => openProjection(workspace, { ...options, clock, store: log }));
  const memory = lazyMemory(() => openMemory(store), logsChanged(workspace, options));
  const context: OperationContext = {
    env: options.env ?? {},
    workspace,
    store,
    clock,
    memory,
    later: laterWrites(),
    async drain() {
      if (options.store !== undefined) return;
      await drainInbox(workspace, store);
      await finishInterrupted(context);
    },
    ...(options.store === undefined && { stateDir }),
    takeContinued() {
      const untold = continued;
      continued = null;
      return untold;
    },
    recordMemoryUse(session, kind, seq) {
      try {
        if (options.store === undefined)
          recordMemoryUse(workspace.eventloomDir, session, kind, seq);
      } catch {
        // Reminder state must never make an answer fail.
      }
    },
  };
  return {
    workspace,
    store,
    context,
    memory,
    append: (request, caller = byDefault) => append(context, request, caller),
    checkout: (request, caller = byDefault) =>
      measured('checkout', {}, () => checkout(context, request, caller)),
    bootstrap: (request, listing, caller = byDefault) =>
      bootstrap(context, request, caller, {
        listing,
        async statements(session, task) {
          const { statementsHere } = await import('./injection/statements-here.ts');
          return statementsHere(context, session, task);
        },
      }),
    feedback: (request, caller = byDefault) => feedback(context, request, caller),
    query: (request) => query(context, request),
    verbatim: (request) => verbatim(context, request),
    replay: (request) => replay(context, request),
    capabilities: (request, listing) => capabilities(context, request, listing),
    share: async () => ({
      ...(await import('./operations/share.ts')),
      ...(await import('./operations/share-publish.ts')),
    }),
    team: () => import('./team/index.ts'),
    async close() {
      await context.later.flush();
      await memory.close();
      await store.close();
    },
  };
}

/**
 * Whether a log was adopted, or the first one was created, since the memory was opened. That needs another projection.
 */
function logsChanged({ eventloomDir }: Workspace, { store }: RuntimeOptions): () => boolean {
  let foreign: string[] | null = null;
  let isEmpty = false;
  return () => {
    if (store !== undefined) return false;
    if (foreign === null || isEmpty) {
      const wasEmpty = isEmpty;
      isEmpty = listSessions(eventloomDir).length === 0;
      if (wasEmpty && !isEmpty) return true;
    }
    if (foreign?.length === 0) return false;
    const now = foreignSessions(eventloomDir);
    const hasChanged = foreign !== null && now.join('\n') !== foreign.join('\n');
    foreign = now;
    return hasChanged;
  };
}

/** Completes forgetting that a crash interrupted, before anything is read. */
async function finishInterrupted(context: OperationContext): Promise<void> {
  const folder = `${context.workspace.eventloomDir}/runtime/forgetting`;
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  const { finishForgetting } = await import('./operations/forget-settle.ts');
  await finishForgetting(context);
}

/** The projection in the workspace or in PostgreSQL. Deleting it is always safe. */
async function openProjection(
  workspace: Workspace,
  { env, embedAhead, stateDir, store, clock }: RuntimeOptions & { store: EventStore; clock: Clock },
): Promise<Memory> {
  const { openMemory } = await import('@hookloom/memory');
  const { memoryOptions } = await import('./memory-options.ts');
  const source = defined({
    workspace,
    stateDir: stateDir ?? stateDirPath(process.env),
    env,
    embedAhead,
  });
  const options = await memoryOptions(source, { store, clock, onGaps: noteUnavailable });
  const isEmpty = options.file === ':memory:';
  const address = env === undefined || isEmpty ? null : projectionAddress(env, source.stateDir);
  if (address === null) {
    const memory = await openMemory(options);
    const graph = env === undefined || isEmpty ? null : graphAddress(env);
    if (graph === null) return memory;
    const { withNeo4j } = await import('./team/projection-store.ts');
    return withNeo4j(memory, { address: graph, source, store, clock });
  }
  const { openOnPostgres } = await import('./team/projection-store.ts');
  return openOnPostgres(options, { address, source, clock });
}
