/**
 * What is read, verified, reported and repaired in logs with every kind of damage. After a change that you intend, `npx vitest run packages/log/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool } from '../../src/append/append-or-spool.ts';
import { installLog } from '../../src/backup/install-log.ts';
import { olderLines } from '../../src/envelope/legacy-lines.fixture.ts';
import { parseLine } from '../../src/envelope/parse.ts';
import { acknowledgeLog, adoptLog } from '../../src/installation/adopt-log.ts';
import { examineLog } from '../../src/installation/examine-log.ts';
import { partsOf } from '../../src/installation/log-directory.ts';
import { logNotices } from '../../src/installation/log-notices.ts';
import { ownSession } from '../../src/installation/own-session.ts';
import { checkEvents } from '../../src/read/check-events.ts';
import { readEvents, recordedEvents } from '../../src/read/read-events.ts';
import { repairLog } from '../../src/repair/repair-log.ts';
import { openJsonlStore } from '../../src/stores/jsonl/index.ts';
import { verifyFile, verifyLog } from '../../src/verify/verify-log.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

const S = 'shop-default';
const NOW = Date.UTC(2026, 4, 1, 9);
let sandbox: Sandbox;
const before = process.env['HOOKLOOM_STATE_DIR'];
beforeEach(() => {
  sandbox = createSandbox();
  as('own');
});
afterEach(() => {
  sandbox.close();
  process.env['HOOKLOOM_STATE_DIR'] = before;
});

/** Works as the installation of this name from now on. */
function as(installation: string): void {
  process.env['HOOKLOOM_STATE_DIR'] = path.join(sandbox.root, `state-${installation}`);
}

function newLog(name: string): string {
  const dir = path.join(sandbox.root, name, '.eventloom');
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  return dir;
}

const event = (key: string, more: Partial<UnsealedEvent> = {}): UnsealedEvent => ({
  id: `evt_${key}`,
  type: 'decision.made',
  actorId: 'assistant',
  payload: { decision: key, rationale: 'Because “ü” is 1.5 ≥ 1' },
  origin: { channel: 'user' },
  ...more,
});

function append(dir: string, events: UnsealedEvent[], session = S): string {
  const now = () => NOW;
  return appendOrSpool({ dir, session, events, now, deadline: Date.now() + 5000 }).kind;
}

/** Seven events, two of them in a batch. */
function fill(dir: string): void {
  append(dir, [event('a', { type: 'goal.created', payload: { title: 'Ship' } })]);
  append(dir, [event('b'), event('c', { causedBy: ['evt_b'], parentEventId: 'evt_a' })]);
  append(dir, [event('d', { origin: { channel: 'web', client: 'codex', tool: 'fetch' } })]);
  append(dir, [event('e', { payload: {} })]);
  const { id: _, ...delivered } = event('f', { delivery: { scope: 's', key: 'k' } });
  append(dir, [delivered]);
  append(dir, [event('g', { timestamp: '2026-05-02T00:00:00.000Z' })]);
}

type Lines = string[];
const replace = (at: number, from: string | RegExp, to: string) => (lines: Lines) =>
  lines.map((line, index) => (index === at ? line.replace(from, to) : line));
