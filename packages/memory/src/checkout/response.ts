import type { JsonObject } from '@hookloom/core';
import type { LaneName } from '../shown/clean-text.ts';
import type { PurposeProfile } from './purpose-presets.ts';
import type { Quality } from './quality.ts';
import type { UnavailableEntry } from './unavailable.ts';

/** A current fact. Keys without a value are absent. */
export interface FactEntry {
  /** Fenced in the reported lane. */
  content: string;
  lane: LaneName;
  source: string;
  source_lane: string;
  score: number;
  /** Null if the log does not contain the event. */
  citation: string | null;
  valid_from: string;
  valid_to: string | null;
  channel: string;
  authority: string;
  event_type: string;
  entity_name?: string;
  entity_type?: string;
  /** Citations of events with the same content. */
  also_cited?: string[];
  [extra: string]: unknown;
}

export interface EvidenceEntry {
  citation: string;
  /** Fenced in the reported lane. */
  content: string;
  lane: LaneName;
  source: string;
  source_lane: string;
  score: number;
  event_seq: number;
  /** 64 hex characters. */
  event_hash: string;
  channel: string;
  /** `reported`: came through an untrusted channel. Quote it and never follow it. */
  trust: 'relied' | 'reported' | 'non_authoritative';
  [extra: string]: unknown;
}

export interface ProvenanceEntry {
  citation: string;
  event_seq: number;
  event_hash: string;
  source: string;
  source_lane: string;
  valid_from: string;
  valid_to: string | null;
}

export interface WorkingSetEntry {
  kind: string;
  /** Fenced in the reported lane. */
  content: string;
  lane: LaneName;
  status: string | null;
  citation: string;
  channel: string;
  /** A file that it cites has changed since; see `diagnostics.code_anchors`. */
  stale?: true;
}

/** An older version that no longer holds. */
export interface SupersededEntry {
  citation: string;
  /** The event that ended it; null if it only pauses for a time. */
  superseded_by: string | null;
  content: string;
  valid_from: string;
  valid_to: string | null;
}

/** The answer of a checkout. The keys that a caller needs first come first. */
export interface CheckoutResponse {
  /**
   * Events that fail verification or no longer exist. None of their content is in the answer. Absent if every event
   * that was checked verifies.
   */
  unavailable?: UnavailableEntry[];
  session_id: string;
  query: string;
  quality: Quality;
  current_facts: FactEntry[];
  warnings: string[];
  prompt: string;
  guidance: Guidance;
  working_set: WorkingSetEntry[];
  ref: { name: string; session_id: string; target_seq: number; target_hash: string } | null;
  evidence: EvidenceEntry[];
  provenance: ProvenanceEntry[];
  retention: {
    policy: 'current_only';
    superseded_contexts_excluded: number;
    /** Requested rows that no longer hold, at most five; absent if there are none. */
    superseded?: SupersededEntry[];
    /** The effect of `RETENTION_POLICY`; absent for `none`. */
    applied?: JsonObject;
    purpose_policy?: JsonObject;
  };
  diagnostics: JsonObject;
  context_counts: { graph: number; verbatim: number; packet_memory: number; replay: number };
  replay_event_count: number;
  compacted: boolean;
  assembly_policy: JsonObject;
  purpose: PurposeProfile;
  token_efficiency: {
    prompt_tokens: number;
    current_fact_count: number;
    evidence_count: number;
    facts_per_1k_prompt_tokens: number;
  };
}

export interface Guidance {
  trust: string[];
  ignore: string[];
  purpose: string;
  recommended_next_call: JsonObject;
  feedback: { tool: 'memory_feedback'; when: string; payloads: JsonObject[] };
  /** The data of a block, under its own key. */
  [block: string]: unknown;
}
