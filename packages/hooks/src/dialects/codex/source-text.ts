/** Reads both file formats of Codex's hooks as plain values with their lines. */
import { attempt, isJsonObject } from '@hookloom/core';
import type { ConfigFile, ConfigProblem } from '../../engine/handler.ts';
import { readConfigText, valueOf, type ConfigText, type Node } from '../claude/config-text.ts';
import { isTable, own, parseToml } from '../toml/parse-toml.ts';
import { entryLines } from '../toml/header-lines.ts';

export interface CodexSource {
  form: 'json' | 'toml';
  /** Events, without `state`, in which Codex keeps its trusted hashes. */
  hooks: Record<string, unknown>;
  /** `[features] hooks = false`. */
  disablesAll: boolean;
  lines: {
    event(name: string): number;
    group(name: string, position: number): number;
    hook(name: string, position: number, index: number): number;
  };
}

/** Null: there is nothing to read. Errors are reported. */
export function readSource(
  text: string,
  file: ConfigFile,
  problems: ConfigProblem[],
): CodexSource | null {
  return /\.toml$/i.test(file.path) ? fromToml(text) : fromJson(text, file, problems);
}

/** The `toml` language reads the same file and reports invalid TOML. */
function fromToml(text: string): CodexSource | null {
  const root = attempt(() => parseToml(text));
  if (root === null) return null;
  const hooks = own(root, 'hooks');
  const features = own(root, 'features');
  const lines = entryLines(text, 'hooks');
  return {
    form: 'toml',
    hooks: isTable(hooks) ? withoutState(hooks) : {},
    disablesAll: isTable(features) && own(features, 'hooks') === false,
    lines: {
      event: (name) => lines.group(name, 0),
      group: lines.group,
      hook: lines.command,
    },
  };
}

function withoutState(hooks: Record<string, unknown>): Record<string, unknown> {
  const { state: _, ...events } = hooks;
  return events;
}

function fromJson(text: string, file: ConfigFile, problems: ConfigProblem[]): CodexSource | null {
  const config = readConfigText(text, file);
  problems.push(...config.problems);
  if (config.root === null) return null;
  const node = childOf(config.root, 'hooks');
  const line = (found: Node | undefined): number =>
    found === undefined ? 0 : config.lineOf(found);
  if (node?.type !== 'object') {
    problems.push(missingHooks(file, config, node));
    return null;
  }
  const hooks = valueOf(node);
  const event = (name: string): Node | undefined => childOf(node, name);
  const group = (name: string, position: number): Node | undefined =>
    event(name)?.children?.[position] ?? event(name);
  return {
    form: 'json',
    hooks: isJsonObject(hooks) ? hooks : {},
    disablesAll: false,
    lines: {
      event: (name) => line(event(name)),
      group: (name, position) => line(group(name, position)),
      hook(name, position, index) {
        const owner = group(name, position);
        const list = owner?.type === 'object' ? childOf(owner, 'hooks') : undefined;
        return line(list?.children?.[index] ?? owner);
      },
    },
  };
}

function missingHooks(file: ConfigFile, config: ConfigText, node: Node | undefined): ConfigProblem {
  return {
    severity: node === undefined ? 'warning' : 'error',
    code: node === undefined ? 'missing_hooks' : 'wrong_type',
    message: 'The file has no object "hooks", so nothing of it runs.',
    remediation: 'Put the events into "hooks": { … }.',
    file: file.path,
    line: node === undefined ? 1 : config.lineOf(node),
  };
}

/** The last key of that name, as in JSON readers. */
function childOf(node: Node, key: string): Node | undefined {
  return node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}
