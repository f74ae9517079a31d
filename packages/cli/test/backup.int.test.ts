/** Backup and restore as a user runs them: a new machine, another disk, all projects, logs that agents write. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BIN } from './command-line.ts';
import { append, freshFolder, type Folder } from './folder.ts';

const LOG = '.eventloom/shop-default.jsonl';
let folder: Folder;
let other: Folder;
let file: string;
beforeEach(async () => {
  folder = freshFolder();
  other = freshFolder();
  file = path.join(folder.path, 'shop.backup.tar.gz');
  for (const decision of ['Invoices are numbered per year', 'Parcels leave the house on Fridays'])
    await append(folder, 'decision.made', { decision });
});
afterEach(() => {
  folder.remove();
  other.remove();
});

const answers = async (where: Folder, query: string, options = {}): Promise<string> =>
  JSON.stringify((await where.json(['memory', 'checkout', query], options)).current_facts);

it('a new laptop with another home and another folder gives the answers of the old one', async () => {
  expect((await folder.run(['backup', file])).status).toBe(0);
  fs.mkdirSync(path.join(other.path, 'src/store'), { recursive: true });
  const here = { cwd: 'src/store', env: { ZAXY_DOMAIN: '' } };
  const ran = await other.asPerson(['restore', file], here);
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  expect(other.read(`src/store/${LOG}`)).toBe(folder.read(LOG));
  expect(await answers(other, 'How are invoices numbered?', here)).toContain('per year');
  expect((await other.run(['verify'], here)).status).toBe(0);
  await append(other, 'decision.made', { decision: 'Doors are green' }, [
    '--eventloom-path',
    path.join(other.path, 'src/store/.eventloom'),
    '--session-id',
    'shop-default',
  ]);
  expect(await answers(other, 'What colour are doors?', here)).toContain('green');
});

it('every project is restored below the home folder, with the settings', async () => {
  fs.mkdirSync(path.join(folder.path, 'work/bakery'), { recursive: true });
  const bakery = { cwd: 'work/bakery', env: { ZAXY_DOMAIN: '' } };
  await folder.run(
    ['memory', 'remember', 'Bread is baked at four', '--eventloom-path', '.eventloom'],
    bakery,
  );
  await folder.run(['settings', 'set', 'HOOKLOOM_RETENTION_NOTES_DAYS', '30']);
  const lost = path.join(folder.path, 'work/moved');
  fs.cpSync(path.join(folder.path, 'work/bakery'), lost, { recursive: true });
  const cakes = ['--eventloom-path', `${lost}/.eventloom`, '--session-id', 'cakes-default'];
  await append(folder, 'decision.made', { decision: 'Cakes are cut by hand' }, cakes);
  fs.renameSync(lost, path.join(folder.path, 'work/new-name'));
  const told = await folder.run(['backup', '--all', '--dry-run', file]);
  expect(told.stdout).toContain(`bakery: 1 log, 1 event.  ${folder.path}/work/bakery`);
  expect(told.stderr).toContain(`no longer there: ${lost}. If you moved a folder`);
  const made = await folder.json(['backup', '--all', file]);
  expect(made.projects.map(({ name }: { name: string }) => name)).toContain('bakery');
  const report = await other.asPerson(['restore', '--all', file, '--json']);
  expect(JSON.parse(report.stdout).settings).toEqual(['HOOKLOOM_RETENTION_NOTES_DAYS']);
  expect(await answers(other, 'When is bread baked?', bakery)).toContain('at four');
  expect((await other.run(['settings', 'get', 'HOOKLOOM_RETENTION_NOTES_DAYS'])).stdout).toContain(
    '30',
  );
});

it('restores the other projects if one is kept elsewhere, and names that one', async () => {
  const env = { ZAXY_DOMAIN: '' };
  for (const cwd of ['bakery', 'mill']) {
    fs.mkdirSync(path.join(folder.path, cwd));
    const said = ['memory', 'remember', 'Bread is baked at four', '--eventloom-path', '.eventloom'];
    expect((await folder.run(said, { cwd, env })).status).toBe(0);
  }
  await folder.run(['backup', '--all', file]);
  expect((await other.asPerson(['restore', '--all', file])).status).toBe(0);
  fs.renameSync(path.join(other.path, 'bakery'), path.join(other.path, 'bread'));
  const more = ['memory', 'remember', 'The oven is new', '--eventloom-path', '.eventloom'];
  expect((await other.run(more, { cwd: 'bread', env })).status).toBe(0);
  fs.rmSync(path.join(other.path, 'mill'), { recursive: true });
  const { status, stdout } = await other.asPerson(['restore', '--all', file]);
  expect(stdout).toMatch(/bakery {2}not restored\n {2}You already have bakery-default in \S+bread/);
  expect(status).toBe(5);
  expect(fs.existsSync(path.join(other.path, 'mill/.eventloom/mill-default.jsonl'))).toBe(true);
  expect(fs.existsSync(path.join(other.path, 'bakery'))).toBe(false);
});

it('a folder can be copied to another disk and removed from the old one, and nothing else is needed', async () => {
  const moved = path.join(folder.path, 'disk');
  fs.cpSync(path.join(folder.path, '.eventloom'), path.join(moved, '.eventloom'), {
    recursive: true,
  });
  fs.rmSync(path.join(folder.path, '.eventloom'), { recursive: true });
  const here = { cwd: 'disk' };
  expect(await answers(folder, 'How are invoices numbered?', here)).toContain('per year');
  expect((await folder.run(['verify'], here)).status).toBe(0);
});

it('overwrites neither a file nor a log without --force', async () => {
  fs.writeFileSync(file, 'something else');
  expect((await folder.run(['backup', file])).stderr).toContain('already exists');
  expect(fs.readFileSync(file, 'utf8')).toBe('something else');
  expect((await folder.run(['backup', file, '--force'])).status).toBe(0);
  await append(folder, 'decision.made', { decision: 'Doors are green' });
  const before = folder.read(LOG);
  expect((await folder.run(['restore', other.path])).stderr).toContain('is a folder');
  expect((await folder.run(['restore', file])).stderr).toContain('Nothing was changed');
  expect(folder.read(LOG)).toBe(before);
  expect((await folder.asPerson(['restore', file, '--force'])).status).toBe(0);
  expect(before.startsWith(folder.read(LOG))).toBe(true);
  expect((await folder.run(['verify'])).status).toBe(0);
  expect(await answers(folder, 'How are invoices numbered?')).toContain('per year');
});

it('a dry run writes nothing', async () => {
  const before = folder.snapshot();
  expect((await folder.run(['backup', '--dry-run', file])).stdout).toContain('Would write');
  expect(folder.snapshot()).toEqual(before);
  await folder.run(['backup', file]);
  expect((await other.run(['restore', '--dry-run', file])).stdout).toContain(
    'shop-default: 2 events',
  );
  expect(fs.existsSync(path.join(other.path, '.eventloom'))).toBe(false);
});

it('names a broken log and copies it unchanged', async () => {
  folder.write(LOG, folder.read(LOG).replace('per year', 'per life'));
  const ran = await folder.run(['backup', file]);
  expect([ran.status, ran.stderr]).toEqual([6, expect.stringContaining('hookloom log repair')]);
});

it('works while another program writes to the log', async () => {
  const program = `
    const { spawnSync } = require('node:child_process');
    for (let n = 0; n < 6; n++)
      spawnSync(process.execPath, [${JSON.stringify(BIN)}, 'memory', 'append', 'decision.made', '--actor', 'ann',
        '--payload-json', JSON.stringify({ decision: 'Number ' + n })], { stdio: 'ignore' });`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder.path,
    ZAXY_DOMAIN: 'shop',
    HOOKLOOM_WORKER_AUTOSTART: 'false',
  };
  const writer = spawn(process.execPath, ['-e', program], { cwd: folder.path, env });
  const ended = new Promise((resolve) => writer.once('close', resolve));
  for (let count = 0; count < 3; count++)
    expect((await folder.run(['backup', file, '--force'])).status).toBe(0);
  await ended;
  expect((await other.asPerson(['restore', file])).status).toBe(0);
  expect(folder.read(LOG).startsWith(other.read(LOG))).toBe(true);
  expect((await other.run(['verify'])).status).toBe(0);
});

describe('forgotten content', () => {
  it('stays forgotten when an older backup is restored', async () => {
    await folder.run(['backup', file]);
    await folder.run(['memory', 'forget', '--value', '-', '--yes'], {
      input: 'Parcels leave the house on Fridays',
    });
    const ran = await folder.asPerson(['restore', file, '--force']);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toContain('stay forgotten');
    const { 'shop.backup.tar.gz': _, ...files } = folder.snapshot();
    expect(JSON.stringify(files)).not.toContain('Parcels leave the house');
    expect(await answers(folder, 'How are invoices numbered?')).toContain('per year');
    expect((await folder.run(['verify'])).status).toBe(0);
  });
});
