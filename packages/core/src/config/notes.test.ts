import { expect, test } from 'vitest';
import { noteSettings } from './notes.ts';

const local = {
  HOOKLOOM_NOTES_PROVIDER: 'openai-compatible',
  HOOKLOOM_NOTES_OPENAI_MODEL: 'llama3.2',
};

test('by default rules make the notes and no model may be called', () => {
  expect(noteSettings({})).toEqual({ providers: [], refused: [], budget: { tokens: 0, usd: 0 } });
});

test('tries providers in their order, and none after rules', () => {
  const { providers } = noteSettings({
    ...local,
    HOOKLOOM_NOTES_PROVIDER: 'openai-compatible, gemini,rules,anthropic',
    HOOKLOOM_NOTES_GEMINI_MODEL: 'gemini-flash-latest',
    HOOKLOOM_NOTES_GEMINI_PRICE: '0.10/0.40',
    HOOKLOOM_NOTES_ALLOW_REMOTE: 'true',
    GEMINI_API_KEY: 'k',
  });
  expect(providers.map(({ provider, baseUrl, price }) => [provider, baseUrl, price])).toEqual([
    ['openai-compatible', 'http://127.0.0.1:11434/v1', null],
    ['gemini', 'https://generativelanguage.googleapis.com', { input: 0.1, output: 0.4 }],
  ]);
});

test.each([
  [{ HOOKLOOM_NOTES_PROVIDER: 'magic' }, /names “magic”/],
  [{ HOOKLOOM_NOTES_PROVIDER: 'anthropic' }, /ANTHROPIC_MODEL is not set/],
  [
    { HOOKLOOM_NOTES_PROVIDER: 'anthropic', HOOKLOOM_NOTES_ANTHROPIC_MODEL: 'm' },
    /ALLOW_REMOTE=true/,
  ],
  [{ HOOKLOOM_NOTES_PROVIDER: 'claude-agent-sdk' }, /ALLOW_REMOTE=true/],
  [
    {
      HOOKLOOM_NOTES_PROVIDER: 'anthropic',
      HOOKLOOM_NOTES_ANTHROPIC_MODEL: 'm',
      HOOKLOOM_NOTES_ALLOW_REMOTE: 'true',
    },
    /PRICE is not set/,
  ],
  [
    {
      ...local,
      HOOKLOOM_NOTES_OPENAI_BASE_URL: 'http://example.org/v1',
      HOOKLOOM_NOTES_ALLOW_REMOTE: 'true',
    },
    /must be https/,
  ],
  [{ ...local, HOOKLOOM_NOTES_OPENAI_BASE_URL: 'http://u:p@127.0.0.1/v1' }, /more than an address/],
  [{ ...local, HOOKLOOM_NOTES_OPENAI_PRICE: 'cheap' }, /PRICE is not like/],
  [
    { ...local, HOOKLOOM_NOTES_TIMEOUT_MS: '0' },
    /TIMEOUT_MS is not a whole number from 1 to 120000/,
  ],
  [{ ...local, HOOKLOOM_NOTES_OPENAI_MODEL: 'a b' }, /no name of a model/],
])('says why a provider may not be used: %#', (env, reason) => {
  const { providers, refused } = noteSettings(env);
  expect(providers).toEqual([]);
  expect(refused).toEqual([expect.stringMatching(reason)]);
});

test('treats a budget that is not a number as none', () => {
  expect(
    noteSettings({ HOOKLOOM_NOTES_DAILY_TOKENS: 'lots', HOOKLOOM_NOTES_DAILY_USD: '-1' }).budget,
  ).toEqual({ tokens: 0, usd: 0 });
  expect(noteSettings({ HOOKLOOM_NOTES_DAILY_TOKENS: '200000' }).budget.tokens).toBe(200_000);
});
