/** The kinds of causes, and their labels in the graph. */
export const CAUSAL_RELATIONS = [
  'caused',
  'enabled',
  'blocked',
  'prevented',
  'regressed',
  'fixed',
  'explained',
] as const;

export type CausalRelation = (typeof CAUSAL_RELATIONS)[number];

/** @example graphLabel('caused') === 'causal_caused' */
export function graphLabel(relation: CausalRelation): string {
  return `causal_${relation}`;
}

/** The relation of a graph label; null if it is not a cause. */
export function causalRelation(label: string): CausalRelation | null {
  return CAUSAL_RELATIONS.find((relation) => graphLabel(relation) === label) ?? null;
}
