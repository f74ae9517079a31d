import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';

const said = (text: string) => ({
  type: 'transcript.turn',
  actorId: 'user',
  payload: { role: 'user', content: text },
  origin: { channel: 'user' as const },
});

test('keeps the number of texts with a frequent word correct while texts are added', async () => {
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

test('counts dates and the words of asked questions as well', async () => {
  const store = createMemoryStore();
  const remembered = (text: string, asked: string[]) => ({
    type: 'memory.remembered',
    actorId: 'assistant',
    payload: { text, asked_as: asked },
    origin: { channel: 'model' as const, written_by: 'memory_remember' },
  });
  const texts = Array.from({ length: 600 }, (_, at) => said(`Invoice ${at} of 2026-03-04`));
  await store.append('s', texts);
  const memory = await openMemory({ file: ':memory:', store });
  const counted = async (reader: Pick<typeof memory, 'search'>) => {
    const query = 'invoice on 2026-03-04';
    const { terms } = await reader.search({ query, sessions: ['s'], limit: 1 });
    return terms.map(({ term, documentFrequency }) => [term, documentFrequency]);
  };
  await counted(memory);
  await store.append('s', [
    said('Paid on 2026-03-04'),
    remembered('The bill is sent by mail', ['How is an invoice sent?']),
  ]);
  const fresh = await openMemory({ file: ':memory:', store });
  expect(await counted(memory)).toEqual(await counted(fresh));
  await memory.close();
  await fresh.close();
});
