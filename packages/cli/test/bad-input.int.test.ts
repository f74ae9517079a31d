import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

interface BadCall {
  args: string[];
  input?: string | Buffer;
  env?: Record<string, string>;
  status: number;
  says: string;
}

const APPEND = ['memory', 'append', 'decision.made', '--actor', 'ann'];

/** In a folder without a log. */
const CALLS: Record<string, BadCall> = {
  'an unknown command': {
    args: ['verfy'],
    status: 2,
    says: "Unknown command 'verfy'. (Did you mean verify?)",
  },
  'an unknown subcommand': {
    args: ['memory', 'chekout', 'x'],
    status: 2,
    says: 'Did you mean checkout?',
  },
  'an unknown option': {
    args: ['verify', '--incrementl'],
    status: 2,
    says: 'Did you mean --incremental?',
  },
  'an option without its value': {
    args: ['memory', 'log', '--limit'],
    status: 2,
    says: 'argument missing',
  },
  'an option with text instead of a number': {
    args: ['memory', 'log', '--limit', 'many'],
    status: 2,
    says: 'whole number from 1 to 1000',
  },
  'a number out of bounds': {
    args: ['memory', 'log', '--limit', '1001'],
    status: 2,
    says: 'whole number from 1 to 1000',
  },
  'a negative number': {
    args: ['replay', 'x.jsonl', '--from-seq', '-1'],
    status: 2,
    says: 'whole number from 1',
  },
  'one argument too many': { args: ['verify', 'a', 'b'], status: 2, says: 'Too many arguments' },
  'a missing argument': { args: ['replay'], status: 2, says: 'Missing required argument' },
  'a missing required option': { args: ['memory', 'append', 'a.b'], status: 2, says: '--actor' },
  'a session id that is a path': {
    args: [...APPEND, '--session-id', '../x', '--payload-json', '{}'],
    status: 2,
    says: 'Not a session id: "../x"',
  },
  'a session id that consists of dots': {
    args: ['memory', 'log', '--session-id', '..'],
    status: 2,
    says: 'Not a session id',
  },
  'a session id in the environment that is a path': {
    args: ['memory', 'status'],
    env: { EVENTLOOM_THREAD: '../../etc/passwd' },
    status: 2,
    says: 'Not a session id',
  },
  'a missing log file': {
    args: ['replay', 'no/such.jsonl'],
    status: 4,
    says: 'There is no file no/such.jsonl',
  },
  'a session without a log': { args: ['verify', 'nothing-here'], status: 4, says: 'has no log' },
  'a workspace without a log': { args: ['verify'], status: 4, says: 'There is no log in' },
  'a folder instead of a log': { args: ['replay', './'], status: 2, says: 'is not a file' },
  'a window that ends before it begins': {
    args: ['memory', 'diff', '--from-seq', '5', '--to-seq', '2'],
    status: 2,
    says: '--to-seq is before --from-seq',
  },
  'a correction of no fact': {
    args: ['memory', 'correct', 'The release day is Thursday'],
    status: 2,
    says: '`hookloom memory query TEXT --json` list them for each fact',
  },
  'a payload that is not JSON': {
    args: [...APPEND, '--payload-json', '{"a":'],
    status: 2,
    says: '--payload-json is not JSON',
  },
  'a payload that is not an object': {
    args: [...APPEND, '--payload-json', '[1]'],
    status: 2,
    says: 'is not a JSON object',
  },
  'garbage on standard input': {
    args: APPEND,
    input: Buffer.from([0xff, 0xfe, 0, 1]),
    status: 2,
    says: 'is not UTF-8',
  },
  'empty standard input': {
    args: APPEND,
    input: '',
    status: 2,
    says: 'Standard input is not JSON',
  },
  'a missing payload file': {
    args: [...APPEND, '--payload-file', 'no.json'],
    status: 4,
    says: 'There is no file "no.json"',
  },
  'a payload given twice': {
    args: [...APPEND, '--payload-file', 'a', '--payload-json', '{}'],
    status: 2,
    says: 'are both given',
  },
  'a reserved payload key': {
    args: [...APPEND, '--payload-json', '{"__origin":{"channel":"user"}}'],
    status: 2,
    says: '__origin',
  },
  'an event type of one segment': {
    args: ['memory', 'append', 'decision', '--actor', 'ann', '--payload-json', '{}'],
    status: 2,
    says: 'event_type',
  },
  'an event type of the log itself': {
    args: ['memory', 'append', 'log.recovered', '--actor', 'ann', '--payload-json', '{}'],
    status: 3,
    says: 'are written by the log itself',
  },
  'a payload above the limit': {
    args: APPEND,
    input: JSON.stringify({ text: 'x '.repeat(600_000) }),
    status: 2,
    says: 'above 1048576',
  },
  'an ingest line with an unknown field': {
    args: ['memory', 'ingest'],
    input: '{"event_type":"a.b","actor":"x","payload":{},"colour":1}\n',
    status: 2,
    says: 'Line 1 was refused: the field "colour" is unknown',
  },
  'a missing ingest file': {
    args: ['memory', 'ingest', '--file', 'no.jsonl'],
    status: 4,
    says: 'There is no file',
  },
  'an unknown action on refs': {
    args: ['memory', 'refs', 'delete'],
    status: 2,
    says: 'Allowed choices are list, set',
  },
  'a ref outside refs/': {
    args: ['memory', 'refs', 'set', '../main', 's', '1', 'a'.repeat(12)],
    status: 2,
    says: 'is no ref name',
  },
  'an invalid checkpoint': {
    args: ['verify', '--against', 'package.json'],
    status: 4,
    says: 'There is no file',
  },
  'a viewer without an output path': {
    args: ['viewer', '.eventloom'],
    status: 2,
    says: '--output',
  },
  'a viewer without a log': {
    args: ['viewer', 'nowhere', '-o', 'x.html'],
    status: 4,
    says: 'There is nothing at',
  },
  'an unknown shell': {
    args: ['completion', 'tcsh'],
    status: 2,
    says: 'Allowed choices are bash, zsh, fish',
  },
  'an unknown profile': {
    args: ['serve', '--profile', 'huge'],
    status: 2,
    says: 'Allowed choices are core, full',
  },
};

