/** The answers of the worker that several screens share. */
import type { JsonObject } from '@hookloom/core/json';
import type { StoredEvent, VerifyReport } from '@hookloom/core/ports/event-store';

export type { JsonObject, StoredEvent, VerifyReport };

export interface EventLine {
  seq: number;
  id: string;
  type: string;
  kind: string;
  class: 'memory' | 'telemetry';
  time: string;
  actor: string;
  channel: string | null;
  client: string | null;
  session_id: string | null;
  summary: string;
  aside: string | null;
  files: string[];
  concepts: string[];
  citation: string;
  restricted: boolean;
  forgotten: boolean;
}

export interface WorkspaceLine {
  slot: number;
  project: string;
  alias: string;
  folder: string;
  log: string;
  logs: { session: string; events: number }[];
}

export interface ClientSession {
  session_id: string;
  client: string | null;
  first_seq: number;
  last_seq: number;
  started: string;
  last: string;
  state: 'live' | 'idle' | 'ended';
  prompt: string | null;
  doing: EventLine;
  events: number;
  prompts: number;
  tools: number;
  failures: number;
  files: string[];
  notes: number;
}

export interface HookFigures {
  runs: number;
  failed: number;
  denied: number;
  p50_ms: number | null;
  p95_ms: number | null;
}

export interface Fact {
  citation: string;
  seq: number;
  event_type: string;
  entity_name: string;
  entity_type: string;
  content: string;
  valid_from: string;
  valid_to: string | null;
  actor: string;
  channel: string;
  authority: string;
  importance: number;
  reinforced: number;
  pinned: boolean;
  superseded_by: string | null;
}
