import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  foreignSessions,
  forgetEvents,
  listSessions,
  openJsonlStore,
  valuesOfEvent,
  verifyLog,
  writeSegment,
} from '@hookloom/log';
import { appendOrSpool } from '@hookloom/log/append';
import { recordedAt } from '@hookloom/log/testing';
import type { Manifest } from './manifest.ts';
import { restoreBackup, type RestoreReport, type RestoreRequest } from './restore-backup.ts';
import { writeTar } from './tar.ts';
import { writeBackup } from './write-backup.ts';

const S = 'shop-default';
let base: string;
let stateDir: string;
let file: string;
const before = process.env['HOOKLOOM_STATE_DIR'];
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-backup-')));
  useState('state');
  file = path.join(base, 'shop.backup.tar.gz');
});
afterEach(() => {
  if (before === undefined) delete process.env['HOOKLOOM_STATE_DIR'];
  else process.env['HOOKLOOM_STATE_DIR'] = before;
  fs.rmSync(base, { recursive: true, force: true });
});

function useState(name: string): void {
  stateDir = path.join(base, name);
  fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  process.env['HOOKLOOM_STATE_DIR'] = stateDir;
}

const dirOf = (root: string): string => path.join(base, root, '.eventloom');
function append(root: string, text: string, session = S): void {
  fs.mkdirSync(path.join(base, root), { recursive: true });
  const { kind } = appendOrSpool({
    dir: dirOf(root),
    session,
    deadline: Date.now() + 5000,
    events: [
      {
        type: 'decision.made',
        actorId: 'ann',
        payload: { decision: text },
        origin: { channel: 'user' },
      },
    ],
  });
  expect(kind).toBe('appended');
}

const backup = (root: string): Promise<Manifest> =>
  writeBackup({
    file,
    places: [{ dir: dirOf(root), root: path.join(base, root), name: 'shop' }],
    stateDir,
    home: base,
    version: '1.0.0',
    nowMs: Date.now(),
  });
const restore = (root: string, more: Partial<RestoreRequest> = {}): Promise<RestoreReport> =>
  restoreBackup({
    file,
    stateDir,
    placeOf: () => {
      fs.mkdirSync(path.join(base, root), { recursive: true });
      return { root: path.join(base, root), dir: dirOf(root) };
    },
    force: false,
    dryRun: false,
    mayOwn: async () => true,
    now: Date.now,
    env: { HOME: base, PATH: process.env['PATH'] },
    ...more,
  });

const logs = (root: string): Record<string, string> =>
  Object.fromEntries(
    listSessions(dirOf(root)).map((one) => [
      one,
      fs.readFileSync(path.join(dirOf(root), `${one}.jsonl`), 'utf8'),
    ]),
  );

/** Every file below a folder with its content. */
function everything(root: string): Record<string, string> {
  const folder = path.join(base, root);
  if (!fs.existsSync(folder)) return {};
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const absolute = path.join(folder, name);
      return [name, fs.lstatSync(absolute).isFile() ? fs.readFileSync(absolute, 'latin1') : '/'];
    }),
  );
}

async function forget(root: string, seq: number): Promise<void> {
  const dir = dirOf(root);
  const store = openJsonlStore({ dir });
  await forgetEvents({
    dir,
    store,
    targets: [{ session: S, seqs: [seq] }],
    values: valuesOfEvent(recordedAt(`${dir}/${S}.jsonl`, seq)!),
    actorId: 'user',
    origin: { channel: 'user' },
    nowMs: Date.now(),
  });
  await store.close();
}

