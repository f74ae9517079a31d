import type { CapabilitiesResponse } from '@hookloom/memory/checkout/capabilities';
import { z } from 'zod';
import { unavailableMemory } from '../memory-access.ts';
import type { ToolListing } from '../mcp/profile.ts';
import { parseRequest, readableSession, sessionId, type OperationContext } from './context.ts';

/** `memory_capabilities` and `memory_bootstrap` (zaxy.md §3.2). */
export const capabilitiesRequest = z.strictObject({
  session_id: sessionId,
  current_task: z.string().max(4096).optional(),
});
export type CapabilitiesRequest = z.input<typeof capabilitiesRequest>;

/** The manifest; `profile` is the listing of the server that answers. */
export type CapabilitiesAnswer = Omit<CapabilitiesResponse, 'profile'> & { profile: ToolListing };

/** What this memory offers and how well it is fed. Opens the projection to say how it is; says so when it cannot. */
export async function capabilities(
  context: OperationContext,
  request: CapabilitiesRequest,
  listing: ToolListing,
): Promise<CapabilitiesAnswer> {
  const parsed = parseRequest(capabilitiesRequest, request);
  const session = await readableSession(context, parsed);
  const { capabilities: describe } = await import('@hookloom/memory/checkout/capabilities');
  const manifest = await describe(await memoryDeps(context), {
    session,
    currentTask: parsed.current_task,
    ...listed(listing),
  });
  return { ...manifest, profile: listing };
}

/** The listing as the memory takes it. */
export function listed(listing: ToolListing): {
  profile: string;
  listedTools: string[];
  unlistedTools: string[];
} {
  const { active, listed_tools, available_but_unlisted } = listing;
  return {
    profile: active,
    listedTools: listed_tools,
    unlistedTools: available_but_unlisted,
  };
}

/** The memory that answers: the projection, or one that says why there is none. */
export async function memoryDeps({ memory, store }: OperationContext) {
  const opened = await memory.open();
  return { memory: opened.ok ? opened.memory : unavailableMemory(opened.reason, store), store };
}
