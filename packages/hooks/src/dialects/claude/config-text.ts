/** A settings file as a tree that knows its lines, for the languages that are written in JSON. Never throws. */
import {
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { attempt, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { ConfigFile, ConfigProblem, Report } from '../../engine/handler.ts';

export type { Node } from 'jsonc-parser';

/** One `"key": value` of an object. */
export interface Member {
  key: string;
  value: Node;
  line: number;
}

export interface ConfigText {
  /** Null: the file is not an object; the problem is reported. */
  root: Node | null;
  problems: ConfigProblem[];
  lineOf(node: Node): number;
  report: Report;
}

/** Comments and trailing commas are accepted; a warning says how the client treats them. */
export function readConfigText(text: string, file: ConfigFile): ConfigText {
  const problems: ConfigProblem[] = [];
  const report: Report = (severity, code, line) => ({
    says: (message, remediation) =>
      problems.push({ severity, code, message, remediation, line, file: file.path }),
  });
  const lineAt = lineFinder(text);
  const config: ConfigText = {
    root: null,
    problems,
    lineOf: (node) => lineAt(node.offset),
    report,
  };
  const unparsable = (line: number, what: string): ConfigText => {
    report('error', 'unparsable_file', line).says(
      `It is not a JSON object: ${what}.`,
      'Fix the file. Until then none of its hooks runs.',
    );
    return config;
  };
  if (text.trim() === '') return config;
  const errors: ParseError[] = [];
  const root = attempt(() =>
    parseTree(text, errors, { allowTrailingComma: true, disallowComments: false }),
  );
  if (root === null) return unparsable(0, 'it is nested too deeply');
  const [error] = errors;
  if (error !== undefined) {
    const what = printParseErrorCode(error.error);
    return unparsable(
      lineAt(error.offset),
      what.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase(),
    );
  }
  if (root?.type !== 'object')
    return unparsable(root === undefined ? 0 : 1, 'its top is another thing');
  return { ...config, root };
}

/** The members of an object, in order. Of duplicate keys the last one counts, as in JSON readers. */
export function membersOf(config: ConfigText, node: Node): Member[] {
  const found = new Map<string, Member>();
  for (const { children = [] } of node.children ?? []) {
    const [key, value] = children;
    if (key === undefined || value === undefined) continue;
    const name = String(key.value);
    const line = config.lineOf(key);
    const earlier = found.get(name);
    if (earlier !== undefined) {
      config
        .report('warning', 'duplicate_key', line)
        .says(
          `"${name}" occurs twice in one object (line ${earlier.line} too); the earlier one is lost.`,
          'Join the two.',
        );
      found.delete(name);
    }
    found.set(name, { key: name, value, line });
  }
  return [...found.values()];
}

export function valueOf(node: Node): JsonValue {
  return getNodeValue(node) as JsonValue;
}

/** An object's members whose values are texts, with its other keys. */
export function textsOf(node: Node): { texts: Record<string, string>; others: string[] } {
  const value = valueOf(node);
  const object: JsonObject = isJsonObject(value) ? value : {};
  const texts: Record<string, string> = {};
  const others: string[] = [];
  for (const key of Object.keys(object)) {
    const text = object[key];
    if (typeof text === 'string') texts[key] = text;
    else others.push(key);
  }
  return { texts, others };
}

/** Reports known keys in another spelling: `Timeout`, `status_message`. Other unknown keys are ignored. */
export function reportMisspelt(
  config: ConfigText,
  members: readonly Member[],
  known: readonly string[],
): void {
  for (const { key, line } of members) {
    if (known.includes(key)) continue;
    const meant = nearMiss(key, known);
    if (meant === undefined) continue;
    config
      .report('warning', 'misspelt_key', line)
      .says(`"${key}" is not known; it is ignored.`, `Write "${meant}".`);
  }
}

/** The known word that differs only in case and in `_`, `-` and spaces. */
export function nearMiss(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_\s]/g, '');
  return known.find((one) => plain(one) === plain(word));
}

function lineFinder(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    if (starts === undefined) {
      starts = [0];
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
        starts.push(at + 1);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
