/** Computes the state of every version of every skill from recorded facts. Pure. */
import type { Cited, FactRow } from '../rows.ts';
import { round } from '../search/rank.ts';
import { compareText, SKILL_FEEDBACK, stringAt, stringsAt } from '@hookloom/core';

export const SKILL_FACT_TYPES = ['skill_version', 'skill_application', 'skill_outcome'] as const;

export type SkillStatus = 'proposed' | 'validated' | 'revised' | 'deprecated' | 'contradicted';

export interface SkillVersion {
  skillId: string;
  version: string;
  /** Null if it was used or judged but never proposed. */
  status: SkillStatus | null;
  /** Whether it, or the version that it revises, was validated. */
  validated: boolean;
  name: string;
  summary: string;
  procedure: string[];
  applicability: string[];
  failureModes: string[];
  rollback: string;
  supersedes: string | null;
  supersededBy: string | null;
  contradictions: number;
  applications: number;
  outcomes: { success: number; failure: number; neutral: number };
  scores: number[];
  /** Mean of the scores, or null. */
  meanScore: number | null;
  /** All records that affect it, in order. */
  records: Cited[];
  /** The record with the text of the procedure. */
  statedBy: Cited | null;
  /** The records with its words. */
  texts: Cited[];
}

/**
 * Every version in the facts, by skill, then by version. Rows may come in any order. Only rows of its own session count
 * for a version.
 */
export function foldSkills(rows: readonly FactRow[]): SkillVersion[] {
  const versions = new Map<string, SkillVersion>();
  const sorted = rows.toSorted((a, b) => compareText(a.session, b.session) || a.seq - b.seq);
  for (const row of sorted) {
    const id = stringAt(row.properties, 'skill_id');
    const version = stringAt(row.properties, 'version');
    const of = versionIn(versions, row.session, id, version);
    if (row.entityType === 'skill_version') live(versions, of, row);
    else if (row.entityType === 'skill_application') of.applications++;
    else if (row.entityType === 'skill_outcome') judge(of, row);
  }
  for (const of of versions.values()) {
    if (of.scores.length === 0) continue;
    of.meanScore = round(of.scores.reduce((sum, score) => sum + score, 0) / of.scores.length);
  }
  return [...versions.values()].toSorted(bySkill);
}

/** By id, then by version in natural order (2 before 10), then by position in the log. */
export function bySkill(a: SkillVersion, b: SkillVersion): number {
  return (
    compareText(a.skillId, b.skillId) ||
    compareVersions(a.version, b.version) ||
    compareText(a.records[0]?.session ?? '', b.records[0]?.session ?? '') ||
    (a.records[0]?.seq ?? 0) - (b.records[0]?.seq ?? 0)
  );
}

export function compareVersions(a: string, b: string): number {
  const numbers = /^\d{1,15}$/;
  if (numbers.test(a) && numbers.test(b)) return Number(a) - Number(b) || compareText(a, b);
  return compareText(a, b);
}

function live(versions: Map<string, SkillVersion>, of: SkillVersion, row: FactRow): void {
  const status = stringAt(row.properties, 'status') as SkillStatus;
  const { session, seq, hash, channel } = row;
  const record = { session, seq, hash, channel };
  of.records.push(record);
  if (status === 'proposed' || status === 'revised') {
    const older = status === 'revised' ? olderOf(versions, of, row) : undefined;
    describe(of, row, record, older);
    const hasSteps = stringsAt(row.properties, 'procedure').length > 0;
    const repeated = hasSteps ? null : (older?.statedBy ?? null);
    // A version is trusted only as far as the record of the steps that it repeats.
    if (repeated !== null) of.records.unshift(repeated);
    of.statedBy = hasSteps ? record : (repeated ?? of.statedBy ?? record);
    if (older !== undefined) {
      of.supersedes = older.version;
      older.supersededBy = of.version;
      // A revision has no more authority than its predecessor.
      of.validated ||= older.validated && older.contradictions === 0;
    }
  }
  // A new proposal is a new text, which was never validated.
  if (status === 'proposed') of.validated = false;
  if (status === 'validated' && of.status !== null) of.validated = true;
  if (status === 'contradicted') of.contradictions++;
  // A record about a version that was never proposed does not create it.
  if (of.status !== null || status === 'proposed' || status === 'revised')
    of.status = status === 'revised' && !of.validated ? 'proposed' : status;
}

