/** The metadata of both plugins and their marketplaces. */
export const PLUGIN = 'hookloom';
export const MARKETPLACE = 'hookloom';

/** The name of our MCP server in every client's settings. */
export const SERVER = 'hookloom';

export const DESCRIPTION =
  'Records what the agent does into a local log and gives it a durable, cited memory.';

/** Files of a plugin by path below its folder, with `/`. */
export type PluginFiles = Record<string, string>;

export function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
