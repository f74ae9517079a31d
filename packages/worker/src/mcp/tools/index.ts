/** The table of all tools, in listing order: the front door first, then the documented order (zaxy.md §3.2). */
import { z } from 'zod';
import { appendTools } from './append.ts';
import { bootstrapTools, capabilitiesTools } from './awareness.ts';
import { causalTools } from './causal.ts';
import { checkoutTools } from './checkout.ts';
import { contextAssembleTools, lifecycleTools } from './context.ts';
import { correctionTools, invalidateTools } from './corrections.ts';
import { feedbackTools } from './feedback.ts';
import { feelingOfKnowingTools } from './feeling-of-knowing.ts';
import { noteTools } from './notes.ts';
import { quarantineTools } from './quarantine.ts';
import { queryTools, verbatimTools } from './recall.ts';
import { replayTools } from './replay.ts';
import { synthesisTools } from './synthesis.ts';
import { skillTools } from './skill.ts';
import type { Tool } from './tool.ts';
import { exportTools, ingestTools } from './transfer.ts';

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
  ...verbatimTools,
  ...exportTools,
  ...synthesisTools,
  ...skillTools,
  ...replayTools,
  ...bootstrapTools,
  ...lifecycleTools,
  ...ingestTools,
  ...correctionTools,
  ...quarantineTools,
  ...noteTools,
];

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  /** Of a tool that only reads, the hints about what it changes say nothing: they are left out (MCP, tool annotations). */
  annotations: Partial<Tool['annotations']>;
  _meta?: Record<string, unknown>;
}

/** A longer expression tells a model nothing that the description does not say. */
const MAX_PATTERN = 60;

/** @example listTool(tools[0]!).name === 'memory_checkout' */
export function listTool(tool: Tool): ListedTool {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: 'input',
    unrepresentable: 'any',
    // Bounds that every caller keeps by nature cost tokens and say nothing; they are checked all the same.
    override({ jsonSchema }) {
      if ((jsonSchema.maximum ?? 0) >= 2 ** 31 - 1) delete jsonSchema.maximum;
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
      if ((jsonSchema.pattern?.length ?? 0) > MAX_PATTERN) delete jsonSchema.pattern;
    },
  });
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...schema, type: 'object' },
    annotations: hintsOf(tool.annotations),
    ...(tool.meta !== undefined && { _meta: tool.meta }),
  };
}

function hintsOf(annotations: Tool['annotations']): ListedTool['annotations'] {
  const { readOnlyHint, openWorldHint } = annotations;
  return readOnlyHint ? { readOnlyHint, openWorldHint } : annotations;
}
