import { openJsonlStore } from '@hookloom/log';
import { test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { checkout } from './checkout.ts';
import { unsealedEvents } from './fixtures/coding-events.ts';
import log from './fixtures/coding-log.json' with { type: 'json' };
test('perf', async () => {
  const fs = process.getBuiltinModule('node:fs');
  const os = process.getBuiltinModule('node:os');
  const dir = fs.mkdtempSync(os.tmpdir() + '/hlperf-');
  const N = Number(process.env['N'] ?? 20000);
  const store = await openJsonlStore({ dir } as any);
  const base = unsealedEvents((log as any).events);
  for (let i = 0; i < N; i += 500) {
    await store.append(
      'perf',
      Array.from({ length: 500 }, (_, j) => {
        const e = structuredClone(base[(i + j) % base.length]!);
        e.payload['note'] = `n${i + j} run ${(i * 7 + j) % 997}`;
        if (e.payload['decision']) e.payload['decision'] += ` variant ${i + j}`;
        return e;
      }),
      { durability: 'os' },
    );
  }
  const memory = await openMemory({ file: dir + '/p.db', store });
  await memory.sync(['perf']);
  const out: string[] = [];
  for (const maxTokens of [undefined, 3000, 8000]) {
    const times: number[] = [];
    const st: number[] = [];
    for (const q of [
      'Why does the staging deploy fail its health check?',
      'current task and recent decisions',
      'Which map library do we use?',
      'How often is a heartbeat sent?',
      'Which Kubernetes cluster?',
      'src/push/stream.ts error',
    ])
      for (let k = 0; k < 5; k++) {
        const s0 = performance.now();
        await memory.search({ query: q, sessions: ['perf'], limit: 20, includeSuperseded: true });
        st.push(performance.now() - s0);
        const t0 = performance.now();
        const r = await checkout(
          { memory, store, clock: { now: () => Date.now() } },
          { query: q, session: 'perf', maxTokens },
        );
        times.push(performance.now() - t0);
        if (k === 4)
          out.push(
            `${q}: ${r.quality.answerability} ${r.quality.confidence} facts ${r.current_facts.length} chars ${JSON.stringify(r).length} elided ${(r.diagnostics['elided'] as any).count} warn ${r.warnings.join('|').slice(0, 300)}`,
          );
      }
    times.sort((a, b) => a - b);
    st.sort((a, b) => a - b);
    out.push(
      `max ${maxTokens}: checkout p50 ${times[15]!.toFixed(1)} p95 ${times[28]!.toFixed(1)}; search p50 ${st[15]!.toFixed(1)} p95 ${st[28]!.toFixed(1)}`,
    );
  }
  const a0 = performance.now();
  for (let i = 0; i < 100; i++) await store.at('perf', 1 + ((i * 997) % N));
  out.push(`at ${(performance.now() - a0) / 100}`);
  fs.writeFileSync('/tmp/hl/perf.txt', out.join('\n'));
  await memory.close();
  await store.close();
  fs.rmSync(dir, { recursive: true });
}, 600000);
