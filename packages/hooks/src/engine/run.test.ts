import { expect, it, describe } from 'vitest';
import type { HookEvent } from '@hookloom/core/hook';
import { bashEvent, handler, hookEvent, printed } from '../../test/engine-parts.ts';
import { type Handler, DIALECT_NAMES, type DialectName } from './handler.ts';
import type { RawOutcome } from './outcome.ts';
import { run } from './run.ts';

const commandOf = (event: HookEvent): unknown =>
  (event.tool!.input as { command?: string }).command;

/** Runs handlers whose outcomes are given by their command, and records the input of each. */
async function tried(
  handlers: Handler[],
  outcomes: Record<string, RawOutcome | Promise<RawOutcome>>,
  event = bashEvent('ls'),
) {
  const told: [string, unknown][] = [];
  const result = await run({
    event,
    type: event.event_type,
    handlers,
    execute: async ({ action }, seen) => {
      const name = action.kind === 'shell' ? action.command : '';
      told.push([name, seen.tool === null ? null : commandOf(seen)]);
      return outcomes[name]!;
    },
  });
  return { ...result, told };
}

const shell = (command: string, parts: Partial<Handler> & { group?: number } = {}): Handler =>
  handler({ action: { kind: 'shell', command }, ...parts });
const modify = (content: string): RawOutcome =>
  printed(JSON.stringify({ decision: 'modify', content }));

it('a group receives the input as the previous group left it', async () => {
  const { told, event } = await tried([shell('a', { group: 0 }), shell('b', { group: 1 })], {
    a: modify('ls -l'),
    b: modify('ls -l | head'),
  });
  expect(told).toEqual([
    ['a', 'ls'],
    ['b', 'ls -l'],
  ]);
  expect(commandOf(event)).toBe('ls -l | head');
});

it('handlers of one group start together, and the later one in declared order wins', async () => {
  let release: (outcome: RawOutcome) => void = () => {};
  const slow = new Promise<RawOutcome>((resolve) => (release = resolve));
  const running = tried([shell('a', { group: 0 }), shell('b', { group: 0 })], {
    a: slow,
    b: modify('second'),
  });
  release(modify('first'));
  const { told, event, runs } = await running;
  expect(told.map(([, seen]) => seen)).toEqual(['ls', 'ls']);
  expect(commandOf(event)).toBe('second');
  expect(runs.map(({ handler: one }) => one.action)).toEqual([
    { kind: 'shell', command: 'a' },
    { kind: 'shell', command: 'b' },
  ]);
});

it('every handler starts at once if nothing can be rewritten', async () => {
  const stops: string[] = [];
  const gate: (() => void)[] = [];
  const event = hookEvent('stop');
  const running = run({
    event,
    type: 'stop',
    handlers: [
      shell('a', { type: 'stop', event: 'stop', group: 0 }),
      shell('b', { type: 'stop', event: 'stop', group: 1 }),
    ],
    execute: ({ action }) => {
      stops.push(action.kind === 'shell' ? action.command : '');
      return new Promise((resolve) => gate.push(() => resolve(printed(''))));
    },
  });
  expect(stops).toEqual(['a', 'b']);
  for (const open of gate) open();
  expect((await running).runs).toHaveLength(2);
});

it('one sequential handler makes the others of its language wait', async () => {
  const started: string[] = [];
  const handlers = ['a', 'b', 'c'].map((command, at) =>
    shell(command, { dialect: 'gemini', sequential: at === 0, group: 0, event: 'BeforeTool' }),
  );
  await run({
    event: bashEvent('ls'),
    type: 'before_tool',
    handlers,
    execute: async ({ action }, seen) => {
      started.push(`${action.kind === 'shell' ? action.command : ''}:${String(commandOf(seen))}`);
      return printed(
        JSON.stringify({
          hookSpecificOutput: { tool_input: { command: `${String(commandOf(seen))}!` } },
        }),
      );
    },
  });
  expect(started).toEqual(['a:ls', 'b:ls!', 'c:ls!!']);
});

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

it('a failure names the error of an interpreter, not the first line of its stack', async () => {
  const stderr = `node:internal/modules/esm/resolve:873
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'hookloom'`;
  const outcome = printed('', { exitCode: 1, stderr });
  expect((await outcomeOf({ critical: true }, outcome)).reason).toContain(
    "it failed (exit 1: Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'hookloom').",
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
