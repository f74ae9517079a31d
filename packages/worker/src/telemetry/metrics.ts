/** Metrics in the Prometheus format. Loaded on demand. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { observe } from './measure.ts';

/** The sync state of a project, as far as this machine knows. */
export interface TeamFigures {
  project: string;
  waiting: number;
  /** In epoch milliseconds; null for never. */
  lastSyncMs: number | null;
  hasFailed: boolean;
}

export type Metrics = ReturnType<typeof startMetrics>;

/** In seconds: an append takes less than a millisecond, a first projection minutes. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function startMetrics(teams: () => Promise<TeamFigures[]>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'hookloom_operation_seconds',
    help: 'Duration of hooks, appends, projections and checkouts in this process.',
    labelNames: ['operation', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const gauge = (name: string, help: string): Gauge<'project'> =>
    new Gauge({ name, help, labelNames: ['project'], registers: [registry] });
  const waiting = gauge('hookloom_team_waiting_events', 'Events that the team store lacks.');
  const last = gauge('hookloom_team_last_sync_timestamp_seconds', 'Time of the last sync.');
  const failed = gauge('hookloom_team_last_sync_failed', '1 if the last sync failed.');
  const end = observe(async (operation, _attributes, work) => {
    const started = performance.now();
    let outcome = 'failed';
    try {
      const result = await work();
      outcome = 'ok';
      return result;
    } finally {
      seconds.observe({ operation, outcome }, (performance.now() - started) / 1000);
    }
  });
  return {
    type: registry.contentType,
    async text(): Promise<string> {
      for (const each of [waiting, last, failed]) each.reset();
      for (const { project, waiting: count, lastSyncMs, hasFailed } of await teams()) {
        waiting.set({ project }, count);
        failed.set({ project }, Number(hasFailed));
        if (lastSyncMs !== null) last.set({ project }, lastSyncMs / 1000);
      }
      return registry.metrics();
    },
    close() {
      end();
      registry.clear();
    },
  };
}
