/** Reads Codex's `hooks.json` and the `[hooks]` of its `config.toml`. Never throws. */
import { type Loading, type Group, poisoned } from './loading.ts';
import type { ConfigFile, LoadedFile } from '../../engine/handler.ts';
import { compileMatcher } from '../matcher.ts';
import { nearWord } from '@hookloom/core';
import { nearMiss } from '../claude/config-text.ts';
import { isCodexGroup, isTable, own, printable, reporter } from '../toml/parse-toml.ts';
import { CODEX_EVENTS, codexEvent, type CodexEvent } from './events.ts';
import { loadHandler } from './load-handler.ts';
import { readSource } from './source-text.ts';

const EVENT_NAMES = CODEX_EVENTS.map(({ name }) => name);

/**
 * Of a `config.toml` only the groups with a nested `hooks`; the language `toml` reads the others from the same file.
 * One entry that Codex cannot read makes it drop the whole file; here it is reported and the others run.
 *
 * @example codexLoad('{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./guard"}]}]}}', file).handlers.length === 1
 */
export function codexLoad(text: string, file: ConfigFile): LoadedFile {
  const loaded: LoadedFile = { file, handlers: [], problems: [], switches: [], blocked: [] };
  const source = readSource(text, file, loaded.problems);
  if (source === null) return loaded;
  if (source.disablesAll)
    loaded.switches.push({
      file,
      line: 0,
      text: '[features] hooks = false',
      dialects: ['codex'],
      names: null,
    });
  const loading: Loading = { loaded, source, report: reporter(file, loaded.problems) };
  for (const [key, value] of Object.entries(source.hooks)) loadEvent(key, value, loading);
  return loaded;
}

function loadEvent(key: string, value: unknown, loading: Loading): void {
  const { source, report } = loading;
  const line = source.lines.event(key);
  if (source.form === 'toml' && !(Array.isArray(value) && value.some(isCodexGroup))) return;
  const event = codexEvent(key);
  if (event === undefined) {
    // The `toml` language reports entries under its own names.
    if (source.form === 'toml' && !/^[A-Z]/.test(key)) return;
    const meant = nearMiss(key, EVENT_NAMES) ?? nearWord(key, EVENT_NAMES);
    report('warning', 'unknown_event', line).says(
      `"${printable(key)}" is no event of Codex; its hooks never run.`,
      meant === undefined ? `Use one of ${EVENT_NAMES.join(', ')}.` : `Write "${meant}".`,
    );
    return;
  }
  if (!Array.isArray(value)) return poisoned(loading, line, `"${key}" is not a list of groups.`);
  value.forEach((entry: unknown, position) => {
    if (source.form === 'toml' && !isCodexGroup(entry)) return;
    loadGroup(entry, event, position, loading);
  });
}

function loadGroup(entry: unknown, event: CodexEvent, position: number, loading: Loading): void {
  const line = loading.source.lines.group(event.name, position);
  const hooks = isTable(entry) ? (own(entry, 'hooks') ?? []) : null;
  if (!isTable(entry) || !Array.isArray(hooks))
    return poisoned(
      loading,
      line,
      `A group of ${event.name} is not { "matcher": …, "hooks": […] }.`,
    );
  if (hooks.length === 0)
    loading
      .report('warning', 'missing_hooks', line)
      .says(
        `A group of ${event.name} has no hooks.`,
        'Write { "hooks": [ { "type": "command", "command": "…" } ] }.',
      );
  const group = readGroup(entry, event, { position, line }, loading);
  hooks.forEach((hook: unknown, index) => {
    const handler = loadHandler({ event, group, position, hook, index }, loading);
    if (handler !== null) loading.loaded.handlers.push(handler);
  });
}

/** Null: its matcher is invalid, which is reported. Its hooks are still checked for types that break the whole file. */
function readGroup(
  entry: object,
  event: CodexEvent,
  { position, line }: { position: number; line: number },
  { report }: Loading,
): Group | null {
  const all: Group = { event, position, matcherText: null, matcher: { kind: 'all' } };
  const text = own(entry, 'matcher');
  if (text === undefined || text === null) return all;
  const compiled =
    typeof text === 'string'
      ? compileMatcher(text, 'codex')
      : ({ ok: false, reason: 'it is not a text' } as const);
  if (event.matcherField === null && typeof text === 'string') {
    if (text !== '' && text !== '*')
      report('warning', 'matcher_ignored', line).says(
        `${event.name} has nothing to match; its hooks run whatever the matcher says.`,
        'Remove the matcher.',
      );
    return { ...all, matcherText: text };
  }
  if (compiled.ok && typeof text === 'string')
    return { ...all, matcherText: text, matcher: compiled.matcher };
  const reason = compiled.ok ? '' : printable(compiled.reason);
  report('error', 'invalid_matcher', line).says(
    `The matcher of a ${event.name} group cannot be used: ${reason}.`,
    'Fix the pattern. Codex turns such hooks off.',
  );
  return null;
}
