import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const LOG = '.eventloom/shop-default.jsonl';

async function recordWork(): Promise<void> {
  await append(folder, 'goal.created', { title: 'Ship invoices' });
  await append(folder, 'task.proposed', { taskId: 'T-1', title: 'Due dates' });
  await append(folder, 'task.proposed', { taskId: 'T-2', title: 'Rounding' });
  await append(folder, 'task.completed', { taskId: 'T-1', summary: 'in UTC' });
  await append(folder, 'decision.made', { decision: 'Due dates are calendar days in UTC' });
}

describe('memory append', () => {
  it('prints where the event is in the log', async () => {
    const answer = await append(folder, 'decision.made', { decision: 'Use JSONL' });
    expect(answer).toEqual({
      seq: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      session_id: 'shop-default',
      event_type: 'decision.made',
      citation: `eventloom://shop-default/events/1#${answer.hash.slice(0, 12)}`,
    });
    const { events } = await folder.json(['memory', 'log']);
    expect(events).toMatchObject([
      {
        seq: 1,
        id: answer.event_id,
        hash: answer.hash,
        type: 'decision.made',
        actor: 'ann',
        payload: { decision: 'Use JSONL' },
      },
    ]);
  });

  it('lists the events of a window of time, and of a type in it', async () => {
    await append(folder, 'goal.created', { title: 'Ship invoices' });
    const matching = async (...window: string[]) =>
      (await folder.json(['memory', 'log', ...window])).events.length;
    const [{ timestamp }] = (await folder.json(['memory', 'log'])).events;
    expect(await matching('--since-time', timestamp, '--until-time', timestamp)).toBe(1);
    expect(await matching('--since-time', timestamp, '--type', 'decision')).toBe(0);
    expect(await matching('--until-time', '1960-01-01T10:00')).toBe(0);
    expect(await matching('--since-time', '9999-01-01')).toBe(0);
    const wrong = await folder.run(['memory', 'log', '--since-time', 'last week']);
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--since-time')]);
  });

  it('asks whether a type that differs in one character was meant', async () => {
    const printed = async (type: string) => {
      const words = ['memory', 'append', type, '--actor', 'ann', '--payload-json', '{}'];
      const { status, stdout, stderr } = await folder.run(words);
      expect({ status, type: JSON.parse(stdout).event_type }).toEqual({ status: 0, type });
      return stderr;
    };
    for (const type of ['decision.mad', 'decision.madee', 'decision.mode', 'ecision.made'])
      expect(await printed(type)).toContain('Did you mean decision.made?');
    for (const type of ['decision.m', 'build.finished']) expect(await printed(type)).toBe('');
  });

  it('reads the payload from an argument, a file or a pipe', async () => {
    folder.write('payload.json', '{"title":"from a file"}');
    const base = ['memory', 'append', 'goal.created', '--actor', 'ann'];
    expect(
      (await folder.run([...base, '--payload-json', '{"title":"from an argument"}'])).status,
    ).toBe(0);
    expect((await folder.run([...base, '--payload-file', 'payload.json'])).status).toBe(0);
    expect((await folder.run(base, { input: '{"title":"from a pipe"}' })).status).toBe(0);
    const { events } = await folder.json(['memory', 'log']);
    expect(events.map(({ payload }: any) => payload.title)).toEqual([
      'from an argument',
      'from a file',
      'from a pipe',
    ]);
  });

  it('records the actor user only if a person can be at the terminal', async () => {
    await append(folder, 'goal.created', { title: 'x' });
    await folder.run(['memory', 'append', 'goal.created', '--actor', 'ann'], {
      input: '{"title":"y"}',
      env: { CLAUDECODE: '1' },
    });
    const { events } = await folder.json(['memory', 'log']);
    expect(events.map(({ origin }: any) => origin)).toMatchObject([
      { channel: 'model' },
      { channel: 'model', client: 'claude-code' },
    ]);
  });

  it('writes to the named session and directory', async () => {
    const args = ['--session-id', 'other', '--eventloom-path', 'logs/here'];
    expect((await append(folder, 'goal.created', { title: 'x' }, args)).session_id).toBe('other');
    expect(Object.keys(folder.snapshot())).toContain('logs/here/other.jsonl');
  });
});

