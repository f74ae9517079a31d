/** Malformed session files: each is skipped with a notice in the status, and the rest is captured. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { captureFixture, type CaptureFixture } from './capture-place.fixture.ts';
import { noticeOfError } from './notices.ts';
import type { LaneResult } from './lane.ts';
import { CAPTURE_CLIENTS } from './watcher-state.ts';

let place: CaptureFixture;
beforeEach(() => {
  place = captureFixture();
});
afterEach(() => place.close());

const prompt = (text: string, id: string): JsonObject => ({
  type: 'user',
  uuid: `uuid-${id}`,
  promptId: `prompt-${id}`,
  message: { role: 'user', content: text },
  cwd: place.root,
  sessionId: 'session-1',
  timestamp: '2026-11-21T05:00:00.000Z',
});

async function lane(client = 'claude-code'): Promise<LaneResult> {
  const { lanes } = await place.pass();
  const found = lanes.find((one) => one.client === client)!;
  expect(found.error).toBeNull();
  return found;
}

const said = async (): Promise<unknown[]> =>
  (await place.events())
    .filter(({ type }) => type === 'transcript.turn')
    .map(({ payload }) => payload['content']);

/** Between two good lines. */
async function between(bad: string | Buffer): Promise<LaneResult> {
  place.append('claude-code', [prompt('Before.', '1')]);
  appendFileSync(place.file('claude-code'), bad);
  appendFileSync(place.file('claude-code'), '\n');
  place.append('claude-code', [prompt('After.', '2')]);
  const told = await lane();
  expect(await said()).toEqual(['Before.', 'After.']);
  // The notice stays while nothing is read again, and does not block what follows.
  expect((await lane()).notices).toEqual(told.notices);
  place.append('claude-code', [prompt('Much later.', '3')]);
  expect((await lane()).notices).toEqual(told.notices);
  expect(await said()).toEqual(['Before.', 'After.', 'Much later.']);
  return told;
}

const line2 = (what: string) => [{ file: 'session.jsonl', reason: `line 2 is ${what}` }];

describe('a line', () => {
  test('that is not UTF-8', async () => {
    const text = JSON.stringify(prompt('Br\u00fccke', 'x'));
    expect((await between(Buffer.from(text, 'latin1'))).notices).toEqual(line2('no UTF-8'));
  });

  test('of 20 MB', async () => {
    const text = JSON.stringify(prompt('x'.repeat(20_000_000), 'x'));
    expect((await between(text)).notices).toEqual(line2('too long'));
  });

  test('with a null byte', async () => {
    const text = JSON.stringify(prompt('a\u0000b', 'x')).replace('\\u0000', '\u0000');
    expect((await between(text)).notices).toEqual(line2('no JSON'));
  });

  test('torn by a crash', async () => {
    const text = JSON.stringify(prompt('Torn.', 'x')).slice(0, 60);
    expect((await between(text)).notices).toEqual(line2('no JSON'));
  });

  test('that is blank is not reported', async () => {
    expect((await between('  ')).notices).toEqual([]);
  });
});

/** As text: building it as a value would need as many levels. */
const deep = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

