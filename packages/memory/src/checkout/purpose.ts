import {
  invalidRequest,
  isJsonObject,
  type HookloomError,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import { cleanText, excerpt, foldText } from '../shown/clean-text.ts';
import type { ScoringProfile } from '../search/scoring-profiles.ts';
import { PURPOSE_PRESETS, type PurposeProfile, type RecallPolicy } from './purpose-presets.ts';

/** A preset's name, any other name, or an object that inherits from `profile` or `preset`. */
export type PurposeInput = string | JsonObject;

export interface Purpose {
  profile: PurposeProfile;
  recall: RecallPolicy;
  /** False for `general`: the question alone decides. */
  conditioned: boolean;
}

const TEXTS = [
  'role',
  'task',
  'risk',
  'time_horizon',
  'expected_action',
  'permission_scope',
  'evidence_policy',
  'retention_policy',
] as const;
const LISTS = ['ontology_lens', 'required_evidence', 'retain', 'suppress', 'warnings'] as const;
const GENERAL = PURPOSE_PRESETS[0]!;
/** An unknown name has no measured minimum, so it requests twice as many candidates. */
const CUSTOM_RECALL: RecallPolicy = { floor: 0, multiplier: 2, scoring: 'balanced' };
const MAX_CHARS = 120;
const MAX_ITEMS = 24;

/**
 * The normalised profile: names lower-case with hyphens, a preset's fields as defaults.
 *
 * @example normalizePurpose(' Coding ').profile.evidence_policy === 'cite_current_facts_and_verification'
 */
export function normalizePurpose(input: PurposeInput | undefined): Purpose {
  if (input === undefined) return fromPreset(GENERAL);
  if (typeof input === 'string') return named(profileName(input));
  if (!isJsonObject(input)) throw refuse('purpose must be a name or an object');
  const base = named(profileName(input['profile'] ?? input['preset'] ?? 'general'));
  const profile: PurposeProfile = { ...base.profile };
  for (const key of TEXTS) {
    const value = input[key];
    if (value === undefined || value === null) continue;
    profile[key] = key === 'task' ? text(key, value) : slugged(text(key, value));
  }
  for (const key of LISTS) {
    const value = input[key];
    if (value !== undefined && value !== null) profile[key] = list(key, value);
  }
  const conditioned =
    base.conditioned || [...TEXTS, ...LISTS].some((key) => !same(profile[key], GENERAL[key]));
  return { profile, recall: base.recall, conditioned };
}

/** Number of candidates to request, so that the answer is long enough after folding and withholding. */
export function recallLimit(purpose: Purpose, limit: number): number {
  const { floor, multiplier } = purpose.recall;
  return Math.min(100, Math.max(limit * 2, limit * multiplier, floor));
}

/** An explicit purpose names its own profile. Otherwise the environment's profile applies. */
export function scoringOf(
  { recall, conditioned }: Purpose,
  { scoring = 'balanced' }: { scoring?: ScoringProfile },
): ScoringProfile {
  return conditioned && recall.scoring !== 'balanced' ? recall.scoring : scoring;
}

function named(name: string): Purpose {
  const preset = PURPOSE_PRESETS.find(({ profile }) => profile === name);
  if (preset !== undefined) return fromPreset(preset);
  return {
    profile: { ...fromPreset(GENERAL).profile, profile: name },
    recall: CUSTOM_RECALL,
    conditioned: true,
  };
}

function fromPreset({ recall, ...profile }: (typeof PURPOSE_PRESETS)[number]): Purpose {
  return { profile: structuredClone(profile), recall, conditioned: profile.profile !== 'general' };
}

function profileName(value: JsonValue): string {
  const name = slugged(text('profile', value));
  return name === '' ? 'general' : name;
}

function text(key: string, value: JsonValue): string {
  if (typeof value !== 'string') throw refuse(`purpose.${key} must be a text`);
  return excerpt(foldText(value), MAX_CHARS);
}

function slugged(value: string): string {
  return cleanText(value).trim().toLowerCase().replace(/\s+/g, '-');
}

function list(key: string, value: JsonValue): string[] {
  if (!Array.isArray(value)) throw refuse(`purpose.${key} must be a list of texts`);
  const items = value.slice(0, MAX_ITEMS).map((item) => slugged(text(key, item)));
  return [...new Set(items.filter((item) => item !== ''))];
}

function same(a: string | string[] | null, b: string | string[] | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function refuse(what: string): HookloomError {
  return invalidRequest(
    `The purpose is invalid: ${what}.`,
    'Send a preset name such as coding or review, or an object with the documented fields.',
  );
}
