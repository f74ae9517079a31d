import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { definition as copilot } from './definition.ts';
import { withLastMessage } from './last-message.ts';

const AT = Date.UTC(2026, 10, 22, 8);
let home: string;
let file: string;
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-copilot-')));
  file = path.join(home, 'session-state/s1/events.jsonl');
  fs.mkdirSync(path.dirname(file), { recursive: true });
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const line = (type: string, data: object, more: object = {}): string =>
  `${JSON.stringify({ type, data, ...more })}\n`;
const said = (content: string): string =>
  line('assistant.message', { content, originatingMessageId: 'm1' });
const stopping = line('hook.start', { hookType: 'agentStop', input: { timestamp: AT } });

function lastMessage(transcriptPath = file): [string | null, string | null] {
  const payload = { sessionId: 's1', timestamp: AT, transcriptPath, stopReason: 'end_turn' };
  const event = copilot.parse(payload, { nowMs: AT, raw: '', nativeEvent: 'agentStop' });
  const { last_assistant_message, turn_id } = withLastMessage(event);
  return [last_assistant_message, turn_id];
}

it('reads the last message of a turn from the session file, with its prompt', () => {
  fs.writeFileSync(file, said('Let me look.') + said('All done.') + stopping);
  expect(lastMessage()).toEqual(['All done.', 'm1']);
});

it('ignores messages of an earlier turn or of a subagent', () => {
  fs.writeFileSync(file, said('An earlier turn.'));
  expect(lastMessage()).toEqual([null, null]);
  const ofAgent = line('assistant.message', { content: 'sub' }, { agentId: 'a' });
  fs.writeFileSync(file, said('All done.') + ofAgent + stopping + said('The next turn.'));
  expect(lastMessage()).toEqual(['All done.', 'm1']);
});

it('reads no other file, and follows no link', () => {
  const other = path.join(home, 'events.jsonl');
  fs.writeFileSync(other, said('Not yours.') + stopping);
  expect(lastMessage(other)).toEqual([null, null]);
  fs.symlinkSync(other, file);
  expect(lastMessage()).toEqual([null, null]);
});
