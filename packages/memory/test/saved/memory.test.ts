/**
 * What the memory keeps of whole logs, and what it answers from them. After a change that you intend, `npx vitest run packages/memory/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UnsealedEvent } from '@hookloom/core/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from '../../src/checkout/checkout.ts';
import nearMisses from '../../src/checkout/fixtures/near-misses.json' with { type: 'json' };
import { leanCheckout } from '../../src/checkout/lean/lean-checkout.ts';
import type { CheckoutRequest } from '../../src/checkout/request.ts';
import type { Memory } from '../../src/memory.ts';
import { openMemory } from '../../src/open-memory.ts';
import { openDatabase } from '../../src/store/sqlite/driver.ts';
import { event } from '../agent-events.ts';
import { dump } from '../dump.ts';
import { attacks, BENIGN, QUESTIONS } from '../poisoning/attacks.ts';
import { corpusEvents, corpusLog } from '../projection-corpus.ts';
import { turn } from '../statement-memory.ts';

interface Session {
  name: string;
  turns: { event: UnsealedEvent }[];
  questions: { text: string }[];
}

const loader = pathToFileURL(path.resolve('bench/lib/coding-data.mjs')).href;
const { loadCodingSessions } = (await import(loader)) as {
  loadCodingSessions(split: string): Session[];
};
const sentences = path.resolve('packages/memory/src/statements/fixtures/open-ends-and-facts.txt');

const { store, record } = corpusLog();
const coding = loadCodingSessions('dev');
let folder: string;
let memory: Memory;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-saved-'));
  await record('corpus', corpusEvents('corpus', 150));
  const told = fs.readFileSync(sentences, 'utf8').split('\n').slice(1, -1);
  const said = told.map((line) => {
    const [role, , text] = line.split('|');
    return turn(role === 'u' ? 'user' : 'assistant', text!);
  });
  await record('sentences', named('said', said));
  const outside = attacks().filter((_, at) => at % 9 === 0);
  await record('outside', named('attack', [...BENIGN, ...outside.map(({ event }) => event)]));
  for (const { name, turns } of coding)
    await record(
      name,
      named(
        name,
        turns.map(({ event }) => event),
      ),
    );
  await record('measured', named('measured', MEASURED));
  memory = await openMemory({ file: path.join(folder, 'memory.sqlite'), store });
  await memory.sync();
});
afterAll(async () => {
  await memory.close();
  fs.rmSync(folder, { recursive: true });
});

const ran = (command: string, exit_code: number, stdout: string) =>
  event('command.completed', { command, exit_code, stdout });
const MEASURED: readonly UnsealedEvent[] = [
  turn('user', 'The webpack build took 42 s.'),
  turn('user', 'The webpack build took 42 s again.'),
  turn('user', 'The vite build took 9 s.'),
  turn('assistant', 'The bundle size went from 812 kB to 640 kB.'),
  turn('user', 'We paid 120 EUR for the domain and 35.50 EUR for the certificate.'),
  turn('user', 'The outage began on 2026-04-20. The fix was shipped on 2026-04-23.'),
  ran('npm test', 1, 'Tests 2 failed, 40 passed (42)'),
  ran('npm test', 0, 'Tests 42 passed (42)'),
  ran('npm run build', 0, 'built in 8.42s'),
  event('file.edit.applied', { path: 'src/parser.ts', operation: 'modified' }),
  event('file.edit.applied', { path: 'src/parser.ts', operation: 'modified' }),
  event('file.edit.applied', { path: 'src/lexer.ts', operation: 'created' }),
  event('task.proposed', { taskId: 'T-1', title: 'Write the parser' }),
  event('task.proposed', { taskId: 'T-2', title: 'Write the lexer' }),
  event('task.completed', { taskId: 'T-1' }),
  event('user.preference_changed', { preference: 'indent', value: 'two spaces' }),
  event('user.preference_changed', { preference: 'quotes', value: 'single' }),
  event('note.recorded', {
    type: 'discovery',
    title: 'Bundling is slow',
    narrative: 'Most of the build time is minification.',
    facts: ['minification'],
    covers: ['evt_measured_0', 'evt_measured_8'],
    made_by: 'model',
  }),
];
const COMPOSED = [
  'How long did the builds take in total?',
  'What is the average build time?',
  'What is the difference between the webpack build time and the vite build time?',
  'By how much did the bundle size shrink?',
  'How much did we pay in total?',
  'How many days were between the outage and the fix?',
  'How many times did npm test fail?',
  'How many times did we run npm test?',
  'Which files did we edit?',
  'List the open tasks',
  'What are my preferences?',
  'Did we ever use Redis?',
  'Compare webpack and vite',
];

/** Hashes change with every detail of an event. */
function withoutHashes(key: string, value: unknown): unknown {
  return /hash|citation|score/i.test(key) ? undefined : value;
}

