import { z } from 'zod';
import type { Tool } from './tool.ts';

export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  outputSchema?: { type: 'object'; required: string[] };
  /** A read-only tool has no hints about changes. Any other tool has no `readOnlyHint`, which is false by default. */
  annotations: Partial<Tool['annotations']>;
  _meta?: Record<string, unknown>;
}

/** A longer pattern does not help a model. */
const MAX_PATTERN = 25;

/** @example listTool(tools[0]!).name === 'memory_checkout' */
export function listTool(tool: Tool): ListedTool {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: 'input',
    unrepresentable: 'any',
    // Callers keep these limits anyway, so they are omitted to save tokens. They are still validated.
    override({ jsonSchema }) {
      // Our validation refuses unknown fields and names them.
      if (typeof jsonSchema.additionalProperties === 'boolean')
        delete jsonSchema.additionalProperties;
      delete jsonSchema.maximum;
      if ((jsonSchema.minimum ?? 2) <= 1) delete jsonSchema.minimum;
      delete jsonSchema.minItems;
      delete jsonSchema.maxItems;
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
    // Short, because clients only validate with it and models read the answer itself.
    ...(tool.output !== undefined && {
      outputSchema: { type: 'object' as const, required: [...tool.output] },
    }),
    annotations: hintsOf(tool.annotations),
    ...(tool.meta !== undefined && { _meta: tool.meta }),
  };
}

function hintsOf({ readOnlyHint, ...changes }: Tool['annotations']): ListedTool['annotations'] {
  return readOnlyHint ? { readOnlyHint, openWorldHint: changes.openWorldHint } : changes;
}
