/** The triggers of `hook-event` (docs/reference/cli.md). */

interface Trigger {
  /** The event that is appended. */
  type: string;
  kind: 'lifecycle' | 'command' | 'file-edit' | 'tool-call' | 'transcript-turn';
  /** Required flags. */
  required: readonly string[];
}

function lifecycle(type: string): Trigger {
  return { type, kind: 'lifecycle', required: [] };
}

export const TRIGGERS: Record<string, Trigger> = {
  'session-start': lifecycle('hook.session_started'),
  resume: lifecycle('hook.resumed'),
  'session-resumed': lifecycle('hook.session_resumed'),
  stop: lifecycle('hook.stop'),
  precompact: lifecycle('hook.precompact'),
  checkpoint: lifecycle('hook.checkpoint'),
  heartbeat: lifecycle('hook.heartbeat'),
  'user-prompt-submit': lifecycle('hook.user_prompt_submitted'),
  command: { type: 'command.completed', kind: 'command', required: ['command', 'exit-code'] },
  'file-edit': { type: 'file.edit.applied', kind: 'file-edit', required: ['path'] },
  'tool-call': { type: 'tool.call.completed', kind: 'tool-call', required: ['tool-name'] },
  'transcript-turn': {
    type: 'transcript.turn',
    kind: 'transcript-turn',
    required: ['role', 'content'],
  },
};

const ALIASES: Record<string, string> = { start: 'session-start' };

/** The canonical spelling of the trigger, or null: case does not count, `_` is `-`. */
export function triggerName(text: string): string | null {
  const name = text.trim().toLowerCase().replaceAll('_', '-');
  const known = Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
  return Object.hasOwn(TRIGGERS, known) ? known : null;
}
