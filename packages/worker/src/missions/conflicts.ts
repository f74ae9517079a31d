/** Finds findings that contradict each other. Computed whenever they are read. Pure. */
import { canonicalize, sha256Hex, type JsonObject } from '@hookloom/core';
import { isClosed, isPromoted, type Finding } from './state.ts';

export type ConflictKind = 'exact_claim' | 'source_state' | 'polarity';

export interface Conflict {
  id: string;
  kind: ConflictKind;
  /** What they disagree about: the claim key, the source, or the words. */
  subject: string;
  finding_ids: string[];
}

/** A later finding of the same worker about the same claim replaces one that was not promoted. */
export function supersededBy(finding: Finding, all: readonly Finding[]): string | null {
  if (finding.claimKey === null || isPromoted(finding)) return null;
  const at = all.indexOf(finding);
  const later = all
    .slice(at + 1)
    .find((each) => each.worker === finding.worker && each.claimKey === finding.claimKey);
  return later?.id ?? null;
}

/** An earlier duplicate: the same claim and value, or the same evidence. */
export function duplicateOf(finding: Finding, all: readonly Finding[]): string | null {
  const earlier = all.slice(0, all.indexOf(finding)).filter((each) => !isClosed(each));
  return earlier.find((each) => saysTheSame(each, finding))?.id ?? null;
}

function saysTheSame(a: Finding, b: Finding): boolean {
  if (a.claimKey !== null && b.claimKey !== null)
    return a.claimKey === b.claimKey && a.claimValue === b.claimValue;
  if (a.evidence.length === 0 || a.summary !== b.summary) return false;
  return evidenceKey(a) === evidenceKey(b);
}

function evidenceKey({ evidence }: Finding): string {
  return canonicalize(evidence.map((item): JsonObject => ({ ...item })).toSorted(byReference));
}

function byReference(a: JsonObject, b: JsonObject): number {
  const [one, other] = [canonicalize(a), canonicalize(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Open conflicts, where at least two sides are still valid. */
export function openConflicts(all: readonly Finding[]): Conflict[] {
  const standing = all.filter((each) => !isClosed(each) && supersededBy(each, all) === null);
  return [
    ...grouped(standing, 'exact_claim', claimsOf),
    ...grouped(standing, 'source_state', sourcesOf),
    ...grouped(standing, 'polarity', polarityOf),
  ];
}

/** The subject of a finding and its statement. Two findings with different statements about one subject conflict. */
type Sides = (finding: Finding) => { subject: string; side: string }[];

function grouped(findings: readonly Finding[], kind: ConflictKind, sidesOf: Sides): Conflict[] {
  const subjects = new Map<string, { ids: string[]; sides: Set<string> }>();
  for (const finding of findings) {
    for (const { subject, side } of sidesOf(finding)) {
      const known = subjects.get(subject) ?? { ids: [], sides: new Set() };
      if (!known.ids.includes(finding.id)) known.ids.push(finding.id);
      known.sides.add(side);
      subjects.set(subject, known);
    }
  }
  return [...subjects].flatMap(([subject, { ids, sides }]) =>
    sides.size < 2 ? [] : [conflictOf(kind, subject, ids)],
  );
}

/** The same findings in conflict about the same subject have the same id. */
function conflictOf(kind: ConflictKind, subject: string, ids: string[]): Conflict {
  const finding_ids = ids.toSorted();
  const signature = sha256Hex(canonicalize([kind, subject, ...finding_ids])).slice(0, 16);
  return { id: `conflict_${signature}`, kind, subject, finding_ids };
}

const claimsOf: Sides = ({ claimKey, claimValue }) =>
  claimKey === null || claimValue === null ? [] : [{ subject: claimKey, side: claimValue }];

/** The same file or source in two states. */
const sourcesOf: Sides = ({ evidence }) =>
  evidence.flatMap(({ kind, reference, snapshot }) =>
    snapshot === undefined || (kind !== 'file' && kind !== 'source')
      ? []
      : [{ subject: reference, side: canonicalize(snapshot) }],
  );

/**
 * The same words, affirmed and denied: `the cache is enabled` and `the cache is not enabled`. Only for findings without
 * a claim of their own.
 */
const polarityOf: Sides = ({ summary, claimKey }) => {
  if (claimKey !== null) return [];
  const words = (summary.toLowerCase().match(/[\p{L}\p{N}_./-]+(?:['’]t)?/gu) ?? []).map((word) =>
    word.replace(/[.]+$/, ''),
  );
  const denials = words.filter((word) => DENIES.test(word)).length;
  const subject = words
    .filter((word) => !DENIES.test(word) && !FILLERS.has(word))
    .map((word) => OPPOSITES.get(word) ?? word)
    .join(' ');
  const opposites = words.filter((word) => OPPOSITES.has(word)).length;
  const side = (denials + opposites) % 2 === 0 ? 'affirmed' : 'denied';
  return subject.split(' ').length < 2 ? [] : [{ subject, side }];
};

const DENIES = /^(?:not|never|no|cannot|\p{L}+n['’]t)$/u;
const FILLERS = new Set(['the', 'a', 'an', 'is', 'are', 'was', 'were', 'does', 'do', 'did', 'be']);
/** A word and its negation. */
const OPPOSITES = new Map([
  ['disabled', 'enabled'],
  ['failing', 'passing'],
  ['fails', 'passes'],
  ['failed', 'passed'],
  ['unsafe', 'safe'],
  ['broken', 'working'],
  ['missing', 'present'],
  ['absent', 'present'],
  ['invalid', 'valid'],
  ['false', 'true'],
]);
