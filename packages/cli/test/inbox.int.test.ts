/** The inbox of proposed statements: what is listed, who may review, and what a key does. */
import { Readable } from 'node:stream';
import { tableOf } from '@hookloom/core/testing';
import stringWidth from 'string-width';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutput } from '../src/output/output.ts';
import * as commands from '../src/commands/index.ts';
import { runCommandLine } from '../src/run-command-line.ts';
import { append, freshFolder, type Folder } from './folder.ts';

const ESC = String.fromCodePoint(0x1b);
const CAUSE = 'The root cause was a wrong path in the release script.';
const OTHER = 'The root cause was a stale path in the release script.';
const WIDE = `The root cause was ${'巣'.repeat(60)} ${ESC}[2J in ${'nest'.repeat(30)}.`;

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
  process.env['HOOKLOOM_STATE_DIR'] = `${folder.path}/state`;
});
afterEach(() => {
  delete process.env['HOOKLOOM_STATE_DIR'];
  folder.remove();
});

const say = async (content: string): Promise<string> =>
  (await append(folder, 'transcript.turn', { role: 'assistant', content })).citation;
const inbox = () => folder.json(['inbox', 'list']);
const texts = async (): Promise<string[]> =>
  (await inbox()).items.map(({ text }: { text: string }) => text);
const idOf = async (text: string): Promise<string> =>
  (await inbox()).items.find((item: { text: string }) => item.text === text).id;
const log = () => folder.read('.eventloom/shop-default.jsonl');
const state = () => ({ env: { HOOKLOOM_STATE_DIR: `${folder.path}/state` } });
const asPerson = (...args: string[]) => folder.asPerson(['inbox', ...args, '--yes'], state());

interface Typed {
  keys?: string;
  args?: string[];
  env?: Record<string, string>;
  types?: boolean;
  columns?: number;
}

/** The command as a person at a terminal runs it. */
async function atTerminal({ keys = '', args = [], env = {}, types = true, columns }: Typed) {
  let stdout = '';
  const sink = (write: (text: string) => void) => ({
    isTTY: true,
    ...(columns !== undefined && { columns }),
    write: (text: string) => (write(text), true),
    once: () => {},
  });
  const out = await createOutput(
    sink((text) => (stdout += text)),
    sink(() => {}),
    { NO_COLOR: '1' },
  );
  const context = {
    cwd: folder.path,
    env: {
      HOME: folder.path,
      HOOKLOOM_STATE_DIR: `${folder.path}/state`,
      ZAXY_DOMAIN: 'shop',
      NO_COLOR: '1',
      ...env,
    },
    out,
    stdin: Object.assign(Readable.from([...keys]), { isTTY: types }),
    isInteractive: true,
    processes: () =>
      tableOf([
        '1 0 - 1 /sbin/init',
        '60 1 - 60 sshd: dev@pts/3',
        '80 60 pts/3 80 -bash',
        '90 80 pts/3 80 node hookloom',
      ]),
    now: Date.now,
  };
  const status = await runCommandLine(['inbox', ...args], context, commands);
  return { status, stdout };
}

describe('inbox list', () => {
  it('shows what an assistant said, newest first, and nothing that a person said', async () => {
    await say(CAUSE);
    await say(OTHER);
    expect(await texts()).toEqual([OTHER, CAUSE]);
    const [item] = (await inbox()).items;
    expect(item).toMatchObject({ kind: 'cause', said: 1, near: [{ text: CAUSE }] });
    expect(item.id).toMatch(/^s[0-9a-f]{12}$/);
  });

  it.each([80, 120])('prints the whole text within %d columns', async (columns) => {
    await say(WIDE);
    const { stdout } = await atTerminal({ args: ['list'], columns });
    expect(stdout).not.toContain(ESC);
    for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    expect(stdout.match(/巣/g)).toHaveLength(60);
  });

  it('says that nothing is proposed', async () => {
    await append(folder, 'goal.created', { goal: 'Ship it' });
    expect((await folder.run(['inbox'])).stdout).toBe('Nothing is proposed.\n');
  });
});

describe('who may review', () => {
  it.each([
    ['a script', {}],
    ['an agent’s shell', { CLAUDECODE: '1' }],
  ])('%s is refused, and nothing is written', async (_, env) => {
    await say(CAUSE);
    const id = await idOf(CAUSE);
    const before = log();
    const { status, stderr } = await folder.run(['inbox', 'accept', id, '--yes'], { env });
    expect([status, log()]).toEqual([3, before]);
    expect(stderr).toContain('Only a person can review statements');
  });

  it('a terminal inside a client is not a person, and gets the list instead of keys', async () => {
    await say(CAUSE);
    const before = log();
    const { stdout } = await atTerminal({ keys: 'a', env: { CLAUDECODE: '1' } });
    expect(stdout).toContain('1 proposed');
    expect(log()).toBe(before);
  });

  it('no append can write a review', async () => {
    const { status, stderr } = await folder.run(
      ['memory', 'append', 'statement.reviewed', '--actor', 'ann'],
      {
        input: JSON.stringify({
          citation: await say(CAUSE),
          key: '0'.repeat(32),
          action: 'accept',
        }),
      },
    );
    expect(status).toBe(3);
    expect(stderr).toContain('hookloom inbox');
  });
});

