// Chooses the lines of a package that a mutation run changes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NOT_MUTATED = /\.(test|fixture|d)\.ts$|\/(fixtures|testing)\//;
/** Lists of words and weights: a test for each entry would repeat the list. */
const TABLES =
  /\/(cues\/|lasting-weights\.ts|(directive|known|question|related|time|trade)-words\.ts)/;

/** The source files of a package that can be mutated, relative to `root`; with `folders` only those below them. */
export function mutatedFiles(root, name, folders = ['']) {
  return readdirSync(path.join(root, 'packages', name, 'src'), { recursive: true })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => folders.some((folder) => folder === '' || file.startsWith(`${folder}/`)))
    .map((file) => `packages/${name}/src/${file}`)
    .filter((file) => file.endsWith('.ts') && !NOT_MUTATED.test(file) && !TABLES.test(file))
    .sort();
}

/** The numbers of the lines that hold code: no blank lines, comments, imports, re-exports or lone brackets. */
export function codeLines(text) {
  const numbers = [];
  let until = null;
  for (const [index, line] of text.split('\n').entries()) {
    const code = line.trim();
    if (until !== null) {
      if (code.includes(until)) until = null;
    } else if (code.startsWith('/*')) until = code.includes('*/') ? null : '*/';
    else if (/^(import\s|export\s+(type\s+)?[*{])/.test(code))
      until = code.includes(';') ? null : ';';
    else if (!code.startsWith('//') && /[\p{L}\p{N}]/u.test(code)) numbers.push(index + 1);
  }
  return numbers;
}

/**
 * Draws `count` lines of a package. The lines are ordered by a hash of the seed and their place, so the same seed draws the
 * same lines, and a larger count only adds lines.
 * @returns {{ file: string, line: number }[]}
 */
export function drawLines(root, name, count, seed, folders) {
  const order = ({ file, line }) =>
    createHash('sha256').update(`${seed} ${file}:${line}`).digest('hex');
  return mutatedFiles(root, name, folders)
    .flatMap((file) =>
      codeLines(readFileSync(path.join(root, file), 'utf8')).map((line) => ({ file, line })),
    )
    .map((place) => ({ place, order: order(place) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ place }) => place);
}
