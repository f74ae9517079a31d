/**
 * Splits a patch of several files into one call for each file, so that hooks are asked about each file separately.
 * Pure.
 */
import type { HookEvent, ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';

const HEADER = /^[ \t]*\*\*\* (Add|Update|Delete) File: (.{1,4096})$/;
const MOVE = /^[ \t]*\*\*\* Move to: (.{1,4096})$/;
const END = /^[ \t]*\*\*\* End (?:Patch|of File)/;

interface Section {
  kind: 'Add' | 'Update' | 'Delete';
  file: string;
  movedTo: string | null;
  /** Without the header. */
  lines: string[];
}

/**
 * One event for each file, `Write` for a new one and `Edit` for the others, in the order of the patch; the event itself
 * if it is not a patch of several files.
 */
export function callsOf(event: HookEvent): HookEvent[] {
  const { tool } = event;
  if (tool === null) return [event];
  const { input } = tool;
  const patch = isJsonObject(input) ? input['command'] : input;
  if (typeof patch !== 'string') return [event];
  const calls = sectionsOf(patch).flatMap((section) => toolsOf(section, tool));
  return calls.length < 2 ? [event] : calls.map((call) => ({ ...event, tool: call }));
}

function sectionsOf(patch: string): Section[] {
  const sections: Section[] = [];
  for (const line of patch.split('\n')) {
    const [, kind, file] = HEADER.exec(line.trimEnd()) ?? [];
    const section = sections.at(-1);
    if (kind !== undefined)
      sections.push({
        kind: kind as Section['kind'],
        file: file!.trim().toWellFormed(),
        movedTo: null,
        lines: [],
      });
    else if (section !== undefined && !END.test(line)) {
      const [, target] = MOVE.exec(line.trimEnd()) ?? [];
      if (target !== undefined) section.movedTo = target.trim().toWellFormed();
      else section.lines.push(line);
    }
  }
  return sections;
}

function toolsOf({ kind, file, movedTo, lines }: Section, tool: ToolSeen): ToolSeen[] {
  const moved = movedTo === null ? [] : [`*** Move to: ${movedTo}`];
  const body = [`*** ${kind} File: ${file}`, ...moved, ...lines].join('\n').trimEnd();
  const command = `*** Begin Patch\n${body}\n*** End Patch\n`;
  const call = (name: string, path: string, more: JsonObject): ToolSeen => ({
    ...tool,
    name,
    input: { command, file_path: path, ...more },
    files: [path],
  });
  const side = (mark: '+' | '-'): string =>
    lines
      .flatMap((line) => (line[0] === mark || line[0] === ' ' ? [line.slice(1)] : []))
      .join('\n');
  const first =
    kind === 'Add'
      ? call('Write', file, { content: `${side('+')}\n` })
      : call(
          'Edit',
          file,
          kind === 'Delete' ? {} : { old_string: side('-'), new_string: side('+') },
        );
  return movedTo === null ? [first] : [first, call('Write', movedTo, {})];
}
