/** Finds the files that a script imports by a literal name. Misses imports that are computed at run time. */
import path from 'node:path';
import { isFile } from './project-files.ts';
import type { Language } from './started-kinds.ts';

/** In the order of the text. Only existing files, except for relative imports, which may be missing. */
export function importsOf(text: string, file: string, language: Language): string[] {
  const dir = path.dirname(file);
  switch (language) {
    case 'js':
      return namesIn(text, JS).map((name) => withEnding(path.resolve(dir, name), JS_ENDINGS));
    case 'py':
      return pythonImports(text, dir);
    case 'rb':
      return namesIn(text, RB).map((name) => withEnding(path.resolve(dir, name), ['', '.rb']));
    case 'pl':
    case 'php':
      return namesIn(text, FILES).map((name) => path.resolve(dir, name));
    default:
      return [];
  }
}

const JS = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["'`](\.{1,2}\/[^"'`\n]{1,512})["'`]/g;
const RB = /\b(?:require_relative|load)\s*\(?\s*["']([^"'\n]{1,512})["']/g;
const FILES =
  /\b(?:require|include|require_once|include_once|do)\s*\(?\s*["'](\.{0,2}\/[^"'\n]{1,512})["']/g;
const JS_ENDINGS = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.tsx',
  '.jsx',
  '.json',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
];

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!);
}

/**
 * The first candidate that is a file, otherwise the bare path, which then counts as missing. TypeScript writes `.js`
 * for `.ts`.
 */
function withEnding(base: string, endings: readonly string[]): string {
  const tries = endings.map((ending) => base + ending);
  if (/\.[mc]?js$/.test(base)) tries.push(base.replace(/js$/, 'ts'));
  return tries.find(isFile) ?? base;
}

function pythonImports(text: string, dir: string): string[] {
  const found: string[] = [];
  const add = (from: string, dotted: string): void => {
    const parts = dotted.split('.');
    // Importing a package also runs its own file.
    for (let count = 1; count <= parts.length; count += 1) {
      const base = path.join(from, ...parts.slice(0, count));
      const file = [`${base}.py`, path.join(base, '__init__.py')].find(isFile);
      if (file !== undefined) found.push(file);
    }
  };
  for (const [, dots, from, listed, names] of text.matchAll(
    /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(?:\(([^)]{0,4000})\)|([^\n(]{0,2000}))/gm,
  )) {
    const base = dots === '' ? dir : path.join(dir, ...Array(dots!.length - 1).fill('..'));
    if (from !== '') add(base, from!);
    const into = from === '' ? base : path.join(base, ...from!.split('.'));
    for (const name of (listed ?? names!).split(/[,\s]+/))
      if (/^[A-Za-z_]\w*$/.test(name)) add(into, name);
  }
  for (const [, list] of text.matchAll(/^[ \t]*import[ \t]+([\w., \t]{1,1000})/gm))
    for (const entry of list!.split(',')) {
      const name = entry.trim().split(/\s/)[0]!;
      if (/^[A-Za-z_][\w.]*$/.test(name)) add(dir, name);
    }
  return found;
}
