/** The formats in which clients store their servers. */
import type { ServerFormat } from './format.ts';
import { jsonFormat } from './json.ts';
import { tomlFormat } from './toml.ts';
import { yamlFormat } from './yaml.ts';

export type FormatName = 'json' | 'toml' | 'yaml';

export const FORMATS: Readonly<Record<FormatName, ServerFormat>> = {
  json: jsonFormat,
  toml: tomlFormat,
  yaml: yamlFormat,
};
