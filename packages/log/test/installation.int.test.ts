import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendOrSpool } from '../src/append/append-or-spool.ts';
import { acknowledgeLog, adoptLog } from '../src/installation/adopt-log.ts';
import { saveMark } from '../src/files/head-at.ts';
import { examineLog } from '../src/installation/examine-log.ts';
import { logNotices } from '../src/installation/log-notices.ts';
import { ownSession } from '../src/installation/own-session.ts';
import { createGrowingTree } from '../src/merkle/growing-tree.ts';
import { readEvents } from '../src/read/read-events.ts';
import { openJsonlStore } from '../src/stores/jsonl/index.ts';
import { verifyFile, verifyLog } from '../src/verify/verify-log.ts';
import { event, S } from './log-under-test.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
let dir: string;
let log: string;
const before = process.env['HOOKLOOM_STATE_DIR'];
beforeEach(() => {
  sandbox = createSandbox();
  dir = path.join(sandbox.root, 'shop', '.eventloom');
  log = path.join(dir, `${S}.jsonl`);
  mkdirSync(path.dirname(dir));
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

function append(count = 1, to = dir): void {
  for (let at = 0; at < count; at++)
    appendOrSpool({ dir: to, session: S, events: [event(`e${at}`)], deadline: Date.now() + 5000 });
}

const kinds = (of = dir): string[] => logNotices(of).map(({ kind }) => kind);

async function deciding<T>(decide: (store: ReturnType<typeof openJsonlStore>) => Promise<T>) {
  const store = openJsonlStore({ dir });
  try {
    return await decide(store);
  } finally {
    await store.close();
  }
}

describe('a log that lost events', () => {
  it('is reported if log and head were both rolled back, until a person acknowledges it', async () => {
    append(3);
    const older = ['jsonl', 'head'].map((end) => readFileSync(`${dir}/${S}.${end}`));
    append(4);
    writeFileSync(log, older[0]!);
    writeFileSync(`${dir}/${S}.head`, older[1]!);
    expect(kinds()).toEqual(['rolled_back']);
    append(9);
    expect(kinds()).toEqual(['rolled_back']);
    await deciding((store) => acknowledgeLog(dir, S, store));
    expect(kinds()).toEqual([]);
    append();
    expect(kinds()).toEqual([]);
  });

  it('is reported if its tail was cut, even after the next append recovered it', () => {
    append(5);
    const lines = readFileSync(log, 'utf8').split('\n');
    writeFileSync(log, `${lines.slice(0, 2).join('\n')}\n`);
    append();
    expect(kinds()).toEqual(['rolled_back']);
  });

  it('is reported if it is missing, and if another began under its name', async () => {
    append(5);
    rmSync(dir, { recursive: true });
    expect(kinds()).toEqual(['deleted']);
    append();
    expect(kinds()).toEqual(['deleted']);
    await deciding((store) => acknowledgeLog(dir, S, store));
    expect(kinds()).toEqual([]);
  });

  it('is reported on both sides if a copy continued separately', () => {
    append(5);
    const copy = path.join(sandbox.root, 'copy', '.eventloom');
    cpSync(path.dirname(dir), path.dirname(copy), { recursive: true });
    append(2);
    append(2, copy);
    expect([kinds(), kinds(copy)]).toEqual([['forked'], ['forked']]);
  });
});

describe('reports nothing', () => {
  it('if a folder was moved', () => {
    append(5);
    const moved = path.join(sandbox.root, 'elsewhere');
    renameSync(path.dirname(dir), moved);
    const there = path.join(moved, '.eventloom');
    expect(kinds(there)).toEqual([]);
    append(2, there);
    expect([kinds(there), examineLog(there, S).ownership]).toEqual([[], 'own']);
  });

  it('if a writer was killed in the middle of a line, or before it moved the mark', () => {
    append(3);
    const marks = path.join(process.env['HOOKLOOM_STATE_DIR']!, 'logs');
    cpSync(marks, `${marks}-older`, { recursive: true });
    append(2);
    rmSync(marks, { recursive: true });
    renameSync(`${marks}-older`, marks);
    appendFileSync(log, '{"actorId":"zaxy');
    expect(kinds()).toEqual([]);
    append();
    expect(kinds()).toEqual([]);
  });

  it('if a second machine uses the same key', () => {
    append(3);
    const key = path.join(process.env['HOOKLOOM_STATE_DIR']!, 'installation.key');
    as('container');
    process.env['HOOKLOOM_INSTALLATION_KEY_FILE'] = key;
    try {
      append(3);
      expect([kinds(), examineLog(dir, S).ownership]).toEqual([[], 'own']);
    } finally {
      delete process.env['HOOKLOOM_INSTALLATION_KEY_FILE'];
    }
    as('own');
    append();
    expect(kinds()).toEqual([]);
  });
});

describe('verification', () => {
  const rootOf = (): unknown => examineLog(dir, S).mark!.merkle;
  const treeRoot = (size: number): string => {
    const tree = createGrowingTree();
    for (const { hash } of [...readEvents(log)].slice(0, size)) tree.add(hash.slice(-64));
    return tree.root();
  };

  it('gives one verdict through the store, by name, by file, and incrementally', async () => {
    append(3);
    const older = ['jsonl', 'head'].map((end) => readFileSync(`${dir}/${S}.${end}`));
    append(4);
    writeFileSync(log, older[0]!);
    writeFileSync(`${dir}/${S}.head`, older[1]!);
    const reports = [
      await deciding((store) => store.verify(S)),
      await deciding((store) => store.verify(S, { incremental: true })),
      await verifyLog(dir, S),
      await verifyFile(log),
    ];
    for (const report of reports)
      expect(report).toMatchObject({
        ok: false,
        broken_reason: 'rolled_back',
        broken_at_seq: 4,
        total_events: 3,
      });
    await deciding((store) => acknowledgeLog(dir, S, store));
    expect(await verifyFile(log)).toMatchObject({ ok: true });
  });

  it('reports that a known log is missing', async () => {
    append(3);
    rmSync(dir, { recursive: true });
    expect(await verifyLog(dir, S)).toMatchObject({ ok: false, broken_reason: 'deleted' });
  });

  it('keeps the Merkle root of the whole log in its mark', async () => {
    append(3);
    await verifyLog(dir, S);
    append(4);
    await verifyLog(dir, S, { incremental: true });
    expect(rootOf()).toEqual({ seq: 3, root: treeRoot(3) });
    await verifyLog(dir, S);
    expect(rootOf()).toEqual({ seq: 7, root: treeRoot(7) });
    append();
    expect(kinds()).toEqual([]);
  });

  it('reports a log with a different Merkle root until a person acknowledges it', async () => {
    append(5);
    await verifyLog(dir, S);
    const { mark } = examineLog(dir, S);
    saveMark({ ...mark!, merkle: { seq: 4, root: 'ab'.repeat(32) } });
    expect(await verifyLog(dir, S, { incremental: true })).toMatchObject({ ok: true });
    expect(await verifyLog(dir, S)).toMatchObject({ ok: false, broken_reason: 'rewritten' });
    expect(kinds()).toEqual(['rewritten']);
    await deciding((store) => acknowledgeLog(dir, S, store));
    expect(await verifyLog(dir, S)).toMatchObject({ ok: true });
  });

  it('begins a new root after a person acknowledged lost events', async () => {
    append(3);
    const older = ['jsonl', 'head'].map((end) => readFileSync(`${dir}/${S}.${end}`));
    append(4);
    await verifyLog(dir, S);
    writeFileSync(log, older[0]!);
    writeFileSync(`${dir}/${S}.head`, older[1]!);
    await deciding((store) => acknowledgeLog(dir, S, store));
    append(9);
    expect(await verifyLog(dir, S)).toMatchObject({ ok: true, total_events: 13 });
  });

  it('counts only complete batches and no recovered bytes in the root', async () => {
    append(2);
    const lines = readFileSync(log, 'utf8');
    appendFileSync(log, lines.slice(0, 40));
    append(2);
    await verifyLog(dir, S);
    expect(rootOf()).toEqual({ seq: 5, root: treeRoot(5) });
  });
});

describe('a log of another installation', () => {
  beforeEach(() => {
    as('author');
    append(3);
    as('own');
  });

  it('is never continued: events go to a separate log', () => {
    const bytes = readFileSync(log);
    append(2);
    expect(readFileSync(log).equals(bytes)).toBe(true);
    const beside = ownSession(dir, S);
    expect(beside).toMatch(/^demo-default\.[0-9a-f]{8}$/);
    expect(examineLog(dir, beside)).toMatchObject({ ownership: 'own', head: { seq: 2 } });
    expect(kinds()).toEqual(['foreign']);
  });

  it('is read as reported by a file, whatever it claims to be', async () => {
    await deciding(async (store) => {
      expect((await store.at(S, 1))!.origin).toMatchObject({ channel: 'file' });
      await expect(store.append(S, [event('x')])).rejects.toMatchObject({
        code: 'permission_denied',
      });
    });
  });

  it('is continued once a person has adopted it', async () => {
    expect(await deciding((store) => adoptLog(dir, S, store))).toBe(3);
    append();
    expect([ownSession(dir, S), examineLog(dir, S).head!.seq, kinds()]).toEqual([S, 5, []]);
  });
});

it('reports a link in place of one of our files', () => {
  append();
  symlinkSync(sandbox.root, path.join(dir, 'projections'));
  expect(kinds()).toEqual(['link']);
});
