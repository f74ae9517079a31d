/** One walk over a complete log, and whether it can be continued as it is. */
import type { ByteSource } from '../read/byte-source.ts';
import { NOTHING, walkChain, type Walk } from './walk-chain.ts';

export function walkOf(source: ByteSource): Walk {
  const steps = walkChain(source, { from: NOTHING });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** An unfinished write at the end is not damage: the next writer handles it. */
export function isWhole({ failure, atEnd, vouching }: Walk): boolean {
  const isUnfinished = atEnd && failure?.reason !== 'unreadable_line';
  return (failure === null || isUnfinished) && vouching.first() === null;
}
