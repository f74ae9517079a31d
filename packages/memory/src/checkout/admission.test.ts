import { expect, test } from 'vitest';
import type { FactRow } from '../rows.ts';
import { checkout, type CheckoutDeps, type CheckoutRequest } from './checkout.ts';
import {
  factFrom,
  fakeMemory,
  fakeStore,
  fixedClock,
  hashOf,
  sourceFrom,
  type PlainEvent,
} from './fixtures/fake-memory.ts';
import { why } from './why.ts';

const SESSION = 'demo-default';
const event = (
  seq: number,
  name: string,
  text: string,
  more: Partial<PlainEvent> = {},
): PlainEvent => ({
  seq,
  type: 'decision.made',
  kind: 'decision',
  name,
  actor: 'user',
  channel: 'user',
  text,
  ...more,
});
const OLD = '2026-06-01T00:00:00.000Z';
const lost = { surfaced: 3, earned: 0.2, last: OLD, lastEarned: OLD };

const claim = (seq: number, text: string, over: Partial<FactRow> = {}) =>
  factFrom(SESSION, event(seq, `n${seq}`, text, { kind: 'note', type: 'note.made' }), over);

function depsOf(
  facts: FactRow[],
  latest: Record<string, { seq: number; timestamp: string }> = {},
  over: NonNullable<Parameters<typeof fakeStore>[2]>['over'] = {},
  outcomes: Awaited<ReturnType<ReturnType<typeof fakeMemory>['outcomes']>> = [],
): CheckoutDeps {
  const memory = fakeMemory(SESSION, { facts, last: 9 });
  const stats = memory.stats;
  return {
    memory: {
      ...memory,
      events: ({ types }) =>
        Promise.resolve(
          Object.entries(over)
            .filter(([, each]) => types?.includes(each.type ?? '') === true)
            .map(([seq]) => sourceFrom(SESSION, event(Number(seq), 'run', 'ran'))),
        ),
      stats: async (of) => ({ ...(await stats(of)), latest }),
      outcomes: (_, purpose) => Promise.resolve(purpose === 'coding' ? outcomes : []),
    },
    store: fakeStore(SESSION, 9, { over }),
    clock: fixedClock,
  };
}

const QUESTION = { query: 'Which port does the relay use?', session: SESSION };

function ask(
  facts: FactRow[],
  request: Partial<CheckoutRequest> = {},
  ...more: DropFirst<Parameters<typeof depsOf>>
) {
  return checkout(depsOf(facts, ...more), { ...QUESTION, ...request });
}
type DropFirst<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

const seqs = ({ evidence }: { evidence: { event_seq: number }[] }) =>
  evidence.map(({ event_seq }) => event_seq);
const citation = (seq: number) =>
  `eventloom://${SESSION}/events/${seq}#${hashOf(SESSION, seq).slice(7, 19)}`;

test('leaves out an invalidated row that has faded, with an audit entry; keeps pinned and accepted rows', async () => {
  const answer = await ask([
    claim(1, 'The relay uses port 1', { salience: lost }),
    claim(2, 'The relay uses port 2', { salience: lost, properties: { pinned: true } }),
    claim(3, 'The relay uses port 3', { salience: lost, authority: 'accepted' }),
    claim(4, 'The relay uses port 4', { salience: { ...lost, earned: 1 } }),
  ]);
  expect(seqs(answer).toSorted((a, b) => a - b)).toEqual([2, 3, 4]);
  expect(answer.diagnostics['attenuation']).toEqual({
    floor: 0.05,
    label: 'below_salience_floor',
    excluded_count: 1,
    excluded: [{ citation: citation(1), score: 0.01 }],
    exempt_count: 2,
    exempt: expect.arrayContaining([{ citation: citation(2), score: 0.01 }]),
  });
  expect(answer.diagnostics['salience']).toMatchObject({ half_life_days: 30, scored_count: 3 });
});

test('explains that a row has faded and that a pinned row has not', async () => {
  const deps = depsOf([
    claim(1, 'The relay uses port 1', { salience: lost }),
    claim(2, 'The relay uses port 2', { salience: lost, properties: { pinned: true } }),
  ]);
  const explain = async (seq: number) => {
    const event = await deps.store.at(SESSION, seq);
    return why(deps, QUESTION, { session: SESSION, event: event! });
  };
  expect(await explain(1)).toMatchObject({ rule: 'faded', shown: false, citation: citation(1) });
  expect((await explain(1)).explanation).toContain('floor of salience');
  expect(await explain(2)).toMatchObject({ rule: 'shown', shown: true });
});