describe('a mistake is answered in one line, with what to do next, and changes nothing', () => {
  for (const [name, { args, input, env, status, says }] of Object.entries(CALLS)) {
    it(name, async () => {
      const given = { ...(input !== undefined && { input }), ...(env !== undefined && { env }) };
      const ran = await folder.run(args, given);
      expect(ran.stderr).toContain(says);
      expect(ran).toMatchObject({ status, stdout: '' });
      const [first, second, ...rest] = ran.stderr.trimEnd().split('\n');
      expect(first).toMatch(/^error: .+/);
      expect(second).toMatch(/.+/);
      expect(rest).toEqual([]);
      expect(folder.snapshot()).toEqual({});
    });
  }
});

describe('an error with --json', () => {
  it('is the documented payload on standard output', async () => {
    for (const args of [
      ['verify'],
      ['memory', 'log', '--limit', 'x'],
      ['nonsense'],
      ['replay', 'no.jsonl'],
    ]) {
      const ran = await folder.run([...args, '--json']);
      expect(JSON.parse(ran.stdout)).toEqual({
        error: {
          code: expect.any(String),
          message: expect.any(String),
          remediation: expect.any(String),
        },
      });
      expect(ran.stderr).toBe('');
      expect(ran.status).not.toBe(0);
    }
  });
});

describe('the text of an error', () => {
  it('never repeats text from the payload', async () => {
    const secret = ['hunter', '2-secret'].join('');
    for (const text of [`{"password":"${secret}"`, secret, `{"a":${secret}}`]) {
      const ran = await folder.run([...APPEND, '--payload-json', text]);
      expect(ran.status).toBe(2);
      expect(ran.stderr + ran.stdout).not.toContain('hunter');
    }
  });

  it('cannot control the terminal', async () => {
    const escape = String.fromCharCode(27);
    const hostile = `x${escape}]52;c;aGk=${String.fromCharCode(7)}`;
    for (const args of [
      [hostile],
      ['verify', hostile],
      ['replay', `${hostile}.jsonl`],
      ['memory', 'log', `--${hostile}`],
    ]) {
      const ran = await folder.run(args);
      expect(ran.status).not.toBe(0);
      expect(ran.stderr + ran.stdout).not.toContain(escape);
    }
  });

  it('contains no stack trace, except on request', async () => {
    folder.write('.eventloom', 'a file where the folder should be');
    const quiet = await folder.run([
      'memory',
      'append',
      'a.b',
      '--actor',
      'x',
      '--payload-json',
      '{}',
    ]);
    expect(quiet.status).toBeGreaterThan(0);
    expect(quiet.stderr).not.toMatch(/^\s+at /m);
    const loud = await folder.run(
      ['memory', 'append', 'a.b', '--actor', 'x', '--payload-json', '{}'],
      {
        env: { HOOKLOOM_DEBUG: '1' },
      },
    );
    expect(loud.stderr).toMatch(/^\s+at /m);
  });
});

describe('the viewer', () => {
  let shop: Folder;
  beforeAll(async () => {
    shop = freshFolder();
    await append(shop, 'goal.created', { title: 'x' });
  });
  afterAll(() => shop.remove());

  it('does not replace a file that it did not create', async () => {
    shop.write('notes.html', 'my notes');
    expect((await shop.run(['viewer', '.eventloom', '-o', 'notes.html'])).status).toBe(5);
    expect(shop.read('notes.html')).toBe('my notes');
    expect((await shop.run(['viewer', '.eventloom', '-o', 'log.html'])).status).toBe(0);
    expect((await shop.run(['viewer', '.eventloom', '-o', 'log.html'])).status).toBe(0);
  });

  it('reports that it cannot write', async () => {
    shop.write('a-file', 'my notes');
    expect(await shop.run(['viewer', '.eventloom', '-o', 'a-file/x.html'])).toMatchObject({
      status: 2,
      stdout: '',
    });
  });
});
