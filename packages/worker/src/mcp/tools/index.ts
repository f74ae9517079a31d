/** The table of all tools, in listing order: the front door first, then the documented order (zaxy.md §3.2). */
import { z } from 'zod';
import { appendTools } from './append.ts';
import { bootstrapTools, capabilitiesTools } from './awareness.ts';
import { checkoutTools } from './checkout.ts';
import { feedbackTools } from './feedback.ts';
import { quarantineTools } from './quarantine.ts';
import { queryTools, verbatimTools } from './recall.ts';
import { replayTools } from './replay.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [
  ...checkoutTools,
  ...appendTools,
  ...queryTools,
  ...feedbackTools,
  ...capabilitiesTools,
  ...verbatimTools,
  ...replayTools,
  ...bootstrapTools,
  ...quarantineTools,
];

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  annotations: Tool['annotations'];
  _meta?: Record<string, unknown>;
}

/** @example listTool(tools[0]!).name === 'memory_checkout' */
export function listTool(tool: Tool): ListedTool {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: 'input',
    unrepresentable: 'any',
    // Bounds that every caller keeps by nature cost tokens and say nothing; they are checked all the same.
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
    },
  });
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...schema, type: 'object' },
    annotations: tool.annotations,
    ...(tool.meta !== undefined && { _meta: tool.meta }),
  };
}
