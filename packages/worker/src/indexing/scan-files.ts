/** Lists the files of a folder that may be indexed. Respects git's ignore rules, follows no links, runs nothing. */
import fs from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

export interface FoundFile {
  /** Relative to the workspace, with `/`. */
  path: string;
  absolute: string;
  bytes: number;
}

export interface Scan {
  files: FoundFile[];
  /** The caller skips files that are too large, unreadable or binary. */
  skipped: { path: string; reason: 'too_large' | 'unreadable' }[];
}

export interface ScanRequest {
  /** Absolute path of the workspace. Paths are relative to it. */
  workspace: string;
  /** Absolute path of the file or folder to index, inside the workspace. */
  root: string;
  maxBytes: number;
  wants(path: string): boolean;
}

/** `.hookloomignore` lists files of the repository that must not be indexed. */
const IGNORE_FILES = ['.gitignore', '.hookloomignore'];
const NEVER = new Set(
  '.git .hg .svn .eventloom node_modules bower_components __pycache__ .venv venv .tox .mypy_cache .pytest_cache .next .turbo .cache'.split(
    ' ',
  ),
);
/** Deeper than any real project. Ends the walk in a folder that keeps growing. */
const MAX_DEPTH = 64;
const MAX_FILES = 200_000;

interface Rules {
  /** Relative to the workspace: empty, or with a trailing `/`. */
  base: string;
  rules: Ignore;
}

/** Sorted by name, so that the same tree gives the same events. */
export function scanFiles(request: ScanRequest): Scan {
  const scan: Scan = { files: [], skipped: [] };
  const relative = path.relative(request.workspace, request.root).split(path.sep).join('/');
  // Rules above the root apply too.
  const stack: Rules[] = [];
  let dir = '';
  for (const part of ['', ...relative.split('/').filter((name) => name !== '')].slice(0, -1)) {
    dir = join(dir, part);
    stack.push(...rulesIn(request.workspace, dir));
  }
  const found = fs.lstatSync(request.root);
  if (found.isDirectory()) walk(request, relative, stack, scan, 0);
  else if (found.isFile() && request.wants(relative)) add(request, relative, found.size, scan);
  return scan;
}

function walk(request: ScanRequest, dir: string, above: Rules[], scan: Scan, depth: number): void {
  const rules = [...above, ...rulesIn(request.workspace, dir)];
  let entries: fs.Dirent[];
  try {
    entries = fs.readdirSync(path.join(request.workspace, dir), { withFileTypes: true });
  } catch {
    scan.skipped.push({ path: dir, reason: 'unreadable' });
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (scan.files.length >= MAX_FILES) return;
    const name = join(dir, entry.name);
    if (entry.isDirectory()) {
      if (NEVER.has(entry.name) || depth >= MAX_DEPTH || isIgnored(rules, `${name}/`)) continue;
      walk(request, name, rules, scan, depth + 1);
    } else if (entry.isFile() && request.wants(name) && !isIgnored(rules, name)) {
      const { size } = fs.lstatSync(path.join(request.workspace, name));
      add(request, name, size, scan);
    }
  }
}

function add({ workspace, maxBytes }: ScanRequest, name: string, bytes: number, scan: Scan): void {
  if (bytes > maxBytes) scan.skipped.push({ path: name, reason: 'too_large' });
  else scan.files.push({ path: name, absolute: path.join(workspace, name), bytes });
}

function rulesIn(workspace: string, dir: string): Rules[] {
  return IGNORE_FILES.flatMap((file) => {
    try {
      const text = fs.readFileSync(path.join(workspace, dir, file), 'utf8');
      return [{ base: dir === '' ? '' : `${dir}/`, rules: ignore().add(text) }];
    } catch {
      return [];
    }
  });
}

/** The nearest rules decide. A later `!` includes a name again. */
function isIgnored(rules: readonly Rules[], name: string): boolean {
  let ignored = false;
  for (const { base, rules: own } of rules) {
    const { ignored: no, unignored: yes } = own.test(name.slice(base.length));
    if (no) ignored = true;
    else if (yes) ignored = false;
  }
  return ignored;
}

function join(dir: string, name: string): string {
  return dir === '' ? name : name === '' ? dir : `${dir}/${name}`;
}
