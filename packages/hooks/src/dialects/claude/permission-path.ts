/** Path patterns of permission rules: those of gitignore, with Claude Code's four roots. Bounded time, no regular expression. */
import { wildcard } from './wildcard.ts';

const LONGEST = 4_096;

export interface PathRoots {
  /** The base folder of relative patterns. */
  cwd: string;
  /** The folder that a leading `/` means: that of the settings file. */
  settings: string[];
  home: string | null;
}

/**
 * `//x` is absolute, `~/x` in the home folder, `/x` under the settings' folder, `x` and `./x` under the working directory.
 * A pattern without a slash inside matches at any depth. `*` and `?` stay within a name, `**` crosses folders, and a
 * pattern that matches a folder matches everything in it.
 *
 * @param file Absolute, or relative to the working directory.
 */
export function pathMatches(pattern: string, file: string, roots: PathRoots): boolean {
  if (pattern.length > LONGEST || file.length > LONGEST) return true;
  const path = absolute(slashes(file), roots.cwd);
  const rule = slashes(pattern);
  if (rule.startsWith('//')) return below('/', rule.slice(1), path);
  if (rule.startsWith('~/')) return roots.home === null || below(roots.home, rule.slice(1), path);
  if (rule.startsWith('/')) return roots.settings.some((root) => below(root, rule, path));
  return below(roots.cwd, rule.startsWith('./') ? rule.slice(1) : rule, path);
}

function below(root: string, rule: string, path: string): boolean {
  const base = partsOf(slashes(root));
  const parts = partsOf(path);
  if (base.some((part, at) => part !== parts[at])) return false;
  const rest = parts.slice(base.length);
  const wanted = partsOf(rule);
  if (wanted.length === 0) return true;
  const anchored = rule.replace(/\/+$/, '').includes('/');
  return segmentsMatch(anchored ? wanted : ['**', ...wanted], rest);
}

/** Whether the pattern is the path or a folder above it. Row by row, so that many `**` cost no more than few. */
function segmentsMatch(wanted: readonly string[], parts: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const [at, segment] of wanted.entries()) {
    const next = new Set<number>();
    for (const from of reached) {
      if (segment === '**') {
        // The last `**` needs at least one part inside, the others also match nothing.
        const first = at === wanted.length - 1 ? from + 1 : from;
        for (let to = first; to <= parts.length; to++) next.add(to);
      } else if (from < parts.length && segmentMatches(segment, parts[from]!)) next.add(from + 1);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return true;
}

function segmentMatches(segment: string, part: string): boolean {
  return wildcard(segment, part, (one, other) => one === '?' || one === other);
}

function absolute(path: string, cwd: string): string {
  return /^(\/|[A-Za-z]:\/)/.test(path) ? path : `${slashes(cwd)}/${path}`;
}

/** Without `.`, with `..` followed. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}