describe('a backup that is restored on another machine', () => {
  beforeEach(async () => {
    append('shop', 'Invoices are numbered per year');
    append('shop', 'Parcels leave the house on Fridays');
    append('shop', 'A second log', 'other');
    await backup('shop');
  });

  it('restores the same bytes, which this installation then continues', async () => {
    const wanted = logs('shop');
    useState('other-state');
    await restore('elsewhere/store');
    expect(logs('elsewhere/store')).toEqual(wanted);
    const dir = dirOf('elsewhere/store');
    expect(foreignSessions(dir)).toEqual([]);
    for (const session of listSessions(dir))
      expect(await verifyLog(dir, session)).toMatchObject({ ok: true });
    append('elsewhere/store', 'Doors are green');
    expect(logs('elsewhere/store')[S]).toContain('Doors are green');
  });

  it('restores its archived copies, rebuilt from the log', async () => {
    await writeSegment(dirOf('shop'), { session: S, from: 1, to: 2 });
    fs.rmSync(file);
    await backup('shop');
    useState('other-state');
    await restore('store');
    const copy = fs.readFileSync(`${dirOf('store')}/archive/${S}-1-2.jsonl.gz`);
    const lines = logs('shop')[S]!.split('\n').slice(0, 2);
    expect(zlib.gunzipSync(copy).toString()).toBe(`${lines.join('\n')}\n`);
  });

  it('is shown as reported unless a person restores it', async () => {
    useState('other-state');
    const { projects } = await restore('store', { mayOwn: async () => false });
    expect(projects[0]!.logs.map(({ own }) => own)).toEqual([false, false]);
    expect(foreignSessions(dirOf('store'))).toEqual(['other', S]);
  });

  it('is recognised by the installation that made it', async () => {
    await restore('store', { mayOwn: async () => false });
    expect(foreignSessions(dirOf('store'))).toEqual([]);
  });

  it('changes nothing when it is restored again, or in a dry run', async () => {
    const now = everything('shop/.eventloom');
    const { projects } = await restore('shop');
    expect(projects[0]!.logs.map(({ change }) => change)).toEqual(['same', 'same']);
    expect(everything('shop/.eventloom')).toEqual(now);
    await restore('new', { dryRun: true });
    expect(fs.existsSync(dirOf('new'))).toBe(false);
  });

  it('replaces another log only on request, and keeps the replaced one', async () => {
    append('shop', 'Doors are green');
    const now = everything('shop/.eventloom');
    await expect(restore('shop')).rejects.toMatchObject({ code: 'conflict' });
    expect(everything('shop/.eventloom')).toEqual(now);
    await restore('shop', { force: true });
    expect(logs('shop')[S]).not.toContain('Doors are green');
    const [kept] = fs.readdirSync(path.join(dirOf('shop'), 'replaced'));
    const aside = path.join(dirOf('shop'), 'replaced', kept!, `${S}.jsonl`);
    expect(fs.readFileSync(aside, 'utf8')).toContain('Doors are green');
    expect(await verifyLog(dirOf('shop'), S)).toMatchObject({ ok: true, total_events: 2 });
  });

  it('contains no key, no token and no seal key', () => {
    const key = fs.readFileSync(path.join(stateDir, 'installation.key'));
    const bytes = zlib.gunzipSync(fs.readFileSync(file));
    expect(bytes.includes(key)).toBe(false);
    expect(bytes.includes(key.toString('hex'))).toBe(false);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not restore what was forgotten since', async () => {
    await forget('shop', 2);
    const { projects } = await restore('shop', { force: true });
    expect(projects[0]!.forgotten).toBe(1);
    expect(JSON.stringify(everything('shop/.eventloom'))).not.toContain('Parcels leave');
    expect(logs('shop')[S]).toContain('Invoices are numbered');
    expect(await verifyLog(dirOf('shop'), S)).toMatchObject({ ok: true, shredded: 1 });
    append('shop', 'Parcels leave the house on Fridays');
    expect(logs('shop')[S]).not.toContain('Parcels leave');
  });

  it('does not make content readable that was forgotten before the backup', async () => {
    await forget('shop', 2);
    await backup('shop');
    const wanted = logs('shop');
    useState('other-state');
    await restore('store');
    expect(logs('store')).toEqual(wanted);
    append('store', 'Parcels leave the house on Fridays');
    expect(logs('store')[S]).not.toContain('Parcels leave');
  });
});

