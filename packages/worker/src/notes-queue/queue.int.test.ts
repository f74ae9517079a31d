import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { edit, openDesk, prompt, ran, stop, type Desk } from '../../test/notes-desk.ts';
import { oneWorkspace } from '../../test/one-workspace.ts';
import { startNotesQueue, type MadeNote } from './start.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

describe('the queue', () => {
  it('turns recorded work into notes and a summary, without a model', async () => {
    await desk.append(
      prompt('Keep the login alive'),
      ...ran('t1', 'npm test', 1, 'token expired'),
      ...edit('t2', 'src/login.ts'),
      ...ran('t3', 'npm test', 0),
      ...stop('The token is kept.\n\nNext steps:\n- Deploy it'),
    );
    const told: string[] = [];
    const queue = desk.start({}, ({ type }) => told.push(type));
    await queue.drain();
    expect(await desk.made('note.recorded')).toEqual([
      expect.objectContaining({
        title: 'Changed src/login.ts',
        type: 'change',
        files_modified: ['src/login.ts'],
        prompt_number: 1,
        made_by: 'rules',
        session_id: 'c1',
      }),
      expect.objectContaining({
        title: 'Tests pass after changes to src/login.ts',
        type: 'bugfix',
        concepts: ['problem-solution'],
      }),
    ]);
    expect(await desk.made('session.summarized')).toEqual([
      expect.objectContaining({
        request: 'Keep the login alive',
        completed: 'Changed src/login.ts (1 line added). `npm test` succeeded.',
        next_steps: 'Deploy it',
        prompt_number: 1,
      }),
    ]);
    expect(told).toEqual(['note.recorded', 'note.recorded', 'session.summarized']);
    expect(await queue.status()).toMatchObject({ depth: 0, leased: 0, dead: 0, last_error: null });
    expect(new Set(await desk.coverage())).toEqual(new Set([1]));
  });

  it('is woken by a nudge, and makes no notes of its own notes', async () => {
    const seen: MadeNote[] = [];
    let first: (note: MadeNote) => void;
    const noted = new Promise<MadeNote>((resolve) => (first = resolve));
    const queue = desk.start({}, (note) => {
      seen.push(note);
      first(note);
    });
    await queue.drain();
    await desk.append(prompt('Go'), ...edit('t1', 'a.ts'));
    queue.nudge(1);
    expect(await noted).toMatchObject({
      slot: 1,
      type: 'note.recorded',
      payload: { title: 'Changed a.ts' },
    });
    await queue.drain();
    expect(seen).toHaveLength(1);
  });

  it('adds repeated work to the existing note, and replaces a note by a fuller one', async () => {
    await desk.append(prompt('Go'), ...edit('t1', 'a.ts'), ...ran('t2', 'npm test', 1, 'no'));
    const queue = desk.start();
    await queue.drain();
    await desk.append(...edit('t3', 'a.ts'), ...ran('t4', 'npm test', 0));
    await queue.drain();
    const recorded = (await desk.events()).filter(({ type }) => type === 'note.recorded');
    expect(recorded.map(({ payload }) => payload['title'])).toEqual([
      'Changed a.ts',
      'Tests fail: npm test',
      'Tests pass after changes to a.ts',
    ]);
    expect(recorded[2]!.payload['supersedes']).toBe(recorded[1]!.id);
    expect(await desk.made('note.merged')).toMatchObject([{ note: recorded[0]!.id }]);
  });

  it('loses nothing and doubles nothing when two queues work at once, whatever the clock does', async () => {
    await desk.append(
      prompt('Go'),
      ...Array.from({ length: 60 }, (_, n) => edit(`t${n}`, `f${n}.ts`)).flat(),
    );
    const other = await desk.another();
    const second = startNotesQueue({
      workspaces: oneWorkspace(other),
      env: {},
      clock: { now: () => desk.nowMs },
    });
    const queue = desk.start();
    desk.nowMs -= 86_400_000;
    await Promise.all([second.drain(), queue.drain()]);
    desk.nowMs += 10 * 86_400_000;
    await Promise.all([second.drain(), queue.drain()]);
    await second.close();
    await other.close();
    expect([...new Set(await desk.coverage())]).toEqual([1]);
    expect(await desk.made('note.recorded')).toHaveLength(60);
  });

  it('rebuilds the projection and continues: the log says what is done', async () => {
    await desk.append(prompt('Go'), ...edit('t1', 'a.ts'));
    const queue = desk.start();
    await queue.drain();
    const opened = await desk.runtime.memory.open();
    if (opened.ok) await opened.memory.reset();
    await desk.append(...edit('t2', 'b.ts'));
    await queue.drain();
    expect((await desk.made('note.recorded')).map(({ title }) => title)).toEqual([
      'Changed a.ts',
      'Changed b.ts',
    ]);
  });

  it('shows a dead letter and makes its note once a person retries it', async () => {
    await desk.append(prompt('Go'), ...edit('t1', 'a.ts'));
    const covers = (await desk.events()).slice(1).map(({ id }) => id);
    await desk.append(['note.abandoned', { covers, attempts: 5, reason: 'internal_error' }]);
    const queue = desk.start();
    await queue.drain();
    const { dead, workspaces } = await queue.status();
    expect([dead, await desk.made('note.recorded')]).toEqual([1, []]);
    const [letter] = workspaces[0]!.dead_letters;
    expect(letter).toMatchObject({ id: 2001, tool_use_id: 't1', reason: 'internal_error' });
    expect(await queue.retry(letter!.id, { channel: 'model' })).toBe(1);
    const retried = (await desk.events()).find(({ type }) => type === 'note.retried');
    expect([retried?.actorId, retried?.origin?.channel]).toEqual(['agent', 'model']);
    await queue.drain();
    expect(await desk.made('note.recorded')).toMatchObject([{ title: 'Changed a.ts' }]);
    expect(await queue.status()).toMatchObject({ dead: 0, depth: 0 });
  });
});
