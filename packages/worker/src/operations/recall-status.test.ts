import { beforeAll, describe, expect, it } from 'vitest';
import { workspace } from '../../test/fixture.ts';
import { realRuntime } from '../../test/real-memory.ts';
import { contextAssemble } from './context-assemble.ts';

/** Questions whose answer is in the log, and words that only the answer contains. */
const KNOWN: readonly [question: string, answer: string][] = [
  ['How are deploys done?', 'Argo CD'],
  ['Which SameSite value does the session cookie have?', 'Strict'],
  ['Who allocates the invoice numbers?', 'billing service'],
  ['What do we indent Makefiles with?', 'tabs'],
];
const UNKNOWN = ['Which Kubernetes version runs in Frankfurt?', 'What is the pager rotation?'];
const BUDGETS = [0, 100, 200, 400, 600, 800, 1000, 1200, 1600, 3000, 100_000];

type Real = Awaited<ReturnType<typeof realRuntime>>;
let real: Real;
beforeAll(async () => {
  real = await realRuntime();
  for (const content of [
    'Decision: deploys go through Argo CD, because Spinnaker was too slow.',
    'Decision: the session cookie is SameSite=Strict.',
    'The invoice numbers are allocated by the billing service in blocks of 500.',
    'We indent Makefiles with tabs and everything else with two spaces.',
  ])
    await real.store.append(workspace.session, [
      {
        type: 'transcript.turn',
        actorId: 'user',
        payload: { role: 'user', content },
        origin: { channel: 'user' },
      },
    ]);
});

const NOTHING = /no current fact in memory|nothing was found|no current facts|not in memory/i;

describe('a question whose answer is recorded', () => {
  const cases = KNOWN.flatMap(([query, answer]) =>
    BUDGETS.map((max_tokens): [string, number, string] => [query, max_tokens, answer]),
  );

  it.each(cases)(
    '%s with %i tokens is answered or reported as cut',
    async (query, max_tokens, answer) => {
      const { prompt, quality, diagnostics } = await real.runtime.checkout({
        query,
        max_tokens,
        format: 'prompt',
      });
      const { status } = diagnostics['recall'] as { status: string };
      if (prompt.includes(answer)) expect(status).toMatch(/^(answerable|partial)$/);
      else {
        expect(status).toBe('cut_by_budget');
        expect(prompt).toMatch(/\d left out by the budget/);
        expect(quality.answerability).toBe('refresh_recommended');
        expect(`${prompt}${JSON.stringify(quality)}`).not.toMatch(NOTHING);
        const again = quality.required_action as { query: string; max_tokens: number };
        expect(again.query).toBe(query);
        expect(again.max_tokens).toBeGreaterThan(max_tokens);
      }
      const assembled = await contextAssemble(real.runtime.context, { query, max_tokens });
      if (assembled.recall.shown > 0) {
        expect(assembled.recall.status).toBe('found');
        expect(assembled.prompt).toContain(answer);
      } else {
        expect(assembled.recall).toMatchObject({ status: 'cut_by_budget', shown: 0 });
        expect(assembled.recall.found).toBeGreaterThan(0);
        expect(assembled.prompt).toMatch(/\n- Found and left out by the budget: \d/);
        expect(assembled.prompt).not.toMatch(NOTHING);
      }
    },
  );

  it('is answered by the call that the answer recommends', async () => {
    for (const [query, answer] of KNOWN) {
      const cut = await real.runtime.checkout({ query, max_tokens: 100, format: 'prompt' });
      const { max_tokens } = cut.quality.required_action as { max_tokens: number };
      expect(
        (await real.runtime.checkout({ query, max_tokens, format: 'prompt' })).prompt,
      ).toContain(answer);
    }
  });
});

describe('a question whose answer is not recorded', () => {
  it.each(UNKNOWN.flatMap((query) => BUDGETS.map((tokens): [string, number] => [query, tokens])))(
    '%s with %i tokens is never reported as cut',
    async (query, max_tokens) => {
      const { diagnostics } = await real.runtime.checkout({ query, max_tokens, format: 'prompt' });
      expect((diagnostics['recall'] as { status: string }).status).toBe('not_found');
    },
  );
});

describe('a memory that cannot be read', () => {
  const broken = (): Real['runtime']['context'] => {
    const { context } = real.runtime;
    const memory = {
      ...context.memory,
      open: () =>
        Promise.resolve({ ok: false as const, reason: 'database disk image is malformed' }),
    };
    return { ...context, memory };
  };

  it('is reported as such, whatever the budget', async () => {
    for (const max_tokens of [200, 100_000]) {
      const assembled = await contextAssemble(broken(), { query: KNOWN[0]![0], max_tokens });
      expect(assembled.recall.status).toBe('unavailable');
      expect(assembled.prompt).not.toMatch(NOTHING);
      expect(assembled.prompt).not.toMatch(/- No (recent events|open goals)/);
      expect(assembled.prompt).toMatch(/\n- Could not look: /);
      const { checkout } = await import('./checkout.ts');
      const answer = await checkout(
        broken(),
        { query: KNOWN[0]![0], max_tokens, detail: 'full' },
        { channel: 'model' },
      );
      expect(answer.diagnostics['recall']).toMatchObject({ status: 'unavailable' });
      expect(answer.prompt).not.toMatch(/- No (current facts|source excerpts|recent events)/);
    }
  });
});
