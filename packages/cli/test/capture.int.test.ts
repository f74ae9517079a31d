/** The capture commands as a user runs them: what each option does, and how wrong ones are refused. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
let root: string;
beforeEach(() => {
  folder = freshFolder();
  root = fs.realpathSync(folder.path);
});
afterEach(() => folder.remove());

const file = (name = 'session'): string =>
  path.join('.claude/projects', root.replaceAll(/[^A-Za-z0-9]/g, '-'), `${name}.jsonl`);

/** A session with this many prompts, one per day. */
function session(count: number, name = 'session'): void {
  const lines = Array.from({ length: count }, (_, n) => ({
    type: 'user',
    uuid: `${name}-${n}`,
    promptId: `${name}-prompt-${n}`,
    message: { role: 'user', content: `The zebra is number ${n}.` },
    cwd: root,
    sessionId: name,
    timestamp: new Date(Date.UTC(2026, 9, 1 + n)).toISOString(),
  }));
  fs.mkdirSync(path.join(root, path.dirname(file())), { recursive: true });
  folder.write(file(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const lines = (log = 'shop-default'): { type: string; payload: Record<string, unknown> }[] =>
  folder
    .read(`.eventloom/${log}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; payload: Record<string, unknown> });

const lane = (answer: { lanes: unknown[] }): unknown => answer.lanes[0];

describe('claude-capture', () => {
  it('writes to the named session and records the given source', async () => {
    session(2);
    const answer = await folder.json([
      'claude-capture',
      '--session-id',
      'mine',
      '--source',
      'archive',
    ]);
    expect(answer.session_id).toBe('mine');
    expect(lane(answer)).toMatchObject({
      client: 'claude-code',
      files: 1,
      imported: 3,
      error: null,
    });
    expect(lines('mine').map(({ payload }) => payload['source'])).toEqual(
      Array.from({ length: 3 }, () => 'archive'),
    );
    expect(fs.existsSync(path.join(root, '.eventloom/shop-default.jsonl'))).toBe(false);
  });

  it('imports at most the given number of records of a file in each pass', async () => {
    session(5, 'one');
    session(1, 'other');
    const args = ['claude-capture', '--max-records-per-file', '3'];
    // Each session begins with a record of its own.
    expect(lane(await folder.json(args))).toMatchObject({
      records: 5,
      imported: 5,
      has_more: true,
    });
    const said = await folder.run(args);
    expect(said.stdout).toContain('3 events imported from 2 session files');
    expect((await folder.json(args)).lanes[0]).toMatchObject({ imported: 0, has_more: false });
    expect(lines()).toHaveLength(8);
  });

  it('--graph creates the projection, in which imported records can be found', async () => {
    session(1);
    await folder.json(['claude-capture']);
    const database = path.join(root, '.eventloom/projections/memory.sqlite');
    expect(fs.existsSync(database)).toBe(false);
    session(2);
    await folder.json(['claude-capture', '--graph']);
    expect(fs.existsSync(database)).toBe(true);
    expect((await folder.run(['memory', 'query', 'zebra number 1'])).stdout).toContain('number 1');
  });

  it('watches for the given number of passes', async () => {
    session(4);
    const args = ['claude-capture', '--watch', '--interval-seconds', '0.25'];
    const two = await folder.json([
      ...args,
      '--watch-iterations',
      '2',
      '--max-records-per-file',
      '1',
    ]);
    // The first line also reports that the session began.
    expect(lane(two)).toMatchObject({ records: 3, imported: 3, has_more: true });
    const four = await folder.json([...args, '--watch-iterations', '4']);
    expect(lane(four)).toMatchObject({ imported: 2, has_more: false });
  });

  it('reports skipped files without failing', async () => {
    session(1);
    fs.appendFileSync(path.join(root, file()), 'no JSON at all\n');
    const { status, stdout } = await folder.run(['claude-capture']);
    expect(status).toBe(0);
    expect(stdout).toContain('session.jsonl: line 2 is no JSON');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('capture import', () => {
  it('imports records since the date, counts them first on request, and imports none twice', async () => {
    session(4);
    const since = ['capture', 'import', '--since', '2026-10-03T00:00:00Z'];
    expect(lane(await folder.json([...since, '--dry-run']))).toMatchObject({ imported: 2 });
    expect(fs.existsSync(path.join(root, '.eventloom'))).toBe(false);
    expect(lane(await folder.json(since))).toMatchObject({ imported: 2 });
    const all = ['capture', 'import', '--since', 'all', '--client', 'claude-code'];
    expect((await folder.json(all)).lanes).toMatchObject([
      { client: 'claude-code', imported: 3, known: 2 },
    ]);
    expect((await folder.json(all)).lanes).toMatchObject([{ imported: 0, known: 5 }]);
  });
});

const WRONG: [string[], string][] = [
  [['capture', 'import'], '--since'],
  [['capture', 'import', '--since', 'yesterday'], 'Give a date such as 2026-11-01, or all.'],
  [['capture', 'import', '--since', '2026-02-31'], 'Give a date such as 2026-11-01, or all.'],
  [['capture', 'import', '--since', 'all', '--client', 'cursor'], 'claude-code'],
  [['claude-capture', '--interval-seconds', '0'], 'Give a number of seconds from 0.25.'],
  [['claude-capture', '--interval-seconds', '-1'], 'Give a number of seconds from 0.25.'],
  [['claude-capture', '--watch-iterations', '0'], '1'],
  [['claude-capture', '--watch-iterations', 'two'], '1'],
  [['claude-capture', '--max-records-per-file', '0'], '1'],
  [['claude-capture', '--max-records-per-file', '1000001'], '1000000'],
  [['claude-capture', '--session-id', '../out'], 'session'],
  [['claude-capture', '--workspace', 'nowhere'], 'There is no folder'],
];

describe('a command line with a wrong value', () => {
  it.each(WRONG)(
    'is refused with the expected value, and nothing changes: %j',
    async (args, says) => {
      session(1);
      const before = folder.snapshot();
      const { status, stdout, stderr } = await folder.run(args);
      expect(status).not.toBe(0);
      expect(stdout + stderr).toContain(says);
      expect(stdout + stderr).not.toMatch(/\bat .*\.[cm]?[jt]s:\d/);
      expect(folder.snapshot()).toEqual(before);
    },
  );
});
