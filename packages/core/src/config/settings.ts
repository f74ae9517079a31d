/** Every environment variable of the product: the source for parsing, the configuration page and the warnings. */
import { remoteSettings } from './remote-settings.ts';
import {
  absolutePath,
  address,
  amount,
  anything,
  matching,
  oneOf,
  price,
  setting,
  wholeNumber,
  wordOf,
  yesOrNo,
  type Accepted,
  type Setting,
} from './setting.ts';
import { storeSettings } from './store-settings.ts';

const NOTE_PROVIDER = /^(rules|anthropic|openai-compatible|gemini|claude-agent-sdk)$/;
const noteProviders: Accepted = {
  takes: 'a list of rules, anthropic, openai-compatible, gemini, claude-agent-sdk',
  test: (value) => value.split(',').every((name) => NOTE_PROVIDER.test(name.trim())),
};

export const environmentVariables: readonly Setting[] = [
  setting(
    'EVENTLOOM_PATH',
    anything,
    '`.eventloom` in the current folder',
    '--eventloom-path',
  ).means('Directory of the log.'),
  setting('EVENTLOOM_THREAD', anything, '`<domain>-default`', '--session-id').means(
    'Session to use if you name none.',
  ),
  setting('ZAXY_DOMAIN', anything, 'name of the current folder', '--domain').means(
    'Name of the workspace. The default session is named after it.',
  ),
  ...storeSettings,
  setting('MCP_TOOL_PROFILE', oneOf('core', 'full'), '`core`', '--profile').means(
    'Tools that the server lists: `core` or `full`. Every tool can be called by its name.',
  ),
  setting(
    'MCP_LIFECYCLE_CAPTURE_ENABLED',
    matching('true or false', /^(true|false|1|0|yes|no|on|off)$/i),
    '`true`',
  ).means('`false` stops the server from recording its own tool calls and its end.'),
  setting('MCP_ADMIN_TOKEN_FILE', anything, 'none').means(
    'File (mode 0600) with the token that admin tools ask for. Preferred over the variable.',
  ),
  setting('MCP_ADMIN_TOKEN', anything, 'none').means(
    'The token itself. Never put it into a file that is committed.',
  ),
  ...remoteSettings,
  setting('RETRIEVAL_FUZZY', oneOf('off', 'encoder'), '`encoder`').means(
    'The memory also finds texts that say the same in other words, by the sentence encoder of the package `@hookloom/encoder-en` (English; no runtime, no network). Without the package, or with `off`, search uses words only.',
  ),
  setting(
    'RETRIEVAL_PROFILE',
    wordOf('cognitive', 'local_fast', 'local_sota', 'custom'),
    '`cognitive`',
  ).means(
    '`local_fast` and `local_sota` rank without the usage of a row; `cognitive` and `custom` include it.',
  ),
  setting(
    'QUERY_SCORING_PROFILE',
    wordOf('balanced', 'precision', 'recall', 'temporal'),
    '`balanced`',
  ).means('How candidates are weighed: `balanced`, `precision`, `recall` or `temporal`.'),
  setting('RETENTION_POLICY', wordOf('none', 'filter_expired', 'decay'), '`none`').means(
    '`filter_expired` leaves out expired facts; `decay` ranks old facts lower.',
  ),
  setting('EMBEDDING_MODEL', anything, 'none').means(
    'Name of your own model behind an OpenAI-compatible endpoint, such as `nomic-embed-text`. Overrides `RETRIEVAL_FUZZY`.',
  ),
  setting('EMBEDDING_BASE_URL', address, '`http://127.0.0.1:11434/v1`').means(
    'Address of that endpoint; `/embeddings` is added.',
  ),
  setting('EMBEDDING_ALLOW_REMOTE', yesOrNo, '`false`').means(
    '`true` lets recorded text be sent to an endpoint on another machine, over https only.',
  ),
  setting('EMBEDDING_API_KEY_FILE', anything, 'none').means(
    'File (mode 0600) with the key of the endpoint. Preferred over the variable.',
  ),
  setting('EMBEDDING_API_KEY', anything, 'none').means(
    'The key itself. Never put it into a file that is committed.',
  ),
  setting('EMBEDDING_TIMEOUT_MS', wholeNumber(1, 120_000), '`10000`').means(
    'Milliseconds one request may take. A question waits 2 seconds at most.',
  ),
  setting('EMBEDDING_MODEL_DIR', absolutePath, 'none').means(
    'Absolute path of a folder with the ONNX export of a sentence encoder (`model.onnx`, `tokenizer.json`, `config.json`), instead of an endpoint. Its `node_modules` contain your ONNX runtime.',
  ),
  setting('EMBEDDING_RUNTIME_DIR', absolutePath, 'the folder of the model').means(
    'Absolute path of a folder whose `node_modules` contain `onnxruntime-node` or `onnxruntime-web`. This code is run.',
  ),
  setting('RERANKER_MODEL_DIR', absolutePath, 'none').means(
    'Absolute path of a folder with the ONNX export of a cross-encoder (the same files as for `EMBEDDING_MODEL_DIR`). It reorders the best 50 rows of each question.',
  ),
  setting('RERANKER_RUNTIME_DIR', absolutePath, 'the folder of the cross-encoder').means(
    'As `EMBEDDING_RUNTIME_DIR`, for the cross-encoder.',
  ),
  setting('HOOKLOOM_NOTES_PROVIDER', noteProviders, '`rules`').means(
    'Providers that write the notes, tried in this order: a list of `anthropic`, `openai-compatible`, `gemini`, `claude-agent-sdk`. If none is available, rules write them.',
  ),
  setting('HOOKLOOM_NOTES_DAILY_TOKENS', amount, '`0`').means(
    'Tokens a day that models may use for notes, input and output, over all workspaces. `0`: no model is ever called.',
  ),
  setting('HOOKLOOM_NOTES_DAILY_USD', amount, '`0`').means(
    'US dollars a day that models may cost. `0`: only free models.',
  ),
  setting('HOOKLOOM_NOTES_ALLOW_REMOTE', yesOrNo, '`false`').means(
    '`true` lets recorded work be sent to a model on another machine, over https only.',
  ),
  setting('HOOKLOOM_NOTES_TIMEOUT_MS', wholeNumber(1, 120_000), '`30000`').means(
    'Milliseconds one request to a model may take.',
  ),
  setting('HOOKLOOM_NOTES_ANTHROPIC_MODEL', anything, 'none').means(
    'Model of the Messages API. The key is `ANTHROPIC_API_KEY_FILE` (mode 0600) or `ANTHROPIC_API_KEY`.',
  ),
  setting('HOOKLOOM_NOTES_OPENAI_MODEL', anything, 'none').means(
    'Model behind an OpenAI-compatible address. The key is `OPENAI_API_KEY_FILE` or `OPENAI_API_KEY`; local servers need none.',
  ),
  setting('HOOKLOOM_NOTES_GEMINI_MODEL', anything, 'none').means(
    'Model of the Gemini API. The key is `GEMINI_API_KEY_FILE`, `GEMINI_API_KEY` or the same with `GOOGLE`.',
  ),
  setting('HOOKLOOM_NOTES_CLAUDE_MODEL', anything, '`haiku`').means(
    'Model of the Claude Agent SDK, if you installed `@anthropic-ai/claude-agent-sdk` next to this package.',
  ),
  setting('HOOKLOOM_NOTES_OPENAI_BASE_URL', address, '`http://127.0.0.1:11434/v1`').means(
    'Address of the OpenAI-compatible server; `/chat/completions` is added. The same with `ANTHROPIC` and `GEMINI` for gateways.',
  ),
  setting('HOOKLOOM_NOTES_OPENAI_PRICE', price, 'none').means(
    'US dollars for a million tokens in and out, like `0.80/4.00`. Needed for models on other machines. The same with `ANTHROPIC`, `GEMINI` and `CLAUDE`.',
  ),
  setting('HOOKLOOM_HOOK_DEADLINE_MS', wholeNumber(1, 60_000), '`150`').means(
    'Milliseconds that a hook waits for the rest of a payload after the last byte that came, and, from its start, for the lock of the log. The first byte may take two seconds, and the rest as long as a hook of yours needs it.',
  ),
  setting(
    'HOOKLOOM_WORKER_PORT',
    wholeNumber(0, 65_535),
    '`37777`, or the next that is free',
  ).means(
    'Port of the worker on 127.0.0.1; `0` uses any free port. Overrides `CLAUDE_MEM_WORKER_PORT`.',
  ),
  setting(
    'CLAUDE_MEM_WORKER_PORT',
    wholeNumber(1024, 65_535),
    '`37777`, or the next that is free',
  ).means('The same under its documented name.'),
  setting('HOOKLOOM_WORKER_IDLE_MINUTES', wholeNumber(0, 10_080), '`30`').means(
    'Minutes without work after which a worker in the background exits; `0`: never. It starts again when needed.',
  ),
  setting('HOOKLOOM_WORKER_AUTOSTART', yesOrNo, '`true`').means(
    '`false` stops the MCP server from starting the worker. The server starts it only if `hookloom up` was used before.',
  ),
  setting(
    'HOOKLOOM_STATE_DIR',
    absolutePath,
    '`$XDG_STATE_HOME/hookloom`, else `~/.local/state/hookloom`',
  ).means(
    'Private folder of this user: reviews, background jobs, and of the worker its token, port file, log, settings and the list of workspaces.',
  ),
  setting(
    'HOOKLOOM_INSTALLATION_KEY_FILE',
    anything,
    '`installation.key` in the state folder',
  ).means(
    'File (mode 0600) with the key of this installation; created if it is missing. Set it in a container or on a second machine that uses the same folder, so that logs are recognised there.',
  ),
  setting('HOOKLOOM_DEBUG', oneOf('0', '1'), 'unset').means(
    '`1` shows where an unexpected error happened.',
  ),
  setting('NO_COLOR', anything, 'unset').means(
    'Any value turns colours off. Colours are used on terminals only.',
  ),
];

