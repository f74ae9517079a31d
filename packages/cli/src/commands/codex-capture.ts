import { captureOptions } from '../capture/capture-options.ts';
import { runCapture } from '../capture/run-capture.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions, text } from '../command/options.ts';

export const command = defineCommand({
  name: 'codex-capture',
  summary: 'Take the session files of Codex into the log of this workspace, once.',
  description:
    'What was read is remembered, and each record goes into the log once, also where a hook has told of it. Thinking, system reminders and private text are left out, secrets are masked.',
  arguments: {},
  options: {
    codexHome: text(
      '--codex-home <dir>',
      'the folder of Codex (default: CODEX_HOME, else ~/.codex)',
    ),
    ...captureOptions,
    ...memoryOptions,
  },
  examples: [
    { command: 'hookloom codex-capture', does: 'take in what is new' },
    { command: 'hookloom codex-capture --watch --graph', does: 'go on, and project at once' },
  ],
  run: ({ options: { codexHome: home, ...options }, context }) =>
    runCapture(context, { client: 'codex', home, ...options }),
});
