/** Whether a client would run the hooks in its settings: known event, readable form, not switched off. Pure. */
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
/** Clients that keep handlers in groups and ignore a handler without a type. */
const GROUPING = new Set<Program>(['claude-code', 'codex', 'gemini']);

/** An unknown event is skipped without a message, as is a handler in the wrong place. */
export function wouldRun(program: Program, { event, handler, isFlat }: OwnHandler): boolean {
  const events = EVENTS[program];
  if (events === undefined || !Object.hasOwn(events, event)) return false;
  return !GROUPING.has(program) || (!isFlat && typeof handler['type'] === 'string');
}

/** The files of one client, highest precedence first. */
export interface SettingsOfFile {
  file: string;
  settings: JsonObject;
}

export interface SwitchedOff {
  file: string;
  reason: string;
}

/**
 * The setting that turns all of our hooks off. If several files have it, the nearest one decides, except for Copilot.
 */
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
    // One file is enough, and no other can revert it.
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
  // The lists of all files add up.
  const naming = configs.find(
    ({ config: { disabled } }) => Array.isArray(disabled) && disabled.includes('hookloom'),
  );
  return naming === undefined
    ? null
    : { file: naming.file, reason: 'hooksConfig.disabled names hookloom' };
}

/** The files that switch our plugin on, unless a nearer one switches it off. */
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
