/**
 * The answers that Codex 0.169.0 accepts, by event. Unknown fields are invalid
 * (docs/reference/client-behaviour.md#codex-answers).
 */
import { attempt, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { CODEX_TYPES } from './events.ts';

type Check = (value: JsonValue) => boolean;
type Shape = Record<string, Check>;

const flag: Check = (value) => typeof value === 'boolean';
const text: Check = (value) => value === null || typeof value === 'string';
const anything: Check = () => true;
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    value === null || (typeof value === 'string' && words.includes(value));
const shaped =
  (shape: Shape, ...required: string[]): Check =>
  (value) =>
    value === null ||
    (isJsonObject(value) && required.every((key) => key in value) && fits(value, shape));

const UNIVERSAL: Shape = {
  continue: flag,
  stopReason: text,
  suppressOutput: flag,
  systemMessage: text,
};
const BLOCKS: Shape = { ...UNIVERSAL, decision: oneOf('block'), reason: text };

/** The name is required, but Codex does not check that it is this event's name. */
const specific = (shape: Shape): Shape => ({
  hookSpecificOutput: shaped(
    { hookEventName: (name) => typeof name === 'string' && isEvent(name), ...shape },
    'hookEventName',
  ),
});
const CONTEXT: Shape = specific({ additionalContext: text });

const SHAPES: Record<string, Shape> = {
  SessionStart: { ...UNIVERSAL, ...CONTEXT },
  UserPromptSubmit: { ...BLOCKS, ...CONTEXT },
  PreToolUse: {
    ...BLOCKS,
    decision: oneOf('approve', 'block'),
    ...specific({
      permissionDecision: oneOf('allow', 'deny', 'ask'),
      permissionDecisionReason: text,
      updatedInput: anything,
      additionalContext: text,
    }),
  },
  PermissionRequest: {
    ...UNIVERSAL,
    ...specific({
      decision: shaped(
        {
          behavior: (value) => value === 'allow' || value === 'deny',
          message: text,
          updatedInput: anything,
          updatedPermissions: anything,
          interrupt: flag,
        },
        'behavior',
      ),
    }),
  },
  PostToolUse: {
    ...BLOCKS,
    ...specific({ additionalContext: text, updatedMCPToolOutput: anything }),
  },
  SubagentStart: { ...UNIVERSAL, ...CONTEXT },
  SubagentStop: BLOCKS,
  PreCompact: UNIVERSAL,
  PostCompact: UNIVERSAL,
  Stop: BLOCKS,
  Interrupt: UNIVERSAL,
};

function isEvent(name: string): boolean {
  return Object.hasOwn(CODEX_TYPES, name);
}

function fits(object: JsonObject, shape: Shape): boolean {
  return Object.keys(object).every((key) => Object.hasOwn(shape, key) && shape[key]!(object[key]!));
}

/**
 * The answer, or null if Codex reports the hook as failed: no JSON object, an unknown field, a wrong type, a lone
 * surrogate.
 */
export function readAnswer(name: string, stdout: string): JsonObject | null {
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name]! : null;
  if (shape === null) return null;
  return attempt(() => {
    const value: unknown = JSON.parse(stdout);
    if (!isJsonObject(value) || !isWellFormed(value)) return null;
    return fits(value, shape) ? value : null;
  });
}

function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item));
}
