import type { CapabilitiesResponse } from '@hookloom/memory/checkout';
import { z } from 'zod';
import { memoryDeps } from '../memory-access.ts';
import type { ToolListing } from '../mcp/profile.ts';
import { parseRequest, readableSession, sessionId, type OperationContext } from './context.ts';

/** `memory_capabilities` and `memory_bootstrap`. */
export const capabilitiesRequest = z.strictObject({
  session_id: sessionId,
  current_task: z.string().max(4096).optional(),
});
export type CapabilitiesRequest = z.input<typeof capabilitiesRequest>;

/** The manifest. `profile` is the listing of the server that answers. */
export type CapabilitiesAnswer = Omit<CapabilitiesResponse, 'profile'> & { profile: ToolListing };

/**
 * What this memory offers and how well it captures sessions. Opens the projection to report its state, or why it
 * cannot.
 */
export async function capabilities(
  context: OperationContext,
  request: CapabilitiesRequest,
  listing: ToolListing,
): Promise<CapabilitiesAnswer> {
  const parsed = parseRequest(capabilitiesRequest, request);
  const session = await readableSession(context, parsed);
  const { capabilities: describe } = await import('@hookloom/memory/checkout');
  const manifest = await describe(await memoryDeps(context), {
    session,
    currentTask: parsed.current_task,
    ...listed(listing),
  });
  return { ...manifest, profile: listing };
}

/** The listing in the form of the memory package. */
export function listed({ active, listed_tools, available_but_unlisted }: ToolListing) {
  return {
    profile: active,
    listedTools: listed_tools,
    unlistedTools: available_but_unlisted,
  };
}
