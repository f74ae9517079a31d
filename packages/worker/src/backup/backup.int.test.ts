import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { foreignSessions, listSessions, verifyLog, writeSegment } from '@hookloom/log';
import {
  append,
  backup,
  base,
  dirOf,
  everything,
  file,
  forget,
  logs,
  restore,
  S,
  stateDir,
  useState,
  withBackups,
} from './backup.fixture.ts';
import type { Manifest } from './manifest.ts';

withBackups();

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
    const { projects } = await restore('store', { force: true, mayOwn: async () => false });
    expect(projects[0]!.logs.map(({ own }) => own)).toEqual([true, true]);
    expect(foreignSessions(dirOf('store'))).toEqual([]);
  });

  it('makes a second copy only on request, because the two would differ from then on', async () => {
    await expect(restore('store')).rejects.toMatchObject({
      code: 'conflict',
      message: `You already have other in ${dirOf('shop')}. Nothing was changed.`,
    });
    expect(fs.existsSync(dirOf('store'))).toBe(false);
    fs.renameSync(dirOf('shop'), path.join(base, 'gone'));
    await restore('store');
  });

  it('says that newer events are missing if a program replaced them', async () => {
    append('shop', 'Doors are green');
    const { projects } = await restore('shop', { force: true, mayOwn: async () => false });
    expect(projects[0]!.logs.map(({ session, lost }) => [session, lost])).toEqual([
      ['other', false],
      [S, true],
    ]);
    expect(await verifyLog(dirOf('shop'), S)).toMatchObject({ ok: false });
  });

  it('changes nothing when it is restored again, or in a dry run', async () => {
    const now = everything('shop/.eventloom');
    const { projects } = await restore('shop');
    expect(projects[0]!.logs.map(({ change }) => change)).toEqual(['same', 'same']);
    expect(everything('shop/.eventloom')).toEqual(now);
    await restore('new', { dryRun: true, force: true });
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
