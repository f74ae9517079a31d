/** Every read of a memory, for stores that must return the same. */
import type { Memory } from '../src/memory.ts';

const QUESTIONS = [
  'what is the retry limit?',
  'which port does the gateway listen on in May 2026?',
  'what did the user say about the queue?',
  'PostgreSQL invoices lock parser schema',
  'what happened after the decision to use leases?',
  '`src/app.ts` login flaky test',
  'Größe café 東京',
  'latest decision',
  'infants and animals',
  'vehicle in the hall, ink and lunch',
];

export async function answersOf(memory: Memory, sessions: string[]): Promise<unknown> {
  const [log] = sessions as [string];
  const page = { log, limit: 20 };
  const searched = [];
  for (const query of QUESTIONS)
    for (const more of [
      {},
      { asOfSeq: 60 },
      { includeSuperseded: true, also: ['lease', 'worker'] },
    ])
      searched.push(await memory.search({ query, sessions, limit: 10, ...more }));
  const notes = [];
  for (const query of ['retry lease', 'gateway', 'café', 'fix the retries', 'login parser'])
    for (const more of [
      {},
      { files: ['src/app.ts'] },
      { concepts: ['queue'], types: ['change'] },
      { before: 25 },
    ])
      notes.push(await memory.notes.search({ query, ...page, ...more }));
  return {
    searched,
    notes,
    sources: await memory.searchSources({ query: 'retry limit', sessions, limit: 5 }),
    facts: await memory.facts({ sessions, limit: 200, includeSuperseded: true }),
    decisions: await memory.facts({
      sessions,
      types: ['decision', 'fact'],
      limit: 50,
      mayBeKept: true,
    }),
    events: await memory.events({ sessions, containing: 'retry limit', limit: 20 }),
    typed: await memory.events({ sessions, types: ['decision.made'], containing: '', limit: 20 }),
    repeats: await memory.repeats(log),
    edges: await memory.edges({
      sessions,
      entities: [{ name: 'LOCK' }, { name: 'parser' }, { name: 'src/app.ts' }],
      direction: 'out',
      depth: 3,
      limit: 50,
    }),
    plain: await memory.edges({
      sessions,
      entities: [{ name: 'assistant', type: 'actor' }],
      direction: 'both',
      depth: 1,
      plain: true,
      limit: 50,
    }),
    workingSet: await memory.workingSet(log),
    earlierSet: await memory.workingSet(log, { asOfSeq: 40 }),
    recent: await memory.recent(log, 30),
    atTime: await memory.recent(log, 5, { asOfTime: '2026-05-01T00:20:00.000Z' }),
    names: await memory.names(log),
    knowing: await memory.knowing(log),
    outcomes: await memory.outcomes(sessions, 'coding'),
    observations: await memory.notes.observations({ ...page, includeSuperseded: true }),
    ofFile: await memory.notes.observations({ ...page, files: ['src/app.ts', 'src/queue.ts'] }),
    ofConcept: await memory.notes.observations({
      ...page,
      files: ['src/app.ts'],
      concepts: ['queue'],
    }),
    summaries: await memory.notes.summaries(page),
    prompts: await memory.notes.prompts({ ...page, order: 'oldest' }),
    clients: await memory.notes.sessions(page),
    around: await memory.notes.around({
      log,
      at: Date.UTC(2026, 4, 1, 0, 30),
      before: 3,
      after: 3,
    }),
    session: await memory.notes.session(log, 'c-1'),
    counts: await memory.notes.counts(log),
    platforms: await memory.notes.platforms(log),
    retention: await memory.notes.retention(log, {
      notes: 1,
      prompts: 1,
      summaries: 1,
      telemetry: 1,
      types: {},
    }),
    queue: await memory.noteQueue.counts(),
    waiting: await memory.noteQueue.list({ limit: 20 }),
    earlier: await memory.noteQueue.earlier(log, 'c-1'),
    ledger: await memory.noteQueue.ledger(),
    stats: { ...(await memory.stats(log)), cursor: null },
  };
}
