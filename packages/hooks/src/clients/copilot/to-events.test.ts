import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contentDigest } from '@hookloom/core/hook';
import { keepContinuation, sessionDir } from '../../state/state-dir.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { observing } from '../../record/observed.fixture.ts';
import { RECORDED } from './recorded.fixture.ts';

const observeCopilot = observing('copilot');

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-copilot-'));
  vi.stubEnv('HOOKLOOM_STATE_DIR', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(home, { recursive: true, force: true });
});

const root = '/home/dev/project';
const seen = (name: string) => {
  const { payload, nativeEvent } = RECORDED.find((one) => one.name === name)!;
  const digest = (): string => contentDigest(name);
  return observeCopilot(payload, { root, digest, ...(nativeEvent && { nativeEvent }) });
};
const told = (name: string): string[] =>
  seen(name).events.map(({ type, channel }) => `${type} from ${channel}`);

it('does not record the text of a stop hook, which Copilot sends again as a prompt, as the user’s', () => {
  expect(told('userPromptSubmitted.continued')).toEqual(['transcript.turn from user']);
  const { sessionId } = seen('userPromptSubmitted');
  keepContinuation(
    sessionDir(stateDirPath(process.env), 'copilot', root, sessionId),
    'Run the tests.',
  );
  expect(told('userPromptSubmitted.continued')).toEqual(['hook.user_prompt_submitted from model']);
  expect(told('userPromptSubmitted')).toEqual(['transcript.turn from user']);
  expect(told('userPromptSubmitted.subagent')).toEqual(['hook.user_prompt_submitted from model']);
});

it('records a command with its exit status and without the line that Copilot adds', () => {
  const command = seen('postToolUse.bash.failed').events.find(
    ({ type }) => type === 'command.completed',
  );
  expect(command?.payload).toMatchObject({ exit_code: 3, outcome: 'failed' });
  expect(JSON.stringify(command?.payload)).not.toContain('shellId');
});

it('records the end of a subagent once, and not as the end of the session’s turn', () => {
  expect(told('agentStop.subagent')).toEqual(['hook.agent_stop from tool']);
  expect(told('subagentStop')).toEqual(['subagent.completed from model']);
});
