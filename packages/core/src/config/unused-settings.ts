/** Settings of the environment that have no effect: misspelt, for a missing feature, or with an invalid value. Pure. */
import { ABSENT_FEATURES } from './absent-features.ts';
import { nearWord } from '../near-word.ts';
import type { Accepted } from './setting.ts';
import { INTERNAL_VARIABLES, settingsRead } from './settings.ts';

export interface UnusedSetting {
  name: string;
  /** `unknown`: no such variable. `absent`: for a missing feature. `value`: an invalid value. */
  problem: 'unknown' | 'absent' | 'value';
  /** One sentence for a person, without a secret. */
  message: string;
}

/** Our prefixes: an unknown name that begins with one is misspelt. */
const OURS = /^(HOOKLOOM|ZAXY|EVENTLOOM)_/;
/** Other programs use these prefixes too, so only a name close to one of ours is misspelt. */
const SHARED = /^(MCP|EMBEDDING|RERANKER|RETRIEVAL|CLAUDE_MEM)_/;
const MAX_SHOWN = 40;

/**
 * Empty values count as not set.
 *
 * @param more Further variables that are read, such as the settings of the installation.
 * @example unusedSettings({ HOOKLOOM_WORKER_PROT: '4000' })
 * // → [{ name: 'HOOKLOOM_WORKER_PROT', problem: 'unknown', message: 'HOOKLOOM_WORKER_PROT is not read (did you mean HOOKLOOM_WORKER_PORT?)' }]
 */
export function unusedSettings(
  env: Record<string, string | undefined>,
  more: ReadonlyMap<string, Accepted> = new Map(),
): UnusedSetting[] {
  const accepted = new Map([...more, ...settingsRead]);
  const found: UnusedSetting[] = [];
  for (const name of Object.keys(env).sort()) {
    const value = env[name]?.trim() ?? '';
    if (value === '' || INTERNAL_VARIABLES.includes(name)) continue;
    const known = accepted.get(name);
    const idle =
      known === undefined
        ? notRead(name, value, [...accepted.keys()])
        : badValue(name, value, known);
    if (idle !== null) found.push(idle);
  }
  return found;
}

function badValue(name: string, value: string, { takes, test }: Accepted): UnusedSetting | null {
  if (test(value)) return null;
  const shown = JSON.stringify(value.slice(0, MAX_SHOWN).toWellFormed());
  // An address may contain a password.
  const what = takes.includes('address') ? 'its value' : shown;
  return { name, problem: 'value', message: `${name} takes ${takes}, not ${what}` };
}

function notRead(name: string, value: string, known: readonly string[]): UnusedSetting | null {
  const near = OURS.test(name) || SHARED.test(name) ? nearest(name, known) : undefined;
  if (near !== undefined) {
    const message = `${name} is not read (did you mean ${near}?)`;
    return { name, problem: 'unknown', message };
  }
  const absent = ABSENT_FEATURES.find(({ names }) => names.test(name));
  if (absent !== undefined)
    return absent.harmless?.test(value) === true
      ? null
      : { name, problem: 'absent', message: `${name} has no effect: ${absent.means}` };
  if (!OURS.test(name)) return null;
  return { name, problem: 'unknown', message: `${name} is not read; Hookloom has no such setting` };
}

/** The same word with another prefix, or a name that differs in at most two characters. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const word = withoutPrefix(name);
  return known.find((other) => withoutPrefix(other) === word) ?? nearWord(name, known);
}

function withoutPrefix(name: string): string {
  return name.replace(/^(HOOKLOOM|ZAXY|EVENTLOOM|CLAUDE_MEM)_/, '');
}
