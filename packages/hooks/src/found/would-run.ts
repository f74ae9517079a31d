/** Whether a client would run what stands in its settings: under an event it has, in the form it reads, not switched off. Pure. */
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { CLAUDE_CAPABILITIES } from '../clients/claude-code/capabilities.ts';
import { CODEX_CAPABILITIES } from '../clients/codex/capabilities.ts';
import { COPILOT_CAPABILITIES } from '../clients/copilot/capabilities.ts';
import { CURSOR_CAPABILITIES } from '../clients/cursor/capabilities.ts';
import { GEMINI_CAPABILITIES } from '../clients/gemini/capabilities.ts';
import type { OwnHandler } from './own-handlers.ts';
import type { Program } from './places.ts';

const EVENTS: Partial<Record<Program, Readonly<Record<string, unknown>>>> = {
  'claude-code': CLAUDE_CAPABILITIES.events,
  codex: CODEX_CAPABILITIES.events,
  gemini: GEMINI_CAPABILITIES.events,
  cursor: CURSOR_CAPABILITIES.events,
  copilot: COPILOT_CAPABILITIES.events,
};
/** They keep handlers in groups, and a handler without a type is none (clients.md §2 to §4). */
const GROUPING = new Set<Program>(['claude-code', 'codex', 'gemini']);

/** A name that the client does not have is passed over without a word, as is a handler in the wrong place. */
export function wouldRun(program: Program, { event, handler, isFlat }: OwnHandler): boolean {
  const events = EVENTS[program];
  if (events === undefined || !Object.hasOwn(events, event)) return false;
  return !GROUPING.has(program) || (!isFlat && typeof handler['type'] === 'string');
}

/** Of one client's files, the one first that counts before the others. */
export interface SettingsOfFile {
  file: string;
  settings: JsonObject;
}

export interface SwitchedOff {
  file: string;
  reason: string;
}

/** What turns all of our hooks off. Where several files say something, the nearest one decides, except for Copilot. */
export function switchedOff(
  program: Program,
  files: readonly SettingsOfFile[],
): SwitchedOff | null {
  if (program === 'claude-code') {
    const said = files.find(({ settings }) => typeof settings['disableAllHooks'] === 'boolean');
    return said?.settings['disableAllHooks'] === true
      ? { file: said.file, reason: 'disableAllHooks is true' }
      : null;
  }
  if (program === 'copilot') {
    // One file is enough, and no other can take it back.
    const said = files.find(({ settings }) => settings['disableAllHooks'] === true);
    return said === undefined ? null : { file: said.file, reason: 'disableAllHooks is true' };
  }
  if (program !== 'gemini') return null;
  const configs = files.map(({ file, settings }) => ({
    file,
    config: isJsonObject(settings['hooksConfig']) ? settings['hooksConfig'] : {},
  }));
  const said = configs.find(({ config }) => typeof config['enabled'] === 'boolean');
  if (said?.config['enabled'] === false)
    return { file: said.file, reason: 'hooksConfig.enabled is false' };
  // The lists of all files count together.
  const naming = configs.find(
    ({ config: { disabled } }) => Array.isArray(disabled) && disabled.includes('hookloom'),
  );
  return naming === undefined
    ? null
    : { file: naming.file, reason: 'hooksConfig.disabled names hookloom' };
}

/** The files that switch our plugin on; one that is switched off nearer by is off. */
export function pluginFiles(program: Program, files: readonly SettingsOfFile[]): string[] {
  const decided = new Set<string>();
  const enabling: string[] = [];
  for (const { file, settings } of files)
    for (const [name, isOn] of pluginsIn(program, settings)) {
      if (!/^hookloom(@|$)/.test(name) || decided.has(name)) continue;
      decided.add(name);
      if (isOn && !enabling.includes(file)) enabling.push(file);
    }
  return enabling;
}

function pluginsIn(program: Program, settings: JsonObject): [name: string, isOn: boolean][] {
  if (program === 'claude-code') {
    const plugins = settings['enabledPlugins'];
    return isJsonObject(plugins)
      ? Object.entries(plugins).map(([name, on]) => [name, on === true])
      : [];
  }
  const plugins = program === 'codex' ? settings['plugins'] : undefined;
  if (!isJsonObject(plugins)) return [];
  return Object.entries(plugins).flatMap(([name, entry]): [string, boolean][] =>
    isJsonObject(entry) ? [[name, entry['enabled'] !== false]] : [],
  );
}
