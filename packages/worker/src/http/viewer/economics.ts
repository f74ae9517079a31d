/** `/api/viewer/economics`: what the memory has returned and how much it stores. Counts only recorded events. */
import fs from 'node:fs';
import path from 'node:path';
import type { StoredEvent } from '@hookloom/core/events';
import type { Retention } from '@hookloom/memory';
import { corrupt } from '@hookloom/core';
import { isDamaged, logPath, readEvents } from '@hookloom/log';
import type { Workspaces, OpenWorkspace } from '../../workspaces/workspaces.ts';
import { placeOf } from '../../notes/place.ts';
import { noteRetention } from '../../notes/retention.ts';
import { defineRoute } from '../route.ts';
import { here, viewedLog } from './viewed-log.ts';
import { readTail } from './tail.ts';
import { entriesOf } from '../../workspaces/storage.ts';
import { archive } from '../../operations/archive.ts';
import { compact } from '../../operations/compact.ts';
import { writePrivateFile } from '../../private-file.ts';

const LOOK = 50_000;
const MAX_FILES = 5000;
const MAX_DEPTH = 4;

interface Handed {
  day: string;
  injections: number;
  bytes: number;
  checkouts: number;
  checkout_tokens: number;
}

const COUNTED = new Set(['context.injected', 'memory.checkout.completed']);

export function economicsRoutes(workspaces: Workspaces, retention: () => Retention) {
  return [
    defineRoute({
      route: 'GET /api/viewer/economics',
      does: 'Returns the bytes served, and the storage by kind.',
      query: here,
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const tail = await readTail(open.runtime.store, {
          log,
          limit: LOOK,
          look: LOOK,
          wanted: ({ type }) => COUNTED.has(type),
        });
        return {
          handed: handedOf(tail.events),
          storage: storageOf(open.workspace.eventloomDir),
          retention: (await noteRetention(placeOf(open), retention())).kinds,
          events: tail.head,
          looked: tail.looked,
          whole: tail.before === null,
        };
      },
    }),
    defineRoute({
      route: 'POST /api/viewer/compact',
      access: 'private',
      does: 'Writes a digest of a log and archives its full windows.',
      query: here,
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        return await compactLog(open, log);
      },
    }),
  ];
}

function handedOf(events: readonly StoredEvent[]): Handed[] {
  const rows = new Map<string, Handed>();
  for (const { type, payload, timestamp } of events) {
    const day = timestamp.slice(0, 10);
    const row = rows.get(day) ?? { day, injections: 0, bytes: 0, checkouts: 0, checkout_tokens: 0 };
    rows.set(day, row);
    if (type === 'context.injected') {
      row.injections++;
      row.bytes += number(payload['bytes']);
    } else {
      row.checkouts++;
      row.checkout_tokens += number(payload['prompt_tokens']);
    }
  }
  return [...rows.values()];
}

/** Bytes by purpose. Everything but the log can be rebuilt. */
function storageOf(dir: string): { kind: string; bytes: number; files: number }[] {
  const kinds = new Map<string, { kind: string; bytes: number; files: number }>();
  let left = MAX_FILES;
  const walk = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) walk(file, depth + 1);
      if (!entry.isFile() || left-- <= 0) continue;
      const kind = kindOfFile(path.relative(dir, file).split(path.sep).join('/'));
      const row = kinds.get(kind) ?? { kind, bytes: 0, files: 0 };
      kinds.set(kind, row);
      row.files++;
      row.bytes += fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    }
  };
  walk(dir, 0);
  return [...kinds.values()].sort((a, b) => b.bytes - a.bytes);
}

function kindOfFile(name: string): string {
  if (/^[^/]+\.jsonl$/.test(name)) return 'log';
  if (name.startsWith('projections/')) return 'projection';
  if (name.startsWith('inbox/')) return 'inbox';
  if (/\.(index|head|verified|merkle)$/.test(name)) return 'seals and index';
  if (/backup|archive/.test(name)) return 'backup';
  return 'run-time state';
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

// * Does for the viewer what `hookloom compact LOG --archive` does: writes a digest and compressed copies of full
// windows.

/** The command's defaults. */
const WINDOW_EVENTS = 10_000;
const MAX_RECORDS = 5;

/** Throws `corrupt` for a broken log before writing anything. Never rewrites the log. */
async function compactLog({ runtime, workspace }: OpenWorkspace, session: string) {
  const { store, context } = runtime;
  const report = await store.verify(session, { incremental: false });
  if (isDamaged(report))
    throw corrupt(
      `The log is broken at event ${report.broken_at_seq}; nothing was written.`,
      'Run `hookloom verify` on it.',
    );
  const file = logPath(workspace.eventloomDir, session);
  const { compaction } = await compact(fs.existsSync(file) ? readEvents(file, {}) : [], {
    session,
    snapshotEvery: WINDOW_EVENTS,
    strategy: 'medoid',
    maxRecords: MAX_RECORDS,
    purpose: null,
  });
  const folder = path.join(workspace.eventloomDir, 'projections');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(compaction, null, 2)}\n`;
  writePrivateFile(path.join(folder, `${session}.compaction.json`), text);
  const { segments, left } = await archive(context, { session, segmentEvents: WINDOW_EVENTS });
  return {
    events: compaction.event_count,
    windows: compaction.windows.length,
    bytes: Buffer.byteLength(text),
    archived: segments.length,
    left,
  };
}
