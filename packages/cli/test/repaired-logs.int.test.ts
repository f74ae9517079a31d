/** Logs that git, a copy or a disk damaged: one command repairs them, and questions are answered again. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

const LOG = '.eventloom/shop-default.jsonl';
let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const decide = (where: Folder, decision: string) => append(where, 'decision.made', { decision });
const answers = async (where: Folder, query: string): Promise<string> =>
  JSON.stringify((await where.json(['memory', 'checkout', query])).current_facts);

function git(where: Folder, ...args: string[]): string {
  const who = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com'];
  const env = { PATH: process.env['PATH'] ?? '', HOME: where.path };
  const { stdout, stderr } = spawnSync('git', [...who, ...args], {
    cwd: where.path,
    encoding: 'utf8',
    env,
  });
  return stdout + stderr;
}

function commit(where: Folder): void {
  git(where, 'add', '-f', LOG);
  git(where, 'commit', '-q', '-m', 'log');
}

it('an edited log can still be listed, and an export of what followed says that it is broken', async () => {
  for (const word of ['years', 'months', 'days'])
    await decide(folder, `Invoices are numbered by ${word}`);
  folder.write(LOG, folder.read(LOG).replace('by months', 'by moons!'));
  expect((await folder.run(['verify'])).status).toBe(6);
  const listed = await folder.run(['memory', 'log']);
  expect(listed.status).toBe(0);
  expect(listed.stdout).toContain('is broken at event');
  expect(listed.stdout).toContain('by days');
  await decide(folder, 'Receipts are printed in blue');
  const exported = await folder.run(['memory', 'export']);
  expect(exported.stderr).toContain('The log shop-default is broken at event');
  expect(exported.stderr).toContain('hookloom log repair shop-default');
  expect((await folder.run(['memory', 'diff'])).stdout).toContain('is broken at event');
});

describe('a log that two machines recorded in and git merged', () => {
  let other: Folder;
  beforeEach(async () => {
    await decide(folder, 'Invoices are numbered per year');
    git(folder, 'init', '-q', '-b', 'main');
    commit(folder);
    other = freshFolder();
    git(other, 'init', '-q', '-b', 'main');
    git(other, 'pull', '-q', folder.path, 'main');
    expect((await other.asPerson(['log', 'adopt', 'shop-default'])).status).toBe(0);
    await decide(other, 'Receipts are printed in blue');
    commit(other);
    await decide(folder, 'Parcels leave the house on Fridays');
    commit(folder);
  });
  afterEach(() => other.remove());

  it.each([
    ['with a conflict', []],
    ['by lines', ['-X', 'union']],
  ])('has both histories after one command, merged %s', async (_, how) => {
    if (how.length > 0) folder.write('.gitattributes', '*.jsonl merge=union\n');
    git(folder, 'pull', '--no-rebase', '-q', other.path, 'main');
    if (how.length === 0) expect(folder.read(LOG)).toContain('<<<<<<<');
    expect((await folder.run(['verify'])).status).toBe(6);
    expect((await folder.asPerson(['log', 'repair', '--adopt'])).stdout).toContain(
      'Repaired shop-default',
    );
    expect((await folder.run(['verify'])).status).toBe(0);
    expect(await answers(folder, 'How are invoices numbered?')).toContain('per year');
    expect(await answers(folder, 'How are receipts printed?')).toContain('in blue');
    expect(await answers(folder, 'When do parcels leave the house?')).toContain('Fridays');
    expect((await folder.run(['memory', 'checkout', 'receipts'])).stdout).not.toContain('broken');
  });

  it('shows the other history as reported until a person adopts it', async () => {
    git(folder, 'pull', '--no-rebase', '-q', other.path, 'main');
    const { logs } = await folder.json(['log', 'repair']);
    const [tail] = logs[0].tails;
    expect(tail).toMatchObject({ events: 2, own: false });
    expect(await answers(folder, 'How are receipts printed?')).not.toContain('in blue');
    expect((await folder.run(['doctor'])).stdout).toContain(`hookloom log adopt ${tail.session}`);
    expect((await folder.asPerson(['log', 'adopt', tail.session])).status).toBe(0);
    expect(await answers(folder, 'How are receipts printed?')).toContain('in blue');
  });

  it('can be adopted only by a person', async () => {
    git(folder, 'pull', '--no-rebase', '-q', other.path, 'main');
    expect((await folder.run(['log', 'repair', '--adopt'])).status).not.toBe(0);
    expect(folder.read(LOG)).toContain('<<<<<<<');
  });
});

describe('a log with a line that changed on the disk', () => {
  beforeEach(async () => {
    for (const decision of [
      'Invoices are numbered per year',
      'Walls are grey',
      'Parcels leave on Fridays',
    ])
      await decide(folder, decision);
    folder.write(LOG, folder.read(LOG).replace('grey', 'gray'));
  });

  it('is reported by doctor with the command that repairs it', async () => {
    const row = (await folder.json(['doctor'])).rows.find(
      ({ id }: { id: string }) => id === 'log_integrity',
    );
    expect(row).toMatchObject({ status: 'error', command: 'hookloom log repair shop-default' });
    expect((await folder.run(['verify'])).stdout).toContain('$ hookloom log repair shop-default');
  });

  it('is reported at the top of a checkout, not at its end', async () => {
    await folder.run(['verify']);
    const { stdout } = await folder.run(['memory', 'checkout', 'When do parcels leave?']);
    const at = stdout.indexOf('The log shop-default is broken at event 2');
    expect(at).toBeGreaterThanOrEqual(0);
    expect(at).toBeLessThan(stdout.indexOf('The memory'));
    expect(stdout).toContain('hookloom log repair shop-default');
    expect(stdout).toContain('Fridays');
  });

  it('gets no more events once the damage is known, and later events are still answered from', async () => {
    await folder.run(['verify']);
    const before = folder.read(LOG);
    const first = await folder.run(['memory', 'append', 'decision.made', '--actor', 'ann'], {
      input: JSON.stringify({ decision: 'Doors are painted green' }),
    });
    expect(JSON.parse(first.stdout).session_id).toBe('shop-default.after-1');
    expect(first.stderr).toContain('shop-default is broken');
    const second = await folder.run(['memory', 'append', 'decision.made', '--actor', 'ann'], {
      input: JSON.stringify({ decision: 'Windows are painted white' }),
    });
    expect(second.stderr).toBe('');
    expect(folder.read(LOG)).toBe(before);
    expect(await answers(folder, 'How are doors painted?')).toContain('green');
    expect((await folder.run(['log', 'repair'])).stdout).toContain('keeps 1 event');
    expect((await folder.run(['verify'])).status).toBe(0);
    expect(await answers(folder, 'How are doors painted?')).toContain('green');
    expect(await answers(folder, 'When do parcels leave?')).toContain('Fridays');
    expect(await answers(folder, 'How are invoices numbered?')).toContain('per year');
  });

  it('is unchanged after a dry run, and a second repair has nothing to do', async () => {
    const before = folder.snapshot();
    expect((await folder.run(['log', 'repair', '--dry-run'])).stdout).toContain(
      'Would repair shop-default',
    );
    expect(folder.snapshot()).toEqual(before);
    await folder.run(['log', 'repair']);
    expect((await folder.run(['log', 'repair'])).stdout).toBe('No log here is broken.\n');
    const [kept] = fs.readdirSync(path.join(folder.path, '.eventloom/repair'));
    expect(folder.read(`.eventloom/repair/${kept}/original.jsonl`)).toContain('gray');
  });

  it('is forgotten in the saved original too', async () => {
    await folder.run(['log', 'repair']);
    const ran = await folder.run(['memory', 'forget', '--value', '-', '--yes'], {
      input: 'Parcels leave on Fridays',
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const files = Object.entries(folder.snapshot()).filter(([name]) =>
      name.startsWith('.eventloom'),
    );
    for (const [name, text] of files)
      expect([name, text.includes('Parcels leave on Fridays')]).toEqual([name, false]);
  });
});

it('the next event completes a torn line, so that no repair is needed', async () => {
  await decide(folder, 'Invoices are numbered per year');
  folder.write(LOG, `${folder.read(LOG)}{"actorId":"an`);
  expect((await folder.run(['log', 'repair'])).stdout).toBe('No log here is broken.\n');
  await decide(folder, 'Parcels leave on Fridays');
  expect((await folder.run(['verify'])).status).toBe(0);
});
