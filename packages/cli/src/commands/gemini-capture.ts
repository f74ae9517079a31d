import { captureOptions } from '../capture/capture-options.ts';
import { runCapture } from '../capture/run-capture.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions, text } from '../command/options.ts';

export const command = defineCommand({
  name: 'gemini-capture',
  summary: 'Take the session files of Gemini CLI into the log of this workspace, once.',
  description:
    'What was read is remembered, and each record goes into the log once, also where a hook has told of it. Thinking, system reminders and private text are left out, secrets are masked.',
  arguments: {},
  options: {
    geminiHome: text('--gemini-home <dir>', 'the folder of Gemini CLI (default: ~/.gemini)'),
    ...captureOptions,
    ...memoryOptions,
  },
  examples: [
    { command: 'hookloom gemini-capture', does: 'take in what is new' },
    { command: 'hookloom gemini-capture --watch --graph', does: 'go on, and project at once' },
  ],
  run: ({ options: { geminiHome: home, ...options }, context }) =>
    runCapture(context, { client: 'gemini', home, ...options }),
});
