/** TOML as plain values: the only module that imports the parser, so that the built hook contains it once. */
import { parse } from 'smol-toml';

/** Throws smol-toml's `TomlError`, which has the line. */
export function parseToml(text: string): Record<string, unknown> {
  return parse(text);
}
