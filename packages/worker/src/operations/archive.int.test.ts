/** Archived copies of a real log: written, compared with it, and cleared of forgotten content. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { StoredEvent } from '@hookloom/core/events';
import { checkArchive, forgetEvents, merkleRoots, readEvents, verifyLog } from '@hookloom/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRuntime } from '../compose.ts';
import type { Runtime } from '../runtime.ts';
import { archive, type ArchiveRequest } from './archive.ts';

const CANARY = 'the canary sings at noon';
let root: string;
let dir: string;
let runtime: Runtime;
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-archive-'));
  const workspace = resolveWorkspace({ cwd: root, env: {} });
  dir = workspace.eventloomDir;
  runtime = await openRuntime(workspace, { stateDir: path.join(root, 'state') });
});
afterEach(async () => {
  await runtime.close();
  fs.rmSync(root, { recursive: true, force: true });
});

const write = (texts: string[]) =>
  runtime.store.append(
    'demo',
    texts.map((text) => ({
      type: 'decision.made',
      actorId: 'me',
      payload: { title: text },
      origin: { channel: 'user' },
    })),
  );
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `decision ${i}`);
const run = (more: Partial<ArchiveRequest> = {}) =>
  archive(runtime.context, { session: 'demo', segmentEvents: 10, ...more });
const logFile = () => path.join(dir, 'demo.jsonl');
const linesOfLog = () => fs.readFileSync(logFile(), 'utf8').trimEnd().split('\n');
const fileOf = (name: string) => path.join(dir, 'archive', name);
const unpacked = (name: string) => gunzipSync(fs.readFileSync(fileOf(name))).toString('utf8');
const states = async () =>
  (await checkArchive(dir, 'demo')).map(({ file, state }) => `${file} ${state}`);

describe('the archive', () => {
  it('contains the lines of full segments unchanged, and the log names each with its end and tree', async () => {
    await write(numbered(25));
    const before = linesOfLog();
    const hashes = Array.from(readEvents(logFile()), ({ hash }: StoredEvent) => hash);
    const { segments, archived_to, left } = await run();
    expect(segments.map(({ file }) => file)).toEqual(['demo-1-10.jsonl.gz', 'demo-11-20.jsonl.gz']);
    expect({ archived_to, left }).toEqual({ archived_to: 20, left: 5 });
    expect(linesOfLog().slice(0, 25)).toEqual(before);
    expect(unpacked('demo-11-20.jsonl.gz')).toBe(`${before.slice(10, 20).join('\n')}\n`);
    expect(fs.statSync(fileOf('demo-1-10.jsonl.gz')).mode & 0o777).toBe(0o600);
    const [, record] = Array.from(readEvents(logFile())).filter(
      ({ type }) => type === 'log.archived',
    );
    expect(record!.payload).toMatchObject({
      file: 'demo-11-20.jsonl.gz',
      from_seq: 11,
      to_seq: 20,
      last_hash: hashes[19],
      merkle_root: merkleRoots(hashes, [20]).get(20),
    });
    expect(await states()).toEqual(['demo-1-10.jsonl.gz whole', 'demo-11-20.jsonl.gz whole']);
    expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true });
  });

  it('continues after its end, and writes nothing in a dry run', async () => {
    await write(numbered(12));
    expect(await run({ dryRun: true })).toMatchObject({ segments: [{ bytes: null }] });
    expect(fs.existsSync(path.join(dir, 'archive'))).toBe(false);
    await run();
    expect((await run()).segments).toEqual([]);
    await write(numbered(7));
    expect((await run()).segments.map(({ file }) => file)).toEqual(['demo-11-20.jsonl.gz']);
  });

  it('continues after an interruption, and adds a missing event', async () => {
    await write(numbered(30));
    const stop = new AbortController();
    const part = await run({ signal: stop.signal, onSegment: () => stop.abort() });
    expect(part).toMatchObject({ archived_to: 10, left: 20 });
    // The state after a crash between the file and its event.
    fs.copyFileSync(fileOf('demo-1-10.jsonl.gz'), fileOf('demo-11-20.jsonl.gz'));
    expect(await states()).toEqual(['demo-1-10.jsonl.gz whole', 'demo-11-20.jsonl.gz broken']);
    await run();
    expect(await states()).toEqual([
      'demo-1-10.jsonl.gz whole',
      'demo-11-20.jsonl.gz whole',
      'demo-21-30.jsonl.gz whole',
    ]);
  });

  it('may be moved to another place', async () => {
    await write(numbered(10));
    await run();
    fs.rmSync(fileOf('demo-1-10.jsonl.gz'));
    expect(await states()).toEqual(['demo-1-10.jsonl.gz elsewhere']);
    expect((await run()).segments).toEqual([]);
  });

  it.each([
    ['another word', (text: string) => text.replace('decision 3', 'decision 4')],
    ['a lost line', (text: string) => text.replace(/^.*\n/, '')],
    ['a lost end', (text: string) => text.replace(/.*\n$/, '')],
    ['a line more', (text: string) => text + text.split('\n').at(-2)! + '\n'],
  ])('is detected as an untrue copy: %s', async (_, change) => {
    await write(numbered(10));
    await run();
    const file = fileOf('demo-1-10.jsonl.gz');
    fs.writeFileSync(file, gzipSync(change(unpacked('demo-1-10.jsonl.gz'))));
    expect(await states()).toEqual(['demo-1-10.jsonl.gz broken']);
  });

  it('is detected if its file is damaged', async () => {
    await write(numbered(10));
    await run();
    fs.truncateSync(fileOf('demo-1-10.jsonl.gz'), 100);
    expect(await states()).toEqual(['demo-1-10.jsonl.gz broken']);
  });

  it('follows no link out of the directory', async () => {
    await write(numbered(10));
    const outside = path.join(root, 'outside');
    fs.mkdirSync(outside);
    fs.symlinkSync(outside, path.join(dir, 'archive'));
    await expect(run()).rejects.toMatchObject({ code: 'permission_denied' });
    expect(fs.readdirSync(outside)).toEqual([]);
  });
});

describe('forgotten content', () => {
  it('is removed from archived and unfinished copies; the others stay unchanged', async () => {
    await write([...numbered(9), CANARY, ...numbered(10)]);
    await run();
    const untouched = fs.readFileSync(fileOf('demo-11-20.jsonl.gz'));
    fs.writeFileSync(fileOf('demo-21-30.jsonl.gz.x.tmp'), gzipSync(CANARY));
    const { swept } = await forgetEvents({
      dir,
      store: runtime.store,
      targets: [{ session: 'demo', seqs: [10] }],
      values: [],
      actorId: 'me',
      origin: { channel: 'user' },
      nowMs: Date.now(),
    });
    expect(swept.left).toEqual([]);
    expect(unpacked('demo-1-10.jsonl.gz')).not.toContain(CANARY);
    expect(fs.readdirSync(path.join(dir, 'archive'))).toEqual([
      'demo-1-10.jsonl.gz',
      'demo-11-20.jsonl.gz',
    ]);
    expect(fs.readFileSync(fileOf('demo-11-20.jsonl.gz'))).toEqual(untouched);
    expect(await states()).toEqual(['demo-1-10.jsonl.gz whole', 'demo-11-20.jsonl.gz whole']);
  });
});
