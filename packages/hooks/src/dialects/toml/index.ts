/** The hook language `toml`: `[hooks]` in TOML (docs/reference/hook-language.md). */
import { nearWord } from '@hookloom/core';
import type { Dialect } from '../dialect.ts';
import { TOML_EVENTS, snakeOf, tomlEvent, type TomlEvent, tomlMatcherValues } from './events.ts';
import { tomlInterpret } from './interpret.ts';
import { tomlInput } from './build-input.ts';
import {
  type Loading,
  isCodexGroup,
  isTable,
  own,
  printable,
  parseToml,
  reporter,
} from './parse-toml.ts';
import type { ConfigFile, LoadedFile } from '../../engine/handler.ts';
import { entryLines } from './header-lines.ts';
import { loadEntry } from './load-entry.ts';

export const tomlDialect: Dialect = {
  name: 'toml',
  events: TOML_EVENTS,
  load: tomlLoad,
  buildInput: tomlInput,
  matcherValues: (event, handler) => tomlMatcherValues(handler.event, event),
  // `CLAUDE_ENV_FILE` is a separate file for each run: the engine sets it.
  environment: (_event, _handler, { projectDir }) => ({
    CLAUDE_PROJECT_DIR: projectDir,
    CODEX_PROJECT_DIR: projectDir,
  }),
  interpret: tomlInterpret,
};

/** Loads the language on demand: the built hook keeps it in a separate file. */
export function tomlLanguage(): Dialect {
  return tomlDialect;
}

/**
 * Reads the `[hooks]` table. Entries of an event are groups in the order of the file; an entry with both a `command` and
 * `commands` is a group whose own command comes first. In a `config.toml`, groups with Codex's nested `hooks` are left
 * to the language `codex`, which reads the same file, and so is `hooks.state`.
 *
 * @example tomlLoad('[[hooks.pre_tool_use]]\ncommand = ["./guard"]\nmatcher = "^Bash$"\n', file).handlers.length === 1
 */
export function tomlLoad(text: string, file: ConfigFile): LoadedFile {
  const loaded: LoadedFile = { file, handlers: [], problems: [], switches: [], blocked: [] };
  const report = reporter(file, loaded.problems);
  let root: Record<string, unknown>;
  try {
    root = parseToml(text);
  } catch (error) {
    const { line, what } = parseFailure(error);
    report('error', 'unparsable_file', line).says(
      `It is not valid TOML: ${what}.`,
      'Fix the file. Until then none of its hooks runs.',
    );
    return loaded;
  }
  const loading: Loading = { loaded, report, lines: entryLines(text, 'commands') };
  if (!isSharedWithCodex(file)) reportStrangers(root, loading);
  const hooks = own(root, 'hooks');
  if (hooks === undefined) return loaded;
  if (!isTable(hooks)) {
    const line = loading.lines.first('hooks');
    report('error', 'wrong_type', line).says('"hooks" must be a table.', 'Write [hooks].');
    return loaded;
  }
  const groups = new Map<TomlEvent, number>();
  for (const [key, value] of Object.entries(hooks)) loadKey(key, value, loading, groups);
  return loaded;
}

function loadKey(key: string, value: unknown, loading: Loading, groups: Map<TomlEvent, number>) {
  const { loaded, report, lines } = loading;
  const line = lines.first('hooks', key);
  const shared = isSharedWithCodex(loaded.file);
  const word = snakeOf(key);
  if (word === 'state' && shared) return;
  if (word === 'disable_all_hooks') {
    if (value === true) {
      const text = `${printable(key)} = true`;
      loaded.switches.push({ file: loaded.file, line, text, dialects: ['toml'], names: null });
    } else if (value !== false)
      report('error', 'wrong_type', line).says(
        `"${printable(key)}" must be true or false.`,
        'Write disable_all_hooks = true.',
      );
    return;
  }
  const event = tomlEvent(key);
  if (event === undefined) {
    // Codex has events that this language does not.
    if (shared && Array.isArray(value) && value.some(isCodexGroup)) return;
    const names = TOML_EVENTS.map(({ name }) => name);
    const meant = nearWord(key, names);
    const isGuard = [value]
      .flat()
      .some((entry) => isTable(entry) && own(entry, 'critical') === true);
    report(isGuard ? 'error' : 'warning', 'unknown_event', line).says(
      `"${printable(key)}" is no event of this language; its hooks never run${isGuard ? ', and its guard refuses nothing' : ''}.`,
      meant === undefined ? `Use one of ${names.join(', ')}.` : `Write "${meant}".`,
    );
    return;
  }
  const entries = isTable(value) ? [value] : value;
  if (!Array.isArray(entries))
    return report('error', 'wrong_type', line).says(
      `"hooks.${printable(key)}" must be a list of tables.`,
      `Write [[hooks.${event.name}]].`,
    );
  entries.forEach((entry: unknown, at) => {
    if (shared && key === event.pascal && isCodexGroup(entry)) return;
    const group = groups.get(event) ?? 0;
    groups.set(event, group + 1);
    loadEntry({ event, key, entry, at, group }, loading);
  });
}

/** A `config.toml` is read once for this language and once for Codex's own. */
function isSharedWithCodex({ path }: ConfigFile): boolean {
  return /(^|[\\/])config\.toml$/.test(path);
}

/** In a file of our own, any key but `hooks` and `engine` is a mistake. A client's file has its own settings. */
function reportStrangers(root: Record<string, unknown>, { report, lines, loaded }: Loading): void {
  const isOurs = /(^|[\\/])\.hookloom[\\/][^\\/]+$/.test(loaded.file.path);
  for (const key of Object.keys(root)) {
    const event = tomlEvent(key);
    if (key === 'hooks' || key === 'engine' || (event === undefined && !isOurs)) continue;
    report('warning', 'unknown_key', lines.first(key)).says(
      `"${printable(key)}" means nothing at the top of this file.`,
      event === undefined ? 'Known: hooks, engine.' : `Write [[hooks.${event.name}]].`,
    );
  }
}

function parseFailure(error: unknown): { line: number; what: string } {
  const { message, line } = error as { message?: unknown; line?: unknown };
  const what = typeof message === 'string' ? message.split('\n', 1)[0]! : 'it cannot be read';
  return {
    line: typeof line === 'number' ? line : 0,
    what: printable(what.replace(/^Invalid TOML document: /, '')),
  };
}
