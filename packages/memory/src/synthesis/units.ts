import type { RowKind } from './ledger-row.ts';

interface Unit {
  kind: Extract<RowKind, 'duration' | 'size'>;
  /** In milliseconds or bytes. */
  factor: number;
}

/** Units that convert without loss. Months and years have no fixed length and are excluded. */
export const UNITS: Readonly<Record<string, Unit>> = {
  ms: { kind: 'duration', factor: 1 },
  s: { kind: 'duration', factor: 1000 },
  min: { kind: 'duration', factor: 60_000 },
  h: { kind: 'duration', factor: 3_600_000 },
  d: { kind: 'duration', factor: 86_400_000 },
  wk: { kind: 'duration', factor: 604_800_000 },
  B: { kind: 'size', factor: 1 },
  kB: { kind: 'size', factor: 1000 },
  KiB: { kind: 'size', factor: 1024 },
  MB: { kind: 'size', factor: 1_000_000 },
  MiB: { kind: 'size', factor: 1_048_576 },
  GB: { kind: 'size', factor: 1_000_000_000 },
  GiB: { kind: 'size', factor: 1_073_741_824 },
};

export function factorOf(unit: string): number {
  return Object.hasOwn(UNITS, unit) ? UNITS[unit]!.factor : 1;
}
