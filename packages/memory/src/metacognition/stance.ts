/** Whether a recorded sentence supports or contradicts a claim: the same slot with the same or another value. */
import { meaningOf, type Meaning } from '../statements/meaning.ts';
import { relationOf } from '../statements/relation.ts';

export type Stance = 'supports' | 'conflicts';

/**
 * Null if they are about different things. Sharing words is not enough.
 *
 * @example stanceOf(meaningOf('The API listens on port 80.'), meaningOf('The API listens on port 90.')) // 'conflicts'
 */
export function stanceOf(claim: Meaning, said: Meaning): Stance | null {
  if (claim.words.length === 0 || said.words.length === 0) return null;
  const isReplaced = said.gone.length > 0 && said.gone.every((stem) => claim.stems.has(stem));
  if (isReplaced && said.around.some((stem) => claim.stems.has(stem)) && !claim.isNegative)
    return 'conflicts';
  const added = claim.words.filter(({ stem }) => !said.stems.has(stem));
  const isSameSide = claim.isNegative === said.isNegative;
  // The record says the same, perhaps in more detail.
  if (added.length === 0 && isSameSide) return 'supports';
  const relation = relationOf({ ...claim, change: 'correction', gone: [], around: [] }, said, true);
  if (relation === 'same') return 'supports';
  if (relation === 'replaces' || relation === 'removes') return 'conflicts';
  // A denial may repeat only a part of the claim.
  const isDenied = said.isNegative && !claim.isNegative && isPart(said, claim);
  return isDenied ? 'conflicts' : null;
}

const LEAST_SHARED = 2;

function isPart(said: Meaning, claim: Meaning): boolean {
  return said.words.length >= LEAST_SHARED && said.words.every(({ stem }) => claim.stems.has(stem));
}

interface StatedStance {
  stance: Stance;
  sentence: string;
  /** How many words of the claim it has. */
  shared: number;
}

/**
 * For each event, the strongest stance of its sentences: that of the sentence with the most words of the claim. A sentence
 * is often in several rows, and is read once.
 */
export function stancesOn(claim: Meaning): (sentences: readonly string[]) => StatedStance | null {
  const known = new Map<string, StatedStance | null>();
  const read = (sentence: string): StatedStance | null => {
    const said = meaningOf(sentence);
    const stance = stanceOf(claim, said);
    if (stance === null) return null;
    return {
      stance,
      sentence,
      shared: claim.words.filter(({ stem }) => said.stems.has(stem)).length,
    };
  };
  return (sentences) => {
    let best: StatedStance | null = null;
    for (const sentence of sentences) {
      let found = known.get(sentence);
      if (found === undefined) known.set(sentence, (found = read(sentence)));
      if (found === null) continue;
      const { shared, stance } = found;
      const isBetter =
        best === null || shared > best.shared || (shared === best.shared && stance === 'conflicts');
      if (isBetter) best = found;
    }
    return best;
  };
}
