/** The table of all tools, in listing order: `memory_checkout` first, then the documented order. */
import { HookloomError } from '@hookloom/core';
import type { z } from 'zod';
import { parseRequest } from '../../operations/context.ts';
import { listingOf } from '../profile.ts';
import { appendTools, causalTools, feedbackTools, skillTools } from './record.ts';
import {
  bootstrapTools,
  capabilitiesTools,
  checkoutTools,
  feelingOfKnowingTools,
  queryTools,
  verbatimTools,
} from './recall.ts';
import { contextAssembleTools, lifecycleTools } from './context.ts';
import { consolidationTools, consolidationUmbrella } from './consolidation.ts';
import { missionTools } from './coordination.ts';
import { correctionTools, invalidateTools } from './corrections.ts';
import { noteTools } from './notes.ts';
import { quarantineTools } from './quarantine.ts';
import { replayTools, exportTools, ingestTools } from './transfer.ts';
import { confidenceUmbrella, reasoningTools } from './reasoning.ts';
import { synthesisTools } from './synthesis.ts';
import { callOf, type Tool, type ToolCall } from './tool.ts';

export const tools: readonly Tool[] = [
  ...checkoutTools,
  ...appendTools,
  ...queryTools,
  ...contextAssembleTools,
  ...feedbackTools,
  ...invalidateTools,
  ...capabilitiesTools,
  ...feelingOfKnowingTools,
  ...causalTools,
  ...Object.values(consolidationTools),
  ...Object.values(reasoningTools),
  ...verbatimTools,
  ...exportTools,
  ...synthesisTools,
  ...skillTools,
  ...replayTools,
  ...bootstrapTools,
  ...lifecycleTools,
  ...consolidationUmbrella,
  ...confidenceUmbrella,
  ...Object.values(missionTools),
  ...ingestTools,
  ...correctionTools,
  ...quarantineTools,
  ...noteTools,
];

/** The default listing, for callers outside a server. */
export const coreListing = listingOf('core', tools);

/** Calls a tool for a program, without admin rights. Throws `unknown_tool`, and what the tool throws. */
export async function callTool(
  name: string,
  args: object,
  call: Pick<ToolCall, 'runtime' | 'caller'>,
): Promise<unknown> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined)
    throw new HookloomError(
      'unknown_tool',
      'No tool has this name.',
      'See docs/reference/mcp-tools.md.',
    );
  return callAs(tool, args, call);
}

/** The same for a tool of a family, with those of the fields that it has. */
export async function callWith<A extends object>(
  tool: Tool<z.ZodObject, A>,
  fields: Readonly<Record<string, unknown>>,
  call: Pick<ToolCall, 'runtime' | 'caller'>,
): Promise<A> {
  const own = Object.entries(fields).filter(([name]) => Object.hasOwn(tool.input.shape, name));
  return callAs(tool, Object.fromEntries(own), call);
}

async function callAs<A>(
  tool: Tool<z.ZodType, A>,
  args: object,
  call: Pick<ToolCall, 'runtime' | 'caller'>,
): Promise<A> {
  const parsed: unknown = parseRequest(tool.input, args);
  return callOf(tool, parsed, { ...call, listing: coreListing, isAdmin: false });
}
