/** A framework's example with our server in it. */
import fs from 'node:fs';
import type { StdioServer } from '../install/mcp-servers/entry.ts';
import { encodeJson } from '../output/terminal-text.ts';
import { FRAMEWORK_EXAMPLES, type Framework } from './frameworks.ts';

/**
 * The program's text. Command, arguments and environment are written as JSON, which is valid Python and TypeScript for
 * strings, lists and tables of strings.
 */
export function frameworkExample(framework: Framework, server: StdioServer): string {
  const values: Record<string, unknown> = {
    command: server.command,
    args: server.args,
    env: server.env,
  };
  return readTemplate(FRAMEWORK_EXAMPLES[framework].file).replace(
    /\{\{(command|args|env)\}\}/g,
    (_, name: string) => encodeJson(literal(values[name])),
  );
}

/** On one line, with spaces as a person would write it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(
    ([name, of]) => `${JSON.stringify(name)}: ${literal(of)}`,
  );
  return `{${pairs.join(', ')}}`;
}

function readTemplate(file: string): string {
  const beside = new URL(`./${file}`, import.meta.url);
  return fs.readFileSync(
    fs.existsSync(beside) ? beside : new URL(`./templates/${file}`, import.meta.url),
    'utf8',
  );
}
