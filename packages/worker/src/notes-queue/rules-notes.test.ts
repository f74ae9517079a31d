import type { ToolWork, TurnWork } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { command, edit, failing, work } from '../summarizers/rules/work.fixture.ts';
import { rulesNotes } from './rules-notes.ts';

const turn: TurnWork = {
  id: 'turn:1',
  covers: ['evt_stop'],
  sessionId: 'c1',
  promptNumber: 1,
  at: '2026-03-01T10:00:00.000Z',
  request: 'Look around',
  lastWords: null,
  client: 'claude-code',
  channel: 'tool',
  work: [],
};
function notesOf(items: ToolWork[], of: TurnWork | null = { ...turn, work: items }) {
  const events = rulesNotes({ work: items, turn: of, earlier: [] } as never);
  return events.map(({ payload }) => [payload['title'] ?? null, payload['covers']]);
}

test.each([
  ['a search that names nothing', work({ tool: 'Grep', result: '2 lines' })],
  ['a file without a name', work({ tool: 'Read' })],
  ['an edit without a file', edit('a file')],
  ['a call without a result', work({ tool: 'EnterWorktree' })],
  ['a command that only prints', command('echo --- && cd app')],
])('%s gets no note: the summary of its turn covers it', (_, item) => {
  expect(notesOf([item])).toEqual([[null, ['evt_stop', ...item.covers]]]);
  expect(notesOf([item], null)).toHaveLength(1);
});

test('what failed, and a search for something, get their notes', () => {
  const titleOf = (item: ToolWork) => notesOf([item])[0]![0];
  expect(titleOf(failing('echo x; exit 3', 'no'))).toBe('Failed: Ran echo x; exit 3');
  expect(titleOf(work({ tool: 'Grep', target: 'login in src' }))).toBe('Searched: login in src');
});

test('the summary of a turn does not repeat a text of the client as a prompt', () => {
  const interrupted = { ...turn, request: '[Request interrupted by user for tool use]' };
  const [event] = rulesNotes({ work: [], turn: interrupted, earlier: [] } as never);
  expect(event!.payload['request']).toBeUndefined();
});
