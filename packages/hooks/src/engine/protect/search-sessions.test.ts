/** Session files that the real clients wrote, compared with the calls that our hook answered. */
import type { HookEvent } from '@hookloom/core/hook';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../clients/index.ts';
import type { TranscriptClient } from '../../clients/transcript-readers.ts';
import { linesOf, recordedTranscript, recordsOf } from '../../transcript/transcript.fixture.ts';
import { callKeys, type AnsweredCall } from './answered-calls.ts';
import { findMissedCalls, type MissedCall } from './search-sessions.ts';

const FILES = [
  ['claude-code', 'session', 'Bash'],
  ['codex', 'session', 'Bash'],
  ['gemini', 'session', 'run_shell_command'],
  ['copilot', 'session', 'bash'],
] as const;

interface Options {
  marks?: AnsweredCall[];
  since?: number;
  guarded?: (event: HookEvent) => number | null;
  lines?: string[];
}

function unasked(client: TranscriptClient, name: string, options: Options = {}): MissedCall[] {
  const { marks = [], since = 0, guarded = () => 0 } = options;
  const lines = options.lines ?? recordedTranscript(client, name).split('\n');
  const session = { client, sessionId: 's', since: 0 };
  return findMissedCalls(session, lines, { since, calls: marks }, guarded);
}

/** As in the client's payloads: Gemini and Copilot without ids. */
function marksOf(client: TranscriptClient, name: string): AnsweredCall[] {
  const hasIds = client === 'claude-code' || client === 'codex';
  return recordsOf(client, linesOf(recordedTranscript(client, name))).flatMap((record) => {
    if (record.kind !== 'tool_call') return [];
    const { tool, input, callId } = record;
    const names = client === 'copilot' ? ['toolName', 'toolArgs'] : ['tool_name', 'tool_input'];
    const nativeEvent =
      { gemini: 'BeforeTool', copilot: 'preToolUse' }[client as string] ?? 'PreToolUse';
    const payload = { session_id: 's', [names[0]!]: tool, [names[1]!]: input };
    const event = CLIENTS[client].parse(
      { ...payload, ...(hasIds && { tool_use_id: callId }) },
      { nowMs: 0, raw: '', nativeEvent },
    );
    return [{ ...callKeys(event), at: Date.parse(record.at!) - 100 }];
  });
}

describe.each(FILES)('%s', (client, name, shell) => {
  it('has calls that ran without any hook', () => {
    const found = unasked(client, name);
    expect(found.map(({ tool }) => tool)).toContain(shell);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  });

  it('has none if a hook answered for each', () => {
    expect(unasked(client, name, { marks: marksOf(client, name) })).toEqual([]);
  });

  it('has as many as no hook answered for', () => {
    const marks = marksOf(client, name);
    const all = unasked(client, name).length;
    fc.assert(
      fc.property(fc.subarray(marks), (some) => {
        const found = unasked(client, name, { marks: some }).length;
        // A refused call may have had the mark.
        return found <= marks.length - some.length && found >= all - some.length;
      }),
      { numRuns: 30 },
    );
  });

  it('reports nothing from before the guard or our hooks', () => {
    const later = Date.parse('2100-01-01');
    expect(unasked(client, name, { since: later })).toEqual([]);
    expect(unasked(client, name, { guarded: () => later })).toEqual([]);
  });

  it('reports no call that no guard covers', () => {
    const isShell = (event: HookEvent): number | null => (event.tool?.name === 'Bash' ? 0 : null);
    const found = unasked(client, name, { guarded: isShell });
    expect(new Set(found.map(({ tool }) => tool))).toEqual(new Set([shell]));
    expect(unasked(client, name, { guarded: () => null })).toEqual([]);
  });

  it('can be read from the middle of its file', () => {
    const lines = recordedTranscript(client, name).split('\n');
    expect(unasked(client, name, { lines: lines.slice(1) }).length).toBeGreaterThan(0);
  });

  it('may contain anything', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
        unasked(client, name, { lines });
      }),
      { numRuns: 100 },
    );
  });
});

describe('a call of Claude Code', () => {
  const lines = (result: object): string[] =>
    [
      { type: 'assistant', block: { type: 'tool_use', id: 'a', name: 'Bash', input: {} } },
      { type: 'user', block: { type: 'tool_result', tool_use_id: 'a', ...result } },
    ].map(({ type, block }) =>
      JSON.stringify({
        type,
        uuid: type,
        sessionId: 's',
        timestamp: '2026-11-21T10:00:00Z',
        message: { content: [block] },
      }),
    );
  const found = (result: object): number =>
    unasked('claude-code', 'session', { lines: lines(result) }).length;

  it('is reported when its command failed', () => {
    expect(found({ is_error: true, content: 'Exit code 1' })).toBe(1);
  });

  it.each([
    'PreToolUse:Bash hook error: no',
    "The user doesn't want to proceed with this tool use.",
    '<tool_use_error>InputValidationError: command is missing</tool_use_error>',
  ])('is not reported if it never ran: %s', (content) => {
    expect(found({ is_error: true, content })).toBe(0);
  });

  it('is reported once if a forked session repeats it', () => {
    const ids = unasked('claude-code', 'forked').map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
  });
});
