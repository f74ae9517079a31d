import { describe, expect, it } from 'vitest';
import { bashEvent, handler, hookEvent, printed } from '../../test/engine-parts.ts';
import { DIALECTS } from '../dialects/index.ts';
import { DIALECT_NAMES, type DialectName, type Handler } from './handler.ts';
import type { RawOutcome } from './outcome.ts';
import { run } from './run.ts';

const EVENTS: Record<DialectName, string> = {
  toml: 'pre_tool_use',
  claude: 'PreToolUse',
  codex: 'PreToolUse',
  gemini: 'BeforeTool',
};
const ALLOW =
  '{"decision":"allow","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';
const http = (parts: object): RawOutcome => ({
  kind: 'http',
  status: 200,
  body: '',
  error: null,
  truncated: false,
  durationMs: 1,
  ...parts,
});

const FAILURES: [string, RawOutcome][] = [
  ['timed out', printed('', { exitCode: null, signal: 'SIGTERM', timedOut: true })],
  ['could not be started', printed('', { exitCode: null, startError: 'ENOENT' })],
  ['crashed', printed('', { exitCode: null, signal: 'SIGSEGV' })],
  ['was ended', printed(ALLOW, { exitCode: null, signal: 'SIGKILL' })],
  ['was not found', printed('', { exitCode: 127, stderr: 'sh: ./check.sh: not found' })],
  ['was not found after it had answered', printed(ALLOW, { exitCode: 127 })],
  ['could not be executed', printed('', { exitCode: 126 })],
  ['could not be executed after it had answered', printed(ALLOW, { exitCode: 126 })],
  ['ended with another status', printed('', { exitCode: 1, stderr: 'Traceback' })],
  ['printed something unreadable', printed('{"decision": blo')],
  ['printed more than the limit', printed(ALLOW, { truncated: true })],
  ['got no answer over http', http({ status: null, error: 'refused' })],
  ['got an error over http', http({ status: 500, body: ALLOW })],
  ['got an incomplete answer over http', http({ body: '{"decision":' })],
];

async function outcomeOf(parts: Partial<Handler>, outcome: RawOutcome, event = bashEvent('ls')) {
  const one = handler(parts);
  const { runs } = await run({
    event,
    type: event.event_type,
    handlers: [one],
    dialects: DIALECTS,
    execute: () => Promise.resolve(outcome),
    placeOf: () => '.hookloom/hooks.toml:3',
  });
  return runs[0]!.interpreted.response;
}

describe.each(DIALECT_NAMES)('in the language %s', (dialect) => {
  const parts = { dialect, event: EVENTS[dialect] };

  it.each(FAILURES)(
    'a critical hook that %s refuses the call, and says why',
    async (_, outcome) => {
      const response = await outcomeOf({ ...parts, critical: true }, outcome);
      expect(response.decision).toBe('deny');
      expect(response.reason?.trim()).not.toBe('');
    },
  );
});

it.each(FAILURES)(
  'a non-critical hook that %s lets the call run, and is reported',
  async (_, outcome) => {
    const response = await outcomeOf({}, outcome);
    expect(response.decision).not.toBe('deny');
    expect(response.system_message).toMatch(
      /^A hook did not do its work \(\.hookloom\/hooks\.toml:3\): /,
    );
  },
);

it('the reason names the hook and the output of its program, without control characters', async () => {
  const outcome = printed('', {
    exitCode: 127,
    stderr: 'sh: \u001B[31mcheck\u0007: not found\nmore',
  });
  expect((await outcomeOf({ critical: true }, outcome)).reason).toBe(
    'Refused: a critical hook did not do its work (.hookloom/hooks.toml:3): its program was not found (exit 127: sh:  [31mcheck : not found).',
  );
});

it('a refusal before the failure keeps its own reason', async () => {
  const blocked = printed('{"decision":"block","reason":"Not here."}', {
    exitCode: null,
    signal: 'SIGKILL',
  });
  expect(await outcomeOf({ critical: true }, blocked)).toMatchObject({
    decision: 'deny',
    reason: 'Not here.',
  });
});

it('informs the user after the call if nothing can be refused', async () => {
  const after = hookEvent('after_tool', { tool: bashEvent('ls').tool });
  const parts = { event: 'post_tool_use', type: 'after_tool' as const, critical: true };
  const response = await outcomeOf(parts, printed('', { exitCode: 127 }), after);
  expect(response).toMatchObject({
    decision: 'none',
    system_message: expect.stringContaining('critical') as string,
  });
});

it('a hook that prints nothing or a text has succeeded', async () => {
  for (const outcome of [printed(''), printed('checked\n'), printed(ALLOW)])
    expect((await outcomeOf({ critical: true }, outcome)).decision).not.toBe('deny');
});
