import { invalidRequest, type HookloomError } from '@hookloom/core';
import { callerOf } from '../command/caller.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  choice,
  choiceArgument,
  integer,
  memoryOptions,
  optionalArgument,
  share,
  text,
} from '../command/options.ts';
import { sourceEventsOf, sourceOption } from '../command/source-events.ts';
import { withRuntime } from '../command/with-runtime.ts';

const ACTIONS = [
  'explain-outcome',
  'propose-belief-update',
  'claim-confidence',
  'record-unknown',
  'known-unknowns',
  'confidence-trajectory',
  'reverify-needed',
  'plan-from-procedures',
  'similar-procedures',
  'resolve',
] as const;
type Action = (typeof ACTIONS)[number];
const PHASES = ['planning', 'execution', 'review', 'reflection'] as const;
const OUTCOMES = ['resolved', 'dismissed', 'confirmed', 'refuted', 'obsolete'] as const;
const NEEDS_TEXT: ReadonlySet<Action> = new Set(
  ACTIONS.filter((action) => action !== 'known-unknowns' && action !== 'reverify-needed'),
);

export const command = defineCommand({
  name: 'memory reasoning',
  summary: 'Weigh claims, record gaps, and plan from procedures.',
  description:
    '`claim-confidence` weighs what is recorded for and against a claim, and `confidence-trajectory` lists its earlier results. `record-unknown` keeps a question that the memory cannot answer; `known-unknowns` and `reverify-needed` list what is open; `resolve` closes an item by its id. `propose-belief-update` proposes a claim for review. `similar-procedures` and `plan-from-procedures` find procedures for a task. `explain-outcome` lists recorded causes. None of them changes a fact.',
  arguments: {
    action: choiceArgument('ACTION', 'what to do', ACTIONS),
    text: optionalArgument('TEXT', 'the claim, question, outcome, task or id'),
  },
  options: {
    rationale: text('--rationale <text>', 'why, with propose-belief-update and resolve'),
    reason: text('--reason <text>', 'what is missing, with record-unknown'),
    claimKey: text('--claim-key <key>', 'what the claim is about (default: from its words)'),
    gapType: choice('--gap-type <type>', 'kind of gap', [
      'missing_evidence',
      'conflict',
      'stale',
      'scope',
    ]),
    reverifyQuery: text('--reverify-query <text>', 'what to ask to close the gap'),
    outcome: choice('--outcome <outcome>', 'how an item is closed, with resolve', OUTCOMES),
    confidence: share('--confidence <share>', 'how sure you are of a belief, 0 to 1'),
    minConfidence: share('--min-confidence <share>', 'below it a claim must be checked again'),
    status: choice('--status <status>', 'which unknowns (default: open)', [
      'open',
      'resolved',
      'dismissed',
      'all',
    ]),
    depth: integer('--depth <n>', 'how many levels of causes (default: 2)', [1, 5]),
    phase: choice('--phase <phase>', 'what it is for', PHASES),
    limit: integer('--limit <n>', 'most results', [1, 100]),
    actor: text('--actor <name>', 'the author of the event'),
    ...sourceOption,
    ...memoryOptions,
  },
  examples: {
    'hookloom memory reasoning claim-confidence "The API listens on port 9000"':
      'what speaks for and against it',
    'hookloom memory reasoning reverify-needed': 'what should be checked again',
    'hookloom memory reasoning plan-from-procedures "cut a release"':
      'cited steps of validated procedures',
  },
  async run({ args, options, context }) {
    const { action, text: said } = args;
    if (NEEDS_TEXT.has(action) && said === undefined)
      throw refuse(`${action} needs the TEXT: the claim, question, outcome, task or id.`);
    const workspace = workspaceOf(context, options);
    const { json, sourceEvent, claimKey, gapType, reverifyQuery, minConfidence } = options;
    const { rationale, reason, outcome, confidence, status, depth, phase, limit, actor } = options;
    const asked = said ?? '';
    const source_events = sourceEventsOf(sourceEvent);
    const answer = await withRuntime(context, workspace, async (runtime) => {
      const operations = await runtime.reasoning();
      const of = [runtime.context, callerOf(context)] as const;
      const scope = { session_id: workspace.session };
      const about = { ...scope, claim: asked, claim_key: claimKey };
      const call: Record<Action, () => Promise<object>> = {
        'explain-outcome': () =>
          operations.explainOutcome(of[0], { ...scope, outcome: asked, depth, phase }, of[1]),
        'propose-belief-update': () =>
          operations.proposeBelief(
            of[0],
            {
              ...about,
              rationale: needed(rationale, action, '--rationale'),
              confidence: confidence ?? 0.5,
              source_events,
              phase,
              actor,
            },
            of[1],
          ),
        'claim-confidence': () =>
          operations.claimConfidence(
            of[0],
            { ...about, phase, limit, min_confidence: minConfidence },
            of[1],
          ),
        'record-unknown': () =>
          operations.recordUnknown(
            of[0],
            {
              ...scope,
              question: asked,
              reason: needed(reason, action, '--reason'),
              claim_key: claimKey ?? operations.keyOf(asked),
              gap_type: gapType,
              reverify_query: reverifyQuery,
              source_events,
              phase,
              actor,
            },
            of[1],
          ),
        'known-unknowns': () => operations.knownUnknowns(of[0], { ...scope, status, limit }, of[1]),
        'confidence-trajectory': () =>
          operations.confidenceTrajectory(of[0], { ...scope, claim: asked, limit }, of[1]),
        'reverify-needed': () =>
          operations.reverificationNeeds(
            of[0],
            { ...scope, query: said, limit, min_confidence: minConfidence },
            of[1],
          ),
        'plan-from-procedures': () =>
          operations.planFromProcedures(of[0], { ...scope, goal: asked, phase, limit }, of[1]),
        'similar-procedures': () =>
          operations.similarProcedures(of[0], { ...scope, query: asked, phase, limit }, of[1]),
        resolve: () => {
          if (outcome === undefined) throw refuse('resolve needs --outcome.');
          return operations.resolveOpenItem(
            of[0],
            {
              ...scope,
              id: asked,
              outcome,
              rationale: needed(rationale, action, '--rationale'),
              ...(source_events.length > 0 && { source_events }),
              actor,
            },
            of[1],
          );
        },
      };
      return call[action]();
    });
    if (json) return context.out.json(answer);
    const { printReasoning } = await import('../output/reasoning.ts');
    await printReasoning(context.out, answer);
  },
});

function needed(value: string | undefined, action: Action, option: string): string {
  if (value !== undefined) return value;
  throw refuse(`${action} needs ${option}.`);
}

function refuse(message: string): HookloomError {
  return invalidRequest(message, 'Run `hookloom memory reasoning --help`.');
}
