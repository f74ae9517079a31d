import { expect, test } from 'vitest';
import { createStaticEmbedder } from './static-embedder.ts';

const embedder = createStaticEmbedder();

async function similarity(a: string, b: string): Promise<number> {
  const [x, y] = (await embedder.embed([a, b])) as [Float32Array, Float32Array];
  const dot = (p: Float32Array, q: Float32Array) => p.reduce((sum, v, d) => sum + v * q[d]!, 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}

test.each([
  ['kids', 'children', 'invoice'],
  ['The car broke down', 'our vehicle failed', 'she bakes bread'],
  ['We picked a database', 'choosing where data is stored', 'a walk along the beach'],
])('"%s" is nearer to "%s" than to "%s"', async (text, near, far) => {
  expect(await similarity(text, near)).toBeGreaterThan((await similarity(text, far)) + 0.1);
});

test('a text without a known word has no vector, and word order does not count', async () => {
  expect(await embedder.embed(['', 'the of and', '汉字 zzqx'])).toEqual([null, null, null]);
  expect(await similarity('green boat', 'boat, GREEN boat!')).toBeCloseTo(1, 5);
});

test('its name identifies the table of a vector', () => {
  expect(embedder.model).toMatch(/^static-v1:[0-9a-f]{12}$/);
});
