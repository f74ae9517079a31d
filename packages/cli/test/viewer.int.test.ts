import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

function dataOf(page: string): any {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]!);
}

test('a folder becomes one page with every session, readable only by its owner', async () => {
  await append(folder, 'decision.made', { decision: 'Use JSONL' });
  await append(folder, 'goal.created', { title: 'other' }, ['--session-id', 'other']);
  const made = await folder.json(['viewer', '.eventloom', '-o', 'log.html']);
  expect(made).toMatchObject({ logs: 2, events: 2, broken: [] });
  expect(fs.statSync(path.join(folder.path, 'log.html')).mode & 0o777).toBe(0o600);
  const { logs } = dataOf(folder.read('log.html'));
  expect(logs).toMatchObject([
    { name: 'other', report: { ok: true }, events: [{ seq: 1, summary: 'other' }] },
    {
      name: 'shop-default',
      report: { ok: true },
      events: [{ type: 'decision.made', actor: 'ann', channel: 'model' }],
    },
  ]);
});

test('hostile text is in the page once, as data', async () => {
  const attack = '</script><script>alert(1)</script><!--';
  const hidden = String.fromCodePoint(0x202e, 0x200b);
  const input = JSON.stringify({ decision: attack + hidden, [attack]: [attack] });
  await folder.run(['memory', 'append', 'decision.made', '--actor', attack], { input });
  expect(
    (await folder.run(['viewer', '.eventloom/shop-default.jsonl', '-o', 'log.html'])).status,
  ).toBe(0);
  const page = folder.read('log.html');
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toContain('<!--<');
  expect(page).not.toContain(attack);
  expect(page).not.toMatch(/[\u200b\u202e]/);
  const [event] = dataOf(page).logs[0].events;
  expect(event.actor).toBe(attack);
  expect(event.summary).toBe(`${attack}\\u{202e}\\u{200b}`);
});

test('a broken log is shown as far as it is readable, and reported as broken', async () => {
  for (const title of ['one', 'two', 'three']) await append(folder, 'goal.created', { title });
  const log = '.eventloom/shop-default.jsonl';
  folder.write(log, folder.read(log).replace('"two"', '"TWO"'));
  expect(await folder.json(['viewer', '.eventloom', '-o', 'log.html'])).toMatchObject({
    broken: ['shop-default'],
  });
  expect(dataOf(folder.read('log.html')).logs[0]).toMatchObject({
    report: { ok: false, broken_at_seq: 2 },
    events: [{ summary: 'three' }, { summary: 'one' }],
  });
});

test('a file that is not a log is refused, and no page is written', async () => {
  folder.write('note.txt', 'hello\n');
  const { status, stderr } = await folder.run(['viewer', 'note.txt', '-o', 'log.html']);
  expect(status).toBe(2);
  expect(stderr).toContain('note.txt is not a log: the line is not JSON.\n');
  expect(fs.existsSync(path.join(folder.path, 'log.html'))).toBe(false);
});

test('a long log is limited to its newest 5,000 events, and the page says so', async () => {
  const line = (n: number): string =>
    JSON.stringify({ event_type: 'goal.created', actor: 'x', payload: { title: `goal ${n}` } });
  const input = Array.from({ length: 5100 }, (_, n) => line(n + 1)).join('\n');
  const env = { RETRIEVAL_FUZZY: 'off' };
  expect((await folder.run(['memory', 'ingest'], { input, env })).status).toBe(0);
  await folder.run(['viewer', '.eventloom', '-o', 'log.html']);
  const [log] = dataOf(folder.read('log.html')).logs;
  expect(log).toMatchObject({ left_out: 100, report: { total_events: 5100 } });
  expect(log.events).toHaveLength(5000);
  expect(log.events[0].summary).toBe('goal 5100');
});
