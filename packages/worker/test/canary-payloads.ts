/** Payloads of every client, with a canary in each text. */
import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject, JsonValue } from '@hookloom/core';
import { CANARIES } from './canaries.ts';

let planted = 0;
export const plantedSoFar = (): number => planted;
export const nextNumber = (): number => planted++;
export const next = (): string => {
  const at = nextNumber();
  return CANARIES[at % CANARIES.length]!.make(`n${at}`);
};

/** Names of an event, its session or its place, and our own addresses. */
const KEPT =
  /^(hook_event_name|hook_type|session_id|sessionId|conversation_id|cwd|tool_name|toolName|source|name|type|role|status)$/;

/** The payload with a canary in each of its texts. */
export function plant(value: JsonValue, name = ''): JsonValue {
  if (typeof value === 'string') return KEPT.test(name) ? value : `ok ${next()}`;
  if (Array.isArray(value)) return value.map((item) => plant(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plant(item, key)]));
}

export const CLIENTS = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'generic'];

interface Fixture {
  name: string;
  nativeEvent?: string;
  payload: JsonObject;
}

export function fixturesOf(client: string): Fixture[] {
  const dir = path.resolve(`packages/hooks/src/clients/${client}/fixtures`);
  const [file] = fs.readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  const lines = fs.readFileSync(path.join(dir, file!), 'utf8').trimEnd().split('\n');
  // One of each form: the same fields again would add nothing.
  const forms = new Map<string, Fixture>();
  for (const line of lines) {
    const fixture = JSON.parse(line) as Fixture;
    const fields = [...line.slice(line.indexOf('"payload"')).matchAll(/"(\w+)":/g)].map(
      ([, key]) => key,
    );
    forms.set([...new Set(fields)].join(), fixture);
  }
  return [...forms.values()];
}
