/** Words of payload fields that the memory folds and the command line offers in its help. */

/** The kinds of causes. */
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
