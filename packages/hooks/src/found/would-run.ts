/** Whether a client would run the hooks in its settings: known event, readable form, not switched off. Pure. */
import type { SettingsOfFile, SwitchedOff } from '../clients/client.ts';
import { connectable, isConnectable } from '../clients/index.ts';
import type { OwnHandler } from './own-handlers.ts';
import type { Program } from './places.ts';

/** An unknown event is skipped without a message, as is a handler in the wrong place. */
export function wouldRun(program: Program, { event, handler, isFlat }: OwnHandler): boolean {
  if (!isConnectable(program)) return false;
  const { capabilities, install } = connectable(program);
  if (!Object.hasOwn(capabilities.events, event)) return false;
  return install.isGrouped !== true || (!isFlat && typeof handler['type'] === 'string');
}

/** The setting that turns all of our hooks off, and its file. */
export function switchedOff(
  program: Program,
  files: readonly SettingsOfFile[],
): SwitchedOff | null {
  return isConnectable(program)
    ? (connectable(program).install.switchedOff?.(files) ?? null)
    : null;
}

/** The files that switch our plugin on, unless a nearer one switches it off. */
export function pluginFiles(program: Program, files: readonly SettingsOfFile[]): string[] {
  const plugins = isConnectable(program) ? connectable(program).install.plugins : undefined;
  const decided = new Set<string>();
  const enabling: string[] = [];
  for (const { file, settings } of files)
    for (const [name, isOn] of plugins?.(settings) ?? []) {
      if (!/^hookloom(@|$)/.test(name) || decided.has(name)) continue;
      decided.add(name);
      if (isOn && !enabling.includes(file)) enabling.push(file);
    }
  return enabling;
}
