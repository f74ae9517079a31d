/**
 * What operations over whole logs report and leave behind: forgetting, archives, refs and points. After a change that you intend, `npx vitest run packages/log/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { checkArchive } from '../../src/archive/check-segment.ts';
import { writeSegment } from '../../src/archive/write-segment.ts';
import { archiveFiles, archivedOf, parseSegmentName } from '../../src/archive/segment.ts';
import { readHead } from '../../src/files/head-at.ts';
import { forgetEvents, resumeForgetting } from '../../src/forget/forget-events.ts';
import { interruptedJobs, removeJob } from '../../src/forget/forgetting-job.ts';
import { findHolders } from '../../src/forget/find-holders.ts';
import { namedValue, otherWordsOf, tokensOf, valuesOfEvent } from '../../src/gate/gate-values.ts';
import { readGate } from '../../src/gate/gate-file.ts';
import { eventsSince, newestType } from '../../src/point/log-point.ts';
import { digestsOf, pointOf } from '../../src/point/point-of.ts';
import { readEvents } from '../../src/read/read-events.ts';
import { listRefs, resolveRef, updateRef } from '../../src/refs/refs.ts';
import { openJsonlStore, type JsonlStore } from '../../src/stores/jsonl/index.ts';
import { verifyLog } from '../../src/verify/verify-log.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

const NOW = Date.UTC(2026, 4, 1, 9);
const origin = { channel: 'user' } as const;
let sandbox: Sandbox;
let dir: string;
let store: JsonlStore;
const before = process.env['HOOKLOOM_STATE_DIR'];
beforeEach(() => {
  sandbox = createSandbox();
  process.env['HOOKLOOM_STATE_DIR'] = path.join(sandbox.root, 'state');
  dir = path.join(sandbox.root, 'shop', '.eventloom');
  fs.mkdirSync(path.dirname(dir));
  store = openJsonlStore({ dir });
});
afterEach(async () => {
  await store.close();
  sandbox.close();
  process.env['HOOKLOOM_STATE_DIR'] = before;
});

const turn = (text: string, more: Partial<UnsealedEvent> = {}): UnsealedEvent => ({
  type: 'transcript.turn',
  actorId: 'user',
  payload: { role: 'user', text },
  timestamp: '2026-05-01T09:00:00.000Z',
  origin,
  ...more,
});

function saved(value: unknown): string {
  return (JSON.stringify(value) ?? 'none')
    .replaceAll(sandbox.root, 'ROOT')
    .replace(/fgt_[0-9a-f]+/g, 'JOB')
    .replace(/\b[0-9a-f]{12,64}\b/g, 'HEX')
    .replace(/evt_[0-9a-z_]{16,}/g, 'ID')
    .replace(/"pid":\d+/g, '"pid":0');
}
const reason = async (work: () => unknown) => {
  try {
    return await work();
  } catch (error) {
    const { code, message, remediation } = error as Record<string, unknown>;
    return { code, message, remediation };
  }
};
const shown = (session: string) =>
  [...readEvents(path.join(dir, `${session}.jsonl`))].map(({ seq, type, payload, shredded }) =>
    type === 'memory.forgotten'
      ? [seq, type, Object.keys(payload), (payload['events'] as unknown[] | undefined)?.length]
      : [seq, type, payload, shredded !== null],
  );

const SECRET = 'The vault code is kept under the blue flowerpot.';
const TURNS = [
  'Good morning.',
  SECRET,
  'Under the blue flowerpot, as I said: the vault code is kept there.',
  `I told you: ${SECRET.toLowerCase()} Do not repeat it.`,
  'The flowerpot is blue.',
  'Call me at +43 660 1234567, or write to ann@example.org.',
];

test('what is forgotten is gone from every log and is refused later, in the saved form', async () => {
  const rows: string[] = [];
  const say = async (what: string) => {
    rows.push(`# ${what}`);
    for (const session of ['one', 'two'])
      rows.push(saved(shown(session)), saved(await verifyLog(dir, session)));
    rows.push(saved(readGate(dir).map(({ kind, length }) => [kind, length])));
    rows.push(saved(interruptedJobs(dir, NOW)));
  };
  await store.append(
    'one',
    TURNS.map((text) => turn(text)),
  );
  await store.append('two', [
    turn(SECRET, { delivery: { scope: 's', key: 'k' } }),
    turn('Unrelated', { delivery: { scope: 's', key: 'l' } }),
    turn('', { type: 'command.completed', payload: { command: 'cat vault', stdout: SECRET } }),
  ]);
  for (const text of [...TURNS, '', 'a', 'flowerpot'])
    rows.push(
      saved([
        text,
        namedValue(text),
        valuesOfEvent(turn(text)),
        tokensOf(turn(text)),
        otherWordsOf(turn(text), 4),
      ]),
    );
  const order = { dir, store, actorId: 'user', origin, nowMs: NOW, reason: 'asked' };
  const values = [...valuesOfEvent(turn(SECRET)), ...otherWordsOf(turn(SECRET), 4)];
  fs.writeFileSync(path.join(dir, 'notes.txt'), `A copy: ${SECRET}\nand more\n`);
  const { gate, ...forgotten } = await forgetEvents({
    ...order,
    targets: [{ session: 'one', seqs: [2] }],
    values,
  });
  rows.push(saved(forgotten), fs.readFileSync(path.join(dir, 'notes.txt'), 'utf8'));
  rows.push(
    saved([...findHolders(dir, gate, values)].map(({ session, event }) => [session, event.seq])),
  );
  await say('forgotten');
  for (const text of [SECRET, TURNS[2]!, TURNS[3]!, 'Unrelated'])
    rows.push(saved(await reason(() => store.append('two', [turn(text)]))));
  rows.push(
    saved(
      await reason(() =>
        store.append('two', [turn('Unrelated', { delivery: { scope: 's', key: 'l' } })]),
      ),
    ),
    saved(
      await reason(() =>
        store.append('two', [turn('New', { delivery: { scope: 's', key: 'k' } })]),
      ),
    ),
  );
  await say('written again');
  const [job] = interruptedJobs(dir, NOW + 1e12);
  if (job !== undefined) {
    const { gate: _, ...resumed } = (await resumeForgetting(order, job))!;
    rows.push(saved(resumed));
    removeJob(dir, job.job);
  }
  rows.push(
    saved(
      await resumeForgetting(order, { v: 1, job: 'fgt_none', pid: 1, startedMs: NOW, targets: [] }),
    ),
  );
  await say('resumed');
  for (const seqs of [[1], [2], [99], [7]])
    rows.push(
      saved(
        await reason(async () => {
          const { gate: _, ...more } = await forgetEvents({
            ...order,
            targets: [{ session: 'one', seqs }],
            values: [],
          });
          return more;
        }),
      ),
    );
  await say('more events');
  for (const segment of [
    { session: 'two', from: 1, to: 2 },
    { session: 'one', from: 1, to: 6 },
  ])
    await writeSegment(dir, segment);
  fs.writeFileSync(path.join(dir, 'archive/notes.gz'), 'not an archive');
  const blue = valuesOfEvent(turn(TURNS[4]!));
  const targets = [{ session: 'one', seqs: [5] }];
  const { gate: _, ...archived } = await forgetEvents({ ...order, targets, values: blue });
  rows.push(saved(archived), saved(await checkArchive(dir, 'one')));
  await say('forgotten in archives');
  await expect(rows.join('\n')).toMatchFileSnapshot('forgotten-texts.txt');
});

test('archives, refs and points of a log have their saved form', async () => {
  const rows: string[] = [];
  await store.append(
    'one',
    TURNS.map((text) => turn(text)),
  );
  const segments = [
    { session: 'one', from: 1, to: 3 },
    { session: 'one', from: 4, to: 6 },
  ];
  for (const segment of segments) expect(await writeSegment(dir, segment)).toBeGreaterThan(100);
  rows.push(saved(await reason(() => writeSegment(dir, { session: 'one', from: 5, to: 9 }))));
  rows.push(saved(await reason(() => writeSegment(dir, { session: 'none', from: 1, to: 2 }))));
  const files = archiveFiles(dir);
  rows.push(saved(files), saved(archivedOf(dir, 'one')), saved(await checkArchive(dir, 'one')));
  for (const name of [...files, 'one.jsonl', 'one.1-2.jsonl.gz', 'x.0-1.jsonl.gz', ''])
    rows.push(saved([name, parseSegmentName(name)]));
  fs.writeFileSync(path.join(dir, 'archive', files[0]!), 'broken');
  rows.push(saved(await checkArchive(dir, 'one')));

  const hashes = [...readEvents(path.join(dir, 'one.jsonl'))].map(({ hash }) => hash.slice(7));
  const update = { session: 'one', origin };
  for (const [name, targetSeq, targetHash, refType] of [
    ['refs/heads/main', 2, hashes[1]!, 'head'],
    ['refs/tags/v1', 3, hashes[2]!.slice(0, 12), 'tag'],
    ['refs/heads/main', 4, `sha256:${hashes[3]!}`, undefined],
    ['HEAD', 2, hashes[1]!, undefined],
    ['refs/../main', 2, hashes[1]!, undefined],
    ['main', 2, hashes[1]!, undefined],
    ['refs/heads/x', 9, hashes[1]!, undefined],
    ['refs/heads/x', 2, hashes[2]!, undefined],
    ['refs/heads/x', 2, 'short', undefined],
    ['refs/heads/x', 2, hashes[1]!, 'a b'],
  ] as const)
    rows.push(
      saved(
        await reason(() =>
          updateRef(store, {
            ...update,
            name,
            targetSeq,
            targetHash,
            ...(refType !== undefined && { refType }),
          }),
        ),
      ),
    );
  for (const name of ['HEAD', 'refs/heads/main', 'refs/tags/v1', 'refs/none', 'main'])
    rows.push(saved(await reason(() => resolveRef(store, name, 'one'))));
  rows.push(
    saved(await reason(() => resolveRef(store, 'HEAD', 'none'))),
    saved(await listRefs(store)),
  );

  const real = fs.realpathSync(dir);
  const head = readHead(path.join(dir, 'one.head'))!;
  const point = pointOf(real, 'one', head, [1, 2, 5])!;
  rows.push(
    saved({ ...point, bytes: point.bytes.length }),
    saved(pointOf(real, 'one', head, [99])),
  );
  rows.push(saved(pointOf(real, 'none', head, [1])), saved(digestsOf(real, 'one', [1, 6, 7])));
  const since = () => rows.push(saved([eventsSince(real, point), newestType(real, 'one')]));
  since();
  await store.append('one', [
    turn('Later'),
    turn('x', { type: 'goal.created', payload: { title: 'x' } }),
  ]);
  since();
  await store.append('one', [turn('Even later')]);
  since();
  const log = path.join(dir, 'one.jsonl');
  const whole = fs.readFileSync(log, 'utf8');
  for (const text of [
    whole.replace('Good', 'Bad!'),
    whole.replace('Later', 'Never'),
    whole.slice(0, -10),
    whole.slice(0, head.size),
    whole.slice(0, 200),
    `${whole}{}\n`,
    whole.replace(/"seq":8/, '"seq":9'),
  ]) {
    fs.writeFileSync(log, text);
    since();
  }
  rows.push(saved([eventsSince(real, { ...point, session: 'none' }), newestType(real, 'none')]));
  await expect(rows.join('\n')).toMatchFileSnapshot('archives-refs-and-points.txt');
});
