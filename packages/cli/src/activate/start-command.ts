/** How each client is started with a packet (found with the real clients' own --help, and in what then reached the model). Pure. */

export const ACTIVATE_CLIENTS = ['claude-code', 'codex', 'gemini', 'cursor'] as const;
export type ActivateClient = (typeof ACTIVATE_CLIENTS)[number];

export interface StartRequest {
  /** What the session should know at its start. */
  packet: string;
  task?: string | undefined;
  /** Further words for the client, behind ours. */
  rest: readonly string[];
  /** Codex: the user has instructions of their own under the key that would be ours. */
  ownInstructions: boolean;
}

export interface StartCommand {
  /** What is looked for on the PATH. */
  executable: string;
  args: string[];
  /** `system`: beside the client's own instructions. `prompt`: as the first words. `paste`: the client takes none. */
  packet: 'system' | 'prompt' | 'paste';
}

/** Codex reads the value as TOML; what JSON escapes, TOML reads back. */
const codexInstructions = (packet: string): string[] => [
  '-c',
  `developer_instructions=${JSON.stringify(packet)}`,
];

const STARTS: Record<ActivateClient, (request: StartRequest) => StartCommand> = {
  'claude-code': ({ packet, task, rest }) => ({
    executable: 'claude',
    // The task comes first: an option that takes several words would swallow it.
    args: ['--append-system-prompt', packet, ...asPrompt(task), ...rest],
    packet: 'system',
  }),
  // Behind the rest, whose first word may be a command such as `exec`.
  codex: ({ packet, task, rest, ownInstructions }) =>
    ownInstructions
      ? { executable: 'codex', args: [...rest, asFirstPrompt(packet, task)], packet: 'prompt' }
      : {
          executable: 'codex',
          args: [...codexInstructions(packet), ...rest, ...asPrompt(task)],
          packet: 'system',
        },
  gemini: ({ packet, task, rest }) => ({
    executable: 'gemini',
    args: ['--prompt-interactive', asFirstPrompt(packet, task), ...rest],
    packet: 'prompt',
  }),
  cursor: ({ rest }) => ({ executable: 'cursor', args: [...rest, '.'], packet: 'paste' }),
};

/**
 * The command that starts a client with a packet.
 *
 * @example startCommand('claude-code', { packet: '# Memory Bootstrap', rest: [], ownInstructions: false }).args
 * // → ['--append-system-prompt', '# Memory Bootstrap']
 */
export function startCommand(client: ActivateClient, request: StartRequest): StartCommand {
  return STARTS[client](request);
}

/** A task that begins with a dash is no option of the client. */
function asPrompt(task: string | undefined): string[] {
  return task === undefined ? [] : [task.startsWith('-') ? ` ${task}` : task];
}

const NO_TASK = 'Make the first call that the packet names and report the state of this project.';

/**
 * As the user's words the packet would be recorded as theirs, in every session again. Between private tags it reaches
 * the model and not the log; the task after it is what the user said.
 */
function asFirstPrompt(packet: string, task = NO_TASK): string {
  const untagged = packet.replaceAll(/<(\/?)private/gi, '($1private');
  return `<private>\n${untagged.trim()}\n</private>\n\n${task}`;
}
