/** `/api/viewer/economics`: what memory cost, what it handed out, and the room it takes. Only what was recorded is counted. */
import fs from 'node:fs';
import path from 'node:path';
import type { StoredEvent } from '@hookloom/core/ports/event-store';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Route } from '../server.ts';
import { askedFor } from './asked.ts';
import { readTail } from './tail.ts';

const LOOK = 50_000;
const MAX_FILES = 5000;
const MAX_DEPTH = 4;

interface LedgerRow {
  day: string;
  provider: string;
  model: string;
  calls: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  items: number;
}

interface Handed {
  day: string;
  injections: number;
  bytes: number;
  checkouts: number;
  checkout_tokens: number;
}

const COUNTED = new Set(['summarizer.called', 'context.injected', 'memory.checkout.completed']);

export function economicsRoutes(workspaces: Workspaces): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/viewer/economics',
      handle: async ({ query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const tail = await readTail(open.runtime.store, {
          log,
          limit: LOOK,
          look: LOOK,
          wanted: ({ type }) => COUNTED.has(type),
        });
        return {
          status: 200,
          json: {
            ledger: ledgerOf(tail.events),
            handed: handedOf(tail.events),
            storage: storageOf(open.workspace.eventloomDir),
            events: tail.head,
            looked: tail.looked,
            whole: tail.before === null,
          },
        };
      },
    },
  ];
}

function ledgerOf(events: readonly StoredEvent[]): LedgerRow[] {
  const rows = new Map<string, LedgerRow>();
  for (const { type, payload, timestamp } of events) {
    if (type !== 'summarizer.called') continue;
    const day = text(payload['day']) || timestamp.slice(0, 10);
    const [provider, model] = [text(payload['provider']), text(payload['model'])];
    const key = JSON.stringify([day, provider, model]);
    const row = rows.get(key) ?? newRow(day, provider, model);
    rows.set(key, row);
    row.calls++;
    if (payload['ok'] === false) row.failed++;
    row.input_tokens += number(payload['input_tokens']);
    row.output_tokens += number(payload['output_tokens']);
    row.cost_usd += number(payload['cost_usd']);
    row.items += number(payload['items']);
  }
  return [...rows.values()];
}

function newRow(day: string, provider: string, model: string): LedgerRow {
  const counts = { calls: 0, failed: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0, items: 0 };
  return { day, provider, model, ...counts };
}

function handedOf(events: readonly StoredEvent[]): Handed[] {
  const rows = new Map<string, Handed>();
  for (const { type, payload, timestamp } of events) {
    if (type === 'summarizer.called') continue;
    const day = timestamp.slice(0, 10);
    const row = rows.get(day) ?? newDay(day);
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

function newDay(day: string): Handed {
  return { day, injections: 0, bytes: 0, checkouts: 0, checkout_tokens: 0 };
}

/** Bytes by what they are for; the log is the truth, the rest can be made again. */
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

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 120) : '';
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
