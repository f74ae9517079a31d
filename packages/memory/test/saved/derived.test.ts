/**
 * What is derived from whole logs: digests, procedures, proposals, confidence and notes. After a change that you intend, `npx vitest run packages/memory/test/saved --update` saves the new forms: read the difference.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SKILL_ACTIONS } from '@hookloom/core';
import type { StoredEvent, UnsealedEvent } from '@hookloom/core/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestWindow, eventLine, STRATEGIES } from '../../src/compaction/digest.ts';
import { createMiner } from '../../src/consolidation/mining/mine.ts';
import { isActionable, proposalsOf, segmentsOf } from '../../src/consolidation/segments.ts';
import {
  REVIEW_STATUSES,
  REVIEWS,
  whyNoPromotion,
  whyNoReview,
  type ProposalStatus,
} from '../../src/consolidation/states.ts';
import type { Memory } from '../../src/memory.ts';
import { feelingOfKnowing, knowingIndex } from '../../src/metacognition/feeling-of-knowing.ts';
import { readMetacognition } from '../../src/metacognition/read-metacognition.ts';
import { OPEN_KINDS, OUTCOMES, whyNotClosed } from '../../src/metacognition/states.ts';
import { weighClaim } from '../../src/metacognition/weigh-claim.ts';
import { sessionTitle } from '../../src/notes/session-title.ts';
import { openMemory } from '../../src/open-memory.ts';
import { outcomeBonus, outcomeSign, outcomeWord } from '../../src/salience/outcomes.ts';
import { isAttenuated, salienceBonus, salienceScore } from '../../src/salience/salience.ts';
import { wordingValue } from '../../src/salience/wording.ts';
import { foldSkills, SKILL_FACT_TYPES } from '../../src/skills/fold-skills.ts';
import { refuseTransition } from '../../src/skills/transitions.ts';
import { event } from '../agent-events.ts';
import { corpusEvents, corpusLog } from '../projection-corpus.ts';

interface Session {
  name: string;
  turns: { event: UnsealedEvent }[];
}
const loader = pathToFileURL(path.resolve('bench/lib/coding-data.mjs')).href;
const { loadCodingSessions } = (await import(loader)) as {
  loadCodingSessions(split: string): Session[];
};

const NOW = Date.UTC(2026, 9, 20);
const ran = (command: string, exit_code: number, stdout = '') =>
  event('command.completed', { command, exit_code, stdout });
const edited = (file: string) => event('file.edit.applied', { path: file, operation: 'modified' });
/** The same work three times, with a failure in between. */
const ROUTINE: UnsealedEvent[] = ['src/a.ts', 'src/b.ts', 'src/c.ts'].flatMap((file, at) => [
  event('hook.session_started', { session_id: `r-${at}` }),
  ...[
    edited(file),
    ran('npm test', at === 1 ? 1 : 0, at === 1 ? '1 failed' : '12 passed'),
    ran(`npx eslint ${file}`, 0),
    ran(`git add ${file} && git commit -m "change ${file}"`, 0),
    ran('git push origin main', 0),
    ran('ls -la', 0),
  ].map((each) => ({ ...each, payload: { ...each.payload, session_id: `r-${at}` } })),
]);
const SKILLS: UnsealedEvent[] = [
  event('skill.proposed', {
    skill_id: 'release',
    version: '1',
    procedure: ['Test', 'Tag'],
    name: 'Release',
  }),
  event('skill.validated', { skill_id: 'release', version: '1', evidence: ['Ran'] }),
  event('skill.applied', { skill_id: 'release', version: '1', task: 'T-1' }),
  event('skill.outcome_recorded', { skill_id: 'release', version: '1', success_score: 0.9 }),
  event('skill.revised', {
    skill_id: 'release',
    version: '2',
    supersedes_version: '1',
    procedure: ['Tag'],
  }),
  event('skill.contradicted', {
    skill_id: 'release',
    version: '2',
    contradiction_reason: 'No tests',
  }),
  event('skill.proposed', { skill_id: 'rollback', version: '1', summary: 'Delete the tag' }),
  event('skill.outcome_recorded', { skill_id: 'rollback', version: '1', feedback: 'failed' }),
  event('skill.deprecated', { skill_id: 'rollback', version: '1', reason: 'Unsafe' }),
  event('skill.proposed', { skill_id: 'deploy', version: '10', summary: 'Push the branch' }),
  event('skill.proposed', { skill_id: 'deploy', version: '9', summary: 'Push the tag' }),
];

