/** Notes on the command line, with no worker running: found, pinned, corrected, deleted, and their queue. */
import { byOperation } from '@hookloom/core/events';
import path from 'node:path';
import { openJsonlStore } from '@hookloom/log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
let seq: number;
beforeEach(async () => {
  folder = freshFolder();
  // The installation that the commands find in the home folder writes the log.
  process.env['HOOKLOOM_STATE_DIR'] = path.join(folder.path, '.local/state/hookloom');
  await note('Login keeps the refresh token', { type: 'bugfix', files_modified: ['src/login.ts'] });
  seq = await note('Orders are kept for ten years', { type: 'decision', concepts: ['trade-off'] });
});
afterEach(() => {
  delete process.env['HOOKLOOM_STATE_DIR'];
  folder.remove();
});

async function note(title: string, more: object): Promise<number> {
  const payload = { session_id: 'c1', title, made_by: 'rules', narrative: `${title}.`, ...more };
  const store = openJsonlStore({ dir: path.join(folder.path, '.eventloom') });
  const origin = { channel: 'tool' } as const;
  const event = byOperation({ type: 'note.recorded', actorId: 'hookloom-notes', payload, origin });
  const [result] = await store.append('shop-default', [event]);
  await store.close();
  return result!.seq;
}
const titles = async (...args: string[]): Promise<string[]> =>
  (await folder.json(['notes', 'list', ...args])).items.map(
    ({ title }: { title: string }) => title,
  );
const idOf = (of: number) => String(of * 1000 + 1);

it('lists notes by type, concept, file and date, of this project, another or all', async () => {
  const both = ['Orders are kept for ten years', 'Login keeps the refresh token'];
  expect(await titles()).toEqual(both);
  expect(await titles('--all-projects')).toEqual(both);
  expect(await titles('--project', path.basename(folder.path))).toEqual(both);
  expect(await titles('--project', 'nobody')).toEqual([]);
  expect(await titles('--type', 'bugfix')).toEqual([both[1]]);
  expect(await titles('--concept', 'trade-off')).toEqual([both[0]]);
  expect(await titles('--file', 'src/login.ts')).toEqual([both[1]]);
  expect(await titles('--to', '2000-01-01')).toEqual([]);
  expect(await titles('--from', '2000-01-01', '-n', '1')).toEqual([both[0]]);
  expect(await folder.run(['notes', 'list', '--from', 'soon'])).toMatchObject({ status: 2 });
});

it('shows a list and a note in 80 columns', async () => {
  await note(`A \u001b[31mtitle ${'that is long '.repeat(20)}`, { type: 'discovery' });
  const { stdout } = await folder.run(['notes', 'list'], { columns: 80 });
  const whole = (await folder.run(['notes', 'show', idOf(seq + 1)], { columns: 80 })).stdout;
  for (const line of [...stdout.split('\n'), ...whole.split('\n')])
    expect(line.length).toBeLessThanOrEqual(80);
  expect(stdout + whole).not.toContain('\u001b');
  expect(stdout).toContain(`${idOf(seq)}  `);
});

it('finds a note by its words, and shows it by the id in the result', async () => {
  const { results } = await folder.json(['notes', 'search', 'refresh token']);
  expect(results).toMatchObject([{ id: Number(idOf(seq - 1)), type: 'bugfix' }]);
  const shown = await folder.json(['notes', 'show', results[0].label]);
  expect(shown).toMatchObject({ kind: 'observations', files_modified: ['src/login.ts'] });
  expect((await folder.run(['notes', 'show', '99001'])).status).not.toBe(0);
});

it('pins and corrects a note, and leaves other fields unchanged', async () => {
  expect((await folder.json(['notes', 'pin', idOf(seq)])).pinned).toBe(true);
  expect(await titles('--pinned')).toHaveLength(1);
  expect((await folder.json(['notes', 'unpin', idOf(seq)])).pinned).toBe(false);
  const args = ['notes', 'correct', idOf(seq), '--title', 'Orders are kept for seven years'];
  expect(await folder.json(args)).toMatchObject({
    title: 'Orders are kept for seven years',
    type: 'decision',
    concepts: ['trade-off'],
  });
  expect((await folder.run(['notes', 'correct', idOf(seq)])).status).toBe(2);
});

