import { z } from 'zod';
import type { ToolListing } from '../mcp/profile.ts';
import type { OperationContext } from './context.ts';
export const capabilitiesRequest = z.strictObject({
  session_id: z.string().optional(),
  current_task: z.string().max(4096).optional(),
});
export type CapabilitiesRequest = z.input<typeof capabilitiesRequest>;
export type CapabilitiesAnswer = unknown;
export async function capabilities(
  _c: OperationContext,
  _r: CapabilitiesRequest,
  l?: ToolListing,
): Promise<CapabilitiesAnswer> {
  return { profile: l };
}
