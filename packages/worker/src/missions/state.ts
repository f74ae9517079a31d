/** The types of a mission and its findings. */
import type { Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import type { EvidenceItem } from './evidence-item.ts';
import type { Party } from './party.ts';

export const REVIEWS = ['accepted', 'rejected', 'deferred', 'conflicted'] as const;
export type ReviewStatus = (typeof REVIEWS)[number];
export type FindingStatus = ReviewStatus | 'pending';

/** Where an event is. */
export interface EventRef {
  session_id: string;
  seq: number;
  /** 64 hex. */
  hash: string;
}

export interface Review {
  status: ReviewStatus;
  rationale: string;
  actor: string;
  /** A person, an agent other than the reporter, or a coordinator that shares the reporter's connection. */
  by: 'person' | 'other_agent' | 'shared_connection';
  ref: EventRef;
}

export interface Finding {
  id: string;
  worker: string;
  summary: string;
  evidence: EvidenceItem[];
  confidence: number | null;
  claimKey: string | null;
  claimValue: string | null;
  reportedAt: string;
  channel: Channel;
  reporter: Party;
  source: EventRef;
  /** Whether the event in the worker's log was forgotten, so that only its promotion is left. */
  isForgotten: boolean;
  status: FindingStatus;
  reviews: Review[];
  promotion: EventRef | null;
  retraction: EventRef | null;
}

export interface Assignment {
  id: string;
  worker: string;
  text: string;
  expiresAt: string | null;
  createdAt: string;
  ref: EventRef;
}

export interface Handoff {
  id: string;
  summary: string;
  nextSteps: string[];
  risks: string[];
  at: string;
  ref: EventRef;
}

export interface Proof {
  packet: JsonObject;
  ref: EventRef;
}

export interface MissionState {
  id: string;
  objective: string;
  startedAt: string;
  starter: Party;
  /** Its newest event, which a decision refers to. */
  head: EventRef;
  workers: string[];
  assignments: Assignment[];
  /** By time of report. */
  findings: Finding[];
  /** Ids of the recorded conflicts. */
  recorded: Set<string>;
  handoffs: Handoff[];
  proofs: Proof[];
}

export function isPromoted({ promotion, retraction }: Finding): boolean {
  return promotion !== null && retraction === null;
}

/** Whether no further decision is possible. */
export function isClosed(finding: Finding): boolean {
  return finding.status === 'rejected' || finding.retraction !== null;
}