describe('memory ingest', () => {
  const lines = (...items: unknown[]): string =>
    items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const item = (n: number, more: object = {}): object => ({
    event_type: 'decision.made',
    actor: 'importer',
    payload: { decision: `number ${n}` },
    producer_ref: `old-${n}`,
    ...more,
  });

  it('imports every line once, however often it runs', async () => {
    const input = lines(item(1), item(2), item(3));
    expect(await folder.json(['memory', 'ingest'], { input })).toMatchObject({
      imported: 3,
      deduped: 0,
      session_id: 'shop-default',
      events: [{ seq: 1, producer_ref: 'old-1', deduped: false }, { seq: 2 }, { seq: 3 }],
    });
    folder.write('again.jsonl', lines(item(2), item(4)));
    expect(await folder.json(['memory', 'ingest', '--file', 'again.jsonl'])).toMatchObject({
      imported: 1,
      deduped: 1,
      events: [
        { seq: 2, deduped: true },
        { seq: 4, deduped: false },
      ],
    });
    expect(await folder.json(['verify', 'shop-default'])).toMatchObject({
      ok: true,
      total_events: 4,
    });
  });

  it('imports nothing if one line is invalid, and names the line', async () => {
    const input = lines(item(1)) + lines({ ...item(2), payload: 'text' }) + lines(item(3));
    const ran = await folder.run(['memory', 'ingest'], { input });
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toContain('Line 2 was refused: payload is not an object.');
    expect(folder.snapshot()).toEqual({});
  });

  it('keeps links between imported events, whatever their new ids', async () => {
    const input = lines(
      item(1, { id: 'evt_first' }),
      item(2, { id: 'evt_second', parent_event_id: 'evt_first' }),
      {
        ...item(3, { caused_by: ['evt_first', 'evt_second'] }),
        producer_ref: undefined,
        id: 'evt_third',
      },
    );
    await folder.run(['memory', 'ingest'], { input });
    const { events } = await folder.json(['memory', 'log']);
    const [first, second, third] = events;
    expect(second.parent_event_id).toBe(first.id);
    expect(third).toMatchObject({ id: 'evt_third', caused_by: [first.id, second.id] });
  });

  it('trusts an import no more than its caller, and observations no more than tools', async () => {
    const observed = {
      event_type: 'command.completed',
      actor: 'ci',
      payload: { command: 'npm test' },
    };
    await folder.run(['memory', 'ingest'], { input: lines(item(1), observed) });
    const { events } = await folder.json(['memory', 'log']);
    expect(events.map(({ origin }: any) => origin.channel)).toEqual(['model', 'tool']);
  });

  it('imports thousands of lines', async () => {
    const input = lines(...Array.from({ length: 3000 }, (_, n) => item(n)));
    const env = { RETRIEVAL_FUZZY: 'off' };
    expect((await folder.run(['memory', 'ingest'], { input, env })).stdout).toBe(
      'Imported 3,000 events into shop-default; 0 were already imported.\n',
    );
    expect((await folder.run(['memory', 'ingest'], { input })).stdout).toBe(
      'Imported 0 events into shop-default; 3,000 were already imported.\n',
    );
    expect(await folder.json(['verify', 'shop-default'])).toMatchObject({
      ok: true,
      total_events: 3000,
    });
  });
});

