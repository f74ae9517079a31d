/** The action of an entry: a command, a program with its arguments, an endpoint. */
import type { HandlerAction } from '../../engine/handler.ts';
import { textsOf, valueOf, type Node } from './config-text.ts';
import type { Entry } from './entry.ts';

/** Events before the client's servers and web access are ready. */
const NO_HTTP = new Set(['SessionStart', 'Setup']);

/** Null: nothing can be run. The reason is reported. */
export function loadAction(entry: Entry, critical: boolean): HandlerAction | null {
  switch (entry.type) {
    case 'command':
      return loadCommand(entry);
    case 'http':
      return loadHttp(entry);
    default:
      return loadUnsupported(entry, critical);
  }
}

function loadCommand(entry: Entry): HandlerAction | null {
  const command = entry.text('command');
  if (command === null || command.trim() === '') {
    entry
      .report('error', 'missing_command')
      .says(`A hook of ${entry.group.event.name} has no command.`, 'Write "command": "…".');
    return null;
  }
  const args = readArgs(entry);
  if (args !== null) return { kind: 'argv', argv: [command, ...args] };
  const shell = entry.text('shell');
  if (shell === 'powershell')
    return { kind: 'argv', argv: ['pwsh', '-NoProfile', '-NonInteractive', '-Command', command] };
  if (shell !== null && shell !== 'bash')
    entry.warn(
      'unknown_word',
      `"shell" is "${shell.slice(0, 40)}"; the usual shell is used.`,
      'Write "bash" or "powershell".',
    );
  return { kind: 'shell', command };
}

/** The exec form: no shell splits or expands anything; only `${CLAUDE_PROJECT_DIR}` and similar names are filled in. */
function readArgs(entry: Entry): string[] | null {
  const node = nodeOf(entry, 'args');
  if (node === undefined) return null;
  const value = valueOf(node);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  entry.warn(
    'wrong_type',
    '"args" must be a list of strings; it is ignored.',
    'Write a list of strings.',
  );
  return null;
}

function loadHttp(entry: Entry): HandlerAction | null {
  const { name } = entry.group.event;
  if (NO_HTTP.has(name)) {
    entry.warn('never_runs', `Claude Code runs no http hook on ${name}.`, 'Use a command there.');
    return null;
  }
  const url = entry.text('url');
  if (url === null || !(/^https?:\/\//i.test(url) && URL.canParse(url))) {
    entry
      .report('error', 'invalid_url')
      .says(
        `A hook of ${name} has ${url === null ? 'no url' : 'a url that is not one of http or https'}.`,
        'Write "url": "http://127.0.0.1:…".',
      );
    return null;
  }
  return { kind: 'http', url, headers: readHeaders(entry), allowedEnvVars: readAllowed(entry) };
}

function readHeaders(entry: Entry): Record<string, string> {
  const node = nodeOf(entry, 'headers');
  if (node === undefined) return {};
  const { texts, others } = textsOf(node);
  if (node.type !== 'object' || others.length > 0)
    entry.warn(
      'wrong_type',
      '"headers" must be an object of strings; other values are ignored.',
      'Write each value as a string.',
    );
  return texts;
}

function readAllowed(entry: Entry): string[] {
  const node = nodeOf(entry, 'allowedEnvVars');
  if (node === undefined) return [];
  const value = valueOf(node);
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  entry.warn(
    'wrong_type',
    '"allowedEnvVars" must be a list of names; it is ignored, and no variable is allowed.',
    'Write a list of names.',
  );
  return [];
}

/**
 * `mcp_tool`, `prompt` and `agent` need the client's own servers and models. A guard of these types with `onFailure:
 * "block"` becomes a handler that always fails, so that it blocks the calls its matcher covers.
 */
function loadUnsupported(entry: Entry, critical: boolean): HandlerAction | null {
  const { name } = entry.group.event;
  const blocks = critical && entry.type === 'mcp_tool';
  entry.warn(
    'unsupported_handler',
    `A hook of type "${entry.type}" on ${name} runs in Claude Code alone${blocks ? '; elsewhere it blocks, because of its "onFailure"' : ''}.`,
    'Use a command or an http hook for what other clients need.',
  );
  return blocks ? { kind: 'http', url: 'mcp-tool:', headers: {}, allowedEnvVars: [] } : null;
}

function nodeOf(entry: Entry, key: string): Node | undefined {
  const node = entry.members.find((member) => member.key === key)?.value;
  return node?.type === 'null' ? undefined : node;
}
