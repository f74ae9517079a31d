/** Files that came with a repository: which lines hold, which are refused, and what git may do to them. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent, UnavailableEvent } from '@hookloom/core/events';
import {
  MAX_EVENT_BYTES,
  MAX_FILE_BYTES,
  fileOf,
  keyOf,
  sharedSession,
  signingLine,
} from './format.ts';
import { makeDirectory } from './share-directory.ts';
import { openSharedStore } from './shared-store.ts';
import { withShared } from './with-shared.ts';
import { openJsonlStore } from '../stores/jsonl/index.ts';
import { appendShared, forgetShared, readOwnLines, type OwnFile } from './write-share.ts';

const NOW = Date.parse('2026-10-01T09:00:00.000Z');
let root: string;
let writersDir: string;
let trusted: Map<string, string>;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-share-')));
  fs.mkdirSync(`${root}/.eventloom`, { mode: 0o700 });
  makeDirectory(root, `${root}/.hookloom`);
  writersDir = `${root}/.hookloom/writers`;
  trusted = new Map();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function writer(author = 'ann', clone = 'one'): OwnFile {
  const { privateKey } = generateKeyPairSync('ed25519');
  const session = sharedSession(keyOf(privateKey), clone);
  const eventloomDir = `${root}/.eventloom`;
  return { writersDir, session, author, machine: 'desk', privateKey, eventloomDir };
}

const said = (text: string, kind = 'decision') => ({
  type: 'share.said',
  payload: { kind, text, by: 'user', since: '2026-09-01T09:00:00.000Z' },
});
const say = (own: OwnFile, ...texts: string[]) =>
  appendShared(
    own,
    texts.map((text) => said(text)),
    NOW,
  );
const fileIn = (own: OwnFile) => `${writersDir}/${fileOf(own.session)}`;
const edit = (own: OwnFile, change: (text: string) => string) =>
  fs.writeFileSync(fileIn(own), change(fs.readFileSync(fileIn(own), 'utf8')));
const open = (own: string | null = null) =>
  openSharedStore({
    root,
    eventloomDir: `${root}/.eventloom`,
    access: () => ({ writersDir, own, nameOf: (key) => trusted.get(key) ?? null }),
  });

async function readAll(session: string) {
  const events: StoredEvent[] = [];
  const refused: UnavailableEvent[] = [];
  for await (const batch of open().readBatches(session, {
    onUnavailable: (each) => refused.push(each),
  }))
    events.push(...batch.events);
  return { texts: events.map(({ payload }) => payload['text']), events, refused };
}

describe('the author of a shared line', () => {
  it('has no name and is reported if unknown, has the accepted name if accepted, and is never you', async () => {
    const ann = writer('user');
    say(ann, 'We use Redis.');
    const [unknown] = (await readAll(ann.session)).events;
    expect(unknown).toMatchObject({
      origin: { channel: 'file' },
      timestamp: '2026-09-01T09:00:00.000Z',
    });
    expect(unknown!.actorId).toMatch(/^unknown:[0-9a-f]{16}$/);
    trusted.set(keyOf(ann.privateKey), 'ann@desk');
    const [known] = (await readAll(ann.session)).events;
    expect(known).toMatchObject({ actorId: 'ann@desk', origin: { channel: 'model' } });
  });

  it('is not read from your own file, and the log writes to no shared file', async () => {
    const ann = writer();
    say(ann, 'We use Redis.');
    expect(open(ann.session).shared()).toEqual([]);
    const store = withShared(openJsonlStore({ dir: `${root}/.eventloom` }), open());
    await expect(async () => store.append(ann.session, [])).rejects.toThrow('read-only');
  });
});

describe('refuses and names a line', () => {
  it('that was edited', async () => {
    const ann = writer();
    say(ann, 'We use Redis.', 'We use Go.');
    edit(ann, (text) => text.replace('We use Redis.', 'We use MySQL'));
    const { texts, refused } = await readAll(ann.session);
    expect(texts).toEqual(['We use Go.']);
    expect(refused).toMatchObject([{ seq: 1, reason: 'hash_mismatch' }]);
  });

  it('that someone else wrote and signed', async () => {
    const [ann, eve] = [writer(), writer('ann')];
    say(ann, 'We use Redis.');
    const hash = say(eve, 'We use MySQL.')[0]!;
    const line = fs.readFileSync(fileIn(eve), 'utf8').split('\n')[1]!;
    edit(ann, (text) => `${text}${line}\n${signingLine([hash], eve.privateKey)}\n`);
    const { texts, refused } = await readAll(ann.session);
    expect(texts).toEqual(['We use Redis.']);
    expect(refused).toMatchObject([{ seq: 2, reason: 'unsigned' }]);
  });

  it('that was signed for another file of its writer, or has a type that is not shared', async () => {
    const ann = writer();
    const other = { ...ann, session: sharedSession(keyOf(ann.privateKey), 'two') };
    say(other, 'We use Redis.');
    const lines = fs.readFileSync(fileIn(other), 'utf8').split('\n').slice(1).join('\n');
    appendShared(
      ann,
      [{ type: 'skill.validated', payload: { skill_id: 'x', kind: 'fact', text: 'y' } }],
      NOW,
    );
    edit(ann, (text) => text + lines);
    const { texts, refused } = await readAll(ann.session);
    expect(texts).toEqual([]);
    expect(refused.map(({ detail }) => detail)).toEqual([
      'it is nothing that can be shared',
      'it was signed for another file of its writer',
    ]);
  });

  it.each([
    [
      'is nested too deeply',
      (line: string) =>
        line.replace('"payload":{', `"payload":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},`),
    ],
    ['is too long', (line: string) => line.replace('We use Redis.', 'x'.repeat(70_000))],
    ['is a conflict marker', () => '<<<<<<< HEAD'],
    ['is binary', () => '\u0000\u0001\ufffd'],
  ])('that %s, while the lines after it stay valid', async (_, change) => {
    const ann = writer();
    say(ann, 'We use Redis.', 'We use Go.');
    edit(ann, (text) =>
      text
        .split('\n')
        .map((line, at) => (at === 1 ? change(line) : line))
        .join('\n'),
    );
    const { texts, refused } = await readAll(ann.session);
    expect(texts).toEqual(['We use Go.']);
    expect(refused).toHaveLength(1);
  });
});

it.each([
  ['reads', 'the largest', 0],
  ['refuses', 'a larger', 1],
])('%s a signed line of %s size', async (verb, _, more) => {
  const publish = (own: OwnFile, pad: number) => {
    const { payload } = said('We use Redis.');
    appendShared(own, [{ type: 'share.said', payload: { ...payload, pad: 'x'.repeat(pad) } }], NOW);
    return own;
  };
  const { length } = fs.readFileSync(fileIn(publish(writer(), 0)), 'utf8').split('\n')[1]!;
  const { texts, refused } = await readAll(
    publish(writer(), MAX_EVENT_BYTES - length + more).session,
  );
  expect([texts.length, refused.length]).toEqual(verb === 'reads' ? [1, 0] : [0, 1]);
});

describe('refuses a complete file', () => {
  it('if its first line is another writer’s, was edited, or names someone else', async () => {
    const [ann, eve] = [writer(), writer('eve')];
    say(ann, 'We use Redis.');
    say(eve, 'We use MySQL.');
    const foreign = fs.readFileSync(fileIn(eve));
    fs.writeFileSync(fileIn(ann), foreign);
    edit(eve, (text) => text.replace('"author":"eve"', '"author":"ann"'));
    expect((await readAll(ann.session)).texts).toEqual([]);
    expect((await readAll(eve.session)).texts).toEqual([]);
  });

  it('if it is a link, a folder, too large, or behind a link', async () => {
    const [ann, bob, eve] = [writer(), writer('bob'), writer('eve')];
    for (const own of [ann, bob, eve]) say(own, 'We use Redis.');
    fs.renameSync(fileIn(ann), `${root}/elsewhere.jsonl`);
    fs.symlinkSync(`${root}/elsewhere.jsonl`, fileIn(ann));
    fs.rmSync(fileIn(bob));
    fs.mkdirSync(fileIn(bob));
    fs.truncateSync(fileIn(eve), MAX_FILE_BYTES + 1);
    for (const own of [ann, bob, eve]) expect((await readAll(own.session)).events).toEqual([]);
    fs.renameSync(`${root}/.hookloom`, `${root}/.real`);
    fs.symlinkSync(`${root}/.real`, `${root}/.hookloom`);
    expect(open().shared()).toEqual([]);
  });
});

describe('following a file', () => {
  it('continues where it ended, and starts over if earlier bytes or the trust changed', async () => {
    const ann = writer();
    say(ann, 'We use Redis.');
    const store = open();
    const read = async (after?: Parameters<typeof store.readBatches>[1]) => {
      const batches = [];
      for await (const batch of store.readBatches(ann.session, after)) batches.push(batch);
      return batches;
    };
    const { cursor } = (await read()).at(-1)!;
    expect(await store.head(ann.session, cursor)).toMatchObject({ seq: 1, hash: cursor.hash });
    say(ann, 'We use Go.');
    const [more] = await read({ after: cursor });
    expect(more!.events.map(({ seq, payload }) => [seq, payload['text']])).toEqual([
      [2, 'We use Go.'],
    ]);
    const { cursor: next } = more!;
    trusted.set(keyOf(ann.privateKey), 'ann@desk');
    expect(await store.head(ann.session, next)).not.toMatchObject({ hash: next.hash });
    await expect(read({ after: next })).rejects.toThrow('rewritten');
    trusted.clear();
    edit(ann, (text) => text.replace('Redis', 'MySQL'));
    await expect(read({ after: next })).rejects.toThrow('rewritten');
  });
});

describe('git', () => {
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      [
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@t',
        '-c',
        'init.defaultBranch=main',
        '-c',
        'commit.gpgsign=false',
        ...args,
      ],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
        stdio: 'pipe',
      },
    );

  it('merges two branches of one clone without a conflict, and every line of both stays valid', async () => {
    const ann = writer();
    git('init', '-q');
    fs.writeFileSync(`${root}/.gitignore`, '.eventloom\n');
    say(ann, 'We use Redis.');
    const commit = (message: string) => git('add', '-A') + git('commit', '-qm', message);
    commit('first');
    git('checkout', '-qb', 'side');
    say(ann, 'We use Go.', 'We use tabs.');
    commit('side');
    git('checkout', '-q', 'main');
    say(ann, 'We use Kafka.');
    commit('main');
    git('merge', '-q', '--no-edit', 'side');
    const { texts, refused } = await readAll(ann.session);
    expect(texts).toHaveLength(4);
    expect(new Set(texts)).toEqual(
      new Set(['We use Go.', 'We use Kafka.', 'We use Redis.', 'We use tabs.']),
    );
    expect(refused).toEqual([]);
    say(ann, 'We use Vim.');
    expect((await readAll(ann.session)).texts).toHaveLength(5);
  });
});

it('removes a forgotten line with its bytes from the file, and the others stay valid', async () => {
  const ann = writer();
  const [first] = say(ann, 'We use Redis.', 'We use Go.');
  forgetShared(ann, [first!], NOW);
  expect(fs.readFileSync(fileIn(ann), 'utf8')).not.toContain('Redis');
  expect(readOwnLines(ann).map(({ type }) => type)).toEqual(['share.said', 'share.forgotten']);
  expect((await readAll(ann.session)).refused).toEqual([]);
});

it('the next publication removes what a crash left unfinished at the end', async () => {
  const ann = writer();
  say(ann, 'We use Redis.');
  fs.appendFileSync(fileIn(ann), '{"actorId":"ann');
  say(ann, 'We use Go.');
  const { texts, refused } = await readAll(ann.session);
  expect(texts).toEqual(['We use Redis.', 'We use Go.']);
  expect(refused).toEqual([]);
});
