/** A team that shares memory through real git: each person has a home, a state folder and a clone. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownToken } from './folder.ts';
import { runInProcess } from './in-process.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/how-to/share-memory-with-a-team.md');
let base: string;

beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-team-')));
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', `${base}/hub.git`]);
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

type Person = Awaited<ReturnType<typeof person>>;

async function person(name: string, { publishes = true } = {}) {
  const home = `${base}/${name}`;
  const repo = `${home}/repo`;
  const state = `${home}/state`;
  fs.mkdirSync(home);
  const token = knownToken({ HOME: home, HOOKLOOM_STATE_DIR: state });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    HOOKLOOM_STATE_DIR: state,
    HOOKLOOM_WORKER_AUTOSTART: 'false',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: `${name}@example.org`,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: `${name}@example.org`,
    ...token.env,
  };
  const options = { cwd: repo, env, encoding: 'utf8' } as const;
  const git = (...args: string[]) => execFileSync('git', args, { ...options, stdio: 'pipe' });
  execFileSync('git', ['clone', '-q', `${base}/hub.git`, repo], { env, stdio: 'pipe' });
  fs.writeFileSync(`${repo}/.git/info/exclude`, '.eventloom\n');
  git('config', 'user.name', name);
  const run = async (args: string[], input = '') => {
    const ran = await runInProcess(args, { cwd: repo, env, input });
    return { status: ran.status, text: ran.stdout + ran.stderr, stdout: ran.stdout };
  };
  const ok = async (args: string[], input = '') => {
    const ran = await run(args, input);
    if (ran.status !== 0) throw new Error(`${args.join(' ')}: ${ran.text}`);
    return ran.stdout;
  };
  if (publishes)
    await ok(['settings', 'set', 'HOOKLOOM_SHARE_PUBLISH', 'automatic', ...token.args]);
  return {
    home,
    repo,
    git,
    run,
    ok,
    token: token.args,
    json: async (...args: string[]) => JSON.parse(await ok([...args, '--json'])),
    join: () => ok(['share', 'init']),
    trust: (...writer: string[]) => ok(['share', 'trust', ...writer, ...token.args]),
    decide: (title: string, rationale = '') =>
      ok(
        ['memory', 'append', 'decision.made', '--actor', 'user'],
        JSON.stringify({ title, ...(rationale !== '' && { rationale }) }),
      ),
    ask: async (query: string) => JSON.parse(await ok(['memory', 'checkout', query, '--json'])),
    push() {
      git('add', '-A');
      git('commit', '-qm', 'Share memory');
      git('push', '-q', 'origin', 'HEAD:main');
    },
    pull: () => git('pull', '-q', '--no-edit', '--no-rebase', 'origin', 'main'),
    ownFile: async () => {
      const { own, writers } = JSON.parse(await ok(['share', 'status', '--json']));
      return `${repo}/${writers.find((each: { session_id: string }) => each.session_id === own).file}`;
    },
    projection: () =>
      fs
        .readdirSync(`${repo}/.eventloom/projections`)
        .map((file) => fs.readFileSync(`${repo}/.eventloom/projections/${file}`, 'latin1'))
        .join(''),
  };
}

/** Commands that only a person may run. */
const OF_A_PERSON = new Set(['trust', 'set']);

const DATABASE = 'Which database do we use for the sessions?';

async function aliceShares(): Promise<Person> {
  const alice = await person('alice');
  await alice.join();
  await alice.decide('We use PostgreSQL for the sessions', 'It has row locks');
  await alice.ok(['share', 'publish']);
  alice.push();
  return alice;
}