const { store, record } = corpusLog();
const logs = new Map<string, StoredEvent[]>();
let memory: Memory;
beforeAll(async () => {
  const sessions: [string, UnsealedEvent[]][] = [
    ['corpus', corpusEvents('corpus', 60)],
    ['routine', ROUTINE],
    ['skills', SKILLS],
    ...loadCodingSessions('dev').map(({ name, turns }): [string, UnsealedEvent[]] => [
      name,
      turns.map((turn) => turn.event),
    ]),
  ];
  for (const [session, events] of sessions) {
    await record(
      session,
      events.map((each, at) => ({ ...each, id: `evt_${session}_${at}` })),
    );
    const sealed: StoredEvent[] = [];
    for await (const each of store.read(session)) sealed.push(each);
    logs.set(session, sealed);
  }
  memory = await openMemory({ file: ':memory:', store });
  await memory.sync();
});
afterAll(() => memory.close());

const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(9)) : value;

/** Without hashes, which change with every detail of an event. */
const saved = (values: readonly unknown[]): string =>
  values
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value, rounded)))
    .join('\n')
    .replace(/[0-9a-f]{12,64}/g, 'HEX');

test('each window of a log has its saved digest', async () => {
  const digests: unknown[] = [];
  for (const [session, events] of logs)
    for (const [at, window] of segmentsOf(
      events.map((each) => ({ event: each, text: '' })),
      12,
    ).entries())
      for (const strategy of STRATEGIES)
        digests.push({
          session,
          ...digestWindow(
            window.map((each) => each.event),
            { session, strategy, maxRecords: 3, purpose: at % 2 === 0 ? 'retry webhook' : null },
          ),
        });
  await expect(saved(digests)).toMatchFileSnapshot('digests-of-windows.txt');
});

test('work that repeats, and segments of a log, become the saved proposals', async () => {
  const miner = createMiner();
  const proposed: unknown[] = [];
  for (const [session, events] of logs) {
    const told = events
      .filter(isActionable)
      .map((each) => ({ event: each, text: eventLine(each) ?? '' }));
    for (const segment of segmentsOf(told, 6))
      for (const { events: of, ...proposal } of proposalsOf(segment))
        proposed.push({ ...proposal, seqs: of.map(({ seq }) => seq) });
    for (const each of events) miner.add(session, each);
  }
  for (const options of [
    { minSupport: 2, maxLength: 6 },
    { minSupport: 3, maxLength: 2 },
  ])
    proposed.push(...miner.mine(options));
  await expect(saved(proposed)).toMatchFileSnapshot('proposals-from-logs.txt');
});

test('claims and questions are judged in the saved form', async () => {
  const judged: unknown[] = [];
  const claims = ['The retry limit is 9', 'The retry limit is 5', 'We use MySQL', 'npm test fails'];
  for (const session of ['corpus', 'shop', 'pipeline'])
    for (const claim of claims)
      judged.push({
        session,
        claim,
        ...(await weighClaim(memory, { claim, session, nowMs: NOW })),
      });
  const index = knowingIndex(await memory.knowing('corpus'));
  for (const query of [...claims, 'Kubernetes', ''])
    judged.push({ query, ...feelingOfKnowing(index, query, { entity: 'lease queue' }, NOW) });
  judged.push(await readMetacognition(memory, ['corpus']));
  await expect(saved(judged)).toMatchFileSnapshot('judgements-of-claims.txt');
});

