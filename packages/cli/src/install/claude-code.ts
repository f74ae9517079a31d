/** Plans the edits that connect Claude Code: hook groups and the MCP server entry (seeds/000, seeds/002). */
import path from 'node:path';
import { HookloomError, type Workspace } from '@hookloom/core';
import {
  claudeHookGroups,
  isOurClaudeCommand,
  type ClaudeHookCommands,
} from '@hookloom/hooks/clients/claude-code/install';
import type { Node } from 'jsonc-parser';
import {
  addElement,
  addProperty,
  parseObject,
  propertyOf,
  type Edited,
  type Splice,
} from './json-splice.ts';
import type { PlannedFile } from './plan.ts';
import { readSettings } from './settings-file.ts';

export const CLAUDE = 'claude-code';

/** `.claude/settings.local.json`: this machine's own settings, not committed. */
export function claudeSettingsFile(root: string): string {
  return path.join(root, '.claude', 'settings.local.json');
}

export function mcpFile(root: string): string {
  return path.join(root, '.mcp.json');
}

/** The settings fragment with our hook groups, for printing. */
export function claudeHooksFragment(commands: ClaudeHookCommands): unknown {
  return {
    hooks: Object.fromEntries(claudeHookGroups(commands).map(([event, group]) => [event, [group]])),
  };
}

/**
 * Adds our group to every event; refuses when one of our handlers is there already.
 *
 * @param before The text to add to, where it is not the file's own: that without our entries, for replacing them.
 */
export function planClaudeHooks(
  file: string,
  commands: ClaudeHookCommands,
  before: string | null = readSettings(file),
): PlannedFile {
  const groups = claudeHookGroups(commands);
  const planned = { path: file, client: CLAUDE, purpose: 'record what the agent does', before };
  if (before === null || before.trim() === '') {
    const after = `${JSON.stringify(claudeHooksFragment(commands), null, 2)}\n`;
    return { ...planned, after, splices: [{ offset: before?.length ?? 0, text: after }] };
  }
  const editor = new Editor(before, file);
  if (editor.hooks !== undefined && ourHandlers(editor.hooks).length > 0) {
    throw new HookloomError(
      'conflict',
      `${file} already has our hook handlers.`,
      'Pass --force to replace them; nothing else in the file is touched.',
    );
  }
  if (editor.hooks === undefined) {
    const hooks = Object.fromEntries(groups.map(([event, group]) => [event, [group]]));
    editor.apply(addProperty(editor.text, editor.root, 'hooks', hooks));
  } else {
    for (const [event, group] of groups) {
      const list = propertyOf(editor.hooks, event);
      if (list === undefined) editor.apply(addProperty(editor.text, editor.hooks, event, [group]));
      else if (list.type === 'array') editor.apply(addElement(editor.text, list, group));
      else throw notAList(file, event);
    }
  }
  return { ...planned, after: editor.text, splices: editor.splices };
}

export interface McpCommand {
  command: string;
  args: string[];
}

/** Adds `mcpServers.zaxy`; refuses to replace another entry of that name. `before` as for the hooks. */
export function planMcpServer(
  file: string,
  workspace: Workspace,
  server: McpCommand,
  before: string | null = readSettings(file),
): PlannedFile {
  const entry = {
    command: server.command,
    args: server.args,
    env: { ZAXY_DOMAIN: workspace.domain, EVENTLOOM_THREAD: workspace.session },
    startup_timeout_sec: 90,
  };
  const planned = {
    path: file,
    client: CLAUDE,
    purpose: 'give the agent its memory (MCP)',
    before,
  };
  if (before === null || before.trim() === '') {
    const after = `${JSON.stringify({ mcpServers: { zaxy: entry } }, null, 2)}\n`;
    return { ...planned, after, splices: [{ offset: before?.length ?? 0, text: after }] };
  }
  const root = parseObject(before, file);
  const servers = propertyOf(root, 'mcpServers');
  if (servers !== undefined && propertyOf(servers, 'zaxy') !== undefined) {
    throw new HookloomError(
      'conflict',
      `${file} already has a server named zaxy.`,
      'Pass --force to replace it; other servers are not touched.',
    );
  }
  const edited =
    servers === undefined
      ? addProperty(before, root, 'mcpServers', { zaxy: entry })
      : addProperty(before, servers, 'zaxy', entry);
  return { ...planned, after: edited.text, splices: [edited.splice] };
}

/** The `command` nodes of our handlers below `hooks`. */
export function ourHandlers(hooks: Node): Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'property' && node.children?.[0]?.value === 'command') {
      const value = node.children[1];
      if (value !== undefined && isOurClaudeCommand(value.value)) found.push(value);
    }
    for (const child of node.children ?? []) visit(child);
  };
  visit(hooks);
  return found;
}

function notAList(file: string, event: string): HookloomError {
  return new HookloomError(
    'conflict',
    `${file}: hooks.${event} is not a list.`,
    'Mend the entry, then run the command again.',
  );
}

/** Applies edits one after the other, with the tree read anew after each. */
class Editor {
  text: string;
  readonly splices: Splice[] = [];
  private readonly file: string;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  get root(): Node {
    return parseObject(this.text, this.file);
  }

  get hooks(): Node | undefined {
    return propertyOf(this.root, 'hooks');
  }

  apply(edited: Edited): void {
    this.text = edited.text;
    this.splices.push(edited.splice);
  }
}