test('showing a row a thousand times does not change its rank', async () => {
  const shown = { surfaced: 1000, earned: 1, last: '2026-11-20T00:00:00.000Z', lastEarned: null };
  const rows = [claim(1, 'The relay uses port 1'), claim(2, 'The relay uses port 2')];
  const plain = await ask(rows);
  const looped = await ask([{ ...rows[0]!, salience: shown }, rows[1]!]);
  expect(seqs(looped)).toEqual(seqs(plain));
  const confirmed = { ...shown, earned: 3, lastEarned: shown.last };
  expect(seqs(await ask([{ ...rows[0]!, salience: confirmed }, rows[1]!]))).not.toEqual(
    seqs(plain),
  );
});

test('a profile without salience ignores it in the order and in the answer', async () => {
  const answer = await ask([claim(1, 'The relay uses port 1', { salience: lost })], {
    settings: { salience: false },
  });
  expect(seqs(answer)).toEqual([1]);
  expect(answer.diagnostics).not.toHaveProperty('salience');
});

test.each([
  ['none', [2, 1], undefined],
  ['filter_expired', [2], { policy: 'filter_expired', expired_excluded: 1 }],
  ['decay', [2], { policy: 'decay', expired_excluded: 1, half_life_days: 30 }],
] as const)(
  'retention %s reports what it left out and deletes nothing',
  async (retention, left, applied) => {
    const facts = [
      claim(1, 'The relay uses port 1', { properties: { expires_at: '2026-11-01T00:00:00.000Z' } }),
      claim(2, 'The relay uses port 2'),
    ];
    const answer = await ask(facts, { settings: { retention } });
    expect(seqs(answer)).toEqual(left);
    expect(answer.retention.applied).toEqual(applied);
  },
);

test('decay ranks old rows below new ones unless they are pinned', async () => {
  const older = (properties = {}) => [
    claim(1, 'The relay uses port 1', { validFrom: '2026-11-20T00:00:00.000Z' }),
    claim(2, 'The relay uses port 2', { validFrom: OLD, properties }),
  ];
  expect(seqs(await ask(older()))).toEqual([2, 1]);
  expect(seqs(await ask(older(), { settings: { retention: 'decay' } }))).toEqual([1, 2]);
  expect(seqs(await ask(older({ pinned: true }), { settings: { retention: 'decay' } }))).toEqual([
    2, 1,
  ]);
});

test('a purpose leaves rows out by rule and reports which and why', async () => {
  const finding = (seq: number, properties: FactRow['properties'], over: Partial<FactRow> = {}) =>
    claim(seq, `The relay uses port ${seq}`, {
      eventType: 'coordination.finding.reported',
      entityType: 'finding',
      properties,
      ...over,
    });
  const facts = [
    finding(1, { status: 'pending' }),
    finding(2, { status: 'rejected' }),
    finding(3, { status: 'accepted', promoted: true }),
    finding(4, { status: 'accepted', stale: true }),
  ];
  const answer = await ask(facts, { purpose: 'coordinate' });
  expect(seqs(answer)).toEqual([3]);
  expect(answer.retention.purpose_policy).toEqual({
    profile: 'coordinate',
    suppressed_count: 3,
    suppressed_reasons: {
      rejected_finding: 1,
      stale_unpromoted_finding: 1,
      worker_local_pending: 1,
    },
  });
  expect(answer.diagnostics['purpose_policy']).toMatchObject({
    suppressed_examples: expect.arrayContaining([
      { rule: 'worker_local_pending', citation: citation(1) },
    ]),
  });
  expect(seqs(await ask(facts)).length).toBe(4);
});

const relay = [
  factFrom(
    SESSION,
    event(1, 'The relay uses port 4455', 'Decision: the relay uses port 4455 for positions'),
  ),
];
const verified = { 'verification.recorded': { seq: 5, timestamp: OLD } };
const person = { origin: { channel: 'user' as const } };
const passed = {
  5: { type: 'verification.recorded', payload: { status: 'passed' }, ...person },
};
const edited = { 'file.edit.applied': { seq: 6, timestamp: OLD } };

test.each([
  ['without a verification', {}, {}, false],
  [
    'with a failed verification',
    verified,
    {
      5: { type: 'verification.recorded', payload: { status: 'failed', summary: 'tests passed' } },
    },
    false,
  ],
  ['with a passed verification', verified, passed, true],
  [
    'with a later edit',
    { ...verified, ...edited },
    { ...passed, 6: { type: 'file.edit.applied' } },
    false,
  ],
])('a release gate %s depends on events, not on words', async (_, latest, over, satisfied) => {
  const answer = await ask(relay, { purpose: 'release' }, latest, over);
  expect(answer.diagnostics['evidence_policy']).toMatchObject({
    mode: 'require_refresh',
    satisfied,
  });
  expect(answer.quality.answerability).toBe(
    satisfied ? 'answer_from_memory' : 'refresh_recommended',
  );
  if (!satisfied)
    expect(answer.quality.required_action).toMatchObject({ type: 'evidence_required' });
});

