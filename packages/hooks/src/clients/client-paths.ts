/** The locations of a program's settings and sessions. */

export interface Place {
  /** The workspace, absolute. */
  root: string;
  /** The user's home, absolute. */
  home: string;
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
}

export interface McpFile {
  file: string;
  format: 'json' | 'toml' | 'yaml';
  /** The object that contains the servers by name. */
  key: readonly string[];
  scope: 'project' | 'user';
}

export interface ProgramPlaces {
  label: string;
  /** The name on the PATH; null for programs that are not started from it. */
  executable: string | null;
  /** The folder whose presence shows that this user has used the program. */
  userFolder(place: Place): string;
  /** Files the program reads hooks from; we write the first one. Empty if it has none. */
  hookFiles(place: Place): readonly string[];
  /** Further files with a switch that turns all hooks off. */
  switchFiles?(place: Place): readonly string[];
  /** Files the program reads MCP servers from; we write the first one. */
  mcpFiles(place: Place): readonly McpFile[];
  /** The folder of its session files. Null if they cannot be read. */
  sessions(place: Place): string | null;
}

export function jsonServers(file: string, scope: McpFile['scope'], key = 'mcpServers'): McpFile {
  return { file, format: 'json', key: [key], scope };
}
