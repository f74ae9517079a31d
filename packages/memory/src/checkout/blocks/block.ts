/**
 * What a domain adds to the rows of the search in a checkout: skills, causes, synthesis, … A block is present only if
 * it has content. To add one, add a file here and a line in `index.ts`.
 */
import type { FoundBlock } from './found-block.ts';
import type { MemoryReads } from '../../memory.ts';
import type { Findings } from '../findings.ts';

/** The input of a block: everything that was found before any budget, and the memory to read more from. */
export interface BlockContext {
  findings: Findings;
  memory: MemoryReads;
  nowMs: number;
  /** For the short form, which shows neither the diagnostics of a block nor its part of the guidance. */
  isLean: boolean;
}

export interface Block {
  name: string;
  /** It adds nothing to the short form. */
  isOnlyFull?: true;
  /** The types of facts that it reads. Without any fact of these types it adds nothing. */
  types?: readonly string[];
  /**
   * Returns null if there is nothing to add. Throws only for an invalid request; the caller reports unreadable data as
   * degraded.
   */
  find(context: BlockContext): Promise<FoundBlock | null>;
}
