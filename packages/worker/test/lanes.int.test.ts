/** Two lanes on every surface: outside text appears only inside a fence, and never among the current facts. */
import type { Channel, UnsealedEvent } from '@hookloom/core/events';
import { renderCitation, type JsonObject } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { afterEach, expect, test } from 'vitest';
import { attackTexts } from '@hookloom/memory/testing';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import { contextAssemble } from '../src/operations/context-assemble.ts';
import { createResources } from '../src/mcp/resources.ts';
import { clock, workspace } from './fixture.ts';

const open: Runtime[] = [];
afterEach(async () => {
  for (const runtime of open.splice(0)) await runtime.close();
});

const heard = (type: string, payload: JsonObject, channel: Channel): UnsealedEvent => ({
  type,
  actorId: channel === 'model' ? 'assistant' : 'zaxy-observer',
  payload: { session_id: 'c1', ...payload },
  origin: { channel, client: 'claude-code', session_id: 'c1' },
});
const page = (text: string) =>
  heard(
    'tool.call.completed',
    { tool_name: 'WebFetch', status: 'ok', result_summary: text },
    'web',
  );

/** The ways in which the text of a page reaches the memory. */
const WAYS: Readonly<Record<string, (text: string) => UnsealedEvent[]>> = {
  web: (text) => [page(text)],
  mcp: (text) => [
    heard(
      'tool.call.completed',
      { tool_name: 'mcp__x__read', status: 'ok', result_summary: text },
      'mcp',
    ),
  ],
  command: (text) => [
    heard(
      'command.completed',
      { command: 'curl -s https://docs.example.test', exit_code: 0, stdout: text },
      'tool',
    ),
  ],
  foreign_file: (text) => [
    heard(
      'command.completed',
      { command: 'cat node_modules/left-pad/README.md', exit_code: 0, stdout: text },
      'tool',
    ),
  ],
  assistant: (text) => [
    page(text),
    heard('transcript.turn', { role: 'assistant', content: `Done. ${text}` }, 'model'),
  ],
  subagent: (text) => [
    page(text),
    heard('subagent.completed', { agent_id: 'a', agent_type: 'Explore', summary: text }, 'model'),
  ],
  append: (text) => [
    page(text),
    heard('decision.made', { decision: text, rationale: text }, 'model'),
  ],
};

const OWN = [
  heard(
    'transcript.turn',
    { role: 'user', content: 'We deploy releases with make deploy.' },
    'user',
  ),
];

const query = 'Which example.test host is used to deploy the release version?';

async function surfaces(events: UnsealedEvent[]) {
  const store = createMemoryStore({ clock });
  await store.append(workspace.session, [...OWN, ...events]);
  const memory = () => openMemory({ file: ':memory:', store });
  const runtime = await openRuntime(workspace, { store, clock, openMemory: memory });
  open.push(runtime);
  const resources = createResources({ runtime });
  const last = (await store.head(workspace.session))!;
  const checkout = await runtime.checkout({ query });
  const answers = {
    checkout,
    context_assemble: await contextAssemble(runtime.context, { query }),
    memory_query: await runtime.query({ query }),
    memory_verbatim: await runtime.verbatim({ query }),
    resource: (await resources.read(renderCitation(workspace.session, last.seq, last.hash))).text,
  };
  const text = JSON.stringify(answers);
  await runtime.close();
  open.pop();
  return { checkout, text };
}

/** The answer without fenced text. The text cannot close its fence. */
const unfenced = (text: string) =>
  text
    .replace(/<reported-([0-9a-f]{12})>.*?<\/reported-\1>/gs, '')
    .replace(/<recorded-([0-9a-f]{12})>.*?<\/recorded-\1>/gs, '');

const isWhole = process.env['HOOKLOOM_LANES'] === 'all';
const texts = attackTexts().filter((_, at) => isWhole || at % 60 === 0 || at % 84 === 14);

test.each(Object.entries(WAYS))(
  'outside text that came in by %s is fenced in every answer, and is not a fact',
  async (_, way) => {
    const raw: string[] = [];
    let facts = 0;
    let shown = 0;
    for (const attack of texts) {
      const { checkout, text } = await surfaces(way(attack.text));
      if (text.includes(attack.mark)) shown++;
      const rest = unfenced(text);
      const at = rest.indexOf(attack.mark);
      if (at >= 0)
        raw.push(
          `${attack.language} ${attack.kind}: ${rest.slice(Math.max(0, at - 120), at + 60)}`,
        );
      if (JSON.stringify(checkout.current_facts).includes(attack.mark)) facts++;
    }
    if (isWhole)
      console.log(`${_}: ${texts.length} texts, ${raw.length} unfenced, ${facts} among the facts`);
    expect(raw.slice(0, 5)).toEqual([]);
    expect(facts).toBe(0);
    // Purely informative text is readable; otherwise an empty memory would pass too.
    expect(shown).toBeGreaterThan(0);
  },
  600_000,
);
