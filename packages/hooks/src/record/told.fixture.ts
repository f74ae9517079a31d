/** The observer's result for a recorded payload. */
import { readFileSync } from 'node:fs';
import type { ObservedHook } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { observing, type ObservePayload, type PayloadContext } from './observed.fixture.ts';

export const OBSERVE: Record<string, ObservePayload> = {
  'codex/fixtures/recorded.jsonl': observing('codex'),
  'gemini/fixtures/recorded.jsonl': observing('gemini'),
  'cursor/fixtures/documented.jsonl': observing('cursor'),
  'copilot/fixtures/documented.jsonl': observing('copilot'),
};

export function observed(file: string, name: string): ObservedHook {
  const lines = readFileSync(new URL(`../clients/${file}`, import.meta.url), 'utf8').split('\n');
  const line = lines.find(
    (one) => one !== '' && (JSON.parse(one) as { name: string }).name === name,
  );
  if (line === undefined) throw new Error(`no fixture ${name}`);
  const one = JSON.parse(line) as { nativeEvent?: string; payload: JsonObject };
  const { nativeEvent, payload } = one;
  const context: PayloadContext = {
    root: '/home/dev/project',
    nativeEvent,
    digest: () => 'digest',
  };
  return OBSERVE[file]!(payload, context);
}
