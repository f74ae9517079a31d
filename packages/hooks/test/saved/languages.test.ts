/** What handlers of each configuration language receive, and how their answers are read. To save new forms, see `clients.test.ts`. */
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { DIALECTS } from '../../src/dialects/index.ts';
import { DIALECT_NAMES } from '../../src/engine/handler.ts';
import { handler, hookEvent, printed, toolSeen } from '../engine-parts.ts';
import { seedsOf } from '../fuzz/seeds.ts';

const own = (hookSpecificOutput: object): { hookSpecificOutput?: object } => ({
  hookSpecificOutput,
});
const ANSWERS: readonly { hookSpecificOutput?: object; [field: string]: unknown }[] = [
  {},
  ...['allow', 'approve', 'proceed', 'ask', 'defer', 'deny', 'block', 'modify', 'DENY', 'what'].map(
    (decision) => ({ decision, reason: 'because', content: 'ls' }),
  ),
  { decision: 'deny' },
  { decision: { behavior: 'deny', message: 'no', interrupt: true } },
  { continue: false, stopReason: 'enough' },
  { continue: false },
  { continue: true, systemMessage: 'note', suppressOutput: true },
  { reason: 'alone', additionalContext: 'context', context: 'more' },
  { async: true },
  { stop_reason: 'enough', system_message: 'note', suppress_output: true },
  { trigger_action: 'run', contextModification: 'more', cancel: true, errorMessage: 'no' },
  { systemMessage: 7, reason: ['x'], continue: 'no' },
  ...['allow', 'ask', 'defer', 'deny', 'what'].map((permissionDecision) =>
    own({ permissionDecision, permissionDecisionReason: 'because' }),
  ),
  own({ decision: { behavior: 'allow', updatedInput: { command: 'ls' } } }),
  own({ decision: { behavior: 'deny', message: 'no' } }),
  own({ additionalContext: 'context', sessionTitle: 'Title', watchPaths: ['/p/a', 'b', 7] }),
  own({ updatedInput: { command: 'ls' }, updatedToolOutput: 'text' }),
  own({ updatedMCPToolOutput: { a: 1 }, retry: true, initialUserMessage: 'hi' }),
  own({ tool_input: { command: 'ls' }, clearContext: true, tailToolCallRequest: { name: 'x' } }),
  own({ llm_request: { model: 'm' }, llm_response: { text: 't' }, toolConfig: { mode: 'NONE' } }),
  own({ action: 'accept', content: { a: 1 }, worktreePath: '/w', worktree_path: '/v' }),
];

/** What a hook printed, its exit code, and its standard error. */
const ENDS: readonly [string, number?, string?][] = [
  [''],
  ['plain text'],
  ['{ half'],
  ['', 1, 'failed'],
  ['out', 2, 'blocked'],
  ['', 2],
];

it.each(DIALECT_NAMES)('reads the answers to hooks in %s in the saved form', async (dialect) => {
  const { events, interpret, matcherValues } = DIALECTS[dialect]();
  const lines = events.flatMap(({ name, type }) => {
    const one = handler({ dialect, event: name, type });
    const event = hookEvent(type, {
      tool: toolSeen('Bash', { command: 'ls -l' }),
      subject: 'auto',
    });
    const read = (given: unknown, stdout: string, exitCode = 0, stderr = ''): string => {
      const { reason, response, notes } = interpret(
        printed(stdout, { exitCode, stderr }),
        one,
        event,
      );
      return JSON.stringify([given, reason, response, notes]);
    };
    const answers = ANSWERS.map((answer) => {
      const { hookSpecificOutput: fields } = answer;
      return read(
        answer,
        JSON.stringify(fields === undefined ? answer : own({ hookEventName: name, ...fields })),
      );
    });
    const ends = ENDS.map((end) => read(end, ...end));
    return [`${name} ${type} ${matcherValues(event, one).join(' ')}`, ...answers, ...ends];
  });
  await expect(lines.join('\n')).toMatchFileSnapshot(`answers-in-${dialect}.jsonl`);
});

it.each(DIALECT_NAMES)('gives hooks in %s the payloads in the saved form', async (dialect) => {
  const { events, buildInput, environment, matcherValues, conditionHolds } = DIALECTS[dialect]();
  const context = { turnNumber: 3, projectDir: '/p' };
  const lines = new Map<string, string>();
  for (const client of CLIENT_NAMES)
    for (const { payload, nativeEvent } of seedsOf(client)) {
      const event = CLIENTS[client].parse(payload, {
        nowMs: 1_795_000_000_000,
        raw: '',
        nativeEvent,
      });
      const language = events.find(({ type }) => [event.event_type, ...event.also].includes(type));
      const key = `${event.event_type} ${event.tool?.name ?? ''}`;
      if (language === undefined || lines.has(key)) continue;
      const condition = 'Bash(git *)';
      const one = handler({ dialect, event: language.name, type: language.type, condition });
      const given = [
        buildInput(event, one, context),
        environment(event, one, context),
        matcherValues(event, one),
        conditionHolds?.(event, one),
      ];
      lines.set(key, `${key} ${JSON.stringify(given)}`);
    }
  await expect([...lines.values()].join('\n')).toMatchFileSnapshot(`payloads-in-${dialect}.jsonl`);
});
