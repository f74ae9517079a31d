import { describe, expect, it } from 'vitest';
import { chooseClaudeAnswer } from '../read-answer.ts';
import { claudeDialect } from './index.ts';
import { ended, sampleEvent, sampleHandler } from './sample.fixture.ts';

const LOG = '{"level":"info","msg":"done"}';

describe('several JSON objects on the output', () => {
  it('use the last one that has a field of an answer', () => {
    expect(chooseClaudeAnswer(`{"decision":"approve"}\n{"systemMessage":"m"}\n${LOG}`)).toEqual({
      kind: 'object',
      value: { systemMessage: 'm' },
      noise: '{"decision":"approve"}\n{"systemMessage":"m"}\n ',
      others: [{ decision: 'approve' }, { level: 'info', msg: 'done' }],
    });
  });

  it('use a single one, whatever its fields', () => {
    expect(chooseClaudeAnswer(LOG)).toEqual({
      kind: 'object',
      value: { level: 'info', msg: 'done' },
      noise: null,
      others: [],
    });
  });

  it('keep a refusal before a log in JSON and before another answer', () => {
    const deny = '{"decision":"block","reason":"no"}';
    const responses = [
      `${deny}\n${LOG}`,
      `${deny}\n{"decision":"approve"}`,
      `${LOG}\n${deny}\n{}`,
    ].map(
      (stdout) =>
        claudeDialect.interpret(ended(stdout), sampleHandler('PreToolUse'), sampleEvent()).response,
    );
    expect(responses).toEqual(
      Array.from({ length: 3 }, () => ({ decision: 'deny', reason: 'no' })),
    );
  });

  it('drop an allow before another answer', () => {
    const outcome = ended('{"decision":"approve"}\n{"systemMessage":"m"}');
    const { response } = claudeDialect.interpret(
      outcome,
      sampleHandler('PreToolUse'),
      sampleEvent(),
    );
    expect(response).toEqual({ decision: 'none', system_message: 'm' });
  });

  it('are distinguished from no output, text and a broken object', () => {
    expect(['', 'hello', '{"a":'].map((text) => chooseClaudeAnswer(text).kind)).toEqual([
      'empty',
      'text',
      'broken',
    ]);
  });
});
