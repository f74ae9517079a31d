import { captureOptions } from '../capture/capture-options.ts';
import { runCapture } from '../capture/run-capture.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions, text } from '../command/options.ts';

export const command = defineCommand({
  name: 'claude-capture',
  summary: 'Take the session files of Claude Code into the log of this workspace, once.',
  description:
    'What was read is remembered, and each record goes into the log once, also where a hook has told of it. Thinking, system reminders and private text are left out, secrets are masked.',
  arguments: {},
  options: {
    claudeHome: text(
      '--claude-home <dir>',
      'the folder of Claude Code (default: CLAUDE_CONFIG_DIR, else ~/.claude)',
    ),
    ...captureOptions,
    ...memoryOptions,
  },
  examples: [
    { command: 'hookloom claude-capture', does: 'take in what is new' },
    { command: 'hookloom claude-capture --watch --graph', does: 'go on, and project at once' },
  ],
  run: ({ options: { claudeHome: home, ...options }, context }) =>
    runCapture(context, { client: 'claude-code', home, ...options }),
});
