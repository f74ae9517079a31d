/** Reads an answer in Claude Code's format, which this language accepts as well, as Claude Code would. */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { Interpreted } from '../../engine/outcome.ts';
import { Answer } from '../claude/answer.ts';
import { readFields } from '../claude/answer-fields.ts';
import { claudeEvent } from '../claude/events.ts';
import { CLAUDE_FIELDS } from './claude-fields.ts';
import type { TomlEvent } from './events.ts';

/** Null: it has no field of Claude Code's. `AfterAgent`, which Claude Code lacks, is read like a notification. */
export function claudePart(
  value: JsonObject,
  { pascal }: TomlEvent,
  event: HookEvent,
): Interpreted | null {
  const part: JsonObject = {};
  for (const key of CLAUDE_FIELDS) if (Object.hasOwn(value, key)) part[key] = value[key]!;
  const native = claudeEvent(pascal) ?? claudeEvent('Notification');
  if (native === undefined || Object.keys(part).length === 0) return null;
  const answer = new Answer(native, event);
  readFields(part, answer);
  return answer.done('answered');
}
