import { z } from 'zod';
import { invalidRequest } from '@hookloom/core';
import { parseRequest } from '../../operations/context.ts';
import { callOf, defineTool, type Tool } from './tool.ts';

/** One tool over several. `operation` selects the target, which validates the other arguments. */
export function combineTools(
  name: string,
  title: string,
  operations: Readonly<Record<string, Tool>>,
): Tool {
  const names = Object.keys(operations) as [string, ...string[]];
  const targets = Object.entries(operations)
    .map(([operation, tool]) => `${operation}: ${tool.name}`)
    .join(', ');
  const input = z.looseObject({ operation: z.enum(names) });
  return defineTool({
    name,
    title,
    description: `Calls another tool with the other arguments. ${targets}.`,
    input,
    scope: 'write',
    run(_, { operation, ...args }, __, call) {
      const target = operations[operation];
      if (target === undefined)
        throw invalidRequest('operation does not name a tool.', `Use one of ${names.join(', ')}.`);
      return callOf(target, parseRequest(target.input, args), call);
    },
    summarize: () => 'done',
  });
}
