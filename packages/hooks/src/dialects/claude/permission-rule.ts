/**
 * Claude Code's `if`: one permission rule that a tool call must match before its hook starts.
 *
 * - `Tool`: every call of the tool. `Edit` means every tool that changes files, `Read` every one that reads them.
 *   The name may contain `*`: `mcp__*`. `mcp__server` and `mcp__server__*` mean all tools of a server.
 * - `Bash(git *)`: see `commandMatches`. `PowerShell(…)` the same, ignoring case.
 * - `Edit(src/**)`, `Read(~/.ssh/*)`, `Write(…)`, `Glob(…)`, `Grep(…)`: see `pathMatches`; one file of several is
 * enough.
 * - `WebFetch(domain:example.com)`: the host, with `*`. `Agent(Explore)`, `Skill(name)`: which one, with `*`.
 * - A rule that cannot be parsed matches, because one run too many is better than one too few. On events without a tool
 *   no rule matches.
 */
import path from 'node:path';
import type { HookEvent, ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { Handler } from '../../engine/handler.ts';
import { claudeEvent, isToolEvent } from './events.ts';
import { pathMatches, type PathRoots } from './permission-path.ts';
import { commandMatches } from './permission-shell.ts';
import { claudeToolNames } from './tool-words.ts';
import { wildcard } from './wildcard.ts';

/** Null: it is not a rule. */
export function parsePermissionRule(text: string) {
  const rule = text.trim();
  const open = rule.indexOf('(');
  const tool = (open < 0 ? rule : rule.slice(0, open)).trim();
  if (!/^[A-Za-z_*][\w.*:-]*$/.test(tool)) return null;
  if (open < 0) return { tool, content: null };
  return rule.endsWith(')') ? { tool, content: rule.slice(open + 1, -1).trim() } : null;
}

/** Whether the handler's `if` matches this call; without `if` it does. */
export function conditionHolds(event: HookEvent, handler: Handler): boolean {
  if (handler.condition === null) return true;
  const native = claudeEvent(handler.event);
  if (native === undefined || !isToolEvent(native)) return false;
  const rule = parsePermissionRule(handler.condition);
  const { tool } = event;
  if (rule === null || tool === null) return true;
  if (!toolMatches(rule.tool, tool)) return false;
  if (rule.content === null || rule.content === '' || rule.content === '*') return true;
  return contentMatches(rule.content, rule.tool, tool, rootsOf(event, handler));
}

const EDITING = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'apply_patch'];
const READING = ['Read', 'Grep', 'Glob', 'LS'];
const FAMILIES: Record<string, string[]> = {
  Edit: EDITING,
  MultiEdit: EDITING,
  Read: READING,
  Task: ['Task', 'Agent'],
};

function toolMatches(wanted: string, tool: ToolSeen): boolean {
  const names = claudeToolNames(tool);
  const family = Object.hasOwn(FAMILIES, wanted) ? FAMILIES[wanted]! : [wanted];
  if (family.some((one) => names.some((name) => wildcard(one, name)))) return true;
  if (!wanted.startsWith('mcp__')) return false;
  // A server's name alone means all its tools. Codex turns `-` into `_`
  // (docs/reference/client-behaviour.md#codex-tool-names).
  const plain = (text: string): string => text.replaceAll('-', '_');
  return names.some(
    (name) => wildcard(plain(wanted), plain(name)) || plain(name).startsWith(`${plain(wanted)}__`),
  );
}

function contentMatches(content: string, wanted: string, tool: ToolSeen, roots: PathRoots) {
  const input: JsonObject = isJsonObject(tool.input) ? tool.input : {};
  const text = (...keys: string[]): string | undefined =>
    keys.map((key) => input[key]).find((value) => typeof value === 'string');
  const one = (value: string | undefined): boolean =>
    value === undefined || wildcard(content, value);
  switch (wanted) {
    case 'Bash': {
      const command = text('command');
      return command === undefined || commandMatches(content, command);
    }
    case 'PowerShell': {
      const command = text('command');
      return command === undefined || commandMatches(content.toLowerCase(), command.toLowerCase());
    }
    case 'WebFetch':
      return domainMatches(content, text('url'));
    case 'Agent':
    case 'Task':
      return one(text('subagent_type', 'agent_name', 'agent_type'));
    case 'Skill':
      return one(text('skill', 'name'));
    default:
      if ([...EDITING, ...READING].includes(wanted)) {
        const files = filesOf(tool, input, roots);
        return files.length === 0 || files.some((file) => pathMatches(content, file, roots));
      }
      return true;
  }
}

function filesOf(tool: ToolSeen, input: JsonObject, roots: PathRoots): string[] {
  const named = ['file_path', 'notebook_path', 'path'].map((key) => input[key]);
  const files = [...tool.files, ...named.filter((value) => typeof value === 'string')];
  // A search without a path searches the working directory.
  return files.length === 0 && ['Grep', 'Glob', 'LS'].includes(tool.name) ? [roots.cwd] : files;
}

function domainMatches(content: string, url: string | undefined): boolean {
  if (!content.startsWith('domain:') || url === undefined || !URL.canParse(url)) return true;
  const host = new URL(url).hostname.toLowerCase();
  return wildcard(content.slice('domain:'.length).trim().toLowerCase(), host);
}

function rootsOf(event: HookEvent, { source: { file } }: Handler): PathRoots {
  const folder = path.dirname(file.path);
  const isUsers = file.layer === 'user';
  const settings = isUsers ? folder : path.dirname(folder);
  const cwd = event.cwd ?? settings;
  return {
    cwd,
    // A user's rule about `/src` also means the current project.
    settings: isUsers || file.layer === 'plugin' ? [settings, cwd] : [settings],
    home: isUsers ? path.dirname(folder) : (process.env['HOME'] ?? null),
  };
}
