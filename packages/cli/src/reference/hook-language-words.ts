/** What the reference of the hook language says about each word. A word that the code knows and this does not, fails to compile. */
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
    'After that time the hook and everything it started are ended.',
  ],
  matcher: [
    'pattern',
    '`"*"`',
    'Which events of that name start the hook. See [Matchers](#matchers).',
  ],
  async: [
    'true or false',
    'false',
    'Start it and do not wait. Its decision does not count; a `context` or a `system_message` is handed over at the next event that can carry it. It may outlive the session.',
  ],
  once: ['true or false', 'false', 'Run it once in a session, even if the event fires again.'],
  status_message: [
    'text',
    'none',
    'A text to show while the hook runs. It is read, and `hooks run` and the log name it as lost: no client shows a text for a hook that Hookloom runs.',
  ],
  critical: [
    'true or false',
    'false',
    'A guard: if it cannot do its work (it does not start, fails, takes too long, prints something unreadable, or was changed since you reviewed it), the call is refused. Has no effect together with `async`.',
  ],
};

export const ANSWER_WORDS: Record<(typeof TOML_ANSWER_FIELDS)[number], Row> = {
  decision: [
    '`proceed`, `block`, `modify`',
    '`proceed`',
    '`proceed` is no opinion: it never approves a call that your settings would ask about. `block` refuses, on events that can be blocked; on `stop` it sends the agent back to work. `modify` replaces the input before a tool call, or the output after it. `allow` and `ask` are understood before a tool call and for a permission.',
  ],
  reason: ['text', 'a general text', 'Why. With a block the model reads it.'],
  content: [
    'text',
    'none',
    'With `modify`: the new command of a shell call, the new output, or the whole new input as JSON.',
  ],
  system_message: [
    'text',
    'none',
    'Shown to the person, never to the model. Messages of several hooks are all shown.',
  ],
  suppress_output: ['true or false', 'false', 'Ask the client not to show the output of the tool.'],
  stop_reason: [
    'text',
    'none',
    'On `stop` and `subagent_stop`: why the turn ends. Shown to the person as a message. With `block` and no `reason` it is what the agent does next.',
  ],
  trigger_action: [
    'text',
    'none',
    'An action that your own client shall take. Clients that speak the neutral form (`hookloom hook generic`) get it; the others have no such action, and it is named as lost.',
  ],
};

export const VARIABLE_WORDS: Record<string, string> = {
  CLAUDE_PROJECT_DIR: 'Folder of the project, absolute. Hooks start there.',
  CODEX_PROJECT_DIR: 'The same folder.',
  HOOKLOOM_EVENT_CWD: "The agent's own folder when the event fired.",
  HOOKLOOM_HOOK_DEPTH:
    'How many hooks are around this one. A hook that starts an agent fires hooks again; at 3 no more are started.',
  CLAUDE_ENV_FILE:
    'On `session_start` only: a file of its own for each hook, to set variables for the session. See [Variables](#variables-for-the-session).',
};

export const LAYER_WORDS: Record<string, string> = {
  managed: 'set by an administrator; counts when only root can write it',
  user: 'yours, in every project',
  project: 'part of the project; runs after `hookloom hooks trust`',
  local: 'yours, in this project alone; runs after `hookloom hooks trust`',
};

export const ENGINE_WORDS: Record<string, readonly [fallback: string, says: string]> = {
  dialects: [
    'all',
    'Languages whose hooks run: `toml`, `claude`, `codex`, `gemini`. It switches the others off in its own layer and below.',
  ],
  ask_fallback: [
    '`"deny"`',
    'What becomes of an `ask` where the client cannot ask: `"deny"` refuses, `"none"` says nothing.',
  ],
  rewrite_env: [
    'false',
    'Put variables of `session_start` hooks before shell commands, under clients that take no variables.',
  ],
  allowed_env: ['`[]`', 'Names that hooks may set although they decide which programs run.'],
};
