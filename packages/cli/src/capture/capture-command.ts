/** The commands `claude-capture`, `codex-capture` and so on: one for each client that writes session files. */
import { defineCommand } from '../command/definition.ts';
import { memoryOptions, text } from '../command/options.ts';
import { captureOptions } from './capture-options.ts';
import { runCapture, type RunCapture } from './run-capture.ts';

const shared = { ...captureOptions, ...memoryOptions };

/**
 * @param word The first part of the command's name, and of the option for the client's folder.
 * @param folder The default folder, for the help.
 */
export function captureCommand(
  client: RunCapture['client'],
  { word, label, folder }: { word: string; label: string; folder: string },
) {
  const name = `${word}-capture`;
  const ofHome = `${word}Home`;
  const home = text(`--${word}-home <dir>`, `the folder of ${label} (default: ${folder})`);
  return defineCommand({
    name,
    summary: `Read the session files of ${label} into the log of this workspace, once.`,
    description:
      'Continues where the last run ended. Each record is added once, even if a hook already recorded it. Thinking, system reminders and private text are left out, and secrets are masked.',
    arguments: {},
    options: { [ofHome]: home, ...shared },
    examples: {
      [`hookloom ${name}`]: 'read what is new',
      [`hookloom ${name} --watch --graph`]: 'keep watching, and update the memory at once',
    },
    run: ({ options, context }) => {
      const named = (options as Record<string, unknown>)[ofHome] as string | undefined;
      return runCapture(context, { ...options, client, home: named });
    },
  });
}
