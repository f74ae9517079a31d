/** The first words of a session that is started with a packet of context. Pure. */
import type { ClientStart } from './client.ts';

/** A task that begins with a dash is not an option of the client. */
export function asPrompt(task: string | undefined): string[] {
  return task === undefined ? [] : [task.startsWith('-') ? ` ${task}` : task];
}

const NO_TASK = 'Make the first call that the packet names and report the state of this project.';

/**
 * Without tags, the packet would be recorded as the user's words in every session. Between private tags, it reaches the
 * model but not the log. The task after it is the user's text.
 */
export function asFirstPrompt(packet: string, task = NO_TASK): string {
  const untagged = packet.replaceAll(/<(\/?)private/gi, '($1private');
  return `<private>\n${untagged.trim()}\n</private>\n\n${task}`;
}

/** Gemini CLI and its forks. */
export const promptInteractive: ClientStart['args'] = ({ packet, task, rest }) => ({
  args: ['--prompt-interactive', asFirstPrompt(packet, task), ...rest],
  packet: 'prompt',
});
