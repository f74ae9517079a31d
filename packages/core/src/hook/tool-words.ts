/** The words of a tool call: its normalised name, and its command line without secrets. Part of the hook path. */

const NAMES: Record<string, string> = {
  run_shell_command: 'Bash',
  RunShellCommand: 'Bash',
  ShellTool: 'Bash',
  exec_command: 'Bash',
  shell: 'Bash',
  Shell: 'Bash',
  Execute: 'Bash',
  bash: 'Bash',
  powershell: 'PowerShell',
  read_file: 'Read',
  read_many_files: 'Read',
  ReadFile: 'Read',
  ReadFileTool: 'Read',
  view: 'Read',
  write_file: 'Write',
  WriteFile: 'Write',
  WriteFileTool: 'Write',
  create: 'Write',
  edit_file: 'Edit',
  EditFile: 'Edit',
  EditFileTool: 'Edit',
  replace: 'Edit',
  edit: 'Edit',
  MultiEdit: 'Edit',
  apply_patch: 'Edit',
  glob: 'Glob',
  GlobTool: 'Glob',
  grep: 'Grep',
  grep_search: 'Grep',
  search_file_content: 'Grep',
  GrepTool: 'Grep',
  web_fetch: 'WebFetch',
  WebFetchTool: 'WebFetch',
  google_web_search: 'WebSearch',
  web_search: 'WebSearch',
  Task: 'Agent',
  task: 'Agent',
  spawn_agent: 'Agent',
  invoke_agent: 'Agent',
};

/**
 * The common name of a client's tool; an unknown name stays unchanged.
 *
 * @example normaliseToolName('run_shell_command') === 'Bash'
 */
export function normaliseToolName(native: string): string {
  return Object.hasOwn(NAMES, native) ? NAMES[native]! : native;
}

const MCP_NAME = /^mcp__([^_].{0,150}?)__(.{1,150})$/s;

/** `mcp__server__tool`. */
export function mcpOf(name: string): { server: string; tool: string } | null {
  // It rarely is one, and compiling the expression costs a hook more than this check.
  const match = name.startsWith('mcp__') ? MCP_NAME.exec(name) : null;
  return match === null ? null : { server: match[1]!, tool: match[2]! };
}

/**
 * Secrets in a command line besides the forms that redaction knows: `--token x`, `--api-key=x`, `-password 'x y'`. Every repetition is bounded, so that no input takes long.
 */
const SECRET_FLAG =
  /(^|[\s;|&(])(--?[a-z0-9_-]{0,32}(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth(?!ors?\b)|bearer|cookie)[a-z0-9_-]{0,32})(=|\s{1,8})("[^"]{0,4096}"|'[^']{0,4096}'|[^\s"';|&()]{1,4096})/gi;
/** Part of every such flag. Compiling the long expression costs a hook half a millisecond, so check this one first. */
const SECRET_WORD = /pass|secret|token|key|cred|auth|bearer|cookie/i;
/** `curl -u name:secret`. */
const USER_PASSWORD =
  /(^|\s)(-u|--user|--proxy-user)(=|\s{1,8})(["']?[^\s:"']{1,256}):([^\s"']{1,4096})/g;
/** A count, a switch, a file, a variable: not the secret itself. */
const HARMLESS = /^["']?(\d{1,12}|true|false|yes|no|none|\$\{?\w+\}?|-.*)["']?$/i;

/**
 * Masks the values of secret-bearing flags; the flags stay.
 *
 * @example maskCommandLine('deploy --token abc --max-tokens 100') === 'deploy --token [REDACTED:option] --max-tokens 100'
 */
export function maskCommandLine(command: string): string {
  if (!command.includes('-')) return command;
  const masked = SECRET_WORD.test(command)
    ? command.replace(
        SECRET_FLAG,
        (all, before: string, flag: string, gap: string, value: string) =>
          HARMLESS.test(value) ? all : `${before}${flag}${gap}[REDACTED:option]`,
      )
    : command;
  return masked.replace(USER_PASSWORD, '$1$2$3$4:[REDACTED:password]');
}