it('lists how many notes a limit would hide; a limit hides notes until it is removed', async () => {
  const store = openJsonlStore({ dir: path.join(folder.path, '.eventloom') });
  const [session] = await store.sessions();
  const origin = { channel: 'tool' } as const;
  const at = { actorId: 'a', origin, timestamp: '2026-01-01T00:00:00.000Z' };
  const old = { session_id: 'c1', type: 'change', title: 'A change of long ago', made_by: 'rules' };
  await store.append(session!.session, [
    byOperation({ ...at, type: 'note.recorded', payload: old }),
  ]);
  await store.close();
  await append(folder, 'goal.created', { title: 'Somebody works here today' });
  const changes = async (...args: string[]) =>
    (await folder.json(['notes', 'retention', ...args])).projects[0].kinds.find(
      ({ kind }: { kind: string }) => kind === 'notes:change',
    );
  expect(await changes()).toMatchObject({ days: 0, kept: 1, retired: 0 });
  expect(await changes('--days', '30')).toMatchObject({ days: 30, kept: 0, retired: 1 });
  expect(await titles()).toHaveLength(3);
  const name = 'HOOKLOOM_RETENTION_CHANGE_DAYS';
  await folder.run(['settings', 'set', name, '30']);
  expect(await titles()).toHaveLength(2);
  expect(await changes()).toMatchObject({ days: 30, kept: 0, retired: 1 });
  expect((await folder.run(['notes', 'retention'])).stdout).toMatch(/30 days +0 kept +1 expired/);
  await folder.run(['settings', 'set', name, '']);
  expect(await titles()).toHaveLength(3);
});

it('deletes a note after a dry run that changes nothing', async () => {
  expect(await folder.json(['notes', 'delete', idOf(seq), '--dry-run'])).toMatchObject({
    events: 1,
  });
  expect(await folder.run(['notes', 'delete', idOf(seq)])).toMatchObject({ status: 2 });
  expect(await titles()).toHaveLength(2);
  expect(await folder.json(['notes', 'delete', idOf(seq), '--yes'])).toMatchObject({ left: [] });
  expect(await titles()).toEqual(['Login keeps the refresh token']);
  expect((await folder.run(['memory', 'log'])).stdout).not.toContain('ten years');
});

it('does not count a deleted note as one that the wrong tool wrote', async () => {
  await folder.run(['notes', 'delete', idOf(seq), '--yes']);
  const { rows } = await folder.json(['doctor']);
  expect(rows).toContainEqual(expect.objectContaining({ id: 'unauthorised_state', status: 'ok' }));
});

it('titles a session with its first prompt and its outcome', async () => {
  const store = openJsonlStore({ dir: path.join(folder.path, '.eventloom') });
  const origin = { channel: 'user' } as const;
  const prompt = { role: 'user', content: 'Keep the login alive\nIt expires.', session_id: 'c2' };
  await store.append('shop-default', [
    { type: 'transcript.turn', actorId: 'user', payload: prompt, origin },
    byOperation({
      type: 'session.summarized',
      actorId: 'hookloom-notes',
      payload: { session_id: 'c2', notes: '**Fixed** in all three places. Bye.', made_by: 'rules' },
      origin,
    }),
  ]);
  await store.close();
  expect((await titles('--kind', 'sessions'))[0]).toBe(
    'Keep the login alive → Fixed in all three places.',
  );
  expect((await folder.run(['notes', 'list', '--kind', 'sessions'])).stdout).toContain(
    'alive → Fixed',
  );
});

it('deletes a session and all its data, by its number or its own name', async () => {
  const [{ id }] = (await folder.json(['notes', 'list', '--kind', 'sessions'])).items;
  expect(await folder.json(['notes', 'delete-session', 'c1', '--dry-run'])).toMatchObject({
    events: 2,
  });
  expect(await folder.json(['notes', 'delete-session', String(id), '--yes'])).toMatchObject({
    left: [],
  });
  expect(await titles()).toEqual([]);
});

it('shows the queue and the ledger', async () => {
  const store = openJsonlStore({ dir: path.join(folder.path, '.eventloom') });
  const call = { tool_name: 'Bash', status: 'ok', tool_use_id: 't1', session_id: 'c1' };
  const [done] = await store.append('shop-default', [
    { type: 'tool.call.completed', actorId: 'ann', payload: call, origin: { channel: 'tool' } },
  ]);
  expect(await folder.json(['notes', 'queue'])).toMatchObject({
    worker: false,
    depth: 1,
    dead: 0,
    model: { state: 'off' },
  });
  const abandoned = {
    type: 'note.abandoned',
    actorId: 'hookloom-notes',
    payload: { covers: [done!.id], attempts: 5, reason: 'too hard' },
    origin: { channel: 'system' as const },
  };
  await store.append('shop-default', [byOperation(abandoned)]);
  await store.close();
  const { dead, workspaces } = await folder.json(['notes', 'queue']);
  expect([dead, workspaces[0].dead_letters[0].reason]).toEqual([1, 'too hard']);
  const letter = String(workspaces[0].dead_letters[0].id);
  expect((await folder.run(['notes', 'queue'])).stdout).toContain(letter);
  expect(await folder.json(['notes', 'retry', letter])).toEqual({ retried: 1 });
  expect(await folder.json(['notes', 'queue'])).toMatchObject({ depth: 1, dead: 0 });
  expect(await folder.json(['notes', 'retry'])).toEqual({ retried: 0 });
  expect((await folder.json(['notes', 'ledger'])).projects).toMatchObject([{ rows: [] }]);
  expect((await folder.run(['notes', 'ledger', '--day', 'today'])).status).toBe(2);
});
