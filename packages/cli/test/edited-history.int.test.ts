/** A text that was edited under its old hash is refused by every import. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPartStore, type Connection } from '@hookloom/log';
import { pullLogs } from '@hookloom/log/testing';
import { append, freshFolder, type Folder } from './folder.ts';

const LOG = '.eventloom/shop-default.jsonl';
/** Three decisions. Tests read it only. */
let from: Folder;
let exported: string;
beforeAll(async () => {
  from = freshFolder();
  for (const decision of ['Invoices are numbered per year', 'Doors are green', 'Bread is baked'])
    await append(from, 'decision.made', { decision });
  exported = (await from.run(['memory', 'export'])).stdout;
});
afterAll(() => from.remove());

let to: Folder;
beforeEach(() => {
  to = freshFolder();
});
afterEach(() => to.remove());

type Edit = (text: string) => string;
const edited: Edit = (text) => text.replaceAll('Doors are green', 'Doors are brown');

/** The output of the command. */
type Way = (edit: Edit) => Promise<string> | string;

const viaExport: Way = (edit) => {
  to.write('memory.json', edit(exported));
  return said(['memory', 'import', 'memory.json']);
};

const viaArchive: Way = (edit) => {
  to.write('old.jsonl', edit(from.read(LOG)));
  return said(['memory', 'ingest', '--as-archive', '--file', 'old.jsonl']);
};

/** The backup gets new checksums, so that only the hash of the event differs. */
const viaBackup: Way = async (edit) => {
  await from.run(['backup', 'shop.tar.gz']);
  const log = from.read(LOG);
  const tar = zlib.gunzipSync(fs.readFileSync(path.join(from.path, 'shop.tar.gz')));
  const bytes = tar
    .toString('latin1')
    .replace(log, edit(log))
    .replace(sha256(log), sha256(edit(log)));
  to.write('shop.tar.gz', zlib.gzipSync(Buffer.from(bytes, 'latin1')));
  return (await to.asPerson(['restore', 'shop.tar.gz'])).stderr;
};

const viaShared: Way = async (edit) => {
  const ann = freshFolder();
  const here = { cwd: 'repo' };
  for (const { path: home } of [ann, to])
    execFileSync('git', ['init', '-q', 'repo'], { cwd: home, stdio: 'ignore' });
  await ann.run(['memory', 'remember', 'Bread is baked', '--eventloom-path', '.eventloom'], here);
  await ann.run(['memory', 'remember', 'Doors are green', '--eventloom-path', '.eventloom'], here);
  await ann.asPerson(['settings', 'set', 'HOOKLOOM_SHARE_PUBLISH', 'automatic']);
  await ann.run(['share', 'init', '--author', 'ann'], here);
  await ann.run(['share', 'publish'], here);
  const writers = 'repo/.hookloom/writers';
  const [name] = fs.readdirSync(path.join(ann.path, writers));
  fs.mkdirSync(path.join(to.path, writers), { recursive: true });
  to.write(`${writers}/${name}`, edit(ann.read(`${writers}/${name}`)));
  ann.remove();
  const { stdout } = await to.run(['share', 'status'], here);
  return stdout + (await to.run(['memory', 'query', 'Doors'], here)).stdout;
};

const viaTeamStore: Way = async (edit) => {
  const lines = from.read(LOG).trimEnd().split('\n');
  const rows = lines.map((text, at) => {
    const { hash, previousHash } = JSON.parse(text).integrity;
    return { seq: at + 1, hash, previous_hash: previousHash, line: edit(text) };
  });
  const store: Pick<Connection, 'query'> = {
    query: async (text, [, , , firsts] = []) =>
      text.includes('FROM hookloom.log')
        ? [{ writer: 'ann', session: 'shop-default', seq: rows.length, hash: rows.at(-1)!.hash }]
        : rows.flatMap((row) => (row.seq >= (firsts as number[])[0]! ? [{ ...row, at: 1 }] : [])),
  };
  const folder = path.join(to.path, 'parts');
  const request = { eventloomDir: to.path, folder, project: 'project-1', writer: 'bob' };
  const [pulled] = await pullLogs(store as Connection, request);
  const parts = openPartStore({ eventloomDir: to.path, folder: () => folder });
  const kept: number[] = [];
  for await (const { seq } of parts.read(pulled!.session)) kept.push(seq);
  return pulled!.refused === null
    ? `kept ${kept.join()}`
    : `event ${pulled!.refused.seq}: ${pulled!.refused.why}; kept ${kept.join()}`;
};