describe('a clone', () => {
  it('answers from shared memory with its author, as reported until the key is accepted', async () => {
    await aliceShares();
    const bob = await person('bob');
    const before = await bob.ask(DATABASE);
    expect(before.current_facts).toEqual([]);
    expect(await bob.ok(['share', 'status'])).toContain('hookloom share trust NAME');
    expect(before.evidence[0]).toMatchObject({ author: expect.stringMatching(/^unknown:/) });
    expect(before.evidence[0].content).toMatch(/^<reported-\w+>We use PostgreSQL/);
    expect(await bob.ok(['context'])).not.toContain('PostgreSQL');
    expect(await bob.ok(['memory', 'checkout', DATABASE])).toContain('hookloom share status');
    await bob.trust('alice');
    const { current_facts: facts, quality } = await bob.ask(DATABASE);
    expect(quality.answerability).toBe('answer_from_memory');
    expect(facts[0]).toMatchObject({ author: expect.stringMatching(/^alice@/) });
    expect(facts[0].content).toContain(
      'We use PostgreSQL for the sessions. Rationale: It has row locks.',
    );
    expect((await bob.json('memory', 'query', DATABASE))[0].author).toMatch(/^alice@/);
    expect(await bob.ok(['context'])).toMatch(/### From your team\nWe use PostgreSQL .*\(alice@/);
    await bob.ok(['share', 'distrust', 'alice', ...bob.token]);
    expect((await bob.ask(DATABASE)).current_facts).toEqual([]);
  });

  it('shares no prompt and no command, masks secrets, and shares nothing twice', async () => {
    const alice = await person('alice');
    await alice.join();
    await alice.ok(
      ['memory', 'append', 'transcript.turn', '--actor', 'user'],
      JSON.stringify({ role: 'user', content: 'Please look at the garden.' }),
    );
    await alice.ok(
      ['memory', 'append', 'command.completed', '--actor', 'ann'],
      JSON.stringify({ command: 'cat garden.txt', exit_code: 0 }),
    );
    await alice.ok([
      'memory',
      'remember',
      `The notes are in ${alice.home}/notes and the token is ghp_${'a1B2'.repeat(9)}.`,
    ]);
    const { add } = await alice.json('share', 'publish', '--dry-run');
    expect(add).toHaveLength(1);
    expect(add[0]).toMatchObject({ kind: 'fact', redacted: true });
    expect(add[0].text).not.toMatch(/ghp_|\/alice\//);
    await alice.ok(['share', 'publish']);
    expect((await alice.json('share', 'publish')).published).toBe(0);
  });
});

it('the preview shows every word of what you would share', async () => {
  const alice = await person('alice');
  await alice.join();
  const title = `We keep invoices ${'and every copy of them '.repeat(6)}for ten years`;
  await alice.decide(title);
  const preview = await alice.ok(['share', 'publish', '--dry-run']);
  expect(preview.replace(/\s+/g, ' ')).toContain(`decision: ${title}`);
});

describe('a program', () => {
  it('can neither publish nor trust a writer by itself', async () => {
    await aliceShares();
    const bob = await person('bob', { publishes: false });
    await bob.join();
    await bob.decide('We use Redis for the sessions');
    const published = await bob.run(['share', 'publish', '--yes']);
    expect(published.status).toBe(3);
    expect(published.text).toMatch(
      /`hookloom share publish` has to be run by a person at a terminal\. \S/,
    );
    const [, mine] = [
      await bob.run(['share', 'trust', 'alice']),
      await bob.json('share', 'status'),
    ];
    expect((await bob.run(['share', 'trust', 'alice'])).status).toBe(3);
    expect(mine.writers.map((each: { standing: string }) => each.standing)).toEqual(['unknown']);
  });
});

describe('a team of three', () => {
  it('shows that what you remembered contradicts a decision of a teammate', async () => {
    await aliceShares();
    const bob = await person('bob');
    await bob.trust('alice');
    await bob.ok(['memory', 'remember', 'We use MySQL for the sessions', '--kind', 'decision']);
    const { quality, warnings } = await bob.ask('What do we use for the sessions?');
    expect(quality.answerability).toBe('refresh_recommended');
    expect(warnings[0]).toContain('disagree');
  });

  it('merges without conflicts, and shows a contradiction with both authors and dates until one side ends', async () => {
    const alice = await aliceShares();
    const bob = await person('bob');
    await bob.join();
    await bob.decide('We use Redis for the sessions');
    await bob.ok(['share', 'publish']);
    await alice.decide('The mail queue keeps 500 jobs');
    await alice.ok(['share', 'publish']);
    alice.push();
    bob.git('add', '-A');
    bob.git('commit', '-qm', 'Share');
    bob.pull();
    bob.git('push', '-q', 'origin', 'HEAD:main');
    const carol = await person('carol');
    await carol.trust('alice');
    await carol.trust('bob');
    const answer = await carol.ask('What do we use for the sessions?');
    expect(answer.quality.answerability).toBe('refresh_recommended');
    const said = answer.quality.required_action.said as { author: string; on: string }[];
    expect(new Set(said.map(({ author }) => author.split('@')[0]))).toEqual(
      new Set(['alice', 'bob']),
    );
    for (const { on } of said) expect(on).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(answer.warnings[0]).toMatch(
      /disagree .*alice@\S+, \d{4}-.*bob@|disagree .*bob@\S+, \d{4}-.*alice@/,
    );
    expect(answer.current_facts).toHaveLength(2);

    const [fact] = (await bob.json('memory', 'query', 'Redis for the sessions')).filter(
      (row: { author?: string }) => row.author === undefined,
    );
    await bob.ok([
      'memory',
      'correct',
      'We use PostgreSQL for the sessions',
      fact.citation,
      '--reason',
      'Decided in the meeting',
    ]);
    const published = await bob.json('share', 'publish');
    expect([published.add.length, published.end.length]).toEqual([1, 1]);
    bob.push();
    carol.pull();
    const { current_facts: facts, quality } = await carol.ask('What do we use for the sessions?');
    expect(quality.answerability).toBe('answer_from_memory');
    expect(facts.map(({ content }: { content: string }) => content).join()).not.toContain('Redis');
  });

  it('refuses and names a forged author and an edited line', async () => {
    const alice = await aliceShares();
    const eve = await person('eve');
    await eve.ok(['share', 'init', '--author', 'alice']);
    await eve.decide('We use MySQL for the sessions');
    await eve.ok(['share', 'publish']);
    const file = path.basename(await alice.ownFile());
    const text = fs.readFileSync(`${eve.repo}/.hookloom/writers/${file}`, 'utf8');
    fs.writeFileSync(
      `${eve.repo}/.hookloom/writers/${file}`,
      text.replace('PostgreSQL', 'MongoDB123'),
    );
    eve.push();
    const bob = await person('bob');
    const key = (await alice.json('share', 'status')).writers[0].key;
    expect((await bob.run(['share', 'trust', 'alice', ...bob.token])).text).toContain(
      'Several writers',
    );
    await bob.trust(key);
    const answer = await bob.ask(DATABASE);
    expect(answer.current_facts).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain('MongoDB');
    expect(answer.notices[0]).toContain(file);
    expect(answer.evidence[0].author).toMatch(/^unknown:/);
    const status = await bob.run(['share', 'pull']);
    expect(status.status).toBe(1);
    expect(status.text).toMatch(/refused: event 1, because/);
    expect((await bob.run(['doctor'])).text.replace(/\s+/g, ' ')).toContain(
      `Event 1 of .hookloom/writers/${file} is refused`,
    );
  });
});

describe('forgetting', () => {
  it('reaches other clones at their next answer, including the bytes of their projections', async () => {
    const alice = await aliceShares();
    const bob = await person('bob');
    await bob.decide('We use tabs');
    await bob.trust('alice');
    expect((await bob.ask(DATABASE)).current_facts[0].content).toContain('PostgreSQL');
    expect(bob.projection()).toContain('PostgreSQL');
    const forgot = await alice.ok([
      'memory',
      'forget',
      '--value',
      'We use PostgreSQL for the sessions',
      '--yes',
    ]);
    expect(forgot).toContain('Shared with your team: 1 line of your file');
    expect(forgot.replaceAll('\n', ' ')).toContain(
      'the history of git and every clone still contain the line',
    );
    expect(fs.readFileSync(await alice.ownFile(), 'utf8')).not.toContain('PostgreSQL');
    alice.push();
    bob.pull();
    expect(JSON.stringify(await bob.ask(DATABASE))).not.toContain('PostgreSQL');
    expect(bob.projection()).not.toContain('PostgreSQL');
  });

  it('a line of another writer hides it here and where you are trusted; an unknown tombstone hides nothing', async () => {
    const alice = await aliceShares();
    const [bob, carol] = [await person('bob'), await person('carol')];
    await bob.join();
    const [row] = (await bob.ask(DATABASE)).evidence;
    const { shared } = await bob.json('memory', 'forget', '--citation', row.citation, '--yes');
    expect(shared).toMatchObject({ own_lines: 0, lines_of_others: 1 });
    expect(JSON.stringify(await bob.ask(DATABASE))).not.toContain('PostgreSQL');
    bob.push();
    carol.pull();
    await carol.trust('alice');
    expect((await carol.ask(DATABASE)).current_facts).toHaveLength(1);
    await carol.trust('bob');
    expect(JSON.stringify(await carol.ask(DATABASE))).not.toContain('PostgreSQL');
    await carol.ok(['share', 'distrust', 'bob', ...carol.token]);
    expect((await carol.ask(DATABASE)).current_facts).toHaveLength(1);
    expect((await alice.ask(DATABASE)).current_facts).toHaveLength(1);
  });
});

it('the commands of the how-to page work in its order', async () => {
  const blocks = [...fs.readFileSync(PAGE, 'utf8').matchAll(/^## (.*)$|^```sh\n([\s\S]*?)^```/gm)];
  const alice = await person('alice');
  await alice.decide('We use PostgreSQL for the sessions');
  await alice.ok(['memory', 'remember', 'The garden party is in May.']);
  alice.git('commit', '-q', '--allow-empty', '-m', 'first');
  alice.git('push', '-q', '-u', 'origin', 'HEAD:main');
  const bob = await person('bob');
  await bob.decide('We use tabs');
  const places: Record<string, Person> = { Start: alice, Join: bob, 'Keep up': bob };
  let who = alice;
  const printed: string[] = [];
  for (const [, heading, block] of blocks) {
    if (heading !== undefined) who = places[heading] ?? alice;
    for (const line of (block ?? '').split('\n').filter((text) => text !== '')) {
      const citation = line.includes('CITATION')
        ? (await who.json('memory', 'query', 'PostgreSQL'))[0].citation
        : '';
      const words = [...line.replace('CITATION', citation).matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare!,
      );
      const [program, ...args] = words as [string, ...string[]];
      if (program === 'git') printed.push(who.git(...args));
      else printed.push(await who.ok([...args, ...(OF_A_PERSON.has(args[1]!) ? who.token : [])]));
    }
  }
  expect(printed.join('')).toMatch(/The memory answers this[\s\S]*\(by alice@/);
});
