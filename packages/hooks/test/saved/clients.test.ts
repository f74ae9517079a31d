/**
 * What Hookloom reads from the recorded and documented payloads of each client, and how it answers them. After a change that you
 * intend, `npx vitest run packages/hooks/test/saved --update` saves the new forms: read the difference.
 */
import { CLIENT_NAMES, type ClientName, type HookResponse } from '@hookloom/core/hook';
import { expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { observing } from '../../src/record/observed.fixture.ts';
import { seedsOf, type Seed } from '../fuzz/seeds.ts';

const ANSWERS: readonly HookResponse[] = [
  { decision: 'allow', reason: 'fine' },
  { decision: 'ask', reason: 'sure?' },
  { decision: 'defer', reason: 'later' },
  { decision: 'deny', reason: 'no', context: 'why', system_message: 'told' },
  { decision: 'deny' },
  { decision: 'none', context: 'remember', title: 'A title', suppress_output: true },
  { decision: 'none', continue_with: 'go on' },
  { decision: 'none', stop_agent: true, stop_reason: 'enough' },
  { decision: 'none', modify_args: { command: 'ls' }, reason: 'safer' },
  { decision: 'none', updated_output: 'other', env: { A: '1' } },
  { decision: 'none', watch_paths: ['/p/a'], retry: true, system_message: 'note' },
];

function withoutNulls(_key: string, value: unknown): unknown {
  return value === null ? undefined : value;
}

function parse(client: ClientName, { payload, nativeEvent }: Seed) {
  return CLIENTS[client].parse(payload, { nowMs: 1_795_000_000_000, raw: '', nativeEvent });
}

it.each(CLIENT_NAMES)(
  'reads and records the payloads of %s in their saved form',
  async (client) => {
    const lines = seedsOf(client).map((seed) => {
      const { data: _data, raw: _raw, ...event } = parse(client, seed);
      const { nativeEvent } = seed;
      const digest = (): string => 'digest';
      const seen = observing(client)(seed.payload, { root: '/p', digest, nativeEvent });
      return JSON.stringify({ event, ...seen }, withoutNulls);
    });
    await expect(lines.join('\n')).toMatchFileSnapshot(`payloads-of-${client}.jsonl`);
  },
);

it.each(CLIENT_NAMES)('answers %s in the saved form, and knows what it honours', async (client) => {
  const { render } = CLIENTS[client];
  const { enforce } = CLIENTS[client];
  const events = new Map(
    seedsOf(client).map((seed) => {
      const event = parse(client, seed);
      return [event.native_event, event];
    }),
  );
  const lines = [...events].flatMap(([name, event]) =>
    ANSWERS.map((answer) => {
      const { losses, ...rendered } = render(answer, event);
      const lost = losses.map(({ field }) => field).join(' ');
      return JSON.stringify([name, rendered, lost, enforce(rendered, event)]);
    }),
  );
  await expect(lines.join('\n')).toMatchFileSnapshot(`answers-to-${client}.jsonl`);
});
