/**
 * Masks forgotten texts before a write. Loaded only if something was forgotten, so that other writes do not pay for it.
 */
import { statSync } from 'node:fs';
import type { PreparedEvent } from '../envelope/seal.ts';
import type { Group } from '../append/delivery-note.ts';
import { createGate, type Gate } from './gate.ts';
import { gatePath, readGate } from './gate-file.ts';

/** Masks forgotten texts in events before they are written; the events themselves stay. */
export function guardEvents(dir: string, events: readonly PreparedEvent[]): PreparedEvent[] {
  const gate = openGate(dir);
  return events.map((event) => guarded(gate, event));
}

export function guardGroups(dir: string, groups: readonly Group[]): Group[] {
  return groups.map((group) => ({ ...group, events: guardEvents(dir, group.events) }));
}

export function guarded(gate: Gate, event: PreparedEvent): PreparedEvent {
  const { payload, actorId, paths } = gate.mask(event);
  if (paths.length === 0) return event;
  const redactedPaths = [...new Set([...event.redactedPaths, ...paths])].slice(0, MAX_PATHS);
  return { ...event, payload, actorId, redactedPaths };
}

const MAX_PATHS = 256;

let last: { key: string; gate: Gate } | null = null;

/** The gate of a directory, cached while its file does not change. */
export function openGate(dir: string): Gate {
  const before = keyOf(dir);
  if (before !== null && last?.key === before) return last.gate;
  const gate = createGate(readGate(dir));
  const key = before ?? keyOf(dir);
  last = key === null ? null : { key, gate };
  return gate;
}

function keyOf(dir: string): string | null {
  const stats = statSync(gatePath(dir), { throwIfNoEntry: false });
  return stats === undefined ? null : `${dir}\0${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