describe.each(CAPTURE_CLIENTS)('nested 10,000 deep, anywhere in a file of %s', (client) => {
  test('is left out or cut, and the lines after it are captured', async () => {
    place.leave(client);
    const lines = place.text(client).split('\n').filter(Boolean);
    // Replaces every text of every line in turn by a placeholder: arguments, results, contents, ids.
    const broken = lines.flatMap((line) => {
      const found = [...line.matchAll(/:("(?:[^"\\]|\\.)*"|\{|\[)/g)].slice(0, 40);
      return found
        .filter(([, value]) => value!.startsWith('"'))
        .map((match) => {
          const at = match.index + 1;
          return `${line.slice(0, at)}${deep(200)}${line.slice(at + match[1]!.length)}`;
        });
    });
    const whole = `{"type":"user","type2":${deep(5_000)}}`;
    const first = lines[0]!;
    const extra = [first, whole, ...broken.slice(0, 200), ...lines.slice(1)].join('\n');
    writeFileSync(place.file(client), `${extra}\n`);
    await lane(client);
    const turns = await said();
    for (const text of ['Please do the demo.', 'All done.']) expect(turns).toContain(text);
  });
});

test('tool arguments and results that are 10,000 levels deep do not stop a pass', async () => {
  const call = (input: string): string =>
    `{"type":"assistant","uuid":"a","sessionId":"session-1","cwd":${JSON.stringify(place.root)},"message":{"content":[{"type":"tool_use","id":"t1","name":"Task","input":${input}}]}}\n`;
  const result = `{"type":"user","uuid":"r","sessionId":"session-1","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":${deep(5_000)}}]},"toolUseResult":${deep(5_000)}}\n`;
  place.append('claude-code', [prompt('Before.', '1')]);
  appendFileSync(place.file('claude-code'), call(deep(5_000)) + result);
  place.append('claude-code', [prompt('After.', '2')]);
  await lane();
  expect(await said()).toEqual(['Before.', 'After.']);
});

describe('in the place of a session file', () => {
  test('a link is not followed', async () => {
    place.append('claude-code', [prompt('Here.', '1')]);
    const elsewhere = path.join(place.home, 'elsewhere.jsonl');
    writeFileSync(
      elsewhere,
      `${JSON.stringify({ ...prompt('Elsewhere.', '2'), sessionId: 's2' })}\n`,
    );
    symlinkSync(elsewhere, place.file('claude-code', 'linked'));
    const { notices } = await lane();
    expect(notices).toEqual([{ file: 'linked.jsonl', reason: 'is a link, which is not followed' }]);
    expect(await said()).toEqual(['Here.']);
  });

  test('a pipe or a folder blocks nothing', async () => {
    place.append('claude-code', [prompt('Here.', '1')]);
    execFileSync('mkfifo', [place.file('claude-code', 'a-pipe')]);
    mkdirSync(place.file('claude-code', 'b-folder'));
    const { notices } = await lane();
    expect(notices).toEqual([
      { file: 'a-pipe.jsonl', reason: 'is not a regular file' },
      { file: 'b-folder.jsonl', reason: 'is not a regular file' },
    ]);
    expect(await said()).toEqual(['Here.']);
  });

  test.skipIf(process.getuid?.() === 0)('a file without read permission is named', async () => {
    place.append('claude-code', [prompt('Here.', '1')]);
    const closed = place.leave('claude-code', 'subagent');
    await lane();
    appendFileSync(closed, '\n');
    chmodSync(closed, 0);
    expect((await lane()).notices).toEqual([
      { file: 'subagent.jsonl', reason: 'could not be read (EACCES)' },
    ]);
  });

  test('an unreadable file is reported by its error code alone, and a deleted one is not reported', () => {
    const error = (code: string): Error => Object.assign(new Error('of /secret/place'), { code });
    expect(noticeOfError('/a/b\u001b[31m.jsonl', error('EACCES'))).toEqual({
      file: 'b?[31m.jsonl',
      reason: 'could not be read (EACCES)',
    });
    expect(noticeOfError('/a/b.jsonl', error('ENOENT'))).toBeNull();
    expect(() => noticeOfError('/a/b.jsonl', new TypeError('a defect'))).toThrow('a defect');
  });
});

test('a file deleted during the read adds what was read, and the others are captured', async () => {
  place.append('claude-code', [prompt('In the one.', '1'), prompt('And more.', '2')]);
  const other = place.file('claude-code', 'z-other');
  writeFileSync(other, `${JSON.stringify({ ...prompt('In the other.', '3'), sessionId: 's2' })}\n`);
  const gone = place.file('claude-code');
  const { lanes } = await place.pass({
    maxRecords: 1,
    onProgress: ({ file }) => {
      if (file === gone) rmSync(gone, { force: true });
    },
  });
  expect(lanes[0]).toMatchObject({ error: null, notices: [] });
  expect(await lane()).toMatchObject({ notices: [] });
  expect(await said()).toEqual(['In the one.', 'In the other.']);
});

test('one deleted between check and open is not an error', async () => {
  place.append('claude-code', [prompt('In the one.', '1')]);
  await lane();
  const away = path.join(place.home, 'away');
  const { lanes } = await place.pass({
    onFiles: (files) => {
      for (const file of files) renameSync(file, away);
    },
  });
  expect(lanes[0]).toMatchObject({ error: null, notices: [] });
});

test('future times and a clock that runs backwards lose nothing', async () => {
  const at = (timestamp: string, id: string): JsonObject => ({
    ...prompt(`At ${id}.`, id),
    timestamp,
  });
  place.append('claude-code', [
    at('2999-01-01T00:00:00.000Z', '1'),
    at('2026-11-21T05:00:00.000Z', '2'),
    at('2026-11-20T05:00:00.000Z', '3'),
    at('not a time', '4'),
    at('-271822-01-01T00:00:00.000Z', '5'),
  ]);
  const ahead = Date.now() / 1000 + 86_400;
  utimesSync(place.file('claude-code'), ahead, ahead);
  await lane();
  place.append('claude-code', [at('2026-11-19T05:00:00.000Z', '6')]);
  utimesSync(place.file('claude-code'), 1, 1);
  await lane();
  expect(await said()).toEqual(['At 1.', 'At 2.', 'At 3.', 'At 4.', 'At 5.', 'At 6.']);
  for (const { timestamp } of await place.events())
    expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now());
});

test('reports a few of many errors', async () => {
  for (let n = 0; n < 40; n++) {
    place.append('claude-code', [prompt('Here.', '1')]);
    symlinkSync('/nowhere', place.file('claude-code', `link-${n}`));
  }
  expect((await lane()).notices).toHaveLength(8);
  expect(readFileSync(place.file('claude-code'), 'utf8')).toContain('Here.');
});
