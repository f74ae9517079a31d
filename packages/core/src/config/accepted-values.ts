/**
 * The values that each environment variable of the product accepts. Any other value has no effect, and the user is
 * informed.
 */

export interface Accepted {
  /** In words, behind "takes". */
  takes: string;
  test(value: string): boolean;
}

const anything: Accepted = { takes: 'any text', test: () => true };
const yesOrNo = oneOf('true', 'false');
const absolutePath: Accepted = {
  takes: 'an absolute path',
  test: (value) => /^([A-Za-z]:)?[/\\]/.test(value),
};
const address: Accepted = {
  takes: 'an http or https address',
  test: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
};
const price: Accepted = {
  takes: 'two prices such as 0.80/4.00',
  test: (value) => /^\d{1,6}(\.\d{1,6})?\/\d{1,6}(\.\d{1,6})?$/.test(value),
};
const amount: Accepted = {
  takes: 'a number from 0',
  test: (value) => /^\d+(\.\d+)?$/.test(value),
};

function oneOf(...values: string[]): Accepted {
  return { takes: values.join(' or '), test: (value) => values.includes(value) };
}

/** Upper case is taken as well. */
function wordOf(...words: string[]): Accepted {
  return { takes: words.join(' or '), test: (value) => words.includes(value.toLowerCase()) };
}

