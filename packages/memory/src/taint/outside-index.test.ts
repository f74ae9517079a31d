import { expect, test } from 'vitest';
import { projectionIn } from '../store/projection-in.ts';
import { featuresOf } from './features.ts';
import { openOutsideIndex } from './outside-index.ts';

test('counts each shared word once per sentence, even if a reopened index adds it', async () => {
  const db = await projectionIn(':memory:').open();
  const place = { start: 0, channel: 'web', source: 1 } as const;
  openOutsideIndex(db).add(1, { ...place, doc: 1 }, 'Harbour pilots whistle softly at dawn.');
  const reopened = openOutsideIndex(db);
  reopened.add(1, { ...place, doc: 2 }, 'Meadow larks nest beside gravel paths.');
  const texts = (sentence: string): string[] =>
    reopened.candidates(1, featuresOf(sentence)).map(({ text }) => text);
  expect(texts('Meadow flowers fade before harbour lights glow.')).toEqual([]);
  expect(texts('Larks nest in the attic.')).toEqual(['Meadow larks nest beside gravel paths.']);
  await db.close();
});
