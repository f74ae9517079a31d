/** Payloads of four clients, as events of the log. */
import { readFileSync } from 'node:fs';
import type { ObservedHook } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observing, type ObservePayload, type PayloadContext } from './observed.fixture.ts';

interface Fixture {
  name: string;
  nativeEvent?: string | undefined;
  payload: JsonObject;
}

const OBSERVED = {
  codex: { observe: observing('codex'), file: 'codex/fixtures/recorded.jsonl' },
  gemini: { observe: observing('gemini'), file: 'gemini/fixtures/recorded.jsonl' },
  cursor: { observe: observing('cursor'), file: 'cursor/fixtures/documented.jsonl' },
  copilot: { observe: observing('copilot'), file: 'copilot/fixtures/documented.jsonl' },
} satisfies Record<string, { observe: ObservePayload; file: string }>;
type Client = keyof typeof OBSERVED;
const CLIENTS = Object.keys(OBSERVED) as Client[];

function fixturesOf(client: Client): Fixture[] {
  const file = new URL(`../clients/${OBSERVED[client].file}`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Fixture);
}

function observed(client: Client, { payload, nativeEvent }: Omit<Fixture, 'name'>): ObservedHook {
  const context: PayloadContext = {
    root: '/home/dev/project',
    nativeEvent,
    digest: () => 'digest',
  };
  return OBSERVED[client].observe(payload, context);
}

describe.each(CLIENTS)('every payload of %s', (client) => {
  it.each(fixturesOf(client).map((one): [string, Fixture] => [one.name, one]))(
    'becomes events with a key, of the session that it names: %s',
    (_name, fixture) => {
      const { events, sessionId } = observed(client, fixture);
      expect(events.length).toBeGreaterThan(0);
      expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
      expect(sessionId).not.toBe('');
      for (const { payload } of events) expect(payload['source']).toBe(client);
    },
  );
});

const MARK = 'zebra-crossing-7141';
/** Arguments that the log contains on purpose: which command, which file, the task of a subagent. */
const TOLD_ON_PURPOSE = new Set(['command', 'file_path', 'path', 'notebook_path', 'paths', 'cwd']);

/** The same arguments with every text marked, except those that are recorded on purpose. */
function marked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return `${MARK} ${value}`;
  if (Array.isArray(value)) return value.map(marked);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => [
    key,
    TOLD_ON_PURPOSE.has(key) ? item : marked(item),
  ]);
  return Object.fromEntries(entries);
}

describe('the log', () => {
  it('contains no value of an argument, only its name', () => {
    let calls = 0;
    for (const client of CLIENTS)
      for (const { payload, nativeEvent } of fixturesOf(client)) {
        const key = ['tool_input', 'toolArgs'].find((name) => isJsonObject(payload[name]));
        const given = key === undefined ? undefined : payload[key];
        if (key === undefined || !isJsonObject(given)) continue;
        calls += 1;
        const more = { extra_argument: 'x', deep: { list: ['x'] }, content: 'x', new_string: 'x' };
        const input = marked({ ...given, ...more });
        const { events } = observed(client, { payload: { ...payload, [key]: input }, nativeEvent });
        expect(JSON.stringify(events)).not.toContain(MARK);
        expect(JSON.stringify(events)).toContain('extra_argument');
      }
    expect(calls).toBeGreaterThan(40);
  });

  it('contains none of the arguments of a failed MCP tool of Gemini CLI', () => {
    const call = `{"name":"fail","args":{"text":"${MARK} with response: ${MARK}"}}`;
    const message = `MCP tool 'fail' reported tool error for function call: ${call} with response: [{"text":"no such row"}]`;
    const payload: JsonObject = {
      session_id: 's',
      hook_event_name: 'AfterTool',
      tool_name: 'mcp_db_fail',
      tool_input: { text: MARK },
      tool_response: { llmContent: message, error: { message, type: 'mcp_tool_error' } },
      mcp_context: { server_name: 'db', tool_name: 'fail' },
    };
    const [event] = observed('gemini', { payload }).events;
    expect(event!.payload['result_summary']).toBe(
      `MCP tool 'fail' reported tool error: [{"text":"no such row"}]`,
    );
    expect(JSON.stringify(event)).not.toContain(MARK);
  });

  it.each([
    [
      'codex',
      {
        tool_name: 'apply_patch',
        tool_input: {
          command: `*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+${MARK}\n*** End Patch\n`,
        },
        tool_response: 'Success.',
      },
    ],
    [
      'gemini',
      {
        tool_name: 'write_file',
        tool_input: { file_path: '/home/dev/project/a.txt', content: MARK },
        tool_response: { llmContent: MARK, returnDisplay: { newContent: MARK } },
      },
    ],
    [
      'gemini',
      {
        tool_name: 'read_file',
        tool_input: { file_path: '/home/dev/project/a.txt' },
        tool_response: { llmContent: MARK },
      },
    ],
    [
      'cursor',
      {
        tool_name: 'Read',
        tool_input: { file_path: '/home/dev/project/a.txt' },
        tool_output: JSON.stringify({ content: MARK }),
      },
    ],
    [
      'copilot',
      {
        tool_name: 'view',
        tool_input: { path: '/home/dev/project/a.txt' },
        tool_result: { result_type: 'success', text_result_for_llm: MARK },
      },
    ],
  ] as [Client, JsonObject][])('contains no content of a file: %s %j', (client, fields) => {
    const native = {
      codex: 'PostToolUse',
      gemini: 'AfterTool',
      cursor: 'postToolUse',
      copilot: 'PostToolUse',
    };
    const payload = { session_id: 's', hook_event_name: native[client], ...fields };
    const { events } = observed(client, { payload });
    expect(events[0]!.type).toBe('tool.call.completed');
    expect(JSON.stringify(events)).not.toContain(MARK);
  });

  it('reports a failed command and a silent one of Codex neither as a success nor as a failure', () => {
    for (const response of ['cat: no-such-file: No such file or directory\n', '']) {
      const payload: JsonObject = {
        session_id: 's',
        turn_id: 't',
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'cat no-such-file; exit 3' },
        tool_response: response,
        tool_use_id: 'call_1',
      };
      const told = observed('codex', { payload }).events.map(({ payload: { status, outcome } }) => [
        status,
        outcome,
      ]);
      expect(told).toEqual([
        ['unknown', undefined],
        [undefined, 'unknown'],
      ]);
    }
  });
});

it('never throws, whatever a payload contains', () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  for (const client of CLIENTS) {
    const fixtures = fixturesOf(client);
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), fc.nat(), json, (one, at, value) => {
        const keys = Object.keys(one.payload);
        const payload = { ...one.payload, [keys[at % keys.length]!]: value };
        for (const event of observed(client, { ...one, payload }).events)
          expect(event.key).not.toBe('');
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), (payload) => {
        expect(observed(client, { payload }).events.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  }
});