test('what may follow each state of a proposal, an open item and a skill is as saved', async () => {
  const rows: unknown[] = [];
  for (const status of Object.keys(REVIEWS) as ProposalStatus[])
    for (const isPromoted of [false, true]) {
      const reviews = REVIEW_STATUSES.map((next) => whyNoReview({ status, isPromoted }, next));
      const promotions = [false, true].map((isStale) =>
        whyNoPromotion({ status, isPromoted, isStale }),
      );
      rows.push({ status, isPromoted, reviews, promotions });
    }
  for (const kind of OPEN_KINDS)
    for (const outcome of OUTCOMES)
      rows.push([
        kind,
        outcome,
        whyNotClosed({ kind, isOpen: true }, outcome, 0),
        whyNotClosed({ kind, isOpen: true }, outcome, 1),
        whyNotClosed({ kind, isOpen: false }, outcome, 1),
      ]);
  const facts = await memory.facts({
    sessions: ['skills'],
    types: [...SKILL_FACT_TYPES],
    limit: 100,
    includeSuperseded: true,
  });
  const known = foldSkills(facts);
  rows.push(...known);
  const steps = [
    {},
    { summary: 'Tag', evidence: ['Ran'], contradiction_reason: 'Red', feedback: 'passed' },
    { procedure: ['Else'], supersedes_version: '1', success_score: 0.1, feedback: 'passed' },
    { evidence: [' '], reason: ' ', supersedes_version: '9', feedback: 'fine', procedure: [] },
  ];
  for (const action of SKILL_ACTIONS)
    for (const skill_id of ['release', 'rollback', 'deploy', 'none'])
      for (const version of [undefined, '2', '3'])
        for (const step of steps) {
          let why = 'may follow';
          try {
            refuseTransition(action, { skill_id, version, ...step }, known);
          } catch (error) {
            const { message, remediation } = error as { message: string; remediation: string };
            why = `${message} ${remediation}`;
          }
          rows.push(`${action} ${skill_id} ${version ?? ''} ${steps.indexOf(step)}: ${why}`);
        }
  await expect(saved(rows)).toMatchFileSnapshot('states-and-steps.txt');
});

test('notes are listed, found and titled in the saved form', async () => {
  const { notes } = memory;
  const epoch = Date.UTC(2026, 4, 1);
  const rows: unknown[] = [];
  const requests = [
    {},
    { limit: 2, offset: 1 },
    { types: ['change'], order: 'oldest' as const },
    { concepts: ['gateway'] },
    { files: ['src/queue.ts'] },
    { pinned: true },
    { includeSuperseded: true, before: 40 },
    { from: epoch, to: epoch + 20 * 60_000 },
    { platforms: ['none'] },
  ];
  for (const more of requests) {
    const request = { log: 'corpus', limit: 20, ...more };
    const found = await notes.search({ ...request, query: 'leases' });
    rows.push(more, ...(await notes.observations(request)), found);
  }
  const page = { log: 'corpus', limit: 5 };
  rows.push(...(await notes.sessions(page)), ...(await notes.summaries(page)));
  rows.push(...(await notes.prompts({ ...page, order: 'oldest' })));
  rows.push(await notes.counts('corpus'), await notes.platforms('corpus'));
  const endings = [
    { completed: 'Fixed the login: the cookie lasts a day now.', next_steps: null, notes: null },
    { completed: null, next_steps: 'Write the test; push it', notes: null },
    {
      completed: 'Great!',
      next_steps: 'None.',
      notes: 'Ok. The **queue** of /home/dev/shop/src/queue.ts is slow.',
    },
    { completed: 'Great! All good.', next_steps: null, notes: null },
  ];
  for (const prompt of [
    null,
    ' ',
    'Keep the login alive\nfor a day',
    `# ${'Long words '.repeat(12)}`,
  ])
    for (const ending of [null, ...endings]) rows.push(sessionTitle(prompt, ending) ?? 'none');
  await expect(saved(rows)).toMatchFileSnapshot('lists-of-notes.txt');
});

test('use, feedback and wording have their saved weights', async () => {
  const rows: unknown[] = [];
  const last = '2026-09-20T00:00:00.000Z';
  for (const surfaced of [0, 3, 100])
    for (const earned of [0.2, 0.008, 1, 1.5, 12])
      for (const lastEarned of [null, last, '2026-10-21T00:00:00.000Z', 'never']) {
        const record = { surfaced, earned, last, lastEarned };
        rows.push([
          surfaced,
          earned,
          lastEarned,
          salienceScore(record, NOW),
          salienceBonus(record, NOW),
          isAttenuated(record, NOW),
        ]);
      }
  for (const word of [
    'Used ',
    'changed-answer',
    'Resolved  conflict',
    'failed',
    'irrelevant',
    'none',
    '',
  ])
    rows.push([outcomeWord(word), outcomeSign(word)]);
  for (const [positive, negative] of [
    [0, 0],
    [1, 0],
    [4, 1],
    [0, 2],
    [0, 4],
  ] as const)
    rows.push([positive, negative, outcomeBonus({ positive, negative })]);
  const texts = logs.get('shop')!.map((each) => eventLine(each) ?? '');
  for (const text of [
    ...texts,
    'Never deploy on Fridays.',
    'I think we could use `tsup`.',
    'fix this please',
    'Please do it',
  ])
    rows.push(`${wordingValue(text, true)} ${wordingValue(text, false)} ${text}`);
  await expect(saved(rows)).toMatchFileSnapshot('weights-of-use.txt');
});
