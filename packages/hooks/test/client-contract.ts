/** The invariants of every client. A client's own tests cover its particularities. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DECISIONS,
  HOOK_EVENT_TYPES,
  NO_OPINION,
  RESPONSE_FIELDS,
  type HookEvent,
  type HookResponse,
  type Rendered,
} from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { HookClient } from '../src/clients/client.ts';
import { textOfResponse } from '../src/dialects/toml/text-of-response.ts';
import { setsField } from '../src/clients/generic/losses.ts';

export interface ClientFixture {
  name: string;
  payload: JsonObject;
  /** The argument of the installed command, if the payload does not name the event. */
  nativeEvent?: string;
}

const ARRIVED_MS = Date.UTC(2026, 10, 21, 8);
const SILENCE: Rendered = { stdout: '', stderr: '', exit: 0, losses: [] };
const TYPES = new Set<string>(Object.values(HOOK_EVENT_TYPES));

const STOPS = new Set<string>(['stop', 'subagent_stop', 'after_agent']);

const TEXT = fc.string({ unit: 'binary', maxLength: 40 });

/** Any answer, sensible or not: the renderer resolves contradictory fields. */
export const hookResponses: fc.Arbitrary<HookResponse> = fc.record(
  {
    decision: fc.constantFrom(...DECISIONS),
    reason: TEXT,
    context: TEXT,
    system_message: TEXT,
    modify_args: fc.dictionary(fc.constantFrom('command', 'file_path', 'n'), TEXT),
    updated_output: fc.jsonValue({ maxDepth: 2 }),
    continue_with: TEXT,
    stop_agent: fc.constant(true as const),
    stop_reason: TEXT,
    env: fc.dictionary(fc.constantFrom('A', 'B'), TEXT),
    title: TEXT,
    watch_paths: fc.array(TEXT, { maxLength: 2 }),
    retry: fc.constant(true as const),
    suppress_output: fc.constant(true as const),
  },
  { requiredKeys: ['decision'] },
) as fc.Arbitrary<HookResponse>;

/** Texts that survive any client's cleaning, for round trips. */
const PLAIN = fc
  .string({ minLength: 1, maxLength: 40 })
  .filter((text) => /^[\w .,-]+$/.test(text) && text.trim() === text);

/** One field at a time: fields that the table calls kept must be returned. */
const SINGLE: Partial<Record<(typeof RESPONSE_FIELDS)[number], fc.Arbitrary<HookResponse>>> = {
  // Few clients carry the reason of an allow; the allow itself must arrive.
  allow: fc.constant({ decision: 'allow' }),
  deny: PLAIN.map((reason) => ({ decision: 'deny', reason })),
  ask: PLAIN.map((reason) => ({ decision: 'ask', reason })),
  defer: PLAIN.map((reason) => ({ decision: 'defer', reason })),
  context: PLAIN.map((context) => ({ decision: 'none', context })),
  continue_with: PLAIN.map((text) => ({ decision: 'none', continue_with: text })),
  system_message: PLAIN.map((text) => ({ decision: 'none', system_message: text })),
  title: PLAIN.map((title) => ({ decision: 'none', title })),
  stop_agent: PLAIN.map((text) => ({ decision: 'none', stop_agent: true, stop_reason: text })),
  modify_args: PLAIN.map((command) => ({ decision: 'none', modify_args: { command } })),
  updated_output: PLAIN.map((text) => ({ decision: 'none', updated_output: text })),
  watch_paths: PLAIN.map((path) => ({ decision: 'none', watch_paths: [path] })),
  retry: fc.constant({ decision: 'none', retry: true }),
};

