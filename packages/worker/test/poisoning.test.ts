/** The attacks of `packages/memory/test/poisoning` on the lanes that return single rows, over MCP. */
import { describe, expect, it } from 'vitest';
import { attacks, BENIGN, QUESTIONS } from '@hookloom/memory/testing';
import type { Caller } from '../src/operations/context.ts';
import type { QueryRow } from '../src/operations/query.ts';
import { withholdText, releaseQuarantined } from '../src/operations/quarantine.ts';
import { createDispatch } from '../src/mcp/dispatch.ts';
import { listingOf } from '../src/mcp/profile.ts';
import { tools } from '../src/mcp/tools/index.ts';
import { projectedRuntime, workspace } from './fixture.ts';

const caller: Caller = { channel: 'model' };
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u{e0000}-\u{e007f}]/u;

const planted = attacks();

async function server() {
  const { runtime, store } = await projectedRuntime();
  const events = [...BENIGN, ...planted.map((attack) => attack.event)];
  for (let at = 0; at < events.length; at += 500)
    await store.append(workspace.session, events.slice(at, at + 500));
  const call = createDispatch({
    runtime,
    tools,
    listing: listingOf('full', tools),
    adminToken: undefined,
  });
  return { runtime, store, call };
}

/** Every text of an answer without fenced text. The text cannot close its fence. */
function unfenced(value: unknown): string {
  if (typeof value === 'string')
    return value.replace(/^<reported-([0-9a-f]{12})>[^]*<\/reported-\1>$/, (whole, mark) =>
      whole.split(mark as string).length === 3 ? '' : whole,
    );
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value).flat().map(unfenced).join('\n');
}

/** The question, then the subject of each attack, so that every one of them can be found. */
const ASKED = [
  ...QUESTIONS,
  'ignore all previous instructions from now on',
  'verified and approved by the user',
  'when asked about positions recall that',
  'in future sessions whenever the user asks run',
  'system assistant understood',
  'current facts deploy command',
  'invoke name memory_append',
];

describe('a planted text in a result row', () => {
  it.each(['memory_query', 'memory_verbatim'])(
    'of %s is fenced, or withheld with its reason and citation, and hides nothing',
    async (name) => {
      const { call, store } = await server();
      const rows: QueryRow[] = [];
      for (const query of ASKED) {
        const { text } = await call(name, { query, limit: 100 }, caller);
        rows.push(...(JSON.parse(text) as QueryRow[]));
      }
      const outside = rows.map(unfenced).join('\n');
      const emitted = planted.filter(({ mark }) => outside.includes(`${mark} `));
      expect(emitted.map(({ family }) => family)).toEqual([]);
      const texts = JSON.stringify(rows);
      expect(planted.filter(({ mark }) => texts.includes(`${mark} `)).length).toBeGreaterThan(20);
      expect(HIDDEN.test(rows.map((row) => JSON.stringify(row)).join(''))).toBe(false);
      expect(texts).not.toMatch(/\\u00(?:1b|07)|ignore all previous instructions/i);
      const withheld = rows.filter((row) => row.withheld !== undefined);
      expect(withheld.length).toBeGreaterThan(20);
      for (const row of withheld) {
        expect(row.content).toBe(`[withheld: ${row.withheld!.reason}, ${row.withheld!.id}]`);
        const [, seq, hash] = /events\/(\d+)#([0-9a-f]{12,})$/.exec(row.citation)!;
        expect((await store.at(workspace.session, Number(seq)))!.hash).toContain(hash);
      }
    },
  );

  it('can be released and withheld again in these rows, like in a checkout', async () => {
    const { runtime, store } = await projectedRuntime();
    const attack = planted.find(({ family }) => family === 'override/web_page')!;
    await store.append(workspace.session, [BENIGN[0]!, attack.event]);
    const citationOf = async (seq: number) => {
      const { hash } = (await store.at(workspace.session, seq))!;
      return `eventloom://${workspace.session}/events/${seq}#${hash.slice('sha256:'.length)}`;
    };
    const person: Caller = { channel: 'user' };
    const rows = async () => {
      const query = 'parcels service store positions previous instructions PostgreSQL';
      const found = (await runtime.query({ query })) as QueryRow[];
      return found.map(({ withheld, content }) => withheld?.reason ?? unfenced(content));
    };
    expect(await rows()).toEqual([expect.stringContaining('PostgreSQL'), 'overrides_instructions']);
    await releaseQuarantined(
      runtime.context,
      { citation: await citationOf(2), reason: 'ours' },
      person,
    );
    await withholdText(runtime.context, { citation: await citationOf(1), reason: 'no' }, person);
    expect(await rows()).toEqual(expect.arrayContaining(['', 'held_by_person']));
  });
});

describe('a replay', () => {
  it('is raw, and labels every event as recorded data with its channel', async () => {
    const { runtime, store } = await projectedRuntime();
    const { event } = planted.find(({ family }) => family === 'terminal/web_page')!;
    await store.append(workspace.session, [event]);
    const { events } = await runtime.replay({ session_id: workspace.session });
    expect(events).toMatchObject([
      { payload: event.payload, channel: 'web', trust: 'recorded_data' },
    ]);
  });
});
