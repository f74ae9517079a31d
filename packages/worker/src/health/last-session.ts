/** Where the last session of a client started, from a limited part of its newest session files. */
import fs from 'node:fs';
import path from 'node:path';
import { PLACES, type Place } from '@hookloom/hooks/clients';
import { isWithin } from '../workspaces/is-within.ts';
import { attempt, namesIn, readStart, realPath } from '@hookloom/core';

export type SessionProgram = 'claude-code' | 'gemini';

/** With more files than this, the newest may be missed. */
const MAX_FILES = 2000;
/** Newest first. Sessions of other folders count too. */
const MAX_READ = 24;
const HEAD_BYTES = 64 * 1024;

/**
 * The newest session that started in the workspace or below it, but not in another workspace in between. Null if there
 * is none.
 *
 * @example lastSession('claude-code', place) // → { folder: '/home/dev/shop/src', startedMs: 1763712000000 }
 */
export function lastSession(program: SessionProgram, place: Place) {
  const roots = [...new Set([place.root, realPath(place.root)])];
  const files = candidates(program, PLACES[program].sessions(place)!, roots)
    .slice(0, MAX_FILES)
    .map((file) => ({ file, ms: fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.ms - a.ms);
  for (const { file, ms } of files.slice(0, MAX_READ)) {
    const head = readStart(file, HEAD_BYTES) ?? '';
    const folder = program === 'gemini' ? geminiFolder(file, head) : claudeFolder(head);
    if (folder === null || !roots.some((root) => isWithin(folder, root))) continue;
    const told = Date.parse(/"(?:timestamp|startTime)":"([^"]{10,40})"/.exec(head)?.[1] ?? '');
    return { folder, startedMs: Number.isNaN(told) ? ms : told };
  }
  return null;
}

function candidates(program: SessionProgram, top: string, roots: readonly string[]): string[] {
  if (program === 'gemini')
    return namesIn(top).flatMap((name) => sessionsIn(path.join(top, name, 'chats')));
  const slugs = roots.map((root) => root.replace(/[^A-Za-z0-9]/g, '-'));
  return namesIn(top)
    .filter((name) => slugs.some((slug) => name === slug || name.startsWith(`${slug}-`)))
    .flatMap((name) => sessionsIn(path.join(top, name)));
}

function sessionsIn(folder: string): string[] {
  const files = namesIn(folder).filter((name) => name.endsWith('.jsonl') && !name.startsWith('.'));
  return files.map((name) => path.join(folder, name));
}

/** Every line has the current folder, so the first one has the start folder. */
function claudeFolder(head: string): string | null {
  return parsed(/"cwd":("(?:[^"\\]|\\.){0,4096}")/.exec(head)?.[1]);
}

/** Gemini stores the folder next to its chats. Older versions put it into the prompt. */
function geminiFolder(file: string, head: string): string | null {
  const beside = path.join(path.dirname(path.dirname(file)), '.project_root');
  const told = readStart(beside, HEAD_BYTES)?.trim() ?? '';
  if (told !== '') return told;
  const listed = /\*\*Workspace Directories:\*\*\\n\s{0,8}- ([^\\"]{1,4096})/.exec(head)?.[1];
  return listed?.trim() ?? null;
}

function parsed(text: string | undefined): string | null {
  return attempt(() => (text === undefined ? null : (JSON.parse(text) as string)));
}