function wholeNumber(min: number, max: number): Accepted {
  return {
    takes: `a whole number from ${min} to ${max}`,
    test: (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
  };
}

const NOTE_PROVIDER = /^(rules|anthropic|openai-compatible|gemini|claude-agent-sdk)$/;
const noteProviders: Accepted = {
  takes: 'a list of rules, anthropic, openai-compatible, gemini, claude-agent-sdk',
  test: (value) => value.split(',').every((name) => NOTE_PROVIDER.test(name.trim())),
};

/** Every variable that is read, also those that the configuration page names in the text of another. */
export const ACCEPTED: Readonly<Record<string, Accepted>> = {
  EVENTLOOM_PATH: anything,
  // Commands refuse a name that cannot be one.
  EVENTLOOM_THREAD: anything,
  ZAXY_DOMAIN: anything,
  EVENTLOOM_STORE: oneOf('embedded', 'postgres'),
  HOOKLOOM_TEAM_URL_FILE: anything,
  HOOKLOOM_TEAM_URL: anything,
  PROJECTION_BACKEND: oneOf('embedded', 'sqlite', 'postgres', 'neo4j'),
  HOOKLOOM_PROJECTION_URL_FILE: anything,
  HOOKLOOM_PROJECTION_URL: anything,
  NEO4J_URI: anything,
  NEO4J_USER: anything,
  NEO4J_PASSWORD: anything,
  NEO4J_AUTO_START: yesOrNo,
  MCP_TOOL_PROFILE: oneOf('core', 'full'),
  MCP_LIFECYCLE_CAPTURE_ENABLED: {
    takes: 'true or false',
    test: (value) => /^(true|false|1|0|yes|no|on|off)$/i.test(value),
  },
  MCP_ADMIN_TOKEN_FILE: anything,
  MCP_ADMIN_TOKEN: anything,
  MCP_REMOTE_AUTH_TOKEN_FILE: anything,
  MCP_REMOTE_AUTH_TOKEN: anything,
  MCP_REMOTE_SESSION_HEADER: {
    takes: 'the name of a header',
    test: (value) => /^[A-Za-z0-9-]{1,64}$/.test(value),
  },
  MCP_RATE_LIMIT_ENABLED: yesOrNo,
  MCP_RATE_LIMIT_REQUESTS: wholeNumber(1, 1_000_000),
  MCP_RATE_LIMIT_WINDOW_SECONDS: wholeNumber(1, 86_400),
  MCP_AUDIT_ENABLED: yesOrNo,
  MCP_AUDIT_PATH: anything,
  MCP_OIDC_ISSUER: address,
  MCP_OIDC_AUDIENCE: anything,
  MCP_OIDC_JWKS_URL: address,
  MCP_OIDC_REQUIRED_SCOPE: anything,
  MCP_OIDC_SESSION_CLAIM: anything,
  HOOKLOOM_MCP_PUBLIC_URL: address,
  HOOKLOOM_MCP_MOUNT: absolutePath,
  HOOKLOOM_METRICS_ENABLED: yesOrNo,
  HOOKLOOM_TRACES_ENABLED: yesOrNo,
  ZAXY_ENV: wordOf('development', 'dev', 'test', 'production'),
  RETRIEVAL_FUZZY: oneOf('off', 'encoder'),
  RETRIEVAL_PROFILE: wordOf('cognitive', 'local_fast', 'local_sota', 'custom'),
  QUERY_SCORING_PROFILE: wordOf('balanced', 'precision', 'recall', 'temporal'),
  RETENTION_POLICY: wordOf('none', 'filter_expired', 'decay'),
  EMBEDDING_MODEL: anything,
  EMBEDDING_BASE_URL: address,
  EMBEDDING_ALLOW_REMOTE: yesOrNo,
  EMBEDDING_API_KEY_FILE: anything,
  EMBEDDING_API_KEY: anything,
  EMBEDDING_TIMEOUT_MS: wholeNumber(1, 120_000),
  EMBEDDING_MODEL_DIR: absolutePath,
  EMBEDDING_RUNTIME_DIR: absolutePath,
  RERANKER_MODEL_DIR: absolutePath,
  RERANKER_RUNTIME_DIR: absolutePath,
  HOOKLOOM_NOTES_PROVIDER: noteProviders,
  HOOKLOOM_NOTES_DAILY_TOKENS: amount,
  HOOKLOOM_NOTES_DAILY_USD: amount,
  HOOKLOOM_NOTES_ALLOW_REMOTE: yesOrNo,
  HOOKLOOM_NOTES_TIMEOUT_MS: wholeNumber(1, 120_000),
  HOOKLOOM_NOTES_ANTHROPIC_MODEL: anything,
  HOOKLOOM_NOTES_OPENAI_MODEL: anything,
  HOOKLOOM_NOTES_GEMINI_MODEL: anything,
  HOOKLOOM_NOTES_CLAUDE_MODEL: anything,
  HOOKLOOM_NOTES_ANTHROPIC_BASE_URL: address,
  HOOKLOOM_NOTES_OPENAI_BASE_URL: address,
  HOOKLOOM_NOTES_GEMINI_BASE_URL: address,
  HOOKLOOM_NOTES_ANTHROPIC_PRICE: price,
  HOOKLOOM_NOTES_OPENAI_PRICE: price,
  HOOKLOOM_NOTES_GEMINI_PRICE: price,
  HOOKLOOM_NOTES_CLAUDE_PRICE: price,
  HOOKLOOM_HOOK_DEADLINE_MS: wholeNumber(1, 60_000),
  HOOKLOOM_WORKER_PORT: wholeNumber(0, 65_535),
  CLAUDE_MEM_WORKER_PORT: wholeNumber(1024, 65_535),
  HOOKLOOM_WORKER_IDLE_MINUTES: wholeNumber(0, 10_080),
  HOOKLOOM_WORKER_AUTOSTART: yesOrNo,
  HOOKLOOM_STATE_DIR: absolutePath,
  HOOKLOOM_INSTALLATION_KEY_FILE: anything,
  HOOKLOOM_DEBUG: oneOf('0', '1'),
  NO_COLOR: anything,
};

/** Set by our own programs for those that they start. */
export const INTERNAL_VARIABLES: readonly string[] = [
  'HOOKLOOM_EVENT_CWD',
  'HOOKLOOM_HOOK_DEPTH',
  'HOOKLOOM_HOOK_FILES',
  'HOOKLOOM_NODE_EXTRA_CA_CERTS',
  'HOOKLOOM_NODE_OPTIONS',
  'HOOKLOOM_VERSION',
];
