import { ERROR_CODES, eventDefinitions } from '@hookloom/core';
import { environmentVariables } from '@hookloom/core/config/settings';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAllCommands } from '../commands/index.ts';
import { kindOf } from './events-page.ts';
import { table } from './markdown.ts';
import { OWNED_FOLDERS, renderReferences } from './render-references.ts';

let files: Record<string, string>;
beforeAll(async () => {
  files = await renderReferences();
});

describe('the generated reference', () => {
  it('is the same every time', async () => {
    expect(await renderReferences()).toEqual(files);
  });

  it('names every command with its options', async () => {
    for (const { name, options, hidden } of await loadAllCommands()) {
      if (hidden === true) continue;
      expect(files['docs/reference/cli.md']).toContain(`## hookloom ${name}\n`);
      for (const { flags } of Object.values(options))
        expect(files['docs/reference/cli.md']).toContain(flags);
    }
  });

  it('names every event, error code and environment variable', () => {
    for (const { type } of eventDefinitions) {
      expect(files['docs/reference/events.md']).toContain(`## ${type}\n`);
      const schema = JSON.parse(files[`schemas/events/${type}.schema.json`]!);
      expect(schema).toMatchObject({ title: type, type: 'object' });
    }
    for (const code of Object.keys(ERROR_CODES)) {
      expect(files['docs/reference/errors.md']).toContain(`| \`${code}\` |`);
    }
    for (const { name } of environmentVariables) {
      expect(files['docs/reference/configuration.md']).toContain(`| \`${name}\` |`);
    }
  });

  it('keeps the tool contract as plain JSON', () => {
    const contract = JSON.parse(files['docs/examples/mcp-tool-contract.json']!);
    expect(contract.tool_names[0]).toBe('memory_checkout');
    expect(contract.tools).toHaveLength(contract.tool_count);
  });

  it('owns the folders it writes alone', () => {
    const elsewhere = Object.keys(files).filter(
      (file) => !OWNED_FOLDERS.some((folder) => file.startsWith(folder)),
    );
    expect(elsewhere).toEqual(['docs/examples/mcp-tool-contract.json']);
  });

  it('names no path of a machine', () => {
    for (const text of Object.values(files)) expect(text).not.toMatch(/\/(root|work|tmp)\//);
  });
});

describe('the pieces', () => {
  it('keep bars and line breaks out of table cells', () => {
    expect(table(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |');
  });

  it('say in a word what a field holds', () => {
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('list of string');
    expect(kindOf({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('number or null');
    expect(kindOf({ enum: ['a', 'b'] })).toBe('`a`, `b`');
    expect(kindOf({})).toBe('anything');
  });
});
