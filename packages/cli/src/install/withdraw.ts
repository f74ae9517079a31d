/** Takes our entries out of a file that was changed since: by meaning, where taking out the added text is not possible. */
import { isOurClaudeCommand } from '@hookloom/hooks/clients/claude-code/install';
import { applyEdits, modify, parse, type JSONPath } from 'jsonc-parser';

const OPTIONS = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

interface Settings {
  hooks?: Record<string, { hooks?: { command?: unknown }[] }[]>;
  mcpServers?: Record<string, unknown>;
}

/** The text without our handlers, our empty groups and our server; unchanged where there is nothing of ours. */
export function withdrawEntries(text: string): string {
  let out = text;
  for (let path = nextOfOurs(out); path !== null; path = nextOfOurs(out)) {
    out = applyEdits(out, modify(out, path, undefined, OPTIONS));
  }
  return out;
}

function nextOfOurs(text: string): JSONPath | null {
  const settings = (parse(text) ?? {}) as Settings;
  if (settings.mcpServers !== undefined && 'zaxy' in settings.mcpServers) {
    return Object.keys(settings.mcpServers).length === 1 ? ['mcpServers'] : ['mcpServers', 'zaxy'];
  }
  const events = Object.entries(settings.hooks ?? {});
  for (const [event, groups] of events) {
    const group = Array.isArray(groups) ? groups.findIndex((g) => ours(g).length > 0) : -1;
    if (group < 0) continue;
    const handlers = groups[group]!.hooks!;
    if (ours(groups[group]!).length < handlers.length) {
      return [
        'hooks',
        event,
        group,
        'hooks',
        handlers.findIndex((h) => isOurClaudeCommand(h.command)),
      ];
    }
    if (groups.length > 1) return ['hooks', event, group];
    return events.length > 1 ? ['hooks', event] : ['hooks'];
  }
  return null;
}

function ours(group: { hooks?: { command?: unknown }[] }): unknown[] {
  return (group?.hooks ?? []).filter((handler) => isOurClaudeCommand(handler.command));
}
