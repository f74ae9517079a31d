import { expect, it } from 'vitest';
import type { HookEvent } from '@hookloom/core/hook';
import { bashEvent, handler, hookEvent, printed } from '../../test/engine-parts.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { Handler } from './handler.ts';
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
    dialects: DIALECTS,
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
    dialects: DIALECTS,
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
    dialects: DIALECTS,
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
