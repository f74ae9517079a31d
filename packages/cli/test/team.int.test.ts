/** Two machines share decisions through a team store (`scripts/with-postgres.mjs`). */
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '@hookloom/log';
import { engine } from '@hookloom/log/testing';
import { freshFolder, type Folder } from './folder.ts';
import { append, runOn, teamMachines } from './team-machines.ts';

describe.skipIf(engine !== 'PostgreSQL')('a team store on a PostgreSQL server', () => {
  const team = teamMachines();
  const { run, json, asPerson, enable, rows } = team;
  let ann: Folder;
  let bob: Folder;
  let store: Connection;
  beforeAll(() => {
    ({ ann, bob, store } = team);
  });

  it('is set up once, and no project sends anything before a person lets it participate', async () => {
    expect(await run(ann, 'sync')).toMatchObject({ status: 4 });
    await append(ann, 'decision.made', {
      title: 'Keep sessions in Redis',
      rationale: 'It is fast',
    });
    await append(ann, 'transcript.turn', { role: 'user', content: 'the canary sings' });
    expect((await run(ann, 'sync', '--enable')).status).toBe(3);
    expect(await enable(ann, 'ann')).toMatchObject({ status: 0, stderr: '' });
    expect(await run(ann, 'sync')).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('hookloom team init'),
    });
    expect(await json(ann, 'team', 'init')).toMatchObject({ before: 0, schema: 5 });
    expect(await json(ann, 'team', 'init')).toMatchObject({ before: 5, schema: 5 });
  });

  it('gets what may be sent once, and of the rest only its place in the log', async () => {
    expect((await json(ann, 'sync', '--dry-run')).pushed).toMatchObject([{ sent: 1 }]);
    expect(await rows()).toEqual([]);
    const { pushed } = await json(ann, 'sync');
    expect(pushed).toMatchObject([{ session: 'shop-default', sent: 1, error: null }]);
    const stored = await rows();
    expect((await json(ann, 'sync')).pushed).toMatchObject([{ sent: 0, kept_back: 0 }]);
    expect(await rows()).toEqual(stored);
    expect(stored.some(({ line }) => String(line).includes('Redis'))).toBe(true);
    expect(JSON.stringify(stored)).not.toContain('canary');
    expect(await json(ann, 'sync', '--status')).toMatchObject({ waiting: 0, send: 'decisions' });
  });

  it('shows a teammate each decision with the name of its author', async () => {
    await append(bob, 'decision.made', {
      title: 'Write the worker in Go',
      rationale: 'It is small',
    });
    expect((await enable(bob, 'bob')).status).toBe(0);
    const { pulled } = await json(bob, 'sync');
    expect(pulled).toMatchObject([
      { writer: expect.stringMatching(/^ann@/), log: 'shop-default', refused: null },
    ]);
    const found = JSON.stringify(await json(bob, 'memory', 'query', 'where are sessions kept'));
    expect(found).toContain('Keep sessions in Redis');
    expect(found).toMatch(/ann@/);
    const checkout = JSON.stringify(
      await json(bob, 'memory', 'checkout', 'where are sessions kept?'),
    );
    expect(checkout).toContain('Keep sessions in Redis');
    expect(checkout).toMatch(/ann@/);
  });

  it('is not asked about unchanged logs', async () => {
    const { pullLogs } = await import('@hookloom/log');
    let asked = 0;
    const counted: Connection = {
      ...store,
      query(text, parameters) {
        asked++;
        return store.query(text, parameters);
      },
    };
    const request = {
      eventloomDir: `${bob.path}/none`,
      folder: `${bob.path}/parts`,
      project: 'shop',
      writer: 'bob@desk',
    };
    try {
      const first = await pullLogs(counted, request);
      expect(first.map(({ added }) => added)).toEqual([3, 1]);
      asked = 0;
      const again = await pullLogs(counted, request);
      expect(again.map(({ added, total }) => [added, total])).toEqual([
        [0, 3],
        [0, 1],
      ]);
      expect(asked).toBe(1);
    } finally {
      fs.rmSync(request.folder, { recursive: true, force: true });
    }
  });

  it('forgets what a member forgets, and so do the copies of teammates', async () => {
    const forgotten = await run(
      ann,
      'memory',
      'forget',
      '--value',
      'Keep sessions in Redis',
      '--yes',
    );
    expect(forgotten).toMatchObject({ status: 0 });
    expect((await json(ann, 'sync')).pushed).toMatchObject([{ forgotten: 1, error: null }]);
    expect(JSON.stringify(await rows())).not.toContain('Redis');
    expect((await run(bob, 'sync')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).not.toContain('Keep sessions in Redis');
    const found = await json(bob, 'memory', 'query', 'where are sessions kept');
    expect(JSON.stringify(found)).not.toContain('Redis');
  });

  it('deletes from a machine what is forgotten there, although a teammate keeps it', async () => {
    await append(ann, 'decision.made', {
      title: 'The heron server is for staging',
      rationale: 'Cheap',
    });
    expect((await run(ann, 'sync')).status).toBe(0);
    expect((await run(bob, 'sync')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).toContain('heron');
    const args = ['memory', 'forget', '--value', 'The heron server is for staging', '--yes'];
    expect(await run(bob, ...args)).toMatchObject({ status: 0 });
    expect((await run(bob, 'sync')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).not.toContain('heron');
    expect(JSON.stringify(await rows())).toContain('heron');
  });

  it('reports why it cannot be used and which setting to correct, and recording continues', async () => {
    const wrong = async (url: string) => {
      const ran = await runOn(ann, ['sync'], { HOOKLOOM_TEAM_URL: url });
      expect(ran.stderr).not.toContain('hunter2');
      expect(ran.stderr).toContain('HOOKLOOM_TEAM_URL');
      return ran.status;
    };
    const { port } = new URL(team.url);
    expect(await wrong('hunter2')).toBe(2);
    expect(await wrong('https://ann:hunter2@127.0.0.1/team')).toBe(2);
    expect(await wrong(`postgresql://ann:hunter2@127.0.0.1:${port}/team`)).toBe(3);
    expect(await wrong(`postgresql://postgres:hunter2@127.0.0.1:${port}/nowhere`)).toBe(4);
    expect(await wrong('postgresql://ann:hunter2@127.0.0.1:9/team')).toBe(7);
    await append(ann, 'decision.made', { title: 'Go on without a network' });
    expect(await json(ann, 'sync', '--status')).toMatchObject({
      waiting: 1,
      last: { error: expect.any(String) },
    });
    expect((await json(ann, 'sync')).pushed).toMatchObject([{ sent: 1 }]);
  });

  it('shows members, log heads, arrival, lag and size', async () => {
    const { login } = await json(ann, 'team', 'invite', 'dan', '--role', 'reader');
    const status = await json(ann, 'team', 'status');
    expect(status).toMatchObject({ schema: 5, known_schema: 5, bytes: expect.any(Number) });
    const shop = status.projects.find(({ project }: { project: string }) => project === 'shop');
    expect(shop.members).toEqual({ reader: 1 });
    const [head] = await store.query(
      "SELECT writer, session, seq::int, hash FROM hookloom.log WHERE writer LIKE 'bob@%'",
    );
    const { writer, session, seq, hash } = head!;
    const stands = shop.writers.find((each: { writer: string }) => each.writer === writer);
    expect(stands).toMatchObject({ logs: [{ session, seq, hash }], events: seq });
    const [arrived] = await store.query(
      "SELECT max(arrived_at) AS at FROM hookloom.event WHERE writer LIKE 'bob@%'",
    );
    expect(Date.parse(stands.last_arrival)).toBe((arrived!['at'] as Date).getTime());
    expect(stands.lag_seconds).toBeGreaterThan(0);
    const said = (await run(ann, 'team', 'status')).stdout;
    expect(said).toContain('shop: 1 reader');
    expect(said).toContain(String(writer));
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('of a newer version is not changed', async () => {
    await store.query('INSERT INTO hookloom.schema_version (version) VALUES (99)');
    expect(await run(ann, 'sync')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('Update'),
    });
    expect((await run(ann, 'team', 'init')).status).toBe(5);
    await store.query('DELETE FROM hookloom.schema_version WHERE version = 99');
  });

  it('can be left with one command, which removes what teammates sent', async () => {
    expect((await asPerson(bob, 'sync', '--disable')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).not.toMatch(/ann@/);
  });
});

it('a store that is unknown or not built is refused at once', async () => {
  const folder = freshFolder();
  try {
    await append(folder, 'decision.made', { title: 'Use Go' });
    for (const [name, value] of [
      ['EVENTLOOM_STORE', 'mysql'],
      ['PROJECTION_BACKEND', 'neo4j'],
      ['PROJECTION_BACKEND', 'redis'],
    ] as const) {
      const ran = await runOn(folder, ['memory', 'query', 'x'], { [name]: value });
      expect(ran).toMatchObject({ status: 2, stderr: expect.stringContaining(name) });
    }
    const postgres = await runOn(folder, ['team', 'init'], { EVENTLOOM_STORE: 'postgres' });
    expect(postgres).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('HOOKLOOM_TEAM_URL_FILE'),
    });
    folder.write('url', 'postgresql://ann:hunter2@127.0.0.1:9/team');
    fs.chmodSync(path.join(folder.path, 'url'), 0o644);
    const open = await runOn(folder, ['team', 'init'], {
      HOOKLOOM_TEAM_URL_FILE: path.join(folder.path, 'url'),
    });
    expect(open).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('open to other users'),
    });
    expect(open.stderr).not.toContain('hunter2');
  } finally {
    folder.remove();
  }
});