describe('inbox accept, reject, edit, merge and undo', () => {
  it('accept ids and citations with the admin token', async () => {
    const citation = await say(CAUSE);
    await say(OTHER);
    const ran = await asPerson('reject', citation, await idOf(OTHER));
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(await texts()).toEqual([]);
    await say(OTHER);
    expect(await texts()).toEqual([]);
    expect((await asPerson('undo', citation)).status).toBe(0);
    expect(await texts()).toEqual([CAUSE]);
  });

  it('an accepted statement leaves the inbox and is still known in the next session', async () => {
    await say(CAUSE);
    expect((await asPerson('accept', await idOf(CAUSE))).status).toBe(0);
    expect(await texts()).toEqual([]);
    expect((await folder.run(['context'])).stdout).toContain(CAUSE);
  });

  it('an edit replaces the assistant’s words with yours', async () => {
    await say(CAUSE);
    const ran = await asPerson(
      'edit',
      await idOf(CAUSE),
      '--text',
      'The release script used an old path.',
    );
    expect(ran.status).toBe(0);
    const context = (await folder.run(['context'])).stdout;
    expect(context).toContain('The release script used an old path.');
    expect(context).not.toContain(CAUSE);
  });

  it('a merge adds the counts', async () => {
    await say(CAUSE);
    await say(OTHER);
    expect((await asPerson('merge', await idOf(OTHER), '--into', await idOf(CAUSE))).status).toBe(
      0,
    );
    expect((await inbox()).items).toMatchObject([{ text: CAUSE, said: 2 }]);
  });

  it.each([
    [['accept'], 'invalid_request', 'needs the ID'],
    [['edit', 'ID'], 'invalid_request', 'edit needs text'],
    [['merge', 'ID'], 'invalid_request', 'merge needs into'],
    [['merge', 'ID', '--into', 'ID'], 'conflict', 'into itself'],
    [['edit', 'ID', '--text', CAUSE.toLowerCase()], 'conflict', 'the same words'],
    [['undo', 'ID'], 'conflict', 'no review'],
    [['accept', 's000000000000'], 'not_found', 'No current statement'],
    [['accept', 'the first'], 'not_found', 'No current statement is named the first.'],
  ])('%j is refused with %s', async (args, code, said) => {
    await say(CAUSE);
    const id = await idOf(CAUSE);
    const ran = await asPerson(...args.map((arg) => (arg === 'ID' ? id : arg)), '--json');
    expect(ran.status).not.toBe(0);
    const { error } = JSON.parse(ran.stdout === '' ? ran.stderr : ran.stdout);
    expect(error).toMatchObject({ code, message: expect.stringContaining(said) });
  });

  it('survive a rebuild and forgetting: no edit outlives the words it was made from', async () => {
    const citation = await say(CAUSE);
    expect((await asPerson('edit', citation, '--text', 'The heron path was old.')).status).toBe(0);
    await folder.run(['reproject']);
    expect((await folder.run(['context'])).stdout).toContain('heron');
    expect((await folder.run(['memory', 'forget', '--citation', citation, '--yes'])).stderr).toBe(
      '',
    );
    expect(`${(await folder.run(['context'])).stdout}${log()}`).not.toContain('heron');
  });
});

describe('single keys at a terminal', () => {
  it('accept, reject, merge, skip and undo', async () => {
    const [first, second, third] = ['alpha', 'beta', 'gamma'].map(
      (name) => `The root cause was the ${name} setting of the ${name} server.`,
    );
    for (const text of [first!, second!, third!]) await say(text);
    const { status, stdout } = await atTerminal({ keys: 'ruasm1q' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/Rejected\.[^]*Taken back\.[^]*Accepted\.[^]*Merge into which one\?/);
    expect(stdout).toContain('Reviewed 2, 1 left.');
    expect(await texts()).toEqual([second]);
  });

  it('quit with q, Ctrl-C or the end of the input, and print how many are left', async () => {
    await say(CAUSE);
    for (const keys of ['q', '\u0003', ''])
      expect((await atTerminal({ keys })).stdout).toContain('Reviewed 0, 1 left.');
  });

  it('ask before a review of named statements, unless --yes is given', async () => {
    await say(CAUSE);
    const id = await idOf(CAUSE);
    await atTerminal({ args: ['reject', id], keys: 'n\n' });
    expect(await texts()).toEqual([CAUSE]);
    await atTerminal({ args: ['reject', id, '--yes'] });
    expect(await texts()).toEqual([]);
  });
});
