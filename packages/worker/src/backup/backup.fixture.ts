/** Projects with logs, their backups, and another state folder to restore them with. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { forgetEvents, listSessions, openJsonlStore, valuesOfEvent } from '@hookloom/log';
import { appendOrSpool } from '@hookloom/log/append';
import { recordedAt } from '@hookloom/log/testing';
import type { Manifest } from './manifest.ts';
import { restoreBackup, type RestoreReport, type RestoreRequest } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

export const S = 'shop-default';
export let base: string;
export let stateDir: string;
export let file: string;
const before = process.env['HOOKLOOM_STATE_DIR'];

/** Gives each test of the file a home folder and a state folder. */
export function withBackups(): void {
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
}

export function useState(name: string): void {
  stateDir = path.join(base, name);
  fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  process.env['HOOKLOOM_STATE_DIR'] = stateDir;
}

export const dirOf = (root: string): string => path.join(base, root, '.eventloom');
export function append(root: string, text: string, session = S): void {
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

export const backup = (root: string): Promise<Manifest> =>
  writeBackup({
    file,
    places: [{ dir: dirOf(root), root: path.join(base, root), name: 'shop' }],
    stateDir,
    home: base,
    version: '1.0.0',
    nowMs: Date.now(),
  });
export const restore = (root: string, more: Partial<RestoreRequest> = {}): Promise<RestoreReport> =>
  restoreBackup({
    file,
    stateDir,
    placeOf: () => {
      fs.mkdirSync(path.join(base, root), { recursive: true });
      return { root: path.join(base, root), dir: dirOf(root) };
    },
    all: false,
    force: false,
    dryRun: false,
    mayOwn: async () => true,
    now: Date.now,
    env: { HOME: base, PATH: process.env['PATH'] },
    ...more,
  });

export const logs = (root: string): Record<string, string> =>
  Object.fromEntries(
    listSessions(dirOf(root)).map((one) => [
      one,
      fs.readFileSync(path.join(dirOf(root), `${one}.jsonl`), 'utf8'),
    ]),
  );

/** Every file below a folder with its content. */
export function everything(root: string): Record<string, string> {
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

export async function forget(root: string, seq: number): Promise<void> {
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