function named(kind: string, events: readonly UnsealedEvent[]): UnsealedEvent[] {
  return events.map((event, at) => ({ ...event, id: `evt_${kind}_${at}` }));
}

test('the projection of a log has its saved rows', async () => {
  const db = await openDatabase(path.join(folder, 'memory.sqlite'));
  const tables = dump(db);
  db.close();
  for (const table of Object.keys(tables).filter(
    (name) => !/_fts$|^(terms|user_prompts)$/.test(name),
  )) {
    const rows = tables[table]!.map(({ hash: _hash, ...row }) => JSON.stringify(row));
    if (rows.length > 0)
      await expect(rows.join('\n')).toMatchFileSnapshot(`rows-of-${table}.jsonl`);
  }
});

const deps = () => ({ memory, store, clock: { now: () => Date.UTC(2026, 9, 20) } });

test.each([
  ...coding.map(({ name, questions }) => ({ name, questions: questions.map(({ text }) => text) })),
  { name: 'outside', questions: QUESTIONS },
])(
  'questions about the session $name get their saved answers',
  async ({ name: session, questions }) => {
    const answers: string[] = [];
    for (const query of questions) {
      const request = { query, session, maxTokens: 600, format: 'prompt' } as const;
      const { prompt, quality } = await leanCheckout(deps(), request);
      answers.push(`# ${query}\n${quality.answerability}\n${prompt}`);
    }
    await expect(answers.join('\n\n')).toMatchFileSnapshot(`answers-about-${session}.txt`);
  },
);

test.each(coding)(
  'each row about the session $name has its saved rank, and each question its saved judgement',
  async ({ name: session, questions }) => {
    const near = nearMisses.filter((each) => each.session === session).map(({ q }) => q);
    const judged: string[] = [];
    for (const query of [...questions.map(({ text }) => text), ...near]) {
      const {
        quality,
        current_facts: facts,
        warnings,
      } = await checkout(deps(), { query, session });
      judged.push(JSON.stringify({ query, ...quality, warnings }));
      for (const { citation, lane, score, score_explanation: why } of facts)
        judged.push(`  ${citation?.split('#')[0]} ${lane} ${score} ${JSON.stringify(why)}`);
    }
    await expect(judged.join('\n')).toMatchFileSnapshot(`judgements-of-${session}.txt`);
  },
);

const REQUESTS: Partial<CheckoutRequest>[] = [
  { maxTokens: 200 },
  { maxTokens: 1000, purpose: 'coding' },
  { purpose: 'security', limit: 4 },
  { purpose: 'release', maxRecentEvents: 0 },
  { purpose: 'code_review', replayFromSeq: 20 },
  { purpose: { profile: 'coordinate', task: 'Webhooks', actor: 'ann' } },
  { purpose: { profile: 'general', evidence_policy: 'cite_current_facts_and_verification' } },
  { sessions: ['pipeline', 'shipper'], also: ['idempotent', 'duplicate'] },
  { settings: { salience: false, retention: 'decay' } },
];

test('each kind of request gets its saved checkout', async () => {
  const query = 'Why was a webhook handled twice, and what is open?';
  const answers: string[] = [];
  for (const request of REQUESTS) {
    const { prompt, ...answer } = await checkout(deps(), { query, session: 'shop', ...request });
    answers.push(`# ${JSON.stringify(request)}\n${JSON.stringify(answer, withoutHashes, 1)}`);
    if (request.maxTokens !== undefined) answers.push(prompt);
  }
  await expect(answers.join('\n')).toMatchFileSnapshot('checkouts-of-shop.txt');
});

test('composed questions get their saved answers, with the ledger', async () => {
  const answers: string[] = [];
  for (const query of COMPOSED) {
    const { diagnostics } = await checkout(deps(), { query, session: 'measured' });
    answers.push(`# ${query}\n${JSON.stringify(diagnostics['synthesis'], withoutHashes, 1)}`);
  }
  await expect(answers.join('\n\n')).toMatchFileSnapshot('composed-answers.txt');
});

test.each(['corpus', 'outside', ...coding.map(({ name }) => name)])(
  'the state of the session %s is read as it was saved',
  async (session) => {
    const names = await memory.names(session);
    const state = {
      working: await memory.workingSet(session, { limit: 3 }),
      earlier: await memory.workingSet(session, { limit: 3, asOfSeq: 12 }),
      recent: await memory.recent(session, 5),
      names,
      edges: await memory.edges({
        sessions: [session],
        entities: names.slice(0, 5).map(({ name }) => ({ name })),
        direction: 'both',
        plain: true,
        depth: 2,
        limit: 10,
      }),
      stats: await memory.stats(session),
      open: await leanCheckout(deps(), { query: 'What is the state of the work?', session }),
    };
    await expect(JSON.stringify(state, withoutHashes, 1)).toMatchFileSnapshot(
      `state-of-${session}.txt`,
    );
  },
);
