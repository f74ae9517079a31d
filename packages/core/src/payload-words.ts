/** Words of payload fields that the memory folds and the command line offers in its help. */

export const CAUSAL_RELATIONS = [
  'caused',
  'enabled',
  'blocked',
  'prevented',
  'regressed',
  'fixed',
  'explained',
] as const;

/** The steps in the life of a skill. */
export const SKILL_ACTIONS = [
  'proposed',
  'validated',
  'revised',
  'deprecated',
  'contradicted',
  'applied',
  'outcome_recorded',
] as const;

/** The kind of a note, as named in the documented default mode. */
export const NOTE_TYPES = [
  'bugfix',
  'feature',
  'refactor',
  'change',
  'discovery',
  'decision',
  'security_alert',
  'security_note',
  'sensitive',
] as const;

/** What a note teaches, as named in the documented default mode. */
export const NOTE_CONCEPTS = [
  'how-it-works',
  'why-it-exists',
  'what-changed',
  'problem-solution',
  'gotcha',
  'pattern',
  'trade-off',
] as const;

/** What feedback may say about the effect of a fact. */
export const OUTCOMES = {
  positive: [
    'avoided_failed_path',
    'blocked_unsafe_action',
    'changed_answer',
    'helpful',
    'prevented_redundant_investigation',
    'resolved_conflict',
    'supported_handoff',
    'used',
  ],
  negative: ['caused_regression', 'corrected', 'excluded', 'failed', 'irrelevant', 'rejected'],
} as const;

/** How the use of a skill went. */
export const SKILL_FEEDBACK = {
  success: ['used', 'helpful', 'passed', 'success'],
  failure: ['failed', 'failure', 'irrelevant', 'regressed'],
} as const;

/** The presets of a checkout. */
export const PURPOSES = [
  'general',
  'coding',
  'review',
  'release',
  'security',
  'research',
  'coordinate',
  'support',
  'product',
  'sales',
  'legal',
  'executive',
] as const;
