/** Files that tools find by their own rules: in a parent folder, by extension, in a package file. */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, isJsonObject } from '@hookloom/core';
import type { Language } from './started-kinds.ts';

const ENDINGS: Record<string, Language> = {
  '.py': 'py',
  '.rb': 'rb',
  '.pl': 'pl',
  '.php': 'php',
  '.sh': 'sh',
  '.bash': 'sh',
  '.zsh': 'sh',
};

export function languageByEnding(file: string): Language {
  const ending = path.extname(file).toLowerCase();
  if (/^\.([mc]?[jt]s|[jt]sx)$/.test(ending)) return 'js';
  return ENDINGS[ending] ?? 'other';
}

/** The file that an interpreter runs for this path: Node adds extensions, Python runs folders. */
export function entryFile(file: string, language: Language): string {
  const tries = [file];
  if (language === 'js') tries.push(`${file}.js`, path.join(file, 'index.js'));
  if (language === 'py') tries.push(path.join(file, '__main__.py'));
  return tries.find(isFile) ?? file;
}

export function isFile(file: string): boolean {
  return attempt(() => fs.statSync(file).isFile(), false);
}

/** The nearest file of this name in a folder or its parents. */
export function upward(from: string, name: string): string | null {
  for (let dir = from; ; dir = path.dirname(dir)) {
    const file = path.join(dir, name);
    if (fs.existsSync(file)) return file;
    if (path.dirname(dir) === dir) return null;
  }
}

export function packageScripts(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const scripts = isJsonObject(value) ? value['scripts'] : undefined;
    return isJsonObject(scripts) ? scripts : {};
  } catch {
    return {};
  }
}
