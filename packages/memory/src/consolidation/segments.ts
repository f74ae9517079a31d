/** Proposes candidates from consecutive events of a log. Deterministic, without a model. */
import type { StoredEvent } from '@hookloom/core/events';
import type { CandidateType } from './states.ts';
import { bound } from '../extract/extracted.ts';
import { stepsOf } from './mining/steps.ts';

export interface SegmentProposal {
  candidate_type: CandidateType;
  title: string;
  summary: string;
  events: readonly StoredEvent[];
  confidence: number;
  method: string;
  steps?: string[];
}

/** An event with its text in one line. */
export interface TextEvent {
  event: StoredEvent;
  text: string;
}

const ACTIONABLE = /^(?:tool\.call|command|file\.edit|task|coordination)\./;
const STATED = /^(?:file\.edit|task|coordination)\./;
const MAX_SUMMARY = 240;
const MAX_TITLE = 200;
const SUMMARIZED = 4;
const MAX_SOURCES = 50;

/** Work that others did: no text, no telemetry, nothing that this program did itself. */
export function isActionable({ type, payload, shredded }: StoredEvent): boolean {
  return shredded === null && payload['self'] !== true && ACTIONABLE.test(type);
}

/** Consecutive windows without overlap, oldest first. */
export function segmentsOf(events: readonly TextEvent[], size: number): TextEvent[][] {
  const segments: TextEvent[][] = [];
  for (let at = 0; at < events.length; at += size) segments.push(events.slice(at, at + size));
  return segments;
}

/** What one window proposes: an episode and, if its events allow it, a claim and a procedure. */
export function proposalsOf(segment: readonly TextEvent[]): SegmentProposal[] {
  const texts = segment.map(({ text }) => text).filter((text) => text !== '');
  if (texts.length === 0) return [];
  const events = segment.map(({ event }) => event).slice(0, MAX_SOURCES);
  const summary = bound(texts.slice(0, SUMMARIZED).join(' → '), MAX_SUMMARY);
  const shared = { summary, events };
  const stated = segment.findLast(({ event, text }) => STATED.test(event.type) && text !== '');
  const proposals: SegmentProposal[] = [
    {
      ...shared,
      candidate_type: 'episode',
      title: bound(`${events.length} events: ${texts[0]!}`, MAX_TITLE),
      confidence: 0.68,
      method: 'deterministic_episode_segment_v1',
    },
  ];
  if (events.length >= 2 && stated !== undefined)
    proposals.push({
      ...shared,
      candidate_type: 'claim',
      title: bound(stated.text, MAX_TITLE),
      confidence: 0.62,
      method: 'deterministic_claim_segment_v1',
    });
  const steps = namesOf(segment);
  if (isProcedure(events) && steps.length >= 2)
    proposals.push({
      ...shared,
      candidate_type: 'procedure',
      title: bound(steps.join(' → '), MAX_TITLE),
      confidence: 0.58,
      method: 'deterministic_procedure_segment_v1',
      steps,
    });
  return proposals;
}

function isProcedure(events: readonly StoredEvent[]): boolean {
  const count = (pattern: RegExp) => events.filter(({ type }) => pattern.test(type)).length;
  const isTooled = count(/^(?:tool\.call|command|task)\./) > 0;
  return count(/^tool\.call\./) >= 2 || (count(/^file\.edit\./) > 0 && isTooled);
}

/** Steps that succeeded. Repetitions in a row count once. */
function namesOf(segment: readonly TextEvent[]): string[] {
  const names = segment.flatMap(({ event }) =>
    stepsOf(event).flatMap(({ name, isGood }) => (isGood ? [name] : [])),
  );
  return names.filter((name, at) => name !== names[at - 1]);
}
