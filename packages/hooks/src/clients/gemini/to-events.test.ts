import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contentDigest } from '@hookloom/core/hook';
import { keepContinuation, sessionDir } from '../../state/state-dir.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { observing } from '../../record/observed.fixture.ts';

const observeGemini = observing('gemini');

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-gemini-'));
  vi.stubEnv('HOOKLOOM_STATE_DIR', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(home, { recursive: true, force: true });
});

const root = '/home/dev/project';
const prompted = (prompt: string): string[] => {
  const payload = { hook_event_name: 'BeforeAgent', session_id: 's1', cwd: root, prompt };
  const { events } = observeGemini(payload, { root, digest: () => contentDigest(prompt) });
  return events.map(({ type, channel }) => `${type} from ${channel}`);
};

it('does not record the text of a stop hook as a person’s words if Gemini CLI sends it again as a prompt', () => {
  keepContinuation(sessionDir(stateDirPath(process.env), 'gemini', root, 's1'), 'Run the tests.');
  expect(prompted('Run the tests.')).toEqual(['hook.user_prompt_submitted from model']);
  expect(prompted('Fix the login.')).toEqual(['transcript.turn from user']);
});
