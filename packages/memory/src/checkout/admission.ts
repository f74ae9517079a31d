/**
 * Filters and ranks rows by salience, retention and purpose, besides relevance. They move a row by a bounded amount or
 * leave it out, and every effect is audited.
 */
import { isAttenuated, salienceBonus } from '../salience/salience.ts';
import { outcomeBonus, type OutcomeCount } from '../salience/outcomes.ts';
import type { Candidate } from './candidate.ts';
import type { Purpose } from './purpose.ts';
import { purposeLens } from './purpose-lens.ts';
import { isOver } from './holds.ts';
import { decayPenalty, type RetentionPolicy } from './retention.ts';

export interface Audit {
  /** Left out because they were invalidated and have faded. */
  attenuated: Candidate[];
  /** Faded, but kept because they are pinned or accepted. */
  exempt: Candidate[];
  suppressed: { rule: string; row: Candidate }[];
  expired: number;
}

export interface Admission {
  /** Added to the rank value. A gain is scaled by the row's coverage, so that it cannot outweigh the question. */
  bonus(row: Candidate): number;
  admits(row: Candidate): boolean;
  /** Runs after the citation was looked up in the log. */
  admitsCited(row: Candidate & { citation: string | null }): boolean;
  audit: Audit;
  outcomeOf(
    row: Pick<Candidate, 'session' | 'entityType' | 'entityName'>,
  ): OutcomeCount | undefined;
}

export interface AdmissionRequest {
  purpose: Purpose;
  retention: RetentionPolicy;
  /** False: ignore salience, as in a checkout of an older state. */
  salience: boolean;
  outcomes: readonly OutcomeCount[];
  nowMs: number;
}

export function createAdmission(request: AdmissionRequest): Admission {
  const { purpose, retention, nowMs } = request;
  const audit: Audit = { attenuated: [], exempt: [], suppressed: [], expired: 0 };
  const lens = purpose.conditioned ? purposeLens(purpose.profile) : null;
  const rules = purpose.conditioned ? purpose.profile.suppress : [];
  const outcomes = new Map(
    request.outcomes.map((count) => [
      keyOf(count.session, count.entityType, count.entityName),
      count,
    ]),
  );
  const outcomeOf: Admission['outcomeOf'] = ({ session, entityType, entityName }) =>
    outcomes.get(keyOf(session, entityType ?? '', entityName ?? ''));

  function passesSalience(row: Candidate): boolean {
    if (!request.salience || row.salience === undefined || !isAttenuated(row.salience, nowMs))
      return true;
    const exempt = isExempt(row);
    audit[exempt ? 'exempt' : 'attenuated'].push(row);
    return exempt;
  }

  function passesRules(row: Candidate & { citation?: string | null }): boolean {
    const rule = suppressedBy(row, rules);
    if (rule !== null) audit.suppressed.push({ rule, row });
    return rule === null;
  }

  return {
    audit,
    outcomeOf,
    bonus(row) {
      const outcome = outcomeOf(row);
      const parts = [
        request.salience && row.salience !== undefined ? salienceBonus(row.salience, nowMs) : 0,
        retention === 'decay' ? decayPenalty(row, nowMs) : 0,
        lens?.bonus(row) ?? 0,
        outcome === undefined ? 0 : outcomeBonus(outcome),
      ];
      return parts.reduce((sum, part) => sum + (part > 0 ? part * row.coverage : part), 0);
    },
    admits(row) {
      if (retention !== 'none' && isOver(row, nowMs)) {
        audit.expired++;
        return false;
      }
      return passesSalience(row) && passesRules(row);
    },
    admitsCited: (row) => row.citation !== null || passesRules(row),
  };
}

/** Pinned, remembered and accepted rows never fade. */
function isExempt({ properties, eventType, authority }: Candidate): boolean {
  return (
    properties['pinned'] === true || eventType === 'memory.remembered' || authority === 'accepted'
  );
}

function keyOf(session: string, type: string, name: string): string {
  return JSON.stringify([session, type, name]);
}

/** Null citation: the log does not contain the event. Undefined: not looked up yet. */
export type Suppressible = Pick<
  Candidate,
  'eventType' | 'entityType' | 'properties' | 'authority' | 'supersededBy'
> & { citation?: string | null };

const LOW_TRUST = 0.7;

export const SUPPRESS_RULES: Readonly<Record<string, (row: Suppressible) => boolean>> = {
  worker_local_pending: (row) =>
    isFinding(row) && !isPromoted(row) && ['', 'pending', 'deferred'].includes(findingStatus(row)),
  pending_unreviewed_claim: (row) =>
    !isPromoted(row) && ['pending', 'proposed', 'unreviewed'].includes(word(row, 'review_status')),
  rejected_finding: (row) =>
    [findingStatus(row), word(row, 'review_status')].some((status) =>
      ['rejected', 'unsupported'].includes(status),
    ),
  stale_unpromoted_finding: (row) =>
    isFinding(row) && !isPromoted(row) && row.properties['stale'] === true,
  low_trust_inference: (row) => {
    const trust = row.properties['trust'] ?? row.properties['confidence'];
    return row.authority === 'non_authoritative' && typeof trust === 'number' && trust < LOW_TRUST;
  },
  superseded_context: (row) =>
    row.supersededBy !== null || (row.properties['superseded_by'] ?? null) !== null,
  uncited_claim: ({ citation }) => citation === null,
};

/** The first rule, in the order of the purpose, that applies to the row; null if none does. */
export function suppressedBy(row: Suppressible, rules: readonly string[]): string | null {
  return (
    rules.find((name) => Object.hasOwn(SUPPRESS_RULES, name) && SUPPRESS_RULES[name]!(row)) ?? null
  );
}

function isFinding({ eventType, entityType }: Suppressible): boolean {
  return eventType.startsWith('coordination.finding.') || entityType === 'finding';
}

function isPromoted({ eventType }: Suppressible): boolean {
  return eventType === 'coordination.finding.promoted';
}

function findingStatus(row: Suppressible): string {
  if (!isFinding(row)) return '';
  return word(row, 'finding_status') || word(row, 'coordination_status') || word(row, 'status');
}

function word({ properties }: Suppressible, key: string): string {
  const value = properties[key];
  return typeof value === 'string' ? value.toLowerCase() : '';
}