const run = (channel: 'tool' | 'system' | 'model', exit_code: number, command = 'npm test') => ({
  type: 'command.completed',
  payload: { command, exit_code },
  origin: { channel },
});
const bySay = (channel: 'model' | 'web' | null, command = 'npm test') => ({
  type: 'verification.recorded',
  payload: { status: 'passed', command },
  origin: channel === null ? null : { channel },
});

const settles = (settles_seq: number, exit_code: number) => ({
  type: 'tool.call.settled',
  payload: { command: 'npm test', exit_code, settles_seq },
  origin: { channel: 'tool' as const },
});
const unknown = { ...run('tool', 0), payload: { command: 'npm test', outcome: 'unknown' } };

test.each([
  ['only the claim of a model', { 5: bySay('model') }, false],
  ['the claim of a page', { 5: bySay('web') }, false],
  ['the claim of an older writer without a channel', { 5: bySay(null) }, false],
  [
    'the claim of a model and its observed passing run',
    { 5: bySay('model'), 8: run('tool', 0) },
    true,
  ],
  [
    'the claim of a model and its observed passing script',
    { 5: bySay('model', './ci.sh'), 8: run('tool', 0, './ci.sh') },
    true,
  ],
  [
    'the claim of a model and another command',
    { 5: bySay('model'), 8: run('tool', 0, 'ls') },
    false,
  ],
  ['the claim of a model and its failed run', { 5: bySay('model'), 8: run('tool', 1) }, false],
  [
    'the claim of a model that also claims the run',
    { 5: bySay('model'), 8: run('model', 0) },
    false,
  ],
  ['only an observed passing test run', { 8: run('system', 0) }, true],
  ['a run that hides its exit status', { 8: run('tool', 0, 'npm test || true') }, false],
  ['a run whose success was recorded later', { 8: unknown, 9: settles(8, 0) }, true],
  ['a run whose failure was recorded later', { 8: unknown, 9: settles(8, 1) }, false],
  ['a run before the edit, recorded later', { 8: unknown, 9: settles(3, 0) }, false],
  [
    'a failed run after the one that was recorded later',
    { 7: unknown, 8: run('tool', 1), 9: settles(7, 0) },
    false,
  ],
  ['a test run only mentioned in words', { 8: run('tool', 0, 'echo npm test') }, false],
] as const)('a release gate with %s', async (_, over, satisfied) => {
  const seen = { 'command.completed': { seq: 8, timestamp: OLD } };
  const latest = { ...(5 in over && verified), ...(8 in over && seen) };
  const answer = await ask(relay, { purpose: 'release' }, latest, { ...over });
  expect(answer.diagnostics['evidence_policy']).toMatchObject({ satisfied });
});

test.each([
  ['support', 'refresh_recommended'],
  ['product', 'refresh_recommended'],
  ['sales', 'refresh_recommended'],
  ['legal', 'ask_user'],
  ['executive', 'refresh_recommended'],
])('a checkout for %s relies on an accepted record, not on a mention', async (purpose, without) => {
  const mention = claim(1, 'The relay uses port 4455');
  expect((await ask([mention], { purpose })).quality.answerability).toBe(without);
  expect((await ask(relay, { purpose })).quality.answerability).toBe('answer_from_memory');
});

test('blocks a security checkout without its evidence and requires nothing for a general one', async () => {
  const blocked = await ask(relay, { purpose: 'security' });
  expect(blocked.quality.answerability).toBe('ask_user');
  expect((await ask(relay, { purpose: 'security' }, verified, passed)).quality.answerability).toBe(
    'answer_from_memory',
  );
  expect((await ask(relay)).quality.answerability).toBe('answer_from_memory');
});

test('feedback under the same purpose moves a row and names rows that were often unhelpful', async () => {
  const rows = [claim(1, 'The relay uses port 1'), claim(2, 'The relay uses port 2')];
  const outcome = {
    session: SESSION,
    entityType: 'note',
    entityName: 'n2',
    positive: 0,
    negative: 3,
  };
  expect(seqs(await ask(rows, { purpose: 'coding' }))).toEqual([2, 1]);
  const learned = await ask(rows, { purpose: 'coding' }, {}, {}, [outcome]);
  expect(seqs(learned)).toEqual([1, 2]);
  expect(learned.diagnostics['purpose_policy']).toMatchObject({
    suppression_candidates: [{ citation: citation(2), positive: 0, negative: 3 }],
  });
  expect(seqs(await ask(rows, { purpose: 'review' }, {}, {}, [outcome]))).toEqual([2, 1]);
});

test('a preference of the purpose never replaces what was asked for', async () => {
  const loud = event(
    2,
    'verification command file decision failed attempt',
    'verification command file relay',
  );
  const answer = await ask([...relay, factFrom(SESSION, loud)], { purpose: 'coding' });
  expect(answer.current_facts[0]?.citation).toBe(citation(1));
});
