import { z } from 'zod';
import type { ToolListing } from '../mcp/profile.ts';
import type { Caller, OperationContext } from './context.ts';
export const bootstrapRequest = z.strictObject({
  session_id: z.string().optional(),
  current_task: z.string().max(4096).optional(),
});
export type BootstrapRequest = z.input<typeof bootstrapRequest>;
export type BootstrapAnswer = unknown;
export async function bootstrap(
  _c: OperationContext,
  _r: BootstrapRequest,
  _caller: Caller,
  _l?: ToolListing,
): Promise<BootstrapAnswer> {
  return {};
}
