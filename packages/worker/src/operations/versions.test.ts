import { createMemoryStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { expect, it } from 'vitest';
import { workspace } from '../../test/fixture.ts';
import { openRuntime } from '../compose.ts';

async function runtimeOf() {
  let now = Date.parse('2026-11-01T10:00:00.000Z');
  const clock = { now: () => now };
  const store = createMemoryStore({ clock });
  const open = () => openMemory({ file: ':memory:', store });
  const runtime = await openRuntime(workspace, { store, clock, openMemory: open });
  const decide = async (title: string, rationale = '') => {
    now += 86_400_000;
    const payload = { title, rationale };
    return runtime.append({ event_type: 'decision.made', actor: 'me', payload });
  };
  return { runtime, decide };
}

it('answers with the current version; the older one is listed and found by its time', async () => {
  const { runtime, decide } = await runtimeOf();
  const title = 'Port of the API';
  const older = await decide(title, 'The API listens on 8080.');
  const newer = await decide(title, 'The API listens on 3000.');
  const query = 'On which port does the API listen?';
  const { current_facts, retention } = await runtime.checkout({ query });
  expect(current_facts.map(({ citation }) => citation)).toEqual([newer.citation]);
  expect(retention?.superseded).toMatchObject([
    { citation: older.citation, superseded_by: newer.citation },
  ]);
  const rows = await runtime.query({ query, temporal_filter: '2026-11-02T12:00:00Z' });
  const then = Array.isArray(rows) ? rows.filter(({ source }) => source === 'graph') : [];
  expect(then.map(({ citation }) => citation)).toEqual([older.citation]);
  await runtime.close();
});

it.each([
  ['ports', 'The tracking API listens on port 8080', 'The tracking API listens on port 3000'],
  ['owners', 'Anna owns the billing module', 'Ben owns the billing module'],
  ['settings', 'Telemetry is enabled in production', 'Telemetry is disabled in production'],
])('names two current facts that contradict each other: %s', async (_, one, two) => {
  const { runtime, decide } = await runtimeOf();
  const cited = [(await decide(one)).citation, (await decide(two)).citation];
  const { diagnostics, quality } = await runtime.checkout({ query: one, detail: 'full' });
  const [conflict] = diagnostics['conflicts'] as { citations: string[] }[];
  expect(new Set(conflict!.citations)).toEqual(new Set(cited));
  expect(quality.answerability).not.toBe('answer_from_memory');
  await runtime.close();
});
