/** What the hook language reference says about each key. A missing key does not compile. */
import type { TOML_ANSWER_FIELDS, TOML_OPTIONS } from '@hookloom/hooks/clients';

type Row = readonly [type: string, fallback: string, says: string];

export const OPTION_WORDS: Record<(typeof TOML_OPTIONS)[number], Row> = {
  command: [
    'text or list of texts',
    'required',
    'What to start. A text goes to the shell: `sh -c` on Linux and macOS, `cmd /C` on Windows. A list starts the program directly, without a shell.',
  ],
  timeout: [
    'number of seconds',
    '600',
    'After this time, the hook and every process it started are stopped.',
  ],
  matcher: [
    'pattern',
    '`"*"`',
    'Which events of that name start the hook. See [Matchers](#matchers).',
  ],
  async: [
    'true or false',
    'false',
    'Start it and do not wait. Its decision does not count. A `context` or a `system_message` is sent with the next event that supports it. The hook can run longer than the session.',
  ],
  once: ['true or false', 'false', 'Run it once in a session, even if the event fires again.'],
  status_message: [
    'text',
    'none',
    'A text to show while the hook runs. No client shows it for a hook that Hookloom runs, so `hooks run` and the log report it as lost.',
  ],
  critical: [
    'true or false',
    'false',
    'A guard: the call is refused if the hook does not start, fails, times out, prints an invalid answer, or was changed since you reviewed it. Has no effect together with `async`.',
  ],
};

export const ANSWER_WORDS: Record<(typeof TOML_ANSWER_FIELDS)[number], Row> = {
  decision: [
    '`proceed`, `block`, `modify`',
    '`proceed`',
    '`proceed` is no opinion: it never approves a call that your settings would ask about. `block` refuses, on events that can be blocked; on `stop` it sends the agent back to work. `modify` replaces the input before a tool call, or the output after it. `allow` and `ask` are accepted before a tool call and for a permission.',
  ],
  reason: ['text', 'a general text', 'The reason. With a block, the model receives it.'],
  content: [
    'text',
    'none',
    'With `modify`: the new command of a shell call, the new output, or the whole new input as JSON.',
  ],
  system_message: [
    'text',
    'none',
    'Shown to the person, never to the model. If several hooks send messages, all are shown.',
  ],
  suppress_output: ['true or false', 'false', 'Ask the client not to show the output of the tool.'],
  stop_reason: [
    'text',
    'none',
    'On `stop` and `subagent_stop`: why the turn ends. Shown to the person as a message. With `block` and no `reason`, it is the next instruction for the agent.',
  ],
  trigger_action: [
    'text',
    'none',
    'An action for your own client. Clients that use the neutral format (`hookloom hook generic`) receive it. For other clients it is reported as lost.',
  ],
};

export const VARIABLE_WORDS: Record<string, string> = {
  CLAUDE_PROJECT_DIR: 'Folder of the project, absolute. Hooks start there.',
  CODEX_PROJECT_DIR: 'The same folder.',
  HOOKLOOM_EVENT_CWD: "The agent's own folder when the event fired.",
  HOOKLOOM_HOOK_DEPTH:
    'Nesting depth of hooks. A hook that starts an agent fires hooks again; at depth 3, no more hooks start.',
  CLAUDE_ENV_FILE:
    'On `session_start` only: a separate file for each hook, to set variables for the session. See [Variables](#variables-for-the-session).',
};

export const LAYER_WORDS: Record<string, string> = {
  managed: 'set by an administrator; counts when only root can write it',
  user: 'yours, in every project',
  project: 'part of the project; runs after `hookloom hooks trust`',
  local: 'yours, in this project only; runs after `hookloom hooks trust`',
};

export const ENGINE_WORDS: Record<string, readonly [fallback: string, says: string]> = {
  dialects: [
    'all',
    'Languages whose hooks run: `toml`, `claude`, `codex`, `gemini`. It turns the others off in its own layer and below.',
  ],
  ask_fallback: [
    '`"deny"`',
    'What to do with an `ask` if the client cannot ask: `"deny"` refuses, `"none"` gives no answer.',
  ],
  rewrite_env: [
    'false',
    'Add variables of `session_start` hooks to shell commands, under clients that accept no variables.',
  ],
  allowed_env: ['`[]`', 'Names that hooks can set even though they decide which programs run.'],
};
