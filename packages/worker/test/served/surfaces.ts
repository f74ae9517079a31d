/** Every way in which a recorded text comes back, each queried for one event. */
import type { StoredEvent } from '@hookloom/core/events';
import { renderCitation } from '@hookloom/core';
import { eventRoutes } from '../../src/http/viewer/events.ts';
import { memoryRoutes } from '../../src/http/viewer/memory.ts';
import type { Admitted, Route } from '../../src/http/route.ts';
import type { Runtime } from '../../src/runtime.ts';
import { inject } from '../../src/injection/inject.ts';
import { createDispatch } from '../../src/mcp/dispatch.ts';
import { listingOf } from '../../src/mcp/profile.ts';
import { createResources } from '../../src/mcp/resources.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { memoryDeps } from '../../src/memory-access.ts';
import { inAnswer, namedAtHead } from '../../src/unavailable-events.ts';
import { oneWorkspace } from '../one-workspace.ts';

export interface Surface {
  name: string;
  ask(): Promise<unknown>;
}

export interface AskedEvent extends Pick<StoredEvent, 'seq' | 'hash'> {
  /** A word that is only in this event. */
  word: string;
}

export function surfacesOf(runtime: Runtime, { seq, hash, word }: AskedEvent): Surface[] {
  const { session } = runtime.workspace;
  const citation = renderCitation(session, seq, hash);
  const query = `On which port does service ${word} listen?`;
  const workspaces = oneWorkspace(runtime);
  const dispatch = createDispatch({
    runtime,
    tools,
    listing: listingOf('core', tools),
    adminToken: undefined,
  });
  const tool = (name: string, args: object): Surface => ({
    name,
    ask: async () => {
      const { text } = await dispatch(name, { ...args }, { channel: 'model' });
      return JSON.parse(text) as unknown;
    },
  });
  const route = (name: string, routes: readonly Route[], at: string, asked: object): Surface => ({
    name,
    ask: () =>
      inAnswer(async (noticed) => {
        const params = new URLSearchParams(asked as Record<string, string>);
        const found = routes.find((one) => one.route === `GET ${at}`)!;
        const { json } = await found.reply({ params: {} } as Admitted, params);
        return namedAtHead(json, noticed());
      }),
  });
  const viewer = eventRoutes(workspaces);
  return [
    {
      // As the tool answers it, without the record that the tool leaves in the log.
      name: 'memory_checkout',
      async ask() {
        const { leanCheckout } = await import('@hookloom/memory/checkout');
        const deps = { ...(await memoryDeps(runtime.context)), clock: runtime.context.clock };
        return leanCheckout(deps, { query, session });
      },
    },
    tool('context_assemble', { query }),
    tool('memory_query', { query, limit: 5 }),
    tool('memory_verbatim', { query, limit: 5 }),
    tool('memory_why', { query, citation }),
    tool('memory_replay', { session_id: session, from_seq: seq, limit: 1 }),
    { name: 'resource', ask: () => createResources({ runtime }).read(citation) },
    route('viewer event', viewer, '/api/viewer/event', { citation }),
    route('viewer events', viewer, '/api/viewer/events', {
      before: String(seq + 2),
      limit: '3',
    }),
    route('viewer search', memoryRoutes(workspaces), '/api/viewer/memory/search', { q: query }),
    {
      name: 'session start',
      async ask() {
        const [open] = await workspaces.all();
        const task = { prompt: query, branch: null, files: [] };
        const { text } = await inject([open!], {
          ...task,
          project: 'demo',
          zone: 'UTC',
          nowMs: 0,
          isRelevantOnly: true,
        });
        return { text };
      },
    },
  ];
}
