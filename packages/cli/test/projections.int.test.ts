import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
let decision: { citation: string };
beforeEach(async () => {
  folder = freshFolder();
  await append(folder, 'goal.created', { title: 'Ship invoices' });
  decision = await append(folder, 'decision.made', {
    decision: 'Due dates are calendar days in UTC',
  });
  await append(folder, 'command.completed', {
    command: 'npm test',
    exit_code: 1,
    stderr: 'ECONNRESET',
  });
});
afterEach(() => folder.remove());

const log = () => folder.read('.eventloom/shop-default.jsonl');
const breakLog = () => folder.write('.eventloom/shop-default.jsonl', log().replace('UTC', 'CET'));

describe('memory verbatim', () => {
  it('finds the printed text, with its citation', async () => {
    const { stdout } = await folder.run(['memory', 'verbatim', 'ECONNRESET', '--limit', '1']);
    expect(stdout).toContain('ECONNRESET');
    expect(stdout).toMatch(/eventloom:\/\/shop-default\/events\/3#[0-9a-f]{12}/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect((await folder.run(['memory', 'verbatim', 'xylophone'])).stdout).toBe('Nothing found.\n');
  });
});

describe('memory feedback', () => {
  it('strengthens a fact, and refuses an unknown fact and an unknown citation', async () => {
    const name = 'Due dates are calendar days in UTC';
    const said = ['memory', 'feedback', name, '--entity-type', 'decision'];
    expect(await folder.json([...said, '--citation', decision.citation])).toEqual({
      seq: 4,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      event_type: 'memory.reinforced',
    });
    expect((await folder.json([...said, '--feedback', 'irrelevant'])).event_type).toBe(
      'memory.feedback',
    );
    const wrong = decision.citation.replace(/#.*/, '#000000000000');
    expect((await folder.run([...said, '--citation', wrong])).status).toBe(4);
    const unknown = ['memory', 'feedback', 'No such thing', '--entity-type', 'decision'];
    expect((await folder.run(unknown)).status).toBe(4);
    expect((await folder.run([...said, '--importance', '7'])).status).toBe(2);
  });
});

describe('memory export', () => {
  it('prints one bundle, or writes it for its owner only and never over another file', async () => {
    const bundle = await folder.json(['memory', 'export', '--kinds', 'decision']);
    expect(bundle).toMatchObject({ format: 'zaxy.export.v1', truncated: false });
    expect(bundle.events.map(({ type }: { type: string }) => type)).toEqual(['decision.made']);
    expect(bundle.facts[0]).toMatchObject({ citation: decision.citation });
    const file = ['memory', 'export', '-o', 'memory.json'];
    expect((await folder.run(file)).stdout).toMatch(
      /^Wrote memory\.json: 3 events, \d+ facts\.\n$/,
    );
    expect(JSON.parse(folder.read('memory.json')).counts.events).toBe(3);
    expect(fs.statSync(path.join(folder.path, 'memory.json')).mode & 0o777).toBe(0o600);
    expect((await folder.run(file)).status).toBe(5);
    expect((await folder.run([...file, '--force'])).status).toBe(0);
  });
});

describe('reproject', () => {
  it('builds the same projection again and leaves the log unchanged', async () => {
    const before = await folder.json(['memory', 'checkout', 'What did we decide about due dates?']);
    const bytes = log().split('\n').slice(0, 3);
    expect(await folder.json(['reproject', '--reset-projection'])).toMatchObject({
      reset: true,
      sessions: [{ session_id: 'shop-default', projected: 5, cursor_seq: 5 }],
    });
    expect(log().split('\n').slice(0, 3)).toEqual(bytes);
    const after = await folder.json(['memory', 'checkout', 'What did we decide about due dates?']);
    expect(after.current_facts).toEqual(before.current_facts);
  });

  it('refuses a broken log and changes nothing', async () => {
    await folder.run(['reproject']);
    breakLog();
    const before = folder.snapshot();
    const { status, stderr } = await folder.run(['reproject', '--reset-projection']);
    expect(status).toBe(6);
    expect(stderr).toContain('broken at event 2');
    expect(Object.keys(folder.snapshot())).toEqual(Object.keys(before));
    const { stdout } = await folder.run(['memory', 'query', 'due dates']);
    expect(stdout).toContain('Event 2 of shop-default is unavailable');
    expect(stdout).not.toMatch(/UTC|CET/);
  });

  it('counts the events of each log after a repair', async () => {
    await folder.run(['reproject']);
    breakLog();
    await folder.run(['log', 'repair']);
    const { sessions } = await folder.json(['reproject']);
    expect(sessions).toHaveLength(2);
    for (const { projected, cursor_seq } of sessions) expect(projected).toBe(cursor_seq);
  });

  it('refuses to omit events, and a log of another folder', async () => {
    expect((await folder.run(['reproject', '--from-seq', '99'])).status).toBe(5);
    expect((await folder.run(['reproject', '--from-seq', '2', '--reset-projection'])).status).toBe(
      2,
    );
    folder.write('other.jsonl', log());
    expect((await folder.run(['reproject', 'other.jsonl'])).status).toBe(2);
    expect((await folder.run(['reproject', 'nobody'])).status).toBe(4);
  });
});

describe('compact', () => {
  beforeEach(async () => {
    for (let i = 0; i < 20; i++)
      await append(folder, 'transcript.turn', { role: 'user', content: `Turn ${i} on invoices` });
  });

  it('shows a preview first, writes a projection without recorded text, and never changes the log', async () => {
    const before = log();
    const audit = await folder.run([
      'compact',
      'shop-default',
      '--audit',
      '--snapshot-every',
      '10',
    ]);
    expect(audit.stdout).toMatch(/^1 to 10 .*\n(.*\n)*11 to 20 .*\n(.*\n)*21 to 23 /);
    expect(audit.stdout).toContain('Due dates are calendar days');
    expect(audit.stdout).toMatch(/Nothing was written\.\n$/);
    const file = '.eventloom/projections/shop-default.compaction.json';
    expect(fs.existsSync(path.join(folder.path, file))).toBe(false);
    expect((await folder.run(['compact', 'shop-default', '--snapshot-every', '10'])).status).toBe(
      0,
    );
    const text = folder.read(file);
    for (const said of ['calendar', 'invoices', 'ECONNRESET']) expect(text).not.toContain(said);
    expect(JSON.parse(text)).toMatchObject({
      format: 'zaxy.compaction.v1',
      authority_status: 'non_authoritative',
      event_count: 23,
      windows: [{ from_seq: 1, to_seq: 10 }, { from_seq: 11 }, { from_seq: 21, to_seq: 23 }],
    });
    expect(log()).toBe(before);
  });

  it('gives the same digest again, and another for another strategy', async () => {
    const digest = (...more: string[]) =>
      folder.json(['compact', 'shop-default', '--audit', ...more]);
    expect(await digest()).toEqual(await digest());
    const types = async (strategy: string) =>
      (await digest('--strategy', strategy, '--max-records', '2')).windows[0].representatives.map(
        ({ event_type }: { event_type: string }) => event_type,
      );
    expect(await types('exemplar')).toEqual(['goal.created', 'decision.made']);
    expect(await types('medoid')).toContain('transcript.turn');
  });

  it('archives full windows beside the log, and detects a changed copy', async () => {
    const ask = ['compact', 'shop-default', '--archive', '--snapshot-every', '10'];
    const before = log();
    expect((await folder.run([...ask, '--audit'])).stdout).toContain(
      'Would archive shop-default-1-10',
    );
    expect((await folder.json(ask)).archive).toMatchObject({
      segments: [
        { file: 'shop-default-1-10.jsonl.gz', events: 10 },
        { from_seq: 11, to_seq: 20 },
      ],
      archived_to: 20,
      left: 3,
    });
    expect(log().startsWith(before)).toBe(true);
    expect(await folder.run(['verify', '--archives'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('shop-default-1-10.jsonl.gz is a true copy'),
    });
    folder.write('.eventloom/archive/shop-default-1-10.jsonl.gz', 'nothing');
    expect((await folder.run(['verify', '--archives'])).status).toBe(6);
    expect(
      (await folder.run(['compact', '.eventloom/shop-default.jsonl', '--archive'])).status,
    ).toBe(2);
  });

  it('refuses a broken log, and does not overwrite another file', async () => {
    folder.write('mine.json', '{}');
    const into = ['compact', 'shop-default', '--projection-output', 'mine.json'];
    expect((await folder.run(into)).status).toBe(5);
    expect(folder.read('mine.json')).toBe('{}');
    breakLog();
    expect((await folder.run(['compact', 'shop-default'])).status).toBe(6);
  });
});
