/** Payloads that GitHub Copilot CLI 1.0.102 sent, one line each of `{name, nativeEvent?, payload}`. */
import { readFileSync } from 'node:fs';
import type { HookEvent } from '@hookloom/core/hook';
import { parsed, type Documented } from '../generic/documented.fixture.ts';
import { definition as copilot } from './definition.ts';

export const RECORDED: Documented[] = readFileSync(
  new URL('fixtures/recorded.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Documented);

/** The recorded payload with that name as an event, named by the command's argument or only by the payload. */
export function recordedEvent(name: string): HookEvent {
  const found = RECORDED.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no fixture ${name}`);
  return parsed(copilot, found);
}
