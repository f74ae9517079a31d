import { callerOf } from '../command/caller.ts';
import { workspaceToRead } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  choice,
  choiceArgument,
  integer,
  memoryOptions,
  optionalArgument,
  share,
  text,
  wrongUse,
} from '../command/options.ts';
import { fieldsOf, sourceEventsOf, sourceOption } from '../command/fields-of.ts';
import { withRuntime } from '../command/with-runtime.ts';

/** The tool of an action, the field that TEXT fills, and the options that it needs. */
const ACTIONS = {
  'explain-outcome': { tool: 'explainOutcome', reads: 'outcome', needs: [] },
  'propose-belief-update': { tool: 'proposeBelief', reads: 'claim', needs: ['rationale'] },
  'claim-confidence': { tool: 'claimConfidence', reads: 'claim', needs: [] },
  'record-unknown': { tool: 'recordUnknown', reads: 'question', needs: ['reason'] },
  'known-unknowns': { tool: 'knownUnknowns', reads: null, needs: [] },
  'confidence-trajectory': { tool: 'confidenceTrajectory', reads: 'claim', needs: [] },
  'reverify-needed': { tool: 'reverificationNeeds', reads: 'query', needs: [] },
  'plan-from-procedures': { tool: 'planFromProcedures', reads: 'goal', needs: [] },
  'similar-procedures': { tool: 'similarProcedures', reads: 'query', needs: [] },
  resolve: { tool: 'resolveOpenItem', reads: 'id', needs: ['outcome', 'rationale'] },
} as const;
type Action = keyof typeof ACTIONS;
const PHASES = ['planning', 'execution', 'review', 'reflection'] as const;
const OUTCOMES = ['resolved', 'dismissed', 'confirmed', 'refuted', 'obsolete'] as const;
const WITHOUT_TEXT: ReadonlySet<Action> = new Set(['known-unknowns', 'reverify-needed']);

const refuse = wrongUse('memory reasoning');

export const command = defineCommand({
  name: 'memory reasoning',
  summary: 'Weigh claims, record gaps, and plan from procedures.',
  description:
    '`claim-confidence` weighs what is recorded for and against a claim, and `confidence-trajectory` lists its earlier results. `record-unknown` keeps a question that the memory cannot answer; `known-unknowns` and `reverify-needed` list what is open; `resolve` closes an item by its id. `propose-belief-update` proposes a claim for review. `similar-procedures` and `plan-from-procedures` find procedures for a task. `explain-outcome` lists recorded causes. None of them changes a fact.',
  arguments: {
    action: choiceArgument('ACTION', 'what to do', Object.keys(ACTIONS) as Action[]),
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
    const { tool, reads, needs } = ACTIONS[action];
    if (said === undefined && !WITHOUT_TEXT.has(action))
      throw refuse(`${action} needs the TEXT: the claim, question, outcome, task or id.`);
    const missing = needs.find((name) => options[name] === undefined);
    if (missing !== undefined) throw refuse(`${action} needs --${missing}.`);
    const workspace = workspaceToRead(context, options);
    const { sourceEvent, ...given } = options;
    const source_events = sourceEventsOf(sourceEvent);
    const { callWith, keyOf, reasoningTools, resolveTool } = await import('@hookloom/worker');
    const tools = { ...reasoningTools, resolveOpenItem: resolveTool };
    const fields = {
      ...(action === 'propose-belief-update' && { confidence: 0.5 }),
      ...(action === 'record-unknown' && { claim_key: keyOf(said ?? '') }),
      ...fieldsOf(given),
      ...((action !== 'resolve' || source_events.length > 0) && { source_events }),
      ...(reads !== null && said !== undefined && { [reads]: said }),
      session_id: workspace.session,
    };
    const answer = await withRuntime(context, workspace, (runtime) =>
      callWith<object>(tools[tool], fields, { runtime, caller: callerOf(context) }),
    );
    if (options.json) return context.out.json(answer);
    const { printReasoning } = await import('../output/reasoning.ts');
    await printReasoning(context.out, answer);
  },
});
