/** The kinds of causes, and their labels in the graph. */
import { CAUSAL_RELATIONS } from '@hookloom/core';

export type CausalRelation = (typeof CAUSAL_RELATIONS)[number];

/** @example graphLabel('caused') === 'causal_caused' */
export function graphLabel(relation: CausalRelation): string {
  return `causal_${relation}`;
}

/** The relation of a graph label; null if it is not a cause. */
export function causalRelation(label: string): CausalRelation | null {
  return CAUSAL_RELATIONS.find((relation) => graphLabel(relation) === label) ?? null;
}
