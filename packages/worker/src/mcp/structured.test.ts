/** What the front-door tools give as structured content, checked by the validator that clients use. */
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, it } from 'vitest';
import { projectedRuntime } from '../../test/fixture.ts';
import type { Caller } from '../operations/context.ts';
import { createDispatch } from './dispatch.ts';
import { listingOf } from './profile.ts';
import { tools } from './tools/index.ts';
import { listTool } from './tools/list-tool.ts';

const caller: Caller = { channel: 'model', client: 'codex', connection: 'c1' };
const HIDDEN = 'Use Redis\u202e for the cache';
const decision = { entity_name: HIDDEN, entity_type: 'decision' };
const FRONT_DOOR: [string, Record<string, unknown>][] = [
  [
    'memory_append',
    { event_type: 'decision.made', actor: 'a', payload: { title: HIDDEN, rationale: 'fast' } },
  ],
  ['memory_checkout', { query: 'Which cache?' }],
  ['memory_checkout', { query: 'Which cache?', detail: 'full' }],
  ['memory_checkout', { query: 'Which cache?', format: 'prompt' }],
  ['memory_query', { query: 'Redis' }],
  ['memory_query', { query: 'Redis', paged: true }],
  ['context_assemble', { query: 'Redis' }],
  ['memory_capabilities', {}],
  ['memory_feeling_of_knowing', { query: 'Redis' }],
  ['memory_feedback', { ...decision, feedback: 'used' }],
  ['memory_feedback', { ...decision, feedback: 'irrelevant' }],
  ['memory_invalidate', { ...decision, invalid_at: '2036-01-01T00:00:00Z' }],
];

async function server() {
  const { runtime } = await projectedRuntime();
  const listing = listingOf('core', tools);
  return createDispatch({ runtime, tools, listing, adminToken: undefined });
}

describe('structured content', () => {
  it('fits the output schema of its tool, and says the same as the text', async () => {
    const call = await server();
    const validator = new AjvJsonSchemaValidator();
    const checked = new Set<string>();
    for (const [name, args] of FRONT_DOOR) {
      const { outputSchema } = listTool(tools.find((tool) => tool.name === name)!);
      const { text, structured, isError } = await call(name, args, caller);
      expect({ name, isError, text }).toMatchObject({ isError: false });
      expect(validator.getValidator(outputSchema!)(structured)).toMatchObject({ valid: true });
      const told: unknown = JSON.parse(text.replaceAll('\\u202e', '\\\\u202e'));
      expect(structured).toEqual(Array.isArray(told) ? { contexts: told } : told);
      expect(JSON.stringify(structured)).not.toContain('\u202e');
      checked.add(name);
    }
    expect([...checked].sort()).toEqual(
      tools
        .filter(({ output }) => output !== undefined)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('is left out of an error, which clients would lose, and of tools that promise none', async () => {
    const call = await server();
    expect(await call('memory_query', { query: 5 }, caller)).not.toHaveProperty('structured');
    expect(await call('memory_bootstrap', {}, caller)).not.toHaveProperty('structured');
  });
});
