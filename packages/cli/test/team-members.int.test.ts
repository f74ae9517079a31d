/** Who may use a team store, and how (`scripts/with-postgres.mjs`). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '@hookloom/log';
import { connect, engine } from '@hookloom/log/testing';
import type { Folder } from './folder.ts';
import { append, runOn, teamMachines } from './team-machines.ts';

const connectTo = (url: string) => connect(url, { setting: 'HOOKLOOM_TEAM_URL' });

describe.skipIf(engine !== 'PostgreSQL')('a team store', () => {
  const team = teamMachines();
  const { run, json, enable, rows } = team;
  let ann: Folder;
  let bob: Folder;
  let store: Connection;
  beforeAll(async () => {
    ({ ann, bob, store } = team);
    await append(ann, 'decision.made', { title: 'Keep sessions in Redis' });
    await json(ann, 'team', 'init');
    for (const [folder, name] of [
      [ann, 'ann'],
      [bob, 'bob'],
    ] as const) {
      expect(await enable(folder, name)).toMatchObject({ status: 0 });
      expect(await run(folder, 'sync')).toMatchObject({ status: 0 });
    }
  });

  it('lets an invited person write only under their own name, and read only this project', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob');
    expect(new URL(address).username).toBe(login);
    const asBob = (...args: string[]) => runOn(bob, args, { HOOKLOOM_TEAM_URL: address });
    await append(bob, 'decision.made', { title: 'Log in with a login of my own' });
    expect(await asBob('sync')).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.stringify(await rows())).toContain('a login of my own');
    const own = await connectTo(address);
    const insert = (project: string, writer: string) =>
      own.query(
        "INSERT INTO hookloom.log (project, writer, session, seq) VALUES ($1, $2, 'x', 0)",
        [project, writer],
      );
    const refused = expect.objectContaining({ code: 'permission_denied' });
    await expect(insert('shop', 'ann@desk')).rejects.toEqual(refused);
    await expect(insert('other', 'bob@desk')).rejects.toEqual(refused);
    await expect(own.query('DELETE FROM hookloom.event')).rejects.toEqual(refused);
    await expect(own.query("UPDATE hookloom.member SET role = 'admin'")).rejects.toEqual(refused);
    await store.query("INSERT INTO hookloom.log VALUES ('other', 'eve@desk', 's', 1, 'x')");
    expect(await own.query("SELECT 1 FROM hookloom.log WHERE project = 'other'")).toEqual([]);
    await own.close();
    await append(bob, 'decision.made', { title: 'Recorded after that' });
    expect(await json(ann, 'team', 'revoke', 'bob')).toEqual({
      revoked: [{ login, project: 'shop' }],
    });
    expect(await asBob('sync')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('Your access to the team store has ended'),
    });
    const audit = await store.query('SELECT action, login FROM hookloom.audit ORDER BY id');
    expect(audit).toEqual([
      { action: 'invited', login },
      { action: 'revoked', login },
    ]);
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('lets a reader fetch but send nothing', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob', '--role', 'reader');
    const ran = await runOn(bob, ['sync', '--json'], { HOOKLOOM_TEAM_URL: address });
    expect(JSON.parse(ran.stdout)).toMatchObject({ pushed: [], pulled: [{ refused: null }] });
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('lets a coordinator invite writers, and only an admin appoint coordinators', async () => {
    const made: string[] = [];
    const invited = async (url: string, ...args: string[]) => {
      const ran = await runOn(ann, ['team', 'invite', ...args, '--json'], {
        HOOKLOOM_TEAM_URL: url,
      });
      if (ran.status !== 0) return { status: ran.status, login: '', address: '' };
      const { login, address } = JSON.parse(ran.stdout);
      made.push(login);
      return { status: 0, login, address };
    };
    const admin = await invited(team.url, 'eve', '--role', 'admin', '--machine', 'desk');
    const lead = await invited(admin.address, 'carl', '--role', 'coordinator');
    const writer = await invited(lead.address, 'dan');
    expect([admin.status, lead.status, writer.status]).toEqual([0, 0, 0]);
    expect(await invited(lead.address, 'mallory', '--role', 'admin')).toMatchObject({ status: 3 });
    expect(await invited(lead.address, lead.login, '--role', 'admin')).toMatchObject({ status: 3 });
    expect(await invited(writer.address, 'mallory', '--role', 'reader')).toMatchObject({
      status: 3,
    });
    expect(await invited(admin.address, 'mallory', '--project', 'api')).toMatchObject({
      status: 3,
    });
    const as = (url: string, ...args: string[]) => runOn(ann, args, { HOOKLOOM_TEAM_URL: url });
    expect((await as(lead.address, 'team', 'revoke', 'eve')).status).toBe(3);
    expect((await as(writer.address, 'team', 'revoke', 'dan')).status).toBe(3);
    expect((await as(lead.address, 'team', 'revoke', 'dan')).status).toBe(0);
    expect((await as(admin.address, 'team', 'init')).status).toBe(0);

    const changes = await as(lead.address, 'team', 'members', '--changes', '--json');
    expect(JSON.parse(changes.stdout).slice(0, 4)).toMatchObject([
      { action: 'revoked', actor: lead.login, login: writer.login, detail: 'dan as writer' },
      { action: 'invited', actor: lead.login, login: writer.login },
      { action: 'invited', actor: admin.login, detail: 'carl as coordinator' },
      { action: 'invited', actor: 'postgres', detail: 'eve as admin' },
    ]);
    const reader = await invited(lead.address, 'ben', '--role', 'reader');
    const none = await as(reader.address, 'team', 'members', '--changes', '--json');
    expect(JSON.parse(none.stdout)).toEqual([]);
    const own = await connectTo(reader.address);
    const denied = expect.objectContaining({ code: 'permission_denied' });
    await expect(own.query('SELECT * FROM hookloom.audit')).rejects.toEqual(denied);
    await own.close();
    expect(await json(ann, 'team', 'members')).toContainEqual(
      expect.objectContaining({ person: 'eve', machine: 'desk', role: 'admin', project: 'shop' }),
    );
    // A pipe receives complete lines, however long they are.
    expect((await run(ann, 'team', 'members')).stdout).toMatch(
      new RegExp(`^eve on desk  admin in shop, ${admin.login}, since .{10}$`, 'm'),
    );
    for (const login of made) await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    await store.query('DELETE FROM hookloom.member');
  });

  it('accepts one login for several projects, and never holds its password', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob', '--machine', 'laptop');
    const more = await json(ann, 'team', 'invite', login, '--project', 'api', '--role', 'reader');
    expect(more).toMatchObject({ person: 'bob', login, project: 'api', address: null });
    const [{ rolpassword: kept }] = (await store.query(
      'SELECT rolpassword FROM pg_authid WHERE rolname = $1',
      [login],
    )) as [{ rolpassword: string }];
    expect(kept).toMatch(/^SCRAM-SHA-256\$4096:/);
    expect(new URL(address).password.length).toBeGreaterThan(24);
    const again = await json(ann, 'team', 'invite', login, '--project', 'api');
    expect(again).toMatchObject({ role: 'writer', address: null });
    await json(ann, 'team', 'revoke', 'bob', '--project', 'shop');
    const ran = await runOn(bob, ['sync'], { HOOKLOOM_TEAM_URL: address });
    expect(ran).toMatchObject({ status: 3, stderr: expect.stringContaining('has ended') });
    const own = await connectTo(address);
    expect(await own.query('SELECT DISTINCT project FROM hookloom.member')).toEqual([
      { project: 'api' },
    ]);
    await own.close();
    await json(ann, 'team', 'revoke', login);
    expect((await run(ann, 'team', 'invite', login)).status).toBe(4);
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('tells a person whose access ends during a sync, and they lose nothing', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob');
    const asBob = (...args: string[]) => runOn(bob, args, { HOOKLOOM_TEAM_URL: address });
    await append(bob, 'decision.made', { title: 'Kept on this machine' });
    const before = bob.snapshot()['.eventloom/shop-default.jsonl'];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const blocking = store.transaction(async (on) => {
      await on.query("SELECT 1 FROM hookloom.log WHERE writer LIKE 'bob@%' FOR UPDATE");
      await held;
    });
    const syncing = asBob('sync');
    const waits = async () =>
      (
        await store.query(
          "SELECT 1 FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'",
          [login],
        )
      ).length === 1;
    await expect.poll(waits, { timeout: 120_000 }).toBe(true);
    expect((await run(ann, 'team', 'revoke', login)).status).toBe(0);
    expect(await syncing).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('What you recorded stays on this machine'),
    });
    release();
    await blocking;
    expect(JSON.stringify(await rows())).not.toContain('Kept on this machine');
    expect(bob.snapshot()['.eventloom/shop-default.jsonl']).toBe(before);
    expect(await asBob('verify')).toMatchObject({ status: 0 });
    expect(await json(bob, 'sync', '--status')).toMatchObject({
      last: { error: expect.stringContaining('has ended') },
    });
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    const kept = (await json(bob, 'sync')).pushed;
    expect(kept).toMatchObject([{ error: null }]);
    expect(JSON.stringify(await rows())).toContain('Kept on this machine');
  });
});
