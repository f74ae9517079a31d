/** A small session with fixed time and ids, from which the contract snapshots in docs/examples are made. */
import type { Workspace } from '@hookloom/core/settings';
import { createMemoryStore } from '@hookloom/log';
import { openMemory, type Memory } from '@hookloom/memory';
import { openRuntime } from '../compose.ts';
import { createDispatch, type Dispatch } from '../mcp/dispatch.ts';
import { listingOf } from '../mcp/profile.ts';
import { tools } from '../mcp/tools/index.ts';

const workspace: Workspace = {
  root: '/home/dev/zaxy',
  eventloomDir: '/home/dev/zaxy/.eventloom',
  domain: 'zaxy',
  session: 'zaxy-default',
};
const START_MS = Date.parse('2026-11-21T10:00:00.000Z');

export interface ExampleSession {
  /** Whether this build has the tool. Otherwise it is omitted from the snapshots. */
  has(name: string): boolean;
  /** Calls a tool like a client. Returns the parsed answer, with the type of the operation. */
  call<T>(name: string, args: object): Promise<T>;
  close(): Promise<void>;
}

const EVENTS = [
  ['goal.created', 'user', { title: 'Release the viewer' }],
  [
    'decision.made',
    'assistant',
    { decision: 'Memory Checkout is the model-facing context contract', rationale: 'It is cited' },
  ],
  [
    'transcript.turn',
    'user',
    { role: 'user', content: 'The viewer review took 3 hours on Monday.' },
  ],
  [
    'transcript.turn',
    'user',
    { role: 'user', content: 'The viewer review took 4 hours on Friday.' },
  ],
] as const;

/** @param cited If false, the rows of the memory name no event */
export async function openExampleSession({ cited = true } = {}): Promise<ExampleSession> {
  let [tick, count] = [0, 0];
  const clock = { now: () => START_MS + ++tick * 1000 };
  const ids = { eventId: () => `evt_${String(++count).padStart(32, '0')}` };
  const store = createMemoryStore({ clock, ids });
  for (const [type, actorId, payload] of EVENTS)
    await store.append(workspace.session, [
      { type, actorId, payload, origin: { channel: actorId === 'user' ? 'user' : 'model' } },
    ]);
  const runtime = await openRuntime(workspace, {
    store,
    clock,
    openMemory: async () => {
      const memory = await openMemory({ file: ':memory:', store });
      return cited ? memory : withoutCitations(memory);
    },
  });
  const dispatch: Dispatch = createDispatch({
    runtime,
    tools,
    listing: listingOf('core', tools),
    adminToken: undefined,
  });
  return {
    has: (name) => tools.some((tool) => tool.name === name),
    async call<T>(name: string, args: object) {
      const { text } = await dispatch(name, { ...args }, { channel: 'model' });
      return JSON.parse(text) as T;
    },
    close: () => runtime.close(),
  };
}

function withoutCitations(memory: Memory): Memory {
  const without: Memory = {
    ...memory,
    facts: async (request) => (await memory.facts(request)).map((row) => ({ ...row, hash: '' })),
    async search(request) {
      const found = await memory.search(request);
      return {
        ...found,
        facts: found.facts.map((hit) => ({ ...hit, fact: { ...hit.fact, hash: '' } })),
        sources: found.sources.map((hit) => ({ ...hit, source: { ...hit.source, hash: '' } })),
      };
    },
  };
  // Reads must not use a snapshot, which would bypass the changed methods.
  delete without.snapshot;
  return without;
}