/** Variables that the page mentions in the text of another one. */
const NAMED_THERE: readonly Setting[] = [
  setting('HOOKLOOM_NOTES_ANTHROPIC_BASE_URL', address).means(''),
  setting('HOOKLOOM_NOTES_GEMINI_BASE_URL', address).means(''),
  setting('HOOKLOOM_NOTES_ANTHROPIC_PRICE', price).means(''),
  setting('HOOKLOOM_NOTES_GEMINI_PRICE', price).means(''),
  setting('HOOKLOOM_NOTES_CLAUDE_PRICE', price).means(''),
];

/** Every variable that the product reads. */
export const settingsRead: ReadonlyMap<string, Setting> = new Map(
  [...environmentVariables, ...NAMED_THERE].map((each) => [each.name, each]),
);

/** The value of a setting, or its documented default; null if the value is not accepted. */
export function settingIn(
  name: string,
  given: (name: string) => string | undefined,
): string | null {
  const { test, defaultValue } = settingsRead.get(name)!;
  const text = given(name) ?? defaultValue.replaceAll('`', '');
  return test(text) ? text : null;
}

/** @example notAccepted('EMBEDDING_TIMEOUT_MS') === 'EMBEDDING_TIMEOUT_MS is not a whole number from 1 to 120000.' */
export function notAccepted(name: string): string {
  return `${name} is not ${settingsRead.get(name)!.takes}.`;
}

/** Variables that our programs set for the programs that they start. */
export const INTERNAL_VARIABLES: readonly string[] = [
  'HOOKLOOM_EVENT_CWD',
  'HOOKLOOM_HOOK_DEPTH',
  'HOOKLOOM_HOOK_FILES',
  'HOOKLOOM_NODE_EXTRA_CA_CERTS',
  'HOOKLOOM_NODE_OPTIONS',
  'HOOKLOOM_VERSION',
];
