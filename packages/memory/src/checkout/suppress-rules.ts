/** The rules by which a purpose leaves rows out. A rule checks recorded fields, never words. */
import type { Candidate } from './candidate.ts';

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
