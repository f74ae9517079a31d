/**
 * The invariant of losses: each part of a hook's answer either arrives at the client or is reported as lost. Never
 * both, never neither.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DECISIONS,
  RESPONSE_FIELDS,
  type HookEvent,
  type HookResponse,
  type Loss,
  type ResponseField,
} from '@hookloom/core/hook';
import type { JsonValue } from '@hookloom/core';
import { sampleNativeEvent } from '../../src/author/sample-event.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { setsField } from '../../src/clients/generic/losses.ts';
import { textOfResponse } from '../../src/dialects/toml/text-of-response.ts';

const STOPS = new Set(['stop', 'subagent_stop', 'after_agent']);

/** A text that names its field, so that it can be found wherever it ends up. */
const told = (field: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom('', ' é😀', '\nnext line', ' "q" \\'))
    .map(([number, end]) => `${field}-${number}${end}`);

const output = fc.oneof(
  told('output'),
  told('output').map((stdout): JsonValue => ({ stdout, stderr: '' })),
  told('output').map((text): JsonValue => ({ mood: text })),
  fc.constant<JsonValue>(7),
);

const responses: fc.Arbitrary<HookResponse> = fc
  .record(
    {
      decision: fc.constantFrom(...DECISIONS),
      reason: told('reason'),
      context: told('context'),
      system_message: told('message'),
      modify_args: fc.oneof(
        told('args').map((command) => ({ command })),
        told('args').map((command) => ({ command, timeout: 5 })),
        told('args').map((other) => ({ other })),
      ),
      updated_output: output,
      continue_with: told('next'),
      stop_agent: fc.constant(true as const),
      stop_reason: told('end'),
      permission: fc.record(
        {
          updates: fc.constant([{ type: 'setMode', mode: 'acceptEdits' }]),
          interrupt: fc.constant(true as const),
        },
        { requiredKeys: [] },
      ),
      title: told('title'),
      watch_paths: fc.array(told('path'), { minLength: 1, maxLength: 2 }),
      retry: fc.constant(true as const),
      suppress_output: fc.constant(true as const),
      trigger_action: told('action'),
      extras: fc.record(
        {
          display_content: told('display'),
          classifier_context: told('classifier'),
          worktree_path: fc.constant('/tmp/tree'),
          clear_context: fc.constant(true),
          llm_request: fc.constant({ config: { temperature: 0 } }),
          tool_config: fc.constant({ mode: 'NONE' }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['decision'] },
  )
  .map((response) => response as unknown as HookResponse);

/** An answer after merging: an ended run is not continued, a stop is never denied, a refused call is not rewritten. */
function merged(response: HookResponse, event: HookEvent): HookResponse {
  const out = { ...response };
  const isStop = [event.event_type, ...event.also].some((type) => STOPS.has(type));
  if (isStop && out.decision === 'deny') out.decision = 'none';
  if (out.stop_agent === true) delete out.continue_with;
  if (out.decision === 'deny') {
    delete out.modify_args;
    delete out.updated_output;
  }
  return out;
}

/** Texts that may share a field with others. */
const TEXTS = new Set<ResponseField>(['context', 'system_message', 'continue_with', 'title']);

function arrives(field: ResponseField, said: HookResponse, honoured: HookResponse): boolean {
  switch (field) {
    case 'allow':
    case 'deny':
    case 'ask':
    case 'defer':
      return honoured.decision === field;
    case 'reason':
    case 'stop_reason':
      // Wherever its decision is sent.
      return Object.values(honoured).some(
        (text) => text === said[field] || has(text, said[field]!),
      );
    case 'modify_args': {
      // A field that a tool needs may have been filled in.
      const got = honoured.modify_args ?? {};
      return Object.entries(said.modify_args!).every(([key, value]) => same(got[key], value));
    }
    case 'updated_output': {
      const got = honoured.updated_output;
      return (
        got !== undefined &&
        (written(got) === written(said.updated_output!) ||
          same(got, said.updated_output!) ||
          got === JSON.stringify(said.updated_output))
      );
    }
    default:
      return TEXTS.has(field)
        ? has(honoured[field as 'context'], said[field as 'context']!)
        : same(honoured[field as 'retry'], said[field as 'retry']!);
  }
}

function has(text: unknown, part: string): boolean {
  return typeof text === 'string' && text.includes(part);
}

function written(output: JsonValue): string {
  return textOfResponse(output);
}

function same(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) => JSON.stringify(sorted((value ?? null) as JsonValue)));
  return a === b;
}

function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is wrong with the list of losses of this answer, for a person; null: nothing. */
function wrong(
  field: ResponseField,
  loss: Loss | undefined,
  said: HookResponse,
  { honoured, stdout }: { honoured: HookResponse; stdout: string },
): string | null {
  const arrived = arrives(field, said, honoured);
  if (loss === undefined) return arrived ? null : `${field} neither arrives nor is named`;
  if (loss.survival === 'changed') {
    const text = said[field as 'context'];
    const isText = TEXTS.has(field) || field === 'stop_reason' || field === 'reason';
    const inside = JSON.stringify(text ?? '').slice(1, -1);
    return !isText ||
      stdout.includes(inside) ||
      Object.values(honoured).some((one) => has(one, text!))
      ? null
      : `${field} is named as changed and is nowhere`;
  }
  return arrived ? `${field} is named as ${loss.survival} and arrives` : null;
}

/** A reason belongs to its decision, or to the end of the run: if that is lost, so is the reason. */
function isCovered(
  field: ResponseField,
  losses: readonly Loss[],
  { decision }: HookResponse,
): boolean {
  const owner = { reason: decision, stop_reason: 'stop_agent' }[field as string];
  return losses.some((loss) => loss.field === owner && loss.survival !== 'changed');
}

describe.each(Object.values(CLIENTS))('under $capabilities.title', (client) => {
  it("everything in a hook's answer either arrives or is reported as lost", () => {
    for (const native of Object.keys(client.capabilities.events)) {
      const event = sampleNativeEvent(client, native);
      fc.assert(
        fc.property(responses, (answered) => {
          const said = merged(answered, event);
          const rendered = client.render(said, event);
          const honoured = client.enforce(rendered, event);
          const problems = RESPONSE_FIELDS.filter(
            (field) =>
              field !== 'env' && setsField(said, field) && !isCovered(field, rendered.losses, said),
          ).flatMap((field) => {
            const loss = rendered.losses.find((one) => one.field === field);
            const problem = wrong(field, loss, said, { honoured, stdout: rendered.stdout });
            return problem === null ? [] : [problem];
          });
          expect({ native, problems }).toEqual({ native, problems: [] });
        }),
        { numRuns: 60, seed: 7, ...JSON.parse(process.env['LAW'] ?? '{}') },
      );
    }
  });
});
