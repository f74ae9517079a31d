import { describe, expect, it } from 'vitest';
import { shortened, withoutOpening } from './statement-text.ts';

describe('the text of a statement', () => {
  it.each([
    ['ok so, the cache of the shop is Redis', 'the cache of the shop is Redis'],
    ['Good catch. You’re right - the cache of the shop is Redis', 'the cache of the shop is Redis'],
    ['Hmm... we keep the cache of the shop in Redis', 'we keep the cache of the shop in Redis'],
    ['The issue is that the cache of the shop is full.', 'the cache of the shop is full.'],
    ['However, remember: the cache of the shop is full.', 'the cache of the shop is full.'],
    ['Ach, der Zwischenspeicher liegt in Redis', 'der Zwischenspeicher liegt in Redis'],
  ])('loses words that say nothing: %s', (said, shown) => {
    expect(withoutOpening(said)).toBe(shown);
  });

  it.each(['No, we keep Redis.', 'Now the cache of the shop is Redis.', 'ok, Redis then'])(
    'keeps words that say something: %s',
    (said) => {
      expect(withoutOpening(said)).toBe(said);
    },
  );

  const long = 'the cache of the shop is emptied when the price list of a supplier changes';

  it('is cut at a sentence, a bracket or a word', () => {
    const first = `First ${long}, and then ${long}.`;
    expect(shortened(`${first} ${long}`)).toBe(first);
    expect(shortened(`First ${long}, and ${long} (${long}, ${long})`)).toBe(
      `First ${long}, and ${long} …`,
    );
    expect(shortened(`${long} ${long} ${long}`)).toMatch(/ \w+…$/);
    expect(shortened(`${long} ${long} ${long}`).length).toBeLessThanOrEqual(220);
  });

  it('never loses the answer to a question', () => {
    const text = shortened(`${long} ${long} ${long}? → Redis (${long}, ${long})`);
    expect(text).toContain('→ Redis (');
    expect(text.length).toBeLessThanOrEqual(220);
  });
});