function olderOf(
  versions: Map<string, SkillVersion>,
  of: SkillVersion,
  row: FactRow,
): SkillVersion | undefined {
  const older = stringAt(row.properties, 'supersedes_version');
  if (older === '' || older === of.version) return undefined;
  return versions.get(keyOf(row.session, of.skillId, older));
}

/**
 * Fields that a revision omits keep the value of its predecessor, unless it has new steps from another kind of author:
 * an agent's steps do not go under a person's title.
 */
function describe(
  of: SkillVersion,
  row: FactRow,
  record: Cited,
  older: SkillVersion | undefined,
): void {
  const before = older ?? of;
  const isOther = before.texts.some(({ channel }) => channel !== row.channel);
  const isKept = !isOther || stringsAt(row.properties, 'procedure').length === 0;
  const text = (key: string, kept: string): string =>
    stringAt(row.properties, key) || (isKept ? kept : '');
  const list = (key: string, kept: string[]): string[] => {
    const said = stringsAt(row.properties, key);
    return said.length > 0 || !isKept ? said : kept;
  };
  of.texts = isKept ? [...before.texts, record] : [record];
  of.name = text('name', before.name);
  of.summary = text('summary', before.summary);
  of.rollback = text('rollback', before.rollback);
  of.procedure = list('procedure', before.procedure);
  of.applicability = list('applicability', before.applicability);
  of.failureModes = list('failure_modes', before.failureModes);
}

const SUCCESS: ReadonlySet<string> = new Set(SKILL_FEEDBACK.success);
const FAILURE: ReadonlySet<string> = new Set(SKILL_FEEDBACK.failure);
/** Names for an outcome. */
export const FEEDBACK_WORDS: readonly string[] = [...SUCCESS, ...FAILURE];
const SUCCESS_FROM = 0.8;
const FAILURE_BELOW = 0.5;

export type Outcome = keyof SkillVersion['outcomes'];

/** @param score From 0 to 1; undefined if none was given */
export function outcomeOfScore(score: number | undefined): Outcome {
  if (score === undefined) return 'neutral';
  if (score < FAILURE_BELOW) return 'failure';
  return score >= SUCCESS_FROM ? 'success' : 'neutral';
}

export function outcomeOfFeedback(feedback: string | undefined = ''): Outcome {
  const word = feedback.trim().toLowerCase();
  if (FAILURE.has(word)) return 'failure';
  return SUCCESS.has(word) ? 'success' : 'neutral';
}

/** A reported failure counts, however high the score is. */
function judge(of: SkillVersion, row: FactRow): void {
  const said = row.properties['success_score'];
  const score = typeof said === 'number' ? Math.min(1, Math.max(0, said)) : undefined;
  if (score !== undefined) of.scores.push(score);
  const outcomes = [outcomeOfFeedback(stringAt(row.properties, 'feedback')), outcomeOfScore(score)];
  const outcome = (['failure', 'success'] as const).find((one) => outcomes.includes(one));
  of.outcomes[outcome ?? 'neutral']++;
}

function versionIn(
  versions: Map<string, SkillVersion>,
  session: string,
  skillId: string,
  version: string,
): SkillVersion {
  const key = keyOf(session, skillId, version);
  let of = versions.get(key);
  if (of === undefined) {
    of = {
      skillId,
      version,
      status: null,
      validated: false,
      name: '',
      summary: '',
      procedure: [],
      applicability: [],
      failureModes: [],
      rollback: '',
      supersedes: null,
      supersededBy: null,
      contradictions: 0,
      applications: 0,
      outcomes: { success: 0, failure: 0, neutral: 0 },
      scores: [],
      meanScore: null,
      records: [],
      statedBy: null,
      texts: [],
    };
    versions.set(key, of);
  }
  return of;
}

function keyOf(session: string, id: string, version: string): string {
  return JSON.stringify([session, id, version]);
}
