/** How to recognise coding agents from outside: by process name, and by variables that they set for child processes. */
import type { ProcessEntry } from './process-table.ts';
import { namesOf, scriptOf } from './program-names.ts';

interface AgentClient {
  client: string;
  /** Names of its program. */
  programs: RegExp;
  /** A part of the path of its script, for clients that a Node or Python runs. */
  script?: RegExp;
  /**
   * Variables that only the client sets, for its own children. Variables that people put into their shell profile, such
   * as CODEX_HOME, CLAUDE_CODE_USE_BEDROCK or COPILOT_MODEL, do not show who runs a command.
   */
  variables?: readonly string[];
  /** Variables that it sets only for processes that a tool starts, or only for its hooks. Measured. */
  marks?: { tool: readonly string[]; hook: readonly string[] };
}

const AGENT_CLIENTS: readonly AgentClient[] = [
  {
    client: 'claude-code',
    programs: /^claude$/i,
    script: /[/\\]@anthropic-ai[/\\]claude-(code|agent-sdk)[/\\]/,
    variables: [
      'CLAUDECODE',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_SESSION_ID',
      'CLAUDE_CODE_CHILD_SESSION',
      'CLAUDE_PROJECT_DIR',
      'CLAUDE_ENV_FILE',
    ],
    marks: { tool: ['CLAUDE_CODE_EXECPATH'], hook: ['CLAUDE_PROJECT_DIR'] },
  },
  {
    client: 'codex',
    programs: /^codex(-[\w-]+)?$/i,
    script: /[/\\]@openai[/\\]codex[/\\]/,
    variables: [
      'CODEX_SANDBOX',
      'CODEX_SANDBOX_NETWORK_DISABLED',
      'CODEX_THREAD_ID',
      'CODEX_CI',
      'CODEX_PROJECT_DIR',
    ],
    marks: { tool: ['CODEX_THREAD_ID', 'CODEX_TOOL_CALL_ID', 'CODEX_CI'], hook: [] },
  },
  {
    client: 'gemini',
    programs: /^gemini$/i,
    script: /[/\\]@google[/\\]gemini-cli[/\\]/,
    variables: ['GEMINI_CLI', 'GEMINI_SESSION_ID', 'GEMINI_PROJECT_DIR'],
    marks: { tool: ['GEMINI_CLI'], hook: ['GEMINI_PROJECT_DIR'] },
  },
  {
    client: 'copilot',
    programs: /^copilot(-[\w-]+)?$/i,
    script: /[/\\]@github[/\\]copilot[/\\]/,
    variables: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID', 'COPILOT_RUN_APP'],
    marks: { tool: ['COPILOT_AGENT_SESSION_ID'], hook: ['COPILOT_PROJECT_DIR'] },
  },
  {
    client: 'cursor',
    programs: /^cursor-agent$/i,
    script: /[/\\]cursor-agent[/\\]/,
    variables: ['CURSOR_AGENT', 'CURSOR_PROJECT_DIR'],
  },
  { client: 'opencode', programs: /^opencode$/i, variables: ['OPENCODE', 'OPENCODE_CLIENT'] },
  {
    client: 'qwen',
    programs: /^qwen$/i,
    script: /[/\\]@qwen-code[/\\]qwen-code[/\\]/,
    variables: ['QWEN_CODE'],
  },
  { client: 'goose', programs: /^goosed?$/i, variables: ['GOOSE_TERMINAL'] },
  { client: 'aider', programs: /^aider$/i },
  {
    client: 'amp',
    programs: /^amp$/i,
    script: /[/\\]@sourcegraph[/\\]amp[/\\]/,
    variables: ['AMP_CURRENT_THREAD_ID'],
  },
  { client: 'droid', programs: /^droid$/i },
  { client: 'auggie', programs: /^auggie$/i, variables: ['AUGMENT_AGENT'] },
  { client: 'crush', programs: /^crush$/i },
  { client: 'kimi', programs: /^kimi(-cli)?$/i },
  { client: 'cline', programs: /^cline$/i, variables: ['CLINE_ACTIVE'] },
  { client: 'antigravity', programs: /^agy$/i, variables: ['ANTIGRAVITY_AGENT'] },
  { client: 'an agent', programs: /^$/, variables: ['AI_AGENT'] },
];

/**
 * The client that a process belongs to; null: no known one.
 *
 * @example clientOf(entry('node', '/usr/lib/node_modules/@openai/codex/bin/codex.js')) // → 'codex'
 */
export function clientOf(entry: ProcessEntry): string | null {
  const names = namesOf(entry);
  const script = scriptOf(entry);
  const found = AGENT_CLIENTS.find(
    (one) =>
      names.some((name) => one.programs.test(name)) ||
      (script !== null && (one.script?.test(script) === true || one.programs.test(stem(script)))),
  );
  return found?.client ?? null;
}

/** The client that set one of these variables, and the variable; null: none did. */
export function clientOfEnvironment(env: Record<string, string | undefined>) {
  for (const { client, variables = [] } of AGENT_CLIENTS) {
    const variable = variables.find((name) => (env[name] ?? '') !== '');
    if (variable !== undefined) return { client, variable };
  }
  return null;
}

/** Variables that distinguish a client's hooks from its tools' processes; empty for clients that were not measured. */
export function marksOf(client: string): { tool: readonly string[]; hook: readonly string[] } {
  return AGENT_CLIENTS.find((one) => one.client === client)?.marks ?? { tool: [], hook: [] };
}

function stem(file: string): string {
  return file.replace(/^.*[/\\]/, '').replace(/\.(c|m)?js$|\.py$/, '');
}
