import { captureOptions } from '../capture/capture-options.ts';
import { runCapture } from '../capture/run-capture.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions, text } from '../command/options.ts';

export const command = defineCommand({
  name: 'copilot-capture',
  summary: 'Read the session files of Copilot CLI into the log of this workspace, once.',
  description:
    'It continues where the last run ended. Each record goes into the log once, even if a hook has reported it already. Thinking, system reminders and private text are left out, secrets are masked.',
  arguments: {},
  options: {
    copilotHome: text('--copilot-home <dir>', 'the folder of Copilot CLI (default: ~/.copilot)'),
    ...captureOptions,
    ...memoryOptions,
  },
  examples: [
    { command: 'hookloom copilot-capture', does: 'read what is new' },
    {
      command: 'hookloom copilot-capture --watch --graph',
      does: 'keep watching, and project at once',
    },
  ],
  run: ({ options: { copilotHome: home, ...options }, context }) =>
    runCapture(context, { client: 'copilot', home, ...options }),
});
