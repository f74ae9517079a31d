/**
 * A project's hooks run only after a person reviewed them (trap 38). What was reviewed is the definition and the content
 * of the scripts it names: Codex's own record ignores the script, Gemini's the content, Claude Code headless has none.
 * The record lies in the user's private state folder, where a repository cannot write.
 */
import fs from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { canonicalize } from '@hookloom/core/canonical-json';
import type { Handler } from './handler.ts';

export type Trust = 'trusted' | 'untrusted' | 'modified';

/** A script that a handler names, by its real path, with the SHA-256 of its content. */
export interface ScriptContent {
  path: string;
  sha256: string;
}

export interface TrustEntry {
  /** File, event, group and index: tells a changed hook from a new one. */
  place: string;
  digest: string;
  /** For the review: what was seen. */
  scripts: ScriptContent[];
  /** ISO 8601 UTC. */
  trusted_at: string;
}

export interface TrustRecord {
  version: 1;
  project: string;
  entries: TrustEntry[];
}

const MAX_SCRIPTS = 32;

/** What a review looks at. */
export interface Reviewed {
  place: string;
  digest: string;
  scripts: ScriptContent[];
}

/** True for handlers that came with the project and not from the user's own files. */
export function needsTrust(handler: Handler, projectDir: string): boolean {
  const { path: file, layer } = handler.source.file;
  // Files named by the user's environment may lie elsewhere; those of a project are the project's, whatever named them.
  return layer === 'project' || (layer === 'local' && isInside(file, projectDir));
}

export function review(handler: Handler, projectDir: string): Reviewed {
  const { file, group, index } = handler.source;
  const scripts = scriptsOf(handler, projectDir);
  const { identity, env, async, once, timeoutMs, critical, sequential } = handler;
  const digest = sha256(
    canonicalize({
      identity,
      env,
      async,
      once,
      timeoutMs,
      critical,
      sequential,
      scripts: scripts.map((script) => ({ ...script })),
    }),
  );
  const place = `${path.relative(projectDir, file.path)}:${handler.event}:${group}:${index}`;
  return { place, digest, scripts };
}

export function trustOf(handler: Handler, projectDir: string, record: TrustRecord | null): Trust {
  if (!needsTrust(handler, projectDir)) return 'trusted';
  if (record === null) return 'untrusted';
  const { place, digest } = review(handler, projectDir);
  if (record.entries.some((entry) => entry.digest === digest)) return 'trusted';
  return record.entries.some((entry) => entry.place === place) ? 'modified' : 'untrusted';
}

/** The files that a command names and that exist: words of the command, relative to the project or absolute. */
export function scriptsOf(handler: Handler, projectDir: string): ScriptContent[] {
  const { action } = handler;
  if (action.kind === 'http') return [];
  const text = action.kind === 'argv' ? action.argv.join(' ') : action.command;
  const words = [...(action.kind === 'argv' ? action.argv : []), ...shellWords(text)];
  const found = new Map<string, ScriptContent>();
  for (const word of words) {
    if (found.size >= MAX_SCRIPTS) break;
    const content = contentOf(resolveWord(word, handler, projectDir));
    if (content !== null) found.set(content.path, content);
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Words as a shell would split them, roughly: what is missed is not a file that exists. Linear time. */
function shellWords(command: string): string[] {
  return command
    .slice(0, 8_192)
    .split(/[\s;|&()<>`]+/)
    .map((word) => word.replace(/["']/g, ''))
    .filter((word) => word !== '');
}

function resolveWord(word: string, handler: Handler, projectDir: string): string {
  const plugin = handler.source.file.pluginRoot ?? projectDir;
  const filled = word
    .replace(
      /\$\{?(CLAUDE_PROJECT_DIR|CODEX_PROJECT_DIR|GEMINI_PROJECT_DIR|GEMINI_CWD|PWD)\}?/g,
      projectDir,
    )
    .replace(/\$\{?CLAUDE_PLUGIN_ROOT\}?/g, plugin);
  return path.resolve(projectDir, filled);
}

function contentOf(file: string): ScriptContent | null {
  try {
    const real = fs.realpathSync(file);
    const stats = fs.statSync(real);
    // Programs of the system are the system's affair; what a project can change is what counts.
    if (!stats.isFile() || stats.size > 16 * 1024 * 1024 || isSystemProgram(real)) return null;
    return { path: real, sha256: sha256(fs.readFileSync(real)) };
  } catch {
    return null;
  }
}

function isSystemProgram(real: string): boolean {
  return /^\/(usr|bin|sbin|opt|nix|Applications|System|Library)\//.test(real);
}

export function trustFile(stateDir: string, projectDir: string): string {
  return path.join(stateDir, 'trust', `${sha256(realOf(projectDir)).slice(0, 32)}.json`);
}

/** Null when nothing was ever trusted here, or the record is not a private file. */
export function readTrust(stateDir: string, projectDir: string): TrustRecord | null {
  const file = trustFile(stateDir, projectDir);
  try {
    const stats = fs.lstatSync(file);
    if (!stats.isFile() || (process.platform !== 'win32' && (stats.mode & 0o077) !== 0))
      return null;
    const record = JSON.parse(fs.readFileSync(file, 'utf8')) as TrustRecord;
    return record.version === 1 && Array.isArray(record.entries) ? record : null;
  } catch {
    return null;
  }
}

export function writeTrust(stateDir: string, projectDir: string, record: TrustRecord): void {
  const file = trustFile(stateDir, projectDir);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(temporary, file);
}

function realOf(dir: string): string {
  try {
    return fs.realpathSync(dir);
  } catch {
    return dir;
  }
}

function isInside(file: string, dir: string): boolean {
  const relative = path.relative(dir, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
