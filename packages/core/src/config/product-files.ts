/** What the configuration page lists besides the settings: variables of hooks, and files. */

/** The environment of a user's hook, in addition to the client's own variables. */
export const handlerVariables: readonly { name: string; meaning: string }[] = [
  {
    name: 'CLAUDE_PROJECT_DIR',
    meaning:
      "The project's folder, under every client. Your hooks start there, even after the agent's `cd`.",
  },
  { name: 'CODEX_PROJECT_DIR', meaning: 'The same.' },
  {
    name: 'HOOKLOOM_EVENT_CWD',
    meaning:
      "The agent's folder at the event, the same as `cwd` in the payload; the project's folder if the client does not report it.",
  },
  {
    name: 'HOOKLOOM_HOOK_DEPTH',
    meaning: 'Nesting depth of hooks: a hook that starts an agent fires hooks again.',
  },
];

export interface ProductFile {
  path: string;
  meaning: string;
  /** May be deleted at any time, because it can be rebuilt from the log. */
  isDerived: boolean;
}

/** Paths are relative to the workspace; `.eventloom` means the directory of the log. */
export const productFiles: readonly ProductFile[] = [
  {
    path: '~/.hookloom/bin/hookloom-hook',
    meaning:
      'The launcher that settings of clients name: finds Node and the package. If it does not find them, it refuses the calls that a critical guard covers. `hookloom init` writes it.',
    isDerived: true,
  },
  {
    path: '.eventloom/<session>.jsonl',
    meaning: 'The log of a session: one event per line, hash-chained. The source of truth.',
    isDerived: false,
  },
  {
    path: '.eventloom/<session>.head',
    meaning: 'The last event of the log, to detect a truncated log.',
    isDerived: false,
  },
  {
    path: '.eventloom/__refs__.jsonl',
    meaning: 'The log of refs such as `refs/heads/main`.',
    isDerived: false,
  },
  {
    path: '.eventloom/inbox/',
    meaning:
      'Events that could not be appended in time (lock, disk space); the next writer appends them.',
    isDerived: false,
  },
  {
    path: '.eventloom/<session>.verified',
    meaning: 'Position up to which the log was verified, for `verify --incremental`.',
    isDerived: true,
  },
  {
    path: '.eventloom/<session>.index',
    meaning: 'Positions of events in the log, for reading from the middle.',
    isDerived: true,
  },
  {
    path: '.eventloom/projections/',
    meaning: 'The memory: a projection of the log.',
    isDerived: true,
  },
  {
    path: '.eventloom/runtime/',
    meaning: 'Locks, seen deliveries, state of the reminders, installed entries.',
    isDerived: false,
  },
  {
    path: '.claude/settings.local.json',
    meaning: 'Claude Code: hook groups added by `init` and `hooks`.',
    isDerived: false,
  },
  { path: '.mcp.json', meaning: 'Server entry added by `init`.', isDerived: false },
];
