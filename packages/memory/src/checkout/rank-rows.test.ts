import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { fixedClock } from './fixtures/fake-memory.ts';
import { leanCheckout } from './lean/lean-checkout.ts';

const session = 's';

async function shown(query: string, turns: readonly (readonly ['user' | 'assistant', string])[]) {
  const store = createMemoryStore();
  await store.append(
    session,
    turns.map(([role, content]) => ({
      type: 'transcript.turn',
      actorId: role,
      payload: { role, content, session_id: 'one' },
      origin: { channel: role === 'user' ? ('user' as const) : ('model' as const) },
    })),
  );
  const memory = await openMemory({ file: ':memory:', store });
  const answer = await leanCheckout({ memory, store, clock: fixedClock }, { query, session });
  await memory.close();
  return [...answer.current_facts, ...answer.evidence].map(({ content }) => content).join('\n');
}

test('a checkout leaves out turns that only agree and lines that a client wrote', async () => {
  const text = await shown('Where do releases go?', [
    ['assistant', 'Let me look at the folder.'],
    ['user', 'yup!'],
    ['user', 'Releases go to the public bucket.'],
    ['user', 'It has been the eu-west one since May.'],
    ['user', '[Request interrupted by user for tool use]'],
    ['assistant', 'Login expired · Please run /login'],
    ['user', '<command-name>/login</command-name>'],
  ]);
  expect(text).toContain('public bucket');
  // Contains no word of the question, but other content.
  expect(text).toContain('eu-west');
  for (const filler of ['yup', 'interrupted', 'expired', 'command-name', 'Let me'])
    expect(text).not.toContain(filler);
});

test('a checkout shows a line that a client wrote if you ask for it', async () => {
  const text = await shown('When was the request interrupted?', [
    ['user', '[Request interrupted by user for tool use]'],
  ]);
  expect(text).toContain('interrupted');
});
