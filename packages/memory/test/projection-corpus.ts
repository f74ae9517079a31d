/** A log with every kind of row, for stores that must give the same answers. */
import type { JsonObject } from '@hookloom/core';
import type { Channel, UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import fc from 'fast-check';
import { agentEvent, event } from './agent-events.ts';

const SESSION = 'c-1';

/** Turns of a person and an assistant, their decisions and corrections, work, notes, files and outside text. */
export function corpusEvents(session: string, count: number): UnsealedEvent[] {
  const random = fc.sample(agentEvent, { seed: 7, numRuns: count });
  return [...TOLD, ...random, ...LATER].map((each, i) => ({ id: `evt_${session}_${i}`, ...each }));
}

const turn = (role: 'user' | 'assistant', content: string, channel?: Channel): UnsealedEvent => ({
  type: 'transcript.turn',
  actorId: role,
  payload: { role, content, session_id: SESSION },
  origin: { channel: channel ?? (role === 'user' ? 'user' : 'model'), session_id: SESSION },
});
const call = (tool: string, more: JsonObject, channel: Channel = 'tool'): UnsealedEvent => ({
  type: 'tool.call.completed',
  actorId: 'tool',
  payload: { tool_name: tool, session_id: SESSION, ...more },
  origin: { channel, session_id: SESSION, client: 'claude-code' },
});

const TOLD: UnsealedEvent[] = [
  event('hook.session_started', {
    session_id: SESSION,
    workspace: '/home/dev/demo',
    branch: 'fix',
  }),
  turn('user', 'We use PostgreSQL 15 for the invoices. The retry limit is 5.'),
  turn('assistant', 'Noted. Which port does the gateway listen on?'),
  turn('user', 'The gateway listens on port 8443 until May 20, 2026.'),
  turn('user', 'Actually the retry limit is 7, not 5.'),
  turn('user', 'No, the retry limit is 9.'),
  turn('user', 'The kids saw tigers at the zoo.'),
  turn('assistant', 'Is the bill for the printer paid in March?'),
  call('WebFetch', { result_summary: 'The queue of the worker listens on port 9001.' }, 'web'),
  turn('assistant', 'I read that the queue of the worker listens on port 9001.'),
  turn('user', 'The queue of the worker listens on port 9001.'),
  call('Read', { tool_use_id: 't1', path: 'src/app.ts', result_summary: 'export const a = 1;' }),
  event('command.completed', { command: 'npm test', exit_code: 1, session_id: SESSION }),
  event('decision.made', {
    title: 'Use leases',
    decision: 'Leases for the queue',
    alternatives: ['locks'],
  }),
  event('decision.made', { title: 'Use locks', decision: 'Locks it is', supersedes: 'USE LEASES' }),
  event('goal.created', { title: 'Ärger mit Umlauten: Größe, naïve café, 東京, नमस्ते' }),
  event('memory.remembered', { text: 'The null byte stays', pinned: true, importance: 0.9 }),
  ...Array.from({ length: 4 }, (_, i) =>
    event(
      'note.recorded',
      {
        session_id: SESSION,
        type: i % 2 === 0 ? 'change' : 'discovery',
        title: `Retries and leases ${i}`,
        narrative: 'The worker retries a retried lease, and the lease is released.',
        facts: ['retry limit', 'café naïve'],
        concepts: ['queue', 'retry'],
        files_read: ['src/app.ts'],
        files_modified: i === 2 ? ['src/queue.ts'] : [],
        made_by: 'rules',
        work: { kind: 'command', subject: 'npm test', outcome: 'failed', said: '' },
      },
      { id: `evt_note_${i}` },
    ),
  ),
];

const LATER: UnsealedEvent[] = [
  event('note.changed', { note: 'evt_note_1', title: 'Gateway and leases', concepts: ['gateway'] }),
  event('note.merged', { note: 'evt_note_0', facts: ['merged later'], covers: [] }),
  event('session.summarized', {
    session_id: SESSION,
    request: 'Fix the retries',
    learned: 'leases',
    made_by: 'rules',
  }),
  event('summarizer.called', {
    provider: 'x',
    model: 'y',
    ok: true,
    items: 2,
    input_tokens: 10,
    output_tokens: 5,
    cost_usd: 0.01,
  }),
  turn('user', 'The retry limit is 9.'),
];

/** A log that is the same each time: every event is a minute after the one before it. */
export function corpusLog() {
  let minutes = 0;
  const store = createMemoryStore({
    clock: { now: () => Date.UTC(2026, 4, 1) + minutes * 60_000 },
  });
  return {
    store,
    async record(session: string, events: readonly UnsealedEvent[]): Promise<void> {
      for (const each of events) {
        minutes = (await store.head(session))?.seq ?? 0;
        await store.append(session, [each]);
      }
    },
  };
}