export function describeClient(client: HookClient, fixtures: readonly ClientFixture[]): void {
  const parsed = ({ payload, nativeEvent }: ClientFixture): HookEvent =>
    client.parse(payload, {
      nowMs: ARRIVED_MS,
      raw: JSON.stringify(payload),
      ...(nativeEvent === undefined ? {} : { nativeEvent }),
    });
  const events = fixtures.map(parsed);
  const { events: capabilities } = client.capabilities;

  describe(`${client.name} satisfies the client contract`, () => {
    it('names every event it is known to send, with its type', () => {
      for (const event of events) {
        expect(TYPES.has(event.event_type)).toBe(true);
        expect(Object.keys(capabilities)).toContain(event.native_event);
      }
      for (const { answers } of Object.values(capabilities))
        for (const { survival, note } of Object.values(answers))
          if (survival !== 'kept') expect(note).toBeTruthy();
    });

    it('keeps the payload unchanged', () => {
      for (const [at, event] of events.entries()) {
        const { payload } = fixtures[at]!;
        expect([event.data, event.raw, event.source, event.id]).toEqual([
          payload,
          JSON.stringify(payload),
          client.name,
          '',
        ]);
      }
    });

    it('reads any payload without throwing, into well-formed texts, and without an answer', () => {
      const keys = [...new Set(fixtures.flatMap(({ payload }) => Object.keys(payload)))];
      const field = fc.tuple(
        fc.constantFrom(...keys, 'input_data', 'hook_type', '__proto__', 'constructor'),
        fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
      );
      const payloads = fc
        .tuple(fc.constantFrom(...fixtures), fc.array(field, { maxLength: 4 }))
        .map(([fixture, fields]) => ({
          ...fixture,
          payload: Object.fromEntries([
            ...Object.entries(fixture.payload),
            ...fields,
          ]) as JsonObject,
        }));
      fc.assert(
        fc.property(payloads, (fixture) => {
          const { data, raw, ...event } = parsed(fixture);
          expect(JSON.stringify(event).isWellFormed()).toBe(true);
          expect(Number.isNaN(Date.parse(event.timestamp))).toBe(false);
          expect(client.render(NO_OPINION, { ...event, data, raw })).toEqual(SILENCE);
        }),
        { numRuns: 500 },
      );
    });

    it('survives JSON of any nesting depth', () => {
      const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as JsonValue;
      for (const fixture of fixtures) {
        const inner = Object.fromEntries(Object.keys(fixture.payload).map((key) => [key, deep]));
        const name = fixture.payload['hook_event_name'];
        const payload = name === undefined ? inner : { ...inner, hook_event_name: name };
        expect(client.parse(payload, { nowMs: ARRIVED_MS, raw: '' }).source).toBe(client.name);
      }
    });

    it('prints nothing without an opinion, which the client reads as no opinion', () => {
      for (const event of events) {
        expect(client.render(NO_OPINION, event)).toEqual(SILENCE);
        expect(client.enforce(SILENCE, event)).toEqual(NO_OPINION);
      }
    });

    it('never approves without an allow, and never throws', () => {
      fc.assert(
        fc.property(fc.constantFrom(...events), hookResponses, (event, response) => {
          const rendered = client.render(response, event);
          const honoured = client.enforce(rendered, event);
          if (response.decision !== 'allow') expect(honoured.decision).not.toBe('allow');
          if (rendered.stdout.startsWith('{')) JSON.parse(rendered.stdout);
        }),
        { numRuns: 1_000 },
      );
    });

    it('reports every loss once, with the substitute, and no loss of absent fields', () => {
      fc.assert(
        fc.property(fc.constantFrom(...events), hookResponses, (event, said) => {
          // A stop is never denied: that is expressed as continuing.
          const isStop = [event.event_type, ...event.also].some((type) => STOPS.has(type));
          const response: HookResponse =
            isStop && said.decision === 'deny' ? { ...said, decision: 'none' } : said;
          const { losses } = client.render(response, event);
          const fields = losses.map(({ field }) => field);
          expect(new Set(fields).size).toBe(fields.length);
          for (const { field, note } of losses) {
            expect(note).not.toBe('');
            expect(field !== 'status_message' && setsField(response, field)).toBe(true);
          }
        }),
        { numRuns: 1_000 },
      );
    });

    it('never loses a deny without a report', () => {
      fc.assert(
        fc.property(fc.constantFrom(...events), hookResponses, (event, response) => {
          if (response.decision !== 'deny') return;
          const rendered = client.render(response, event);
          const honoured = client.enforce(rendered, event);
          const isTold = rendered.losses.some(({ field }) => field === 'deny');
          expect(honoured.decision === 'deny' || isTold).toBe(true);
        }),
        { numRuns: 1_000 },
      );
    });

    it('returns every field that its table calls kept, unchanged', () => {
      for (const event of events) {
        const { answers } = capabilities[event.native_event]!;
        for (const [field, responses] of Object.entries(SINGLE)) {
          if (answers[field as keyof typeof answers]?.survival !== 'kept') continue;
          fc.assert(
            fc.property(responses, (response) => {
              const rendered = client.render(response, event);
              if (rendered.losses.length > 0) return;
              const honoured = client.enforce(rendered, event);
              expect({ event: event.native_event, ...pick(honoured, response) }).toEqual({
                event: event.native_event,
                ...response,
              });
            }),
            { numRuns: 15 },
          );
        }
      }
    });
  });
}

/** The fields of one answer that another also has: a rewrite may be returned completed, an output in its tool's own form. */
function pick(honoured: HookResponse, said: HookResponse): Partial<HookResponse> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(said)) {
    const back = honoured[key as keyof HookResponse];
    out[key] =
      key === 'updated_output' && back !== undefined
        ? textOfResponse(back)
        : key === 'modify_args' && back !== undefined
          ? Object.fromEntries(
              Object.keys(value as object).map((name) => [name, (back as JsonObject)[name]]),
            )
          : back;
  }
  return out;
}
