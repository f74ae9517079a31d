import { CAUSAL_RELATIONS } from '@hookloom/core';
import { fieldsOf } from '../command/fields-of.ts';
import { operationCommand } from '../command/operation-command.ts';
import {
  argument,
  choice,
  choiceArgument,
  integerOr,
  memoryOptions,
  text,
} from '../command/options.ts';

export const command = operationCommand({
  name: 'memory causal',
  summary: 'Show proposed causes or effects of something, with their evidence.',
  description:
    'Causes and effects are generated proposals, not facts. Each shows its confidence, method, review status and evidence.',
  arguments: {
    direction: choiceArgument('DIRECTION', 'successors: effects; predecessors: causes', [
      'successors',
      'predecessors',
    ]),
    entityName: argument('ENTITY', 'name of the decision, task, issue or file'),
  },
  options: {
    entityType: text('--entity-type <type>', 'only an entity of this type'),
    relationType: choice('--relation-type <type>', 'follow only this relation', CAUSAL_RELATIONS),
    depth: integerOr('--depth <n>', 'edges to follow', [1, 5], 2),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory causal predecessors "Search is slow"': 'what led to it',
    'hookloom memory causal successors "Drop the index" --relation-type caused --depth 3':
      'its effects, up to three steps',
  },
  session: 'named',
  reportsEmpty: true,
  async operation({ args }) {
    const { causalPredecessors, causalSuccessors } = await import('@hookloom/worker');
    return args.direction === 'successors' ? causalSuccessors : causalPredecessors;
  },
  request: ({ args: { entityName }, options }) => fieldsOf({ entityName, ...options }),
  async print(answer, { context: { out } }) {
    if (answer.results.length === 0) return out.line('No causal edges.');
    const { renderLine } = await import('../output/table.ts');
    for (const edge of answer.results) {
      const { source, relation_type, target, confidence, method, review_status } = edge;
      const said = `${source.name} ${relation_type} ${target.name}`;
      out.bold(await renderLine(said, out.columns));
      const how = `${review_status}, confidence ${confidence ?? 'not given'}, ${method}`;
      out.dim(`  ${await renderLine(how, out.columns - 2)}`);
      out.dim(`  ${edge.citation ?? 'no evidence in the log'}`);
    }
  },
});
