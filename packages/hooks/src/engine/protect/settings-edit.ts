/** Finds edits of a client's settings that would remove our hooks or turn hooks off. */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, isJsonObject, type JsonValue } from '@hookloom/core';

const SETTINGS =
  /(^|[/\\])(\.claude[/\\]settings(\.local)?\.json|\.codex[/\\](hooks\.json|config\.toml)|\.gemini[/\\]settings\.json|\.cursor[/\\]hooks\.json|\.github[/\\]hooks[/\\][^/\\]+\.json|\.copilot[/\\]hooks[/\\][^/\\]+\.json)$/;
const OURS = /hookloom-hook|hook\.cjs|\b(hookloom|zaxy)(\.cjs)?\b.{0,40}\bhook\b/;
const SWITCH =
  /"?disable_?all_?hooks"?\s*[:=]\s*true|"hooksConfig"\s*:\s*\{[^}]*"(enabled"\s*:\s*false|disabled")|^\s*(features\.)?hooks\s*=\s*false/im;

/** What an edit would remove, as a phrase; null if nothing is ours or the file has no settings. */
export function describeRemoval(file: string, input: JsonValue): string | null {
  if (!SETTINGS.test(file) || !isJsonObject(input)) return null;
  const edits = editsOf(input);
  if (edits.some(({ after, before }) => SWITCH.test(after) && !SWITCH.test(before)))
    return 'this would switch hooks off';
  const removes = edits.some(
    ({ before, after, isWhole }) => OURS.test(isWhole ? textOf(file) : before) && !OURS.test(after),
  );
  return removes ? 'this would remove the hooks of Hookloom' : null;
}

/** Whether the settings contain an entry of ours. */
export function callsUs(text: string): boolean {
  return OURS.test(text);
}

/** What settings turn off, as a phrase; null if nothing is off and our entry is still there. */
export function describeSwitchedOff(file: string, calledUs: boolean): string | null {
  const text = textOf(file);
  if (SWITCH.test(text)) return `${path.basename(file)} switches hooks off`;
  return calledUs && !OURS.test(text) ? `${path.basename(file)} no longer calls Hookloom` : null;
}

function editsOf(input: Record<string, JsonValue | undefined>) {
  if (typeof input['content'] === 'string')
    return [{ before: '', after: input['content'], isWhole: true }];
  const patch = ['patch', 'input', 'command']
    .map((key) => textAt(input, key))
    .find((one) => one.includes('*** Begin Patch'));
  if (patch !== undefined) {
    const lines = patch.split('\n');
    const of = (sign: string): string =>
      lines
        .filter((line) => line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    const isWhole = /^\*\*\* Delete File: .*(settings|hooks|config)/m.test(patch);
    return [{ before: of('-'), after: of('+'), isWhole }];
  }
  const list = Array.isArray(input['edits']) ? input['edits'].filter(isJsonObject) : [];
  return [input, ...list].map((one) => ({
    before: textAt(one, 'old_string'),
    after: textAt(one, 'new_string'),
    isWhole: false,
  }));
}

function textAt(object: Record<string, JsonValue | undefined>, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}

function textOf(file: string): string {
  return attempt(() => fs.readFileSync(file, 'utf8'), '');
}
