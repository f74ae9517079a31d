/** Reads every configuration file that may contain hooks into one list of handlers in declared order. */
import fs from 'node:fs';
import { DIALECTS } from '../dialects/index.ts';
import type { ConfigFile, ConfigProblem, Handler, LoadedFile } from './handler.ts';
import { isManaged } from './sources.ts';
import { DEFAULT_SETTINGS, readSettings, type EngineSettings } from './settings.ts';

/** A larger file is not a settings file. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

export interface LoadedConfig {
  /** Every file that was checked, with its stamp for the next check; null if it does not exist. */
  seen: { path: string; stamp: string | null }[];
  files: LoadedFile[];
  handlers: Handler[];
  problems: ConfigProblem[];
  settings: EngineSettings;
}

/** Never throws. A file that cannot be read or parsed is reported as a problem, and the others still count. */
export function loadConfig(files: readonly ConfigFile[]): LoadedConfig {
  const texts = new Map<
    string,
    { text: string | null; stamp: string | null; problem?: ConfigProblem }
  >();
  const loaded: LoadedFile[] = [];
  const problems: ConfigProblem[] = [];
  let settings = DEFAULT_SETTINGS;
  const fixed: string[] = [];
  for (const file of files) {
    let read = texts.get(file.path);
    if (read === undefined) {
      read = readConfig(file);
      texts.set(file.path, read);
      if (read.problem !== undefined) problems.push(read.problem);
    }
    if (read.text === null) continue;
    const result = DIALECTS[file.dialect]().load(read.text, file);
    if (file.dialect === 'toml' && read.text.includes('engine') && holdsSettings(file)) {
      const own = readSettings(read.text, file, settings, fixed);
      settings = own.settings;
      if (file.layer === 'managed') fixed.push(...own.set);
      problems.push(...own.problems);
      result.switches.push(...own.switches);
    }
    loaded.push(result);
    problems.push(...result.problems);
  }
  return {
    seen: [...texts].map(([path, { stamp }]) => ({ path, stamp })),
    files: loaded,
    handlers: loaded.flatMap(({ handlers }) => handlers),
    problems,
    settings,
  };
}

function holdsSettings({ path, layer }: ConfigFile): boolean {
  return layer === 'managed' || /[/\\]\.hookloom[/\\][^/\\]+$/.test(path);
}

/** Detects a change of a file without reading it. */
export function stampOf(stats: fs.Stats): string {
  return `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
}

function readConfig(file: ConfigFile) {
  const { path } = file;
  const problem = (message: string): ConfigProblem => ({
    severity: 'error',
    code: 'unreadable_file',
    message,
    remediation: 'Fix or remove the file; its hooks do not run.',
    file: path,
    line: 0,
  });
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { text: null, stamp: null };
    const stamp = stampOf(stats);
    if (file.layer === 'managed' && !isManaged(path, file.owner))
      return {
        text: null,
        stamp,
        problem: problem('Others than the administrator can write to it, so it does not count.'),
      };
    if (!stats.isFile()) return { text: null, stamp, problem: problem('It is not a file.') };
    if (stats.size > MAX_FILE_BYTES)
      return { text: null, stamp, problem: problem('It is larger than 4 MiB.') };
    return { text: fs.readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), stamp };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { text: null, stamp: null };
    return { text: null, stamp: null, problem: problem(`It cannot be read (${code}).`) };
  }
}
