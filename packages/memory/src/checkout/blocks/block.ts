/**
 * What a domain has to say in a checkout beside the rows of the search: skills, causes, synthesis, … A block is present
 * when there is something to say (zaxy.md §4.5). Adding one is a file here and a line in `index.ts`.
 */
import type { FoundBlock } from './found-block.ts';
import type { Memory } from '../../memory.ts';
import type { Findings } from '../findings.ts';

/** What a block works with: everything that was found before any budget, and the memory to read more from. */
export interface BlockContext {
  findings: Findings;
  memory: Memory;
  nowMs: number;
}

export interface Block {
  name: string;
  /** Null: nothing to say. Throws only for what is wrong with the request; what cannot be read is degraded by the caller. */
  find(context: BlockContext): Promise<FoundBlock | null>;
}