it('is a consistent prefix of logs that agents write meanwhile', async () => {
  append('shop', 'number 0');
  const writing = { isOn: true };
  const writer = (async () => {
    for (let number = 1; writing.isOn; number++) {
      append('shop', `number ${number}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const made: Manifest[] = [];
  for (let count = 0; count < 5; count++) made.push(await backup('shop'));
  writing.isOn = false;
  await writer;
  useState('other-state');
  await restore('store');
  const [log] = made.at(-1)!.projects[0]!.logs;
  const restored = logs('store')[S]!;
  expect(logs('shop')[S]!.startsWith(restored)).toBe(true);
  expect(await verifyLog(dirOf('store'), S)).toMatchObject({ ok: true, total_events: log!.events });
});

it('copies a broken log as it is, and says so', async () => {
  for (const text of ['one', 'two', 'three']) append('shop', text);
  const log = path.join(dirOf('shop'), `${S}.jsonl`);
  fs.writeFileSync(log, fs.readFileSync(log, 'utf8').replace('two', 'owt'));
  const { projects } = await backup('shop');
  expect(projects[0]!.logs).toMatchObject([{ session: S, state: 'broken', hash: null }]);
  const wanted = logs('shop');
  useState('other-state');
  await restore('store');
  expect(logs('store')).toEqual(wanted);
});

describe('a backup that is damaged or malicious', () => {
  let whole: Buffer;
  beforeEach(async () => {
    append('shop', 'Invoices are numbered per year');
    await backup('shop');
    whole = fs.readFileSync(file);
    useState('other-state');
  });

  async function expectRefused(bytes: Buffer): Promise<void> {
    fs.writeFileSync(file, bytes);
    const state = fs.readdirSync(stateDir);
    await expect(restore('victim')).rejects.toMatchObject({ code: 'corrupt' });
    expect(everything('victim')).toEqual({});
    expect(fs.readdirSync(stateDir)).toEqual(state);
  }

  /** The archive with changed bytes and corrected header sums. */
  function changed(change: (tar: Buffer) => Buffer): Buffer {
    return zlib.gzipSync(change(zlib.gunzipSync(whole)));
  }

  function withHeader(change: (header: Buffer) => void): Buffer {
    return changed((tar) => {
      const header = tar.subarray(0, 512);
      change(header);
      header.fill(' ', 148, 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
      return tar;
    });
  }

  it('is refused if it was truncated anywhere', async () => {
    for (const part of [0, 0.1, 0.5, 0.9, 0.99])
      await expectRefused(whole.subarray(0, Math.floor(whole.length * part)));
    const tar = zlib.gunzipSync(whole);
    for (let end = 0; end < tar.length - 1024; end += 512)
      await expectRefused(zlib.gzipSync(tar.subarray(0, end)));
  });

  it('is refused with any changed byte of a log', async () => {
    const size = zlib.gunzipSync(whole).indexOf('manifest.json');
    for (let at = 512; at < size - 512; at += 61)
      await expectRefused(changed((tar) => (tar.fill(tar[at]! ^ 1, at, at + 1), tar)));
  });

  it('is refused with a name that points elsewhere, and with links and folders', async () => {
    for (const name of ['../../evil.jsonl', '/etc/evil', 'projects/1/logs/../../x.jsonl'])
      await expectRefused(withHeader((header) => (header.fill(0, 0, 100), header.write(name))));
    for (const type of ['1', '2', '3', '5', 'x', 'L'])
      await expectRefused(withHeader((header) => header.write(type, 156)));
  });

  it('is refused when it becomes far too large', async () => {
    const zeros = Buffer.alloc(200 * 1024 * 1024);
    const fd = fs.openSync(path.join(base, 'bomb'), 'w');
    const tar = writeTar(fd);
    tar.file('projects/1/logs/a.jsonl', zeros.length, [zeros]);
    tar.end();
    fs.closeSync(fd);
    await expectRefused(fs.readFileSync(path.join(base, 'bomb')));
  });

  it('is refused if its log is not the one that the chain allows', async () => {
    const line = fs.readFileSync(path.join(dirOf('shop'), `${S}.jsonl`), 'utf8');
    const forged = Buffer.from(line.replace('per year', 'per life'));
    const [one] = JSON.parse(manifestText()).projects[0].logs;
    const text = manifestText().replace(
      one.sha256,
      createHash('sha256').update(forged).digest('hex'),
    );
    const fd = fs.openSync(path.join(base, 'forged'), 'w');
    const tar = writeTar(fd);
    tar.file(one.name, forged.length, [forged]);
    tar.file('manifest.json', Buffer.byteLength(text), [Buffer.from(text)]);
    tar.end();
    fs.closeSync(fd);
    await expectRefused(fs.readFileSync(path.join(base, 'forged')));
  });

  function manifestText(): string {
    const tar = zlib.gunzipSync(whole);
    const at = tar.indexOf('manifest.json');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    return tar.toString('utf8', at + 512, at + 512 + size);
  }

  it('does not write through a link in place of the logs', async () => {
    fs.writeFileSync(file, whole);
    fs.mkdirSync(path.join(base, 'victim'));
    fs.mkdirSync(path.join(base, 'outside'));
    fs.symlinkSync(path.join(base, 'outside'), dirOf('victim'));
    await expect(restore('victim', { force: true })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    expect(fs.readdirSync(path.join(base, 'outside'))).toEqual([]);
  });
});
