/**
 * TOML as plain values, and small readers of it that both languages of a `config.toml` share. The only module that imports
 * the parser, so that the built hook contains it once.
 */
import { parse } from 'smol-toml';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { ConfigFile, ConfigProblem, LoadedFile, Report } from '../../engine/handler.ts';
import type { EntryLines } from './header-lines.ts';

/** Throws smol-toml's `TomlError`, which has the line. */
export function parseToml(text: string): Record<string, unknown> {
  return parse(text);
}

export function reporter({ path }: ConfigFile, problems: ConfigProblem[]): Report {
  return (severity, code, line) => ({
    says: (message, remediation) =>
      problems.push({ severity, code, message, remediation, file: path, line }),
  });
}

/** A table. Dates are also objects, but not tables. */
export function isTable(value: unknown): value is JsonObject {
  return isJsonObject(value) && !(value instanceof Date);
}

/** An own property, so that `__proto__` and the like are simply absent. */
export function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

/** A group in Codex's own form: its commands are in a nested list `hooks`. */
export function isCodexGroup(entry: unknown): boolean {
  return (
    isTable(entry) && Array.isArray(own(entry, 'hooks')) && own(entry, 'command') === undefined
  );
}

/** A word of a file in a form that can be shown. */
export function printable(word: string): string {
  return word.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 120);
}

/** A file while it is being read. */
export interface Loading {
  loaded: LoadedFile;
  lines: EntryLines;
  report: Report;
}
