import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  linesOf,
  recordedTranscript,
  recordsOf,
} from '../../../transcript/transcript.fixture.ts';

const recorded = (name: string) =>
  recordsOf('copilot', linesOf(recordedTranscript('copilot', name)));

describe('a session file of Copilot', () => {
  it('does not attribute the text of a stop hook to the user', () => {
    const turns = recorded('continued').filter(({ kind }) => kind.endsWith('_turn'));
    expect(turns.map((turn) => [turn.kind, 'text' in turn ? turn.text : ''])).toEqual([
      ['user_turn', 'Please do the demo.'],
      ['assistant_turn', 'Listing files.'],
      ['assistant_turn', 'All done.'],
      ['assistant_turn', 'The tests pass.'],
    ]);
    expect(new Set(turns.map(({ turnId }) => turnId)).size).toBe(1);
  });

  it('names the subagent of a call, and omits the task from the model', () => {
    const records = recorded('subagent');
    const calls = records.filter(({ kind }) => kind === 'tool_call');
    expect(calls.filter(({ agentId }) => agentId !== null)).toHaveLength(1);
    const said = records.flatMap((one) => ('text' in one ? [one.text] : []));
    expect(said).toEqual([
      'Fix the failing test',
      'I will look at it.',
      'All done.',
      'The tests pass.',
    ]);
  });

  it('reports a compaction with its summary', () => {
    const events = eventsOf('copilot', recorded('subagent'));
    expect(events.filter(({ type }) => type.startsWith('compaction'))).toEqual([
      expect.objectContaining({
        type: 'compaction.completed',
        payload: expect.objectContaining({
          trigger: 'auto',
          summary: 'STAND-IN-SUMMARY: the user asked for a demonstration.',
        }),
      }),
    ]);
  });
});
