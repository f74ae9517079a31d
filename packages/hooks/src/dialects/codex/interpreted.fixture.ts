/** The meaning of an answer of a hook for Codex. */
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import { handler, hookEvent, printed, toolSeen } from '../../../test/engine-parts.ts';
import type { Interpreted, RawOutcome } from '../../engine/outcome.ts';
import { CODEX_EVENTS, codexEvent } from './events.ts';
import { codexDialect } from './index.ts';

export type Ended = Partial<RawOutcome & { kind: 'process' }>;

export const REFUSABLE = CODEX_EVENTS.filter(({ refusal }) => refusal !== null);

export function read(
  name: string,
  stdout: JsonValue,
  ended: Ended = {},
  parts: Partial<HookEvent> = {},
): Interpreted {
  const { type } = codexEvent(name)!;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const event = hookEvent(type, { tool: toolSeen('Bash', { command: 'ls' }), ...parts });
  return codexDialect.interpret(
    printed(text, ended),
    handler({ dialect: 'codex', event: name, type }),
    event,
  );
}

export function inner(hookEventName: string, fields: JsonObject): JsonObject {
  return { hookSpecificOutput: { hookEventName, ...fields } };
}

export function pre(fields: JsonObject): JsonObject {
  return inner('PreToolUse', fields);
}

export function refuses({ decision, continue_with }: HookResponse): boolean {
  return decision === 'deny' || continue_with !== undefined;
}

export const NO = { decision: 'deny', reason: 'no' } as const;