/** By name: the damage to the lines of a log. */
const DAMAGES: Record<string, (lines: Lines) => Lines> = {
  none: (lines) => lines,
  'a changed text': replace(1, '"b"', '"x"'),
  'a changed first event': replace(0, 'Ship', 'Shop'),
  'a changed last event': replace(6, '"g"', '"x"'),
  'a changed hash': replace(3, /"hash":"sha256:./, '"hash":"sha256:0'),
  'an upper-case hash': (lines) =>
    lines.map((line, at) =>
      at === 3 ? line.replace(/sha256:.{64}/, (hash) => hash.toUpperCase()) : line,
    ),
  'a changed link': replace(3, /"previousHash":"sha256:.../, '"previousHash":"sha256:000'),
  'no link': replace(3, /"previousHash":"[^"]*"/, '"previousHash":null'),
  'a number too high': replace(3, /"seq":4/, '"seq":5'),
  'a number that is a text': replace(3, /"seq":4/, '"seq":"4"'),
  'a number with a zero before it': replace(3, /"seq":4/, '"seq":04'),
  'another form': replace(3, 'rfc8785', 'none'),
  'no integrity': replace(3, /"integrity":\{[^}]*\},?/, ''),
  'no type': replace(3, '"type":"decision.made",', ''),
  'a type that is none': replace(3, 'decision.made', 'Decision'),
  'no actor': replace(3, /"actorId":"[^"]*",/, ''),
  'a time that is none': replace(3, /"timestamp":"[^"]*"/, '"timestamp":"yesterday"'),
  'a payload that is a text': replace(4, '"payload":{', '"payload":"x","y":{'),
  'a space': replace(3, '":"', '": "'),
  'a key twice': replace(3, '{', '{"id":"evt_x",'),
  'half a line': replace(3, /^(.{80}).*$/, '$1'),
  'two lines in one': ([one, two, ...rest]) => [`${one}${two}`, ...rest],
  'a line that is no JSON': replace(3, /^.*$/, '<<<<<<< HEAD'),
  'a line that is a list': replace(3, /^.*$/, '[1]'),
  'a line of zeros': replace(3, /^.*$/, '\0'.repeat(40)),
  'an empty line': (lines) => [...lines.slice(0, 3), '', ...lines.slice(3)],
  'carriage returns': (lines) => lines.map((line) => `${line}\r`),
  'a byte order mark': replace(0, /^/, '\uFEFF'),
  'a missing event': (lines) => lines.filter((_, at) => at !== 3),
  'half of a batch': (lines) => lines.filter((_, at) => at !== 2),
  'an event twice': (lines) => [...lines.slice(0, 4), ...lines.slice(3)],
  'two events exchanged': ([a, b, c, d, ...rest]) => [a!, b!, d!, c!, ...rest],
  'no first event': (lines) => lines.slice(1),
  'a cut end': (lines) => lines.slice(0, 5),
  'a cut batch': (lines) => lines.slice(0, 2),
  'only one event': (lines) => lines.slice(0, 1),
  nothing: () => [],
  'a torn end': (lines) => [...lines.slice(0, 6), lines[6]!.slice(0, 100)],
  'another log after it': (lines) => [...lines, ...lines],
  'a key that is __proto__': replace(4, '"payload":{', '"payload":{"__proto__":{"x":1},'),
  'lines of Zaxy': () => [olderLines.zaxyFirst, olderLines.zaxySecond],
  'lines of Zaxy after the first': ([first]) => [first!, olderLines.zaxySecond],
  'a line of the oldest form': () => [olderLines.legacy],
  'a line after it': (lines) => [...lines, '{"half":'],
};

/** Without hashes, and without the folder of the test. */
function saved(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(sandbox.root, 'ROOT')
    .replace(/\b[0-9a-f]{12,64}\b/g, (hex) => (hex.length === 64 ? 'HASH' : 'HEX'))
    .replace(/\.[0-9a-f]{8}\b/g, '.HEX')
    .replace(/evt_[0-9a-z]{20,}|[0-9A-HJKMNP-TV-Z]{26}/g, 'ID');
}

async function reported(dir: string, session = S): Promise<unknown[]> {
  const file = `${dir}/${session}.jsonl`;
  const store = openJsonlStore({ dir });
  const batches: unknown[] = [];
  try {
    const refused: unknown[] = [];
    for await (const batch of store.readBatches(session, {
      onUnavailable: (each) => refused.push(each),
    }))
      batches.push(batch.events.map(({ seq, id, form, origin }) => ({ seq, id, form, origin })));
    batches.push({ refused });
  } catch (error) {
    batches.push(String(error));
  } finally {
    await store.close();
  }
  const attempt = async (read: () => unknown) => {
    try {
      return await read();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return { code, message };
    }
  };
  return [
    batches,
    await attempt(() => [...readEvents(file)].map(({ seq, id }) => `${seq} ${id}`)),
    await attempt(() => [...recordedEvents(file)].map(({ seq, id }) => `${seq} ${id}`)),
    [...checkEvents(dir, session, [1, 2, 4, 7, 9])].map(([seq, check]) => [
      seq,
      check.state,
      'unavailable' in check && check.unavailable,
    ]),
    await attempt(() => verifyFile(file)),
    await attempt(() => verifyFile(file, { thorough: true })),
    await attempt(() => verifyLog(dir, session)),
    await attempt(() => verifyLog(dir, session, { incremental: true })),
    examineLog(dir, session),
    logNotices(dir),
    ownSession(dir, session),
    partsOf(dir, session),
  ];
}

test.each(Object.keys(DAMAGES))('a log with %s is read and reported as saved', async (name) => {
  const dir = newLog('shop');
  fill(dir);
  const file = `${dir}/${S}.jsonl`;
  const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const damaged = DAMAGES[name]!(lines);
  const isTorn = /^a torn|^a line after/.test(name);
  fs.writeFileSync(
    file,
    damaged
      .map((line) => `${line}\n`)
      .join('')
      .slice(0, isTorn ? -1 : undefined),
  );
  const rows: unknown[] = damaged.map((line) => parseLine(Buffer.from(line), 0));
  rows.push(...(await reported(dir)));
  rows.push(await repairLog({ dir, session: S, now: () => NOW, dryRun: true }).catch(String));
  rows.push(append(dir, [event('h')]), fs.readdirSync(dir).sort());
  rows.push(...(await reported(dir)), ...(await reported(dir, ownSession(dir, S))));
  rows.push(await repairLog({ dir, session: S, now: () => NOW }).catch(String));
  rows.push(append(dir, [event('i')]), ...(await reported(dir)));
  await expect(rows.map(saved).join('\n')).toMatchFileSnapshot(`${name.replaceAll(' ', '-')}.txt`);
});

test('a log that was moved, copied, cut, replaced or written elsewhere is reported as saved', async () => {
  const rows: string[] = [];
  const say = async (what: string, dir: string) => {
    rows.push(`# ${what}`, saved(examineLog(dir, S)), saved(logNotices(dir)));
    rows.push(saved([ownSession(dir, S), partsOf(dir, S), await verifyLog(dir, S).catch(String)]));
  };
  const shop = newLog('shop');
  const file = `${shop}/${S}.jsonl`;
  fill(shop);
  await say('its own', shop);
  const [older, head] = [fs.readFileSync(file), fs.readFileSync(`${shop}/${S}.head`)];
  append(shop, [event('h')]);
  const newer = fs.readFileSync(file);
  fs.writeFileSync(file, older);
  await say('cut', shop);
  fs.writeFileSync(`${shop}/${S}.head`, head);
  await say('rolled back', shop);
  append(shop, [event('other')]);
  await say('another history', shop);
  const store = openJsonlStore({ dir: shop });
  rows.push(saved(await acknowledgeLog(shop, S, store)));
  await say('acknowledged', shop);
  rows.push(saved(await acknowledgeLog(shop, S, store)));
  rows.push(saved(await acknowledgeLog(shop, 'none', store)));
  fs.writeFileSync(file, newer);
  await say('restored', shop);
  rows.push(saved(await acknowledgeLog(shop, S, store)));
  await store.close();
  const copy = path.join(sandbox.root, 'copy', '.eventloom');
  fs.cpSync(shop, copy, { recursive: true });
  await say('copied', copy);
  append(copy, [event('there')]);
  append(shop, [event('here')]);
  await say('continued in both folders: the copy', copy);
  await say('continued in both folders: the first', shop);
  fs.writeFileSync(file, fs.readFileSync(`${copy}/${S}.jsonl`));
  await say('with the end of its copy', shop);
  append(shop, [event('after')]);
  await say('continued with the end of its copy', shop);
  await say('below a file', file);
  fs.rmSync(file);
  await say('deleted', shop);
  fs.renameSync(copy, path.join(sandbox.root, 'copy', 'moved'));
  await say('moved', path.join(sandbox.root, 'copy', 'moved'));
  as('another');
  const moved = path.join(sandbox.root, 'copy', 'moved');
  await say('of another installation', moved);
  rows.push(append(moved, [event('k')]), saved(fs.readdirSync(moved).sort()));
  await say('with a log beside it', moved);
  for (const session of ['one', 'two', 'three']) {
    as('elsewhere');
    append(moved, [event(session)], session);
    as('another');
  }
  rows.push(saved(logNotices(moved)), saved(logNotices(moved, ['one'])));
  const other = openJsonlStore({ dir: moved });
  rows.push(saved(await adoptLog(moved, S, other)), saved(await adoptLog(moved, S, other)));
  await other.close();
  await say('adopted', moved);
  for (const [at, seal] of [
    '{',
    '[]',
    '{"v":1}',
    '{"genesis":1}',
    '{"hash":1,"seq":1,"genesis":"x","seal":"y"}',
    '{"hash":"x","seq":1,"genesis":"x","seal":1}',
  ].entries()) {
    as(`seal-${at}`);
    fs.writeFileSync(`${moved}/${S}.seal`, seal);
    await say(`with the seal ${seal}`, moved);
  }
  rows.push(saved(await repairLog({ dir: moved, session: 'none', now: () => NOW }).catch(String)));
  const seal = fs.readFileSync(`${shop}/${S}.seal`, 'utf8');
  for (const own of [true, false]) {
    as('restoring');
    const restored = newLog(`restored-${own}`);
    append(restored, [event('before')]);
    const from = `${moved}/${S}.jsonl`;
    installLog({ dir: restored, session: S, from, aside: 'aside/1', own, seal: own ? null : seal });
    rows.push(saved(fs.readdirSync(restored, { recursive: true, encoding: 'utf8' }).sort()));
    await say(`restored, ${own ? '' : 'not '}as its own`, restored);
  }
  as('own');
  await say('restored, with the seal of its first installation', newLog('restored-false'));
  fs.symlinkSync(file, `${moved}/link.jsonl`);
  rows.push(saved(logNotices(moved)), saved(logNotices(path.join(sandbox.root, 'none'))));
  await expect(rows.join('\n')).toMatchFileSnapshot('moved-and-copied.txt');
});