async function said(args: string[]): Promise<string> {
  const { stdout, stderr } = await to.run(args);
  return stdout + stderr;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const ways: [string, Way, { held: RegExp; refused: RegExp }][] = [
  [
    'an export',
    viaExport,
    { held: /Imported 3 events/, refused: /event 2 \(seq 2, evt_\w+\).*does not give its hash/ },
  ],
  [
    'the lines of another log',
    viaArchive,
    { held: /Imported 3 events/, refused: /Line 2 was refused.*does not match the stored hash/ },
  ],
  [
    'a backup',
    viaBackup,
    { held: /^$/, refused: /shop-default is not valid.*does not match the stored hash/ },
  ],
  [
    'a shared file',
    viaShared,
    {
      held: /2 lines.*Doors are green/s,
      refused: /refused: event \d, because the content does not match the stored hash(?!.*brown)/s,
    },
  ],
  [
    'the team store',
    viaTeamStore,
    { held: /kept 1,2,3/, refused: /^event 2: .*does not match the stored hash.*kept 1$/ },
  ],
];

it.each(ways)('%s imports unchanged events as they were sealed', async (_, way, { held }) => {
  expect(await way((text) => text)).toMatch(held);
});

it.each(ways)('%s refuses an edited event and names it', async (_, way, { refused }) => {
  expect(await way(edited)).toMatch(refused);
  expect((await to.run(['memory', 'query', 'Doors'])).stdout).not.toContain('brown');
  expect(fs.existsSync(path.join(to.path, LOG))).toBe(false);
});

it.each([
  ['a removed event', /it contains 2 events, but says 3/, (b: any) => b.events.splice(1, 1)],
  ['two swapped events', /its seq 2 does not come after 3/, (b: any) => b.events.reverse()],
  ['another time', /event 1 /, (b: any) => (b.events[0].timestamp = '2020-01-01T00:00:00.000Z')],
  ['another origin', /event 3 /, (b: any) => (b.events[2].origin.channel = 'user')],
  [
    'an event of another log in its place',
    /event 2 .*does not follow/,
    async (b: any) => {
      const other = freshFolder();
      await append(other, 'decision.made', { decision: 'One' });
      await append(other, 'decision.made', { decision: 'Doors are brown' });
      b.events[1] = (await other.json(['memory', 'export'])).events[1];
      other.remove();
    },
  ],
  ['no hash', /event 1 .*names no hash/, (b: any) => delete b.events[0].hash],
])('refuses an export with %s', async (_, why, change) => {
  const bundle = JSON.parse(exported);
  await change(bundle);
  to.write('memory.json', JSON.stringify(bundle));
  expect(await said(['memory', 'import', 'memory.json'])).toMatch(why);
  expect(fs.existsSync(path.join(to.path, '.eventloom'))).toBe(false);
});

it.each(['garbage', '[]'])(
  'refuses a file that contains %s, and says what an import accepts',
  async (text) => {
    to.write('memory.json', text);
    expect(await said(['memory', 'import', 'memory.json'])).toContain(
      'Name a file that `hookloom memory export` wrote.',
    );
  },
);

it('refuses an export with an invalid signature', async () => {
  const bundle = await from.json(['memory', 'export', '--sign']);
  bundle.facts = [];
  bundle.grains = [];
  to.write('memory.json', JSON.stringify(bundle));
  expect(await said(['memory', 'import', 'memory.json'])).toContain('signature of the export');
});

it('imports an export of another installation’s log, whose events show another origin', async () => {
  const other = freshFolder();
  fs.cpSync(path.join(from.path, '.eventloom'), path.join(other.path, '.eventloom'), {
    recursive: true,
  });
  const bundle = await other.json(['memory', 'export', '--session-id', 'shop-default']);
  other.remove();
  expect(bundle.events[0].origin.written_by).toBe('archive');
  to.write('memory.json', JSON.stringify(bundle));
  expect(await said(['memory', 'import', 'memory.json'])).toMatch(/Imported 3 events/);
});
