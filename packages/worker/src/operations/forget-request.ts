import { z } from 'zod';
import { query, sessionId } from './context.ts';

const text = z.string().min(1).max(4096);

/** `memory_forget`: what to forget, and whether to preview only. */
export const forgetRequest = z.strictObject({
  query: query.optional(),
  citations: z.array(z.string().max(300)).min(1).max(200).optional(),
  entity_name: text.optional(),
  entity_type: text.optional(),
  values: z.array(z.string().min(1).max(4096)).min(1).max(50).optional(),
  whole_session: z.boolean().optional(),
  secrets: z.boolean().optional(),
  dry_run: z.boolean().optional(),
  confirm: z.string().max(100).optional(),
  reason: z.string().min(1).max(1000).optional(),
  session_id: sessionId,
});
export type ForgetRequest = z.input<typeof forgetRequest>;
