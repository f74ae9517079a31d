/** Writes the environment variables of a workspace to a file for shells and other programs. Pure. */
import { environmentVariables, type Workspace } from '@hookloom/core/settings';
import { maskSecrets } from '@hookloom/core/redact';
import { shellQuote } from '@hookloom/core';

export type Profile = ReadonlyMap<string, string>;

/** The variables in every profile, which identify the workspace. */
const IDENTITY = ['EVENTLOOM_PATH', 'EVENTLOOM_THREAD', 'ZAXY_DOMAIN'];
/** Settings of the product. Terminal settings do not belong to the workspace. */
const SETTING = /^(MCP|EMBEDDING|RERANKER|RETRIEVAL|HOOKLOOM)_/;
const SECRET = /KEY|TOKEN|SECRET|PASSWORD/;

/**
 * The variables that identify the workspace, and the documented settings in the current environment. Omits everything
 * with a secret name or value.
 *
 * @example profileOf(workspace, {}).get('EVENTLOOM_THREAD') === 'shop-default'
 */
export function profileOf(
  workspace: Workspace,
  env: Record<string, string | undefined>,
): Map<string, string> {
  const profile = new Map([
    ['EVENTLOOM_PATH', workspace.eventloomDir],
    ['EVENTLOOM_THREAD', workspace.session],
    ['ZAXY_DOMAIN', workspace.domain],
  ]);
  for (const { name } of environmentVariables) {
    const value = env[name] ?? '';
    if (value !== '' && SETTING.test(name) && !SECRET.test(name) && isPlain(value))
      profile.set(name, value);
  }
  return profile;
}

/** @returns The file's text with these variables: existing ones are replaced in place, others are appended */
export function withProfile(text: string, profile: Profile): string {
  const missing = new Map(profile);
  const lines = linesOf(text).map((line) => {
    const name = nameIn(line);
    const value = name === null ? undefined : missing.get(name);
    if (name === null || value === undefined) return line;
    missing.delete(name);
    return lineOf(name, value);
  });
  return [...lines, ...[...missing].map(([name, value]) => lineOf(name, value)), ''].join('\n');
}

export interface ProfileRow {
  name: string;
  status: 'same' | 'differs' | 'missing';
}

/**
 * Compares a profile file with the current workspace. Ignores settings that only one of them names, because the file
 * may also be for other terminals. Shows no values, because the file may contain secrets.
 */
export function compareProfile(text: string, profile: Profile): ProfileRow[] {
  const there = new Map<string, string>();
  for (const line of linesOf(text)) {
    const name = nameIn(line);
    if (name !== null) there.set(name, valueIn(line));
  }
  return [...profile]
    .filter(([name]) => IDENTITY.includes(name) || there.has(name))
    .map(([name, value]) => {
      const found = there.get(name);
      const status = found === undefined ? 'missing' : found === value ? 'same' : 'differs';
      return { name, status };
    });
}

function isPlain(value: string): boolean {
  if (/[\r\n\0]/.test(value) || maskSecrets(value).count > 0) return false;
  return !/^[a-z][\w+.-]*:\/\/[^/?#]*@/i.test(value);
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/;

function nameIn(line: string): string | null {
  return ASSIGNMENT.exec(line)?.[1] ?? null;
}

/** Parses like a shell, but only plain words and single pairs of quotes. */
function valueIn(line: string): string {
  const value = ASSIGNMENT.exec(line)![2]!.trim();
  const single = /^'(.*)'$/.exec(value)?.[1];
  if (single !== undefined) return single.replaceAll(String.raw`'\''`, "'");
  return /^"(.*)"$/.exec(value)?.[1]?.replaceAll(/\\(["\\$`])/g, '$1') ?? value;
}

function lineOf(name: string, value: string): string {
  return `${name}=${shellQuote(value)}`;
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
