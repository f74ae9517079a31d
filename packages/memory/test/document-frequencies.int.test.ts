import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';

const said = (text: string) => ({
  type: 'transcript.turn',
  actorId: 'user',
  payload: { role: 'user', content: text },
  origin: { channel: 'user' as const },
});

test('the number of texts with a frequent word stays right while texts are added', async () => {
  const store = createMemoryStore();
  const append = (texts: string[]) => store.append('s', texts.map(said));
  await append(Array.from({ length: 600 }, (_, at) => `The lease number ${at}`));
  const memory = await openMemory({ file: ':memory:', store });
  const counted = async (reader: Pick<typeof memory, 'search'>) => {
    const { terms } = await reader.search({ query: 'lease', sessions: ['s'], limit: 1 });
    return terms.map(({ documentFrequency }) => documentFrequency);
  };
  expect(await counted(memory)).toEqual([600]);
  await append(['Another lease, a lease of its own', 'Nothing about it', 'Leases again']);
  expect(await counted(memory)).toEqual([602]);
  await append(Array.from({ length: 300 }, (_, at) => `Lease ${at} ended`));
  expect(await counted(memory)).toEqual([902]);
  await append(['One more lease']);
  expect(await counted(memory)).toEqual([903]);
  const fresh = await openMemory({ file: ':memory:', store });
  expect(await counted(fresh)).toEqual([903]);
  await memory.close();
  await fresh.close();
});
