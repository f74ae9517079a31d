/** What `memory_query` makes of a row's text: who said it, whether it answers, and which text of an event is shown. */
import type { UnsealedEvent } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { expect, it } from 'vitest';
import type { OperationContext } from '../src/operations/context.ts';
import { query, type QueryRow } from '../src/operations/query.ts';

const SESSION = 'work';

function turn(actorId: string, content: string): UnsealedEvent {
  const channel = actorId === 'assistant' ? 'model' : 'user';
  return {
    type: 'transcript.turn',
    actorId,
    payload: { role: actorId, content },
    origin: { channel, session_id: 's' },
  };
}

async function asked(question: string, ...turns: UnsealedEvent[]): Promise<QueryRow[]> {
  const store = createMemoryStore();
  await store.append(SESSION, turns);
  const memory = await openMemory({ file: ':memory:', store });
  await memory.sync();
  const context = {
    workspace: { session: SESSION },
    store,
    memory: { open: () => Promise.resolve({ ok: true, memory }) },
    takeIn: () => Promise.resolve(),
  } as unknown as OperationContext;
  const rows = (await query(context, { query: question })) as QueryRow[];
  await memory.close();
  return rows;
}

const seqs = (rows: readonly QueryRow[]): number[] =>
  rows.map(({ citation }) => Number(/events\/(\d+)/.exec(citation)?.[1]));

it("puts an assistant's talk about its next step behind what tells something", async () => {
  const rows = await asked(
    'What does the beforeReadFile hook block?',
    turn('assistant', 'Let me update the beforeReadFile hook so that it will block.'),
    turn(
      'assistant',
      'The check runs when a beforeReadFile hook sees an environment file, to block it.',
    ),
  );
  expect(seqs(rows)).toEqual([2, 1]);
  expect(rows[1]!.score_explanation['progress']).toBeLessThan(0);
});

it('puts a short question behind what may answer it', async () => {
  const rows = await asked(
    'Where do the release notes go?',
    turn('user', 'Where do the release notes go?'),
    turn('assistant', 'The release notes go into the folder docs/releases.'),
  );
  expect(seqs(rows)[0]).toBe(2);
});

it('answers a question for a reason with the cause', async () => {
  const turns = [
    turn('assistant', 'The push to the main branch failed with an error.'),
    turn('assistant', 'The push failed because the branch is protected.'),
  ];
  expect(seqs(await asked('Why did the push fail with an error?', ...turns))[0]).toBe(2);
  expect(seqs(await asked('Did the push fail with an error?', ...turns))[0]).toBe(1);
});

const REPORT = [
  'Here is what changed in the installer.',
  'The agents table lists every directory that an add-on may live in, with the home of each agent first.',
  'Cursor reads its add-ons from the folder .cursor/skills of the project and from nowhere else.',
  'Gemini reads them from the folder .gemini/extensions of the machine.',
  'Everything builds, and the whole test suite passes now.',
].join(' ');

it('shows the passage of an event whose statement holds nothing of what was asked', async () => {
  const [first] = await asked(
    'From which folder does Gemini read add-ons?',
    turn('assistant', REPORT),
  );
  expect(first!.source).toBe('verbatim');
  expect(first!.content).toContain('.gemini/extensions');
});

it('shows a statement that holds what was asked, without its passage again', async () => {
  const said = `${REPORT} We decided that releases are cut from the branch stable on Thursdays.`;
  const rows = await asked('From which branch are releases cut?', turn('user', said));
  expect(rows[0]!.source).toBe('graph');
  expect(rows[0]!.content).toContain('branch stable');
  expect(rows.filter(({ source }) => source === 'verbatim')).toEqual([]);
});

it('ranks the turns of people among themselves by their words alone', async () => {
  const rows = await asked(
    'When does the bakery open?',
    turn('Anna', 'When does the bakery open?'),
    turn('Ben', 'The bakery does open at seven.'),
  );
  for (const { score_explanation } of rows) {
    expect(score_explanation).not.toHaveProperty('person');
    expect(score_explanation).not.toHaveProperty('question');
  }
});

it('names parts that add up to the score', async () => {
  const rows = await asked(
    'Why did the push of the release fail?',
    turn('user', 'Why did the push of the release fail?'),
    turn('assistant', 'Let me look at the push.'),
    turn('assistant', 'The push of the release failed because the token had expired.'),
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const {
    score,
    score_explanation: { coverage: _, window_coverage: __, ...parts },
  } of rows) {
    const numbers = Object.values(parts).filter((part) => typeof part === 'number');
    expect(numbers.reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 5);
    expect(score).toBeGreaterThan(0);
  }
});