describe('reading the log', () => {
  beforeEach(recordWork);

  it('replays a window with its integrity and the state of the work', async () => {
    const replay = await folder.json(['replay', LOG, '--from-seq', '2', '--to-seq', '4']);
    expect(replay).toMatchObject({
      integrity: { ok: true, total_events: 5 },
      window: { from_seq: 2, to_seq: 4, event_count: 3 },
      events: [{ seq: 2 }, { seq: 3 }, { seq: 4 }],
      handoff: { open_tasks: [{ task_id: 'T-2', title: 'Rounding' }], last_actor: 'ann' },
    });
    const { stdout } = await folder.run(['replay', 'shop-default']);
    expect(stdout).toContain('whole: 5 events verified');
    expect(stdout).toMatch(/goal +Ship invoices/);
    expect(stdout).toMatch(/open task +T-2 Rounding/);
    expect(stdout).not.toMatch(/open task +T-1/);
  });

  it('prints the newest events, newest last', async () => {
    const { events, head } = await folder.json(['memory', 'log', '--limit', '2']);
    expect(events.map(({ seq }: any) => seq)).toEqual([4, 5]);
    expect(head.seq).toBe(5);
    expect((await folder.run(['memory', 'log', '--limit', '1'])).stdout).toContain(
      'Due dates are calendar days in UTC',
    );
  });

  it('says what a window added, opened and closed', async () => {
    expect(await folder.json(['memory', 'diff', '--from-seq', '3'])).toMatchObject({
      session_id: 'shop-default',
      window: { from_seq: 3, to_seq: 5, event_count: 3 },
      added: { 'decision.made': 1, 'task.completed': 1, 'task.proposed': 1 },
      opened: [{ seq: 3 }, { seq: 5 }],
      closed: [{ seq: 4, event_type: 'task.completed', what: 'in UTC' }],
    });
  });

  it('lists the sessions and the pending work', async () => {
    expect(await folder.json(['memory', 'status'])).toMatchObject({
      domain: 'shop',
      session_id: 'shop-default',
      inbox: { sessions: [], raw_payloads: 0 },
      sessions: [{ session: 'shop-default', head: { seq: 5 } }],
    });
    expect((await folder.run(['memory', 'status'])).stdout).toContain('* shop-default');
  });

  it('names events and finds them by name', async () => {
    const { refs } = await folder.json(['memory', 'refs']);
    expect(refs).toMatchObject([{ name: 'HEAD', target_seq: 5 }]);
    const hash = refs[0].target_hash.slice(0, 12);
    const set = await folder.run([
      'memory',
      'refs',
      'set',
      'refs/heads/main',
      'shop-default',
      '5',
      hash,
    ]);
    expect(set).toMatchObject({ status: 0, stdout: `refs/heads/main  shop-default 5 ${hash}\n` });
    expect((await folder.run(['memory', 'refs'])).stdout).toContain('refs/heads/main');
  });

  it('refuses to name an event that does not exist', async () => {
    const set = async (seq: string, hash: string) =>
      (await folder.run(['memory', 'refs', 'set', 'refs/heads/main', 'shop-default', seq, hash]))
        .status;
    expect(await set('9', 'a'.repeat(12))).toBe(4);
    expect(await set('5', 'a'.repeat(12))).toBe(5);
    expect(await set('5', 'short')).toBe(2);
  });
});

describe('verify', () => {
  it('advises no repair of a log file that is not in the workspace', async () => {
    await append(folder, 'goal.created', { title: 'Ship invoices' });
    folder.write('copy.jsonl', folder.read(LOG).replace('goal.created', 'goal.removed'));
    const { status, stdout } = await folder.run(['verify', 'copy.jsonl']);
    expect([status, stdout]).toEqual([6, expect.stringContaining('first broken event: 1')]);
    expect(stdout).not.toContain('repair');
  });

  beforeEach(recordWork);

  it('reports an intact log', async () => {
    expect(await folder.run(['verify'])).toMatchObject({ status: 0, stderr: '' });
    expect(await folder.json(['verify'])).toMatchObject({
      ok: true,
      sessions: [{ session: 'shop-default', ok: true }],
    });
    expect(await folder.json(['verify', LOG])).toMatchObject({ ok: true, total_events: 5 });
    expect(await folder.json(['verify', 'shop-default', '--incremental'])).toMatchObject({
      ok: true,
      trusted_prefix: 5,
    });
  });

  it('names the first broken event and the reason, and exits with 6', async () => {
    folder.write(LOG, folder.read(LOG).replace('Rounding', 'Rounded!'));
    const ran = await folder.run(['verify']);
    expect(ran.status).toBe(6);
    expect(ran.stdout).toContain('BROKEN  shop-default');
    expect(ran.stdout).toContain('first broken event: 3 (hash_mismatch)');
    expect(await folder.json(['verify', 'shop-default'])).toMatchObject({
      ok: false,
      broken_at_seq: 3,
      broken_reason: 'hash_mismatch',
    });
    expect((await folder.run(['replay', LOG])).status).toBe(6);
  });

  it('detects a truncated log with a checkpoint that was stored elsewhere', async () => {
    const kept = await folder.run(['verify', 'shop-default', '--checkpoint']);
    expect(JSON.parse(kept.stdout)).toMatchObject({ session: 'shop-default', seq: 5 });
    folder.write('kept.json', kept.stdout);
    expect((await folder.run(['verify', '--against', 'kept.json'])).status).toBe(0);
    const whole = folder.read(LOG).trimEnd().split('\n');
    folder.write('cut.jsonl', `${whole.slice(0, 4).join('\n')}\n`);
    expect((await folder.run(['verify', 'cut.jsonl'])).status).toBe(0);
    expect(await folder.json(['verify', 'cut.jsonl', '--against', 'kept.json'])).toMatchObject({
      ok: false,
      broken_reason: 'cut_tail',
    });
  });
});
