/** The plugins that Codex's settings name. Pure. */
import { isJsonObject, type JsonObject } from '@hookloom/core';

export function codexPlugins(settings: JsonObject): [name: string, isOn: boolean][] {
  const plugins = settings['plugins'];
  if (!isJsonObject(plugins)) return [];
  return Object.entries(plugins).flatMap(([name, entry]): [string, boolean][] =>
    isJsonObject(entry) ? [[name, entry['enabled'] !== false]] : [],
  );
}
