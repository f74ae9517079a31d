/** Gemini CLI's names of the normalised tools (0.61.0). */

const NAMES: Record<string, string> = {
  Bash: 'run_shell_command',
  PowerShell: 'run_shell_command',
  Read: 'read_file',
  Write: 'write_file',
  Edit: 'replace',
  MultiEdit: 'replace',
  Glob: 'glob',
  Grep: 'grep_search',
  LS: 'list_directory',
  WebFetch: 'web_fetch',
  WebSearch: 'google_web_search',
  Agent: 'invoke_agent',
  Task: 'invoke_agent',
};

/**
 * An unknown name stays unchanged.
 *
 * @example toGeminiToolName('Bash') === 'run_shell_command'
 */
export function toGeminiToolName(name: string): string {
  return Object.hasOwn(NAMES, name) ? NAMES[name]! : name;
}
