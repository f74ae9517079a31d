import { describe, expect, it } from 'vitest';
import { RESPONSE_FIELDS } from '@hookloom/core/hook';
import { sampleNativeEvent } from '../author/sample-event.ts';
import { fieldLosses } from './field-losses.ts';
import { CLIENTS } from './index.ts';

const glob = { tool: 'Glob', input: { pattern: '*' }, response: { filenames: ['a'] } };

describe('the description of a field in the loss table', () => {
  it('refers to the current tool', () => {
    const of = (call?: typeof glob) =>
      fieldLosses(
        CLIENTS['claude-code'],
        sampleNativeEvent(CLIENTS['claude-code'], 'PostToolUse', call),
      ).updated_output.survival;
    expect([of(), of(glob)]).toEqual(['kept', 'lost']);
  });

  it.each([
    ['codex', 'SessionStart', 'suppress_output', 'lost'],
    ['codex', 'PreToolUse', 'suppress_output', 'rejected'],
    ['codex', 'SessionStart', 'env', 'lost'],
    ['gemini', 'SessionStart', 'env', 'lost'],
    ['codex', 'PreToolUse', 'system_message', 'changed'],
    ['claude-code', 'Setup', 'context', 'lost'],
    ['claude-code', 'PermissionRequest', 'modify_args', 'changed'],
    ['claude-code', 'Stop', 'trigger_action', 'lost'],
    ['generic', 'before_tool', 'trigger_action', 'kept'],
  ] as const)('%s %s %s: %s', (client, native, field, survival) => {
    const answers = fieldLosses(CLIENTS[client], sampleNativeEvent(CLIENTS[client], native));
    expect(answers[field].survival).toBe(survival);
  });

  it('has a note for every field that arrives in another form', () => {
    for (const client of Object.values(CLIENTS))
      for (const native of Object.keys(client.capabilities.events)) {
        const answers = fieldLosses(client, sampleNativeEvent(client, native));
        for (const field of RESPONSE_FIELDS)
          if (answers[field].survival !== 'kept') expect(answers[field].note).toBeTruthy();
      }
  });
});
