/** The table of blocks, in the order of diagnostics and guidance. */
import { causalBlock } from './causal.ts';
import { judgementBlock } from './judgement.ts';
import { skillsBlock } from './skills.ts';
import { admissionBlock } from './admission.ts';
import type { FoundBlock } from './found-block.ts';
import type { Block, BlockContext } from './block.ts';
import { supersededBlock } from './superseded.ts';
import { synthesisBlock } from './synthesis.ts';

export const blocks: readonly Block[] = [
  skillsBlock,
  causalBlock,
  admissionBlock,
  judgementBlock,
  synthesisBlock,
  supersededBlock,
];

/** A block that cannot be read is named in `degraded`; the others still contribute. */
export async function findBlocks(context: BlockContext, reasonOf: (error: unknown) => string) {
  const found: FoundBlock[] = [];
  const degraded: { lane: string; reason: string }[] = [];
  for (const block of blocks) {
    if (context.isLean && block.isOnlyFull) continue;
    try {
      const one = await block.find(context);
      if (one !== null) found.push(one);
    } catch (error) {
      degraded.push({ lane: block.name, reason: reasonOf(error) });
    }
  }
  return { found, degraded };
}
