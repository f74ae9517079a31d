import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { detectDialect } from './detect-dialect.ts';

/** `[client, file]`: payloads that the clients sent, or that their documentation shows. */
const FILES = [
  ['claude-code', 'recorded'],
  ['codex', 'recorded'],
  ['gemini', 'recorded'],
  ['copilot', 'recorded'],
  ['copilot', 'documented'],
  ['cursor', 'documented'],
] as const;

function payloads(client: string, file: string): { name: string; payload: JsonObject }[] {
  const url = new URL(
    `../../../hooks/src/clients/${client}/fixtures/${file}.jsonl`,
    import.meta.url,
  );
  const lines = readFileSync(url, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as { name: string; payload: JsonObject });
}

describe('detects the client from the payload', () => {
  test.each(FILES)('%s, %s', (client, file) => {
    const wrong = payloads(client, file).filter(({ payload }) => detectDialect(payload) !== client);
    expect(wrong.map(({ name, payload }) => [name, detectDialect(payload)])).toEqual([]);
  });

  test('the engine and the documented wrapper have their own forms', () => {
    expect(
      detectDialect({ hook_event_name: 'PreToolUse', triggered_at: '2026-11-22T08:00:00.000Z' }),
    ).toBe('hookloom');
    expect(detectDialect({ hook_type: 'pre-tool-use', input_data: {} })).toBe('generic');
    expect(detectDialect({ method: 'item/completed', params: {} })).toBe('generic');
    expect(detectDialect({})).toBe('claude-code');
  });
});
