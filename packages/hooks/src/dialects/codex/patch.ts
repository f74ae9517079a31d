/**
 * Converts an edit of another client to the `apply_patch` call that Codex's hooks expect
 * (docs/reference/client-behaviour.md#codex-tool-names).
 */
import type { ToolSeen } from '@hookloom/core/hook/hook-event';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';

/**
 * Null: the call is not an edit, or is Codex's own. The patch has the changed lines without the lines around them.
 *
 * @example patchOf({ name: 'Write', input: { file_path: 'a.txt', content: 'hi\n' }, … })
 * // → '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch\n'
 */
export function patchOf({ name, native_name, input, mcp }: ToolSeen): string | null {
  if (mcp !== null || native_name === 'apply_patch' || !isJsonObject(input)) return null;
  const path = input['file_path'];
  if (typeof path !== 'string' || path === '') return null;
  const head = path.replace(/[\r\n]+/g, ' ');
  if (name === 'Write' && typeof input['content'] === 'string')
    return whole(`*** Add File: ${head}\n${lines('+', input['content'])}`);
  if (name !== 'Edit') return null;
  const changes = changesIn(input);
  if (changes.length === 0) return null;
  return whole(
    `*** Update File: ${head}\n${changes
      .map(([before, after]) => `@@\n${lines('-', before)}${lines('+', after)}`)
      .join('')}`,
  );
}

function changesIn(input: JsonObject): [string, string][] {
  const edits: JsonValue[] = Array.isArray(input['edits']) ? input['edits'] : [input];
  return edits.flatMap((edit): [string, string][] => {
    if (!isJsonObject(edit)) return [];
    const { old_string, new_string } = edit;
    return typeof old_string === 'string' && typeof new_string === 'string'
      ? [[old_string, new_string]]
      : [];
  });
}

function lines(mark: '+' | '-', text: string): string {
  if (text === '') return '';
  return text
    .replace(/\r?\n$/, '')
    .split('\n')
    .map((line) => `${mark}${line}\n`)
    .join('');
}

function whole(body: string): string {
  return `*** Begin Patch\n${body}*** End Patch\n`;
}
