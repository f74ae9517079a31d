import { readFileSync } from 'node:fs';
import { ERROR_CODES } from '@hookloom/core';
import { eventDefinitions } from '@hookloom/core/events';
import { environmentVariables } from '@hookloom/core/settings';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAllCommands } from '../commands/index.ts';
import { kindOf } from './events-page.ts';
import { table } from './markdown.ts';
import { HANDWRITTEN, OWNED_FOLDERS, renderReferences } from './render-references.ts';

let files: Record<string, string>;
beforeAll(async () => {
  files = await renderReferences(await loadAllCommands());
});

describe('the generated reference', () => {
  it('is what the repository contains, whenever it is rendered', async () => {
    for (const [file, text] of Object.entries(await renderReferences(await loadAllCommands())))
      expect(text, file).toBe(readFileSync(file, 'utf8'));
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

  it('contains the tool contract as plain JSON', () => {
    const contract = JSON.parse(files['docs/examples/mcp-tool-contract.json']!);
    expect(contract.tool_names[0]).toBe('memory_checkout');
    expect(contract.tools).toHaveLength(contract.tool_count);
  });

  it('contains every field of the documented checkout fragment, answered and degraded', () => {
    const contract = JSON.parse(files['docs/examples/memory-checkout-contract.json']!);
    expect(contract.answerable).toMatchObject({
      current_facts: [
        {
          content: expect.stringContaining('the model-facing context contract'),
          citation: expect.stringMatching(/^eventloom:\/\/zaxy-default\/events\/2#[0-9a-f]{12}$/),
          source_lane: 'graph',
          entity_name: expect.any(String),
          entity_type: 'decision',
        },
      ],
      diagnostics: {
        current_citation_count: 1,
        current_fact_count: 1,
        superseded_contexts_excluded: 0,
        warning_count: 0,
        feedback_recommended: true,
        feedback_tool: 'memory_feedback',
      },
      quality: {
        answerability: 'answer_from_memory',
        confidence: 0.75,
        reasons: ['Retrieved current facts with Eventloom citations.'],
        required_action: null,
      },
      guidance: {
        feedback: {
          tool: 'memory_feedback',
          payloads: [{ entity_type: 'decision', feedback: 'used', actor: 'assistant' }],
        },
      },
    });
    expect(contract.degraded).toMatchObject({
      current_facts: [{ citation: null }],
      diagnostics: { citation_count: 0, current_citation_count: 0, current_fact_count: 1 },
      quality: {
        answerability: 'refresh_recommended',
        required_action: { tool: 'memory_checkout', query: expect.any(String) },
      },
    });
  });

  it('contains sample answers without a score or a prompt', () => {
    const { responses } = JSON.parse(files['docs/examples/mcp-response-snapshots.json']!);
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining([
        'context_assemble',
        'memory_bootstrap',
        'memory_checkout',
        'memory_feedback',
        'memory_query',
        'memory_verbatim',
      ]),
    );
    expect(responses.memory_checkout.prompt_sections).toContain('## Current Facts');
    expect(responses.context_assemble.prompt_sections[0]).toBe('# Active Memory Working Set');
    expect(JSON.stringify(responses)).not.toMatch(/"(score|prompt)":/);
  });

  it('writes only to its own folders', () => {
    const elsewhere = Object.keys(files).filter(
      (file) => !OWNED_FOLDERS.some((folder) => file.startsWith(folder)),
    );
    expect(elsewhere).toEqual([
      'docs/examples/mcp-tool-contract.json',
      'docs/examples/mcp-response-snapshots.json',
      'docs/examples/memory-checkout-contract.json',
    ]);
  });

  it('does not overwrite a page that is written by hand', () => {
    expect(HANDWRITTEN.filter((file) => file in files)).toEqual([]);
  });

  it('contains no path of a machine', () => {
    for (const text of Object.values(files)) expect(text).not.toMatch(/\/(root|work|tmp)\//);
  });
});

describe('the building blocks', () => {
  it('escape bars and line breaks in table cells', () => {
    expect(table(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |');
  });

  it('describe the type of a field in a word', () => {
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('list of string');
    expect(kindOf({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('number or null');
    expect(kindOf({ enum: ['a', 'b'] })).toBe('`a`, `b`');
    expect(kindOf({})).toBe('anything');
  });
});
