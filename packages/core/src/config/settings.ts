/** Every environment variable and file of the product, as data: the configuration page is made from it. */

import { remoteVariables } from './remote-variables.ts';
import { storeVariables } from './store-variables.ts';

export interface EnvironmentVariable {
  name: string;
  /** The documented default, as a reader sees it. */
  defaultValue: string;
  meaning: string;
  /** The flag that goes before it, where there is one. */
  flag?: string;
}

export const environmentVariables: readonly EnvironmentVariable[] = [
  {
    name: 'EVENTLOOM_PATH',
    defaultValue: '`.eventloom` in the current folder',
    meaning: 'Directory of the log.',
    flag: '--eventloom-path',
  },
  {
    name: 'EVENTLOOM_THREAD',
    defaultValue: '`<domain>-default`',
    meaning: 'Session to use if you name none.',
    flag: '--session-id',
  },
  {
    name: 'ZAXY_DOMAIN',
    defaultValue: 'name of the current folder',
    meaning: 'Name of the workspace. The default session is named after it.',
    flag: '--domain',
  },
  ...storeVariables,
  {
    name: 'MCP_TOOL_PROFILE',
    defaultValue: '`core`',
    meaning: 'Tools that the server lists: `core` or `full`. Every tool can be called by its name.',
    flag: '--profile',
  },
  {
    name: 'MCP_LIFECYCLE_CAPTURE_ENABLED',
    defaultValue: '`true`',
    meaning: '`false` stops the server from recording its own tool calls and its end.',
  },
  {
    name: 'MCP_ADMIN_TOKEN_FILE',
    defaultValue: 'none',
    meaning:
      'File (mode 0600) with the token that admin tools ask for. Preferred over the variable.',
  },
  {
    name: 'MCP_ADMIN_TOKEN',
    defaultValue: 'none',
    meaning: 'The token itself. Never put it into a file that is committed.',
  },
  ...remoteVariables,
  {
    name: 'RETRIEVAL_FUZZY',
    defaultValue: '`encoder`',
    meaning:
      'The memory also finds texts that say the same in other words, by the sentence encoder of the package `@hookloom/encoder-en` (English; no runtime, no network). Without the package, or with `off`, search uses words only.',
  },
  {
    name: 'RETRIEVAL_PROFILE',
    defaultValue: '`cognitive`',
    meaning:
      '`local_fast` and `local_sota` rank without the usage of a row; `cognitive` and `custom` include it.',
  },
  {
    name: 'QUERY_SCORING_PROFILE',
    defaultValue: '`balanced`',
    meaning: 'How candidates are weighed: `balanced`, `precision`, `recall` or `temporal`.',
  },
  {
    name: 'RETENTION_POLICY',
    defaultValue: '`none`',
    meaning: '`filter_expired` leaves out expired facts; `decay` ranks old facts lower.',
  },
  {
    name: 'EMBEDDING_MODEL',
    defaultValue: 'none',
    meaning:
      'Name of your own model behind an OpenAI-compatible endpoint, such as `nomic-embed-text`. Overrides `RETRIEVAL_FUZZY`.',
  },
  {
    name: 'EMBEDDING_BASE_URL',
    defaultValue: '`http://127.0.0.1:11434/v1`',
    meaning: 'Address of that endpoint; `/embeddings` is added.',
  },
  {
    name: 'EMBEDDING_ALLOW_REMOTE',
    defaultValue: '`false`',
    meaning:
      '`true` lets recorded text be sent to an endpoint on another machine, over https only.',
  },
  {
    name: 'EMBEDDING_API_KEY_FILE',
    defaultValue: 'none',
    meaning: 'File (mode 0600) with the key of the endpoint. Preferred over the variable.',
  },
  {
    name: 'EMBEDDING_API_KEY',
    defaultValue: 'none',
    meaning: 'The key itself. Never put it into a file that is committed.',
  },
  {
    name: 'EMBEDDING_TIMEOUT_MS',
    defaultValue: '`10000`',
    meaning: 'Milliseconds one request may take. A question waits 2 seconds at most.',
  },
  {
    name: 'EMBEDDING_MODEL_DIR',
    defaultValue: 'none',
    meaning:
      'Absolute path of a folder with the ONNX export of a sentence encoder (`model.onnx`, `tokenizer.json`, `config.json`), instead of an endpoint. Its `node_modules` contain your ONNX runtime.',
  },
  {
    name: 'EMBEDDING_RUNTIME_DIR',
    defaultValue: 'the folder of the model',
    meaning:
      'Absolute path of a folder whose `node_modules` contain `onnxruntime-node` or `onnxruntime-web`. This code is run.',
  },
  {
    name: 'RERANKER_MODEL_DIR',
    defaultValue: 'none',
    meaning:
      'Absolute path of a folder with the ONNX export of a cross-encoder (the same files as for `EMBEDDING_MODEL_DIR`). It reorders the best 50 rows of each question.',
  },
  {
    name: 'RERANKER_RUNTIME_DIR',
    defaultValue: 'the folder of the cross-encoder',
    meaning: 'As `EMBEDDING_RUNTIME_DIR`, for the cross-encoder.',
  },
  {
    name: 'HOOKLOOM_NOTES_PROVIDER',
    defaultValue: '`rules`',
    meaning:
      'Providers that write the notes, tried in this order: a list of `anthropic`, `openai-compatible`, `gemini`, `claude-agent-sdk`. If none is available, rules write them.',
  },
  {
    name: 'HOOKLOOM_NOTES_DAILY_TOKENS',
    defaultValue: '`0`',
    meaning:
      'Tokens a day that models may use for notes, input and output, over all workspaces. `0`: no model is ever called.',
  },
  {
    name: 'HOOKLOOM_NOTES_DAILY_USD',
    defaultValue: '`0`',
    meaning: 'US dollars a day that models may cost. `0`: only free models.',
  },
  {
    name: 'HOOKLOOM_NOTES_ALLOW_REMOTE',
    defaultValue: '`false`',
    meaning: '`true` lets recorded work be sent to a model on another machine, over https only.',
  },
  {
    name: 'HOOKLOOM_NOTES_TIMEOUT_MS',
    defaultValue: '`30000`',
    meaning: 'Milliseconds one request to a model may take.',
  },
  {
    name: 'HOOKLOOM_NOTES_ANTHROPIC_MODEL',
    defaultValue: 'none',
    meaning:
      'Model of the Messages API. The key is `ANTHROPIC_API_KEY_FILE` (mode 0600) or `ANTHROPIC_API_KEY`.',
  },
  {
    name: 'HOOKLOOM_NOTES_OPENAI_MODEL',
    defaultValue: 'none',
    meaning:
      'Model behind an OpenAI-compatible address. The key is `OPENAI_API_KEY_FILE` or `OPENAI_API_KEY`; local servers need none.',
  },
  {
    name: 'HOOKLOOM_NOTES_GEMINI_MODEL',
    defaultValue: 'none',
    meaning:
      'Model of the Gemini API. The key is `GEMINI_API_KEY_FILE`, `GEMINI_API_KEY` or the same with `GOOGLE`.',
  },
  {
    name: 'HOOKLOOM_NOTES_CLAUDE_MODEL',
    defaultValue: '`haiku`',
    meaning:
      'Model of the Claude Agent SDK, where you have installed `@anthropic-ai/claude-agent-sdk` beside this package.',
  },
  {
    name: 'HOOKLOOM_NOTES_OPENAI_BASE_URL',
    defaultValue: '`http://127.0.0.1:11434/v1`',
    meaning:
      'Address of the OpenAI-compatible server; `/chat/completions` is added. The same with `ANTHROPIC` and `GEMINI` for gateways.',
  },
  {
    name: 'HOOKLOOM_NOTES_OPENAI_PRICE',
    defaultValue: 'none',
    meaning:
      'US dollars for a million tokens in and out, like `0.80/4.00`. Needed for models on other machines. The same with `ANTHROPIC`, `GEMINI` and `CLAUDE`.',
  },
  {
    name: 'HOOKLOOM_HOOK_DEADLINE_MS',
    defaultValue: '`150`',
    meaning:
      'Milliseconds that a hook waits for the rest of a payload after the last byte that came, and, from its start, for the lock of the log. The first byte may take two seconds, and the rest as long as a hook of yours needs it.',
  },
  {
    name: 'HOOKLOOM_WORKER_PORT',
    defaultValue: '`37777`, or the next that is free',
    meaning:
      'Port of the worker on 127.0.0.1; `0` uses any free port. Overrides `CLAUDE_MEM_WORKER_PORT`.',
  },
  {
    name: 'CLAUDE_MEM_WORKER_PORT',
    defaultValue: '`37777`, or the next that is free',
    meaning: 'The same under its documented name.',
  },
  {
    name: 'HOOKLOOM_WORKER_IDLE_MINUTES',
    defaultValue: '`30`',
    meaning:
      'Minutes without work after which a worker in the background exits; `0`: never. It starts again when needed.',
  },
  {
    name: 'HOOKLOOM_WORKER_AUTOSTART',
    defaultValue: '`true`',
    meaning:
      '`false` stops the MCP server from starting the worker. The server starts it only if `hookloom up` was used before.',
  },
  {
    name: 'HOOKLOOM_STATE_DIR',
    defaultValue: '`$XDG_STATE_HOME/hookloom`, else `~/.local/state/hookloom`',
    meaning:
      'Private folder of this user: reviews, background jobs, and of the worker its token, port file, log, settings and the list of workspaces.',
  },
  {
    name: 'HOOKLOOM_INSTALLATION_KEY_FILE',
    defaultValue: '`installation.key` in the state folder',
    meaning:
      'File (mode 0600) with the key of this installation; created if it is missing. Set it in a container or on a second machine that uses the same folder, so that logs are recognised there.',
  },
  {
    name: 'HOOKLOOM_DEBUG',
    defaultValue: 'unset',
    meaning: '`1` shows where an unexpected error happened.',
  },
  {
    name: 'NO_COLOR',
    defaultValue: 'unset',
    meaning: 'Any value turns colours off. Colours are used on terminals only.',
  },
];

/** What a hook of the user finds in its environment beside the client's own variables. */
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
  /** May be deleted at any time and is made again from the log. */
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
