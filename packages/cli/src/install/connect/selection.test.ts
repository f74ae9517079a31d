import { PLACES, type FoundProgram, type Program } from '@hookloom/hooks/clients';
import { expect, test } from 'vitest';
import { select, type SelectionRequest } from './selection.ts';

const found = (...programs: Program[]): FoundProgram[] =>
  programs.map((program) => ({
    program,
    label: PLACES[program].label,
    executable: `/bin/${program}`,
    used: false,
  }));
const nothing: SelectionRequest = {
  preset: undefined,
  hookClient: undefined,
  mcpClient: undefined,
  found: [],
};
const both = (client: string) => ({ client, hooks: true, mcp: true });

test('a preset selects its client whether it is installed or not, without asking', () => {
  expect(select({ ...nothing, preset: 'local-codex' })).toEqual({
    clients: [both('codex')],
    isGuess: false,
    notes: [],
  });
});

test('without options it selects the clients that were found, and asks the person', () => {
  expect(select({ ...nothing, found: found('gemini', 'codex') })).toEqual({
    clients: [both('codex'), both('gemini')],
    isGuess: true,
    notes: [],
  });
});

test('a client that also runs Claude Code’s hooks gets none of its own beside them', () => {
  const { clients, notes } = select({ ...nothing, found: found('claude-code', 'cursor') });
  expect(clients).toEqual([both('claude-code'), { client: 'cursor', hooks: false, mcp: true }]);
  expect(notes).toEqual([expect.stringContaining('Cursor also runs the hooks')]);
  expect(select({ ...nothing, found: found('cursor') }).clients).toEqual([both('cursor')]);
});

test('names a program without hooks together with the command that connects it', () => {
  const { notes } = select({ ...nothing, found: found('codex', 'claude-desktop') });
  expect(notes).toEqual([expect.stringContaining('hookloom ide-config claude-desktop')]);
});

test('an option overrides that part of the preset', () => {
  const { clients } = select({ ...nothing, preset: 'local-claude', mcpClient: 'none' });
  expect(clients).toEqual([{ client: 'claude-code', hooks: true, mcp: false }]);
  expect(select({ ...nothing, hookClient: 'cursor', mcpClient: 'codex' }).clients).toEqual([
    { client: 'codex', hooks: false, mcp: true },
    { client: 'cursor', hooks: true, mcp: false },
  ]);
});

test('lists the presets when no client is found or named', () => {
  expect(() => select(nothing)).toThrow('No supported client');
  expect(() =>
    select({ ...nothing, preset: 'local-claude', hookClient: 'none', mcpClient: 'none' }),
  ).toThrow();
});
