/** Records which reasoning tool was called and how much it returned, never its content. */
import { z } from 'zod';
import { recordActivity, type Caller, type OperationContext } from './context.ts';

export const PHASES = ['planning', 'execution', 'review', 'reflection'] as const;
export type Phase = (typeof PHASES)[number];
export const phase = z.enum(PHASES).optional();

export interface PrimitiveCall {
  session: string;
  primitive: string;
  phase: Phase;
  results: number;
  evidence: number;
}

/** Best effort. Reading never creates a log. */
export async function recordPrimitive(
  context: Pick<OperationContext, 'store'>,
  { session, primitive, phase: of, results, evidence }: PrimitiveCall,
  caller: Caller,
): Promise<void> {
  if ((await context.store.head(session)) === null) return;
  const payload = {
    primitive,
    phase: of,
    status: 'succeeded',
    result_count: results,
    evidence_count: evidence,
    authority_status: 'non_authoritative',
  };
  const activity = { session, type: 'reasoning.primitive.called', payload };
  await recordActivity(context, activity, caller).catch(() => {});
}
