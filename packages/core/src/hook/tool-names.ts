/** Normalised tool names. Part of the hook path. */

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
