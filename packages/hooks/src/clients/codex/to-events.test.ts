import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readerOf } from '../../record/reader-of.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'codex-status-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** The recorded events of a command whose end is in the session file. */
function recorded(exitCode: number | null) {
  const file = path.join(folder, 'rollout.jsonl');
  const item = { type: 'CommandExecution', id: 'call_1', exit_code: exitCode };
  fs.writeFileSync(file, `${JSON.stringify({ payload: { type: 'item_completed', item } })}\n`);
  const payload = {
    session_id: 's1',
    turn_id: 't1',
    transcript_path: file,
    cwd: folder,
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: 'call_1',
    tool_input: { command: 'npm test' },
    tool_response: '3 tests',
  };
  const { parse, toEvents } = readerOf('codex');
  const event = parse(payload, { nowMs: 1, raw: '', nativeEvent: 'PostToolUse' });
  const { events } = toEvents(event, { root: folder, digest: () => 'digest' });
  return events.find(({ type }) => type === 'command.completed')?.payload;
}

describe('a command under Codex', () => {
  it('is recorded with the exit status from the session file', () => {
    expect(recorded(0)).toMatchObject({ exit_code: 0, outcome: 'passed' });
    expect(recorded(2)).toMatchObject({ exit_code: 2, outcome: 'failed' });
  });

  it('has an unknown outcome if the file does not contain it', () => {
    expect(recorded(null)).toMatchObject({ exit_code: null, outcome: 'unknown' });
  });
});
