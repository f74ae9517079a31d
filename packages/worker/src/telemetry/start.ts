/** Starts metrics, traces, both or none, according to the environment. */
import { invalidRequest } from '@hookloom/core';
import type { TeamFigures } from './metrics.ts';

type Env = Record<string, string | undefined>;

export type Telemetry = Awaited<ReturnType<typeof startTelemetry>>;

/** @throws HookloomError `invalid_request` for a switch that is neither true nor false */
export async function startTelemetry(env: Env, teams?: () => Promise<TeamFigures[]>) {
  /** Null if not requested. */
  const metrics =
    teams !== undefined && isOn(env, 'HOOKLOOM_METRICS_ENABLED')
      ? (await import('./metrics.ts')).startMetrics(teams)
      : null;
  const traces = isOn(env, 'HOOKLOOM_TRACES_ENABLED')
    ? (await import('./traces.ts')).startTraces(env)
    : null;
  return {
    metrics,
    async close(): Promise<void> {
      metrics?.close();
      await traces?.close();
    },
  };
}

function isOn(env: Env, name: string): boolean {
  const value = (env[name] ?? '').trim();
  if (value === '' || value === 'false') return false;
  if (value === 'true') return true;
  throw invalidRequest(`${name} is neither true nor false.`, `Correct ${name}, or unset it.`);
}
